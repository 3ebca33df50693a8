package catalog

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// Kinds of changes.
const (
	Changed = "changed" // other values, or it is no entity page any more
	Added   = "added"   // it had not been read before
	Gone    = "gone"    // the server answers that there is no such page; the record stays. Also the page's status
)

// Change is how a page of an entity differed at a later visit.
type Change struct {
	Site    string        `json:"site"`
	URL     string        `json:"url"`
	FoundAt time.Time     `json:"found_at"`         // when it was asked
	What    string        `json:"change"`           // [Changed], [Added] or [Gone]
	Fields  []FieldChange `json:"fields,omitempty"` // of what changed, in alphabetic order
}

// FieldChange is the values of a label before and after.
type FieldChange struct {
	Label  string   `json:"label"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// Differences returns the labels whose values differ, in alphabetic order.
func Differences(before, after map[string][]string) []FieldChange {
	all := make(map[string]bool, len(before))
	for label := range before {
		all[label] = true
	}
	for label := range after {
		all[label] = true
	}
	var out []FieldChange
	for _, label := range slices.Sorted(maps.Keys(all)) {
		if b, a := before[label], after[label]; !slices.Equal(b, a) {
			out = append(out, FieldChange{Label: label, Before: b, After: a})
		}
	}
	return out
}

func putChanges(ctx context.Context, tx *txn, site string, changes []Change) error {
	for _, c := range changes {
		fields := make([]FieldChange, len(c.Fields))
		for i, f := range c.Fields {
			fields[i] = FieldChange{Label: storable(f.Label), Before: storableAll(f.Before), After: storableAll(f.After)}
		}
		packed, err := pack(fields, len(fields))
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, tx.upsert("changes", "site, url, found_at, what, fields", 3), site, storable(c.URL), formatTime(c.FoundAt), storable(c.What), packed); err != nil {
			return fmt.Errorf("change of %s: %w", c.URL, err)
		}
	}
	return nil
}

func scanChange(row scanner) (Change, error) {
	var c Change
	var found, fields string
	if err := row.Scan(&c.Site, &c.URL, &found, &c.What, &fields); err != nil {
		return c, err
	}
	var err error
	if c.FoundAt, err = parseTime(found); err != nil {
		return c, err
	}
	return c, unpack(fields, &c.Fields)
}

// Changes yields the changes of a site, or of all sites for "", by site, URL and time.
func (c *Catalog) Changes(ctx context.Context, site string) iter.Seq2[Change, error] {
	return changes(ctx, c.reader, site)
}

func changes(ctx context.Context, db querier, site string) iter.Seq2[Change, error] {
	where, args := siteCondition(site)
	return each(ctx, db, scanChange, "SELECT site, url, found_at, what, fields FROM changes "+where+" ORDER BY site, url, found_at", args...)
}
