package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"cmp"
	"slices"
	"verde/integrate"
)

// Integration is when records were integrated, from which input, and what was concluded.
type Integration struct {
	At     time.Time
	Input  string // see [integrate.Fingerprint]
	Report integrate.Report
}

// Integrated returns the integration that [Catalog.PutEntities] stored last; ok is false if there is none.
func (c *Catalog) Integrated(ctx context.Context) (i Integration, ok bool, err error) {
	var at, report string
	err = c.reader.QueryRowContext(ctx, "SELECT at, input, report FROM integrations ORDER BY at DESC LIMIT 1").Scan(&at, &i.Input, &report)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	if err == nil {
		i.At, err = parseTime(at)
	}
	if err == nil && report != "" {
		err = json.Unmarshal([]byte(report), &i.Report)
	}
	if err != nil {
		return i, false, fmt.Errorf("reading when records were integrated: %w", err)
	}
	return i, true, nil
}

// EntityDifference is how an entity differs between two times: one for an entity that is new or gone, and one for
// each changed attribute of other entities.
type EntityDifference struct {
	Entity    string            `json:"entity"`
	Name      string            `json:"name"` // after the change, or else before; the URL of a record if it has none
	Change    string            `json:"change"`
	Attribute string            `json:"attribute,omitempty"`
	Before    string            `json:"before,omitempty"`
	After     string            `json:"after,omitempty"`
	Into      string            `json:"into,omitempty"`   // the entity that has taken over one that is gone
	Values    map[string]string `json:"values,omitempty"` // of an entity that is new or gone, by attribute
}

// Kinds of differences; see also [Changed], [Added] and [Gone] of pages.
const newEntity, changedEntity, goneEntity = "new", "changed", "gone"

// EntityDifferences returns how the entities differ between two times, by entity and attribute. Before the first
// integration there were none. Memory: the values that hold.
func (c *Catalog) EntityDifferences(ctx context.Context, since, until time.Time) (out []EntityDifference, err error) {
	err = c.read(ctx, func(tx *txn) error {
		after, err := valuesAt(ctx, tx, until)
		if err != nil {
			return err
		}
		before, err := valuesAt(ctx, tx, since)
		if err != nil {
			return err
		}
		names, err := exportOrder(ctx, tx)
		if err != nil {
			return err
		}
		into := make(map[string]string)
		scan := func(row scanner) (v [2]string, err error) { return v, row.Scan(&v[0], &v[1]) }
		for v, err := range each(ctx, tx, scan, "SELECT old, id FROM entity_redirects") {
			if err != nil {
				return err
			}
			into[v[0]] = v[1]
		}
		out = differences(before, after, strings.Join(names[:min(1, len(names))], ""), into)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("comparing entities: %w", err)
	}
	return out, nil
}

// differences compares the values that hold at two times; name is the attribute that names entities.
func differences(before, after map[valueKey]string, name string, into map[string]string) (out []EntityDifference) {
	for _, k := range unionKeys(before, after) {
		_, was := before[valueKey{entity: k.entity}]
		_, is := after[valueKey{entity: k.entity}]
		old, had := before[k]
		value, has := after[k]
		d := EntityDifference{Entity: k.entity, Attribute: k.attribute, Change: changedEntity, Before: old, After: value}
		switch {
		case was && is && old != value && k.attribute != "":
			switch {
			case !had:
				d.Change = newEntity
			case !has:
				d.Change = goneEntity
			}
		case was != is && k.attribute == "":
			d.Change, d.Before, d.After, d.Values = newEntity, "", "", make(map[string]string)
			if was {
				d.Change, d.Into = goneEntity, into[k.entity]
			}
		case was != is:
			out[len(out)-1].Values[k.attribute] = old + value // one of them is empty
			continue
		default:
			continue
		}
		at := valueKey{k.entity, name}
		if d.Name = after[at]; d.Name == "" {
			d.Name = before[at]
		}
		out = append(out, d)
	}
	return out
}

// valuesAt returns the values that held at a time, and each entity with its anchor: what holds now, with the
// changes since then undone.
func valuesAt(ctx context.Context, tx *txn, at time.Time) (map[valueKey]string, error) {
	var first sql.NullString
	if err := tx.QueryRowContext(ctx, "SELECT min(at) FROM integrations").Scan(&first); err != nil {
		return nil, err
	}
	began, err := parseTime(first.String)
	if err != nil || at.Before(began) {
		return nil, err
	}
	out, err := chosenValues(ctx, tx)
	if err != nil {
		return nil, err
	}
	type change struct {
		valueKey
		at, what, before string
	}
	scan := func(row scanner) (c change, err error) {
		return c, row.Scan(&c.at, &c.entity, &c.attribute, &c.what, &c.before)
	}
	for c, err := range each(ctx, tx, scan, "SELECT found_at, entity, attribute, what, before FROM entity_changes ORDER BY found_at DESC") {
		if err != nil {
			return nil, err
		}
		found, err := parseTime(c.at)
		switch {
		case err != nil:
			return nil, err
		case !found.After(at):
		case c.what == newEntity:
			delete(out, c.valueKey)
		default:
			out[c.valueKey] = c.before
		}
	}
	return out, nil
}

// ColumnNames returns the columns whose attribute is known: of discovered sites by the vertical's names, of the
// training site by their own labels.
func (c *Catalog) ColumnNames(ctx context.Context) (map[integrate.ColumnName]string, error) {
	out := make(map[integrate.ColumnName]string)
	all, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		for label, attribute := range s.Attributes {
			out[integrate.ColumnName{Site: s.Site, Label: label}] = attribute
		}
		if s.Role != Training {
			continue
		}
		scan := func(row scanner) (label string, err error) { return label, row.Scan(&label) }
		for label, err := range each(ctx, c.reader, scan, "SELECT DISTINCT label FROM records JOIN fields ON record = id WHERE site = $1 AND group_n = 0", s.Site) {
			if err != nil {
				return nil, fmt.Errorf("reading labels of %s: %w", s.Site, err)
			}
			out[integrate.ColumnName{Site: s.Site, Label: label}] = label
		}
	}
	return out, nil
}

// valueKey identifies a value of an entity; attribute is "" for the entity itself.
type valueKey struct{ entity, attribute string }

// chosenValues returns the values that hold, and each entity with its anchor.
func chosenValues(ctx context.Context, tx *txn) (map[valueKey]string, error) {
	out := make(map[valueKey]string)
	scan := func(row scanner) (v [3]string, err error) { return v, row.Scan(&v[0], &v[1], &v[2]) }
	for v, err := range each(ctx, tx, scan, tx.heldValues()) {
		if err != nil {
			return nil, err
		}
		out[valueKey{v[0], v[1]}] = v[2]
	}
	return out, nil
}

func unionKeys(a, b map[valueKey]string) []valueKey {
	var out []valueKey
	for k := range a {
		out = append(out, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(x, y valueKey) int {
		return cmp.Or(strings.Compare(x.entity, y.entity), strings.Compare(x.attribute, y.attribute))
	})
	return out
}
