package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// MaxHits bounds the entities that are sorted for a list: of the entities with a text only so many are considered,
// in the order in which their words were indexed (by ID, unless entities were added since). If more have a value,
// the list is read in its own order and filtered.
const MaxHits = 5_000

// selection is the entities that a [Browse] selects, and how to read them.
type selection struct {
	*Browse
	matches   int                  // number of entities; see complete
	complete  bool                 // not cut at MaxHits
	idQuery   func(*params) string // query for the IDs of a superset, nil for all entities
	remaining []string             // attributes of Where that idQuery does not check

	total, withSort int // entities in the catalog, and those that have the attribute to sort by
}

// selectEntities counts the selected entities, up to a bound (-1 for none), and decides how to read them: by the
// full-text index if there is a text, else by the rarest of the values, if few entities have it.
func (b *Browse) selectEntities(ctx context.Context, tx *txn, bound int) (l selection, err error) {
	l = selection{Browse: b, complete: true, remaining: slices.Sorted(maps.Keys(b.Where))}
	count := func(n *int, query string, args ...any) error { return tx.QueryRowContext(ctx, query, args...).Scan(n) }
	if err := count(&l.total, "SELECT count(*) FROM entities"); err != nil {
		return l, err
	}
	if err := count(&l.withSort, "SELECT coalesce((SELECT entities FROM attribute_reach WHERE attribute = $1), 0)", b.Sort); err != nil {
		return l, err
	}
	match := tx.fullTextQuery(b.Text)
	switch {
	case match == "" && len(l.remaining) == 0:
		l.matches = l.total
		return l, nil
	case match != "":
		var hits int
		if err := count(&hits, "SELECT count(*) FROM entity_words WHERE "+fmt.Sprintf(tx.matchWords, "$1"), match); err != nil {
			return l, err
		}
		l.complete = hits <= MaxHits
		l.idQuery = func(args *params) string {
			return "SELECT entity FROM entity_words WHERE " + fmt.Sprintf(tx.matchWords, args.add(match)) + " ORDER BY " + tx.wordOrder + " LIMIT " + strconv.Itoa(MaxHits)
		}
		if l.matches = hits; len(l.remaining) == 0 {
			return l, nil
		}
	default:
		rarest := -1
		for i, attribute := range l.remaining {
			var hits int
			// Values of many entities were counted beforehand.
			const having = `SELECT coalesce((SELECT entities FROM attribute_values WHERE attribute = $1 AND value = $2),
				(SELECT count(*) FROM fused WHERE chosen AND attribute = $1 AND value = $2))`
			if err := count(&hits, having, attribute, b.Where[attribute]); err != nil {
				return l, err
			}
			if rarest < 0 || hits < l.matches {
				rarest, l.matches = i, hits
			}
		}
		attribute, many := l.remaining[rarest], l.matches > MaxHits
		l.idQuery = func(args *params) string {
			return "SELECT DISTINCT entity FROM fused WHERE chosen AND attribute = " + args.add(attribute) + " AND value = " + args.add(b.Where[attribute])
		}
		l.remaining = slices.Delete(l.remaining, rarest, rarest+1)
		if many { // reading in the order of an index finds the first ones sooner than sorting
			defer func() { l.idQuery, l.remaining = nil, slices.Sorted(maps.Keys(b.Where)) }()
		}
		if len(l.remaining) == 0 {
			return l, nil
		}
	}
	var args params
	from, where, id := l.from(&args, allEntities)
	query := "SELECT " + id + " FROM " + from + " WHERE " + where + l.conditions(&args, id)
	if bound >= 0 {
		query += " LIMIT " + strconv.Itoa(bound)
	}
	err = count(&l.matches, "SELECT count(*) FROM ("+query+") matched", args...)
	return l, err
}

// partKind is which entities a part of a list has.
type partKind int

const (
	allEntities partKind = iota
	withValue
	withoutValue
)

const noValue = "NOT EXISTS (SELECT 1 FROM fused v WHERE v.entity = %s AND v.attribute = %s AND v.chosen AND v.n = 0)"

// from returns the table from which entities are read, the condition on it, and the column of their IDs.
func (l *selection) from(args *params, h partKind) (from, where, id string) {
	from, id = "entities d", "d.id"
	if l.idQuery != nil {
		from, id = "("+l.idQuery(args)+") d", "d.entity"
	}
	switch h {
	case withValue:
		of := "f.attribute = " + args.add(l.Sort) + " AND f.chosen AND f.n = 0"
		if l.idQuery == nil {
			return "fused f", of, "f.entity"
		}
		// Read in this order: the set has fewer entities than the attribute.
		return from + " CROSS JOIN fused f", "f.entity = d.entity AND " + of, "f.entity"
	case withoutValue:
		return from, fmt.Sprintf(noValue, id, args.add(l.Sort)), id
	}
	return from, "TRUE", id
}

// conditions are those on values that idQuery does not check.
func (l *selection) conditions(args *params, id string) (out string) {
	for _, attribute := range l.remaining {
		out += " AND EXISTS (SELECT 1 FROM fused w WHERE w.entity = " + id + " AND w.attribute = " + args.add(attribute) + " AND w.value = " + args.add(l.Where[attribute]) + " AND w.chosen)"
	}
	return out
}

// part is a consecutive part of a list that one index can read.
type part struct {
	kind       partKind
	size       int // -1 if unknown
	condition  func(args *params, id, key string) string
	byValue    bool // sorted by value before ID
	descending bool
}

// page returns the IDs of the entities to return, in order. Those without a value of the attribute to sort by come
// last, in either direction. A page nearer to the end of the list is read from there.
func (l *selection) page(ctx context.Context, tx *txn) (out []string, err error) {
	offset := min(max(l.Offset, 0), l.matches)
	n := min(l.Limit, l.matches-offset)
	if !l.complete {
		n = min(n, max(MaxHits-offset, 0))
	}
	parts := []part{{kind: allEntities, size: l.matches, descending: l.Descending}}
	if l.Sort != "" {
		parts = []part{{kind: withValue, size: -1, byValue: true, descending: l.Descending}}
		if l.withSort < l.total { // else nobody has to look for those without
			parts = append(parts, part{kind: withoutValue, size: -1})
		}
		if l.idQuery == nil && len(l.remaining) == 0 {
			parts[0].size = l.withSort
		}
	}
	backwards := false
	key := byText
	if l.Sort != "" {
		var kind string
		if err := tx.QueryRowContext(ctx, "SELECT coalesce((SELECT kind FROM attributes WHERE name = $1), '')", l.Sort).Scan(&kind); err != nil {
			return nil, err
		}
		if kind == numberKind || kind == dateKind {
			key = byNumber
		}
	}
	beside, known, err := l.findCursor(ctx, tx)
	switch {
	case err != nil:
		return nil, err
	case known:
		backwards, offset = l.After == "", 0
		parts = beside.partsBeyond(parts, backwards, key)
	case offset > l.matches-offset-n && l.complete:
		backwards, offset = true, l.matches-offset-n
		slices.Reverse(parts)
	}
	for _, p := range parts {
		if len(out) == n {
			break
		}
		if p.size >= 0 && offset >= p.size {
			offset -= p.size
			continue
		}
		found, passed, err := l.readPart(ctx, tx, p, key, backwards, n-len(out), offset)
		if err != nil {
			return nil, err
		}
		out, offset = append(out, found...), offset-passed
	}
	if backwards {
		slices.Reverse(out)
	}
	return out, nil
}

// readPart returns at most n entities of a part from an offset on, and how many it has skipped.
func (l *selection) readPart(ctx context.Context, tx *txn, p part, key string, backwards bool, n, offset int) (out []string, passed int, err error) {
	var args params
	from, where, id := l.from(&args, p.kind)
	from += " WHERE " + where + l.conditions(&args, id)
	if p.condition != nil {
		from += " AND " + p.condition(&args, id, key)
	}
	counting := len(args)
	direction := ""
	if p.descending != backwards {
		direction = " DESC"
	}
	order := id + direction
	if p.byValue {
		order = key + direction + ", " + order
	}
	for found, err := range each(ctx, tx, scanText, "SELECT "+id+" FROM "+from+" ORDER BY "+order+" LIMIT "+args.add(n)+" OFFSET "+args.add(offset), args...) {
		if err != nil {
			return nil, 0, err
		}
		out = append(out, found)
	}
	if len(out) > 0 || offset == 0 {
		return out, offset, nil
	}
	if passed = p.size; passed < 0 {
		err = tx.QueryRowContext(ctx, "SELECT count(*) FROM "+from, args[:counting]...).Scan(&passed)
	}
	return nil, min(passed, offset), err
}

// Columns by which entities with a value are sorted: its text, or its number.
const (
	byText   = "f.value"
	byNumber = "f.number"
)

// cursor is the position in a list of the entity next to a page (keyset pagination).
type cursor struct {
	id     string
	value  *string // of the attribute to sort by, nil if it has none
	number float64 // of the value
}

// findCursor finds the position of Browse.After or Browse.Before; known is false if neither is given or the entity
// is gone.
func (l *selection) findCursor(ctx context.Context, tx *txn) (b cursor, known bool, err error) {
	b.id = l.After
	if b.id == "" {
		b.id = l.Before
	}
	if b.id == "" {
		return b, false, nil
	}
	const value = "SELECT value, coalesce(number, 0) FROM entities LEFT JOIN fused ON entity = id AND attribute = $2 AND chosen AND n = 0 WHERE id = $1"
	err = tx.QueryRowContext(ctx, value, b.id, l.Sort).Scan(&b.value, &b.number)
	if errors.Is(err, sql.ErrNoRows) {
		return b, false, nil
	}
	return b, err == nil, err
}

// partsBeyond returns the parts of a list behind the position, or before it if backwards. Entities with its value
// are a part of their own, so that each part is a range of an index.
func (b cursor) partsBeyond(parts []part, backwards bool, key string) []part {
	sign := func(p part) string {
		if p.descending != backwards {
			return " < "
		}
		return " > "
	}
	byID := func(p part) func(*params, string, string) string {
		return func(args *params, id, _ string) string { return id + sign(p) + args.add(b.id) }
	}
	first := parts[0]
	if !first.byValue {
		first.size, first.condition = -1, byID(first)
		return []part{first}
	}
	if b.value == nil {
		last := parts[1]
		last.size, last.condition = -1, byID(last)
		if backwards {
			return []part{last, first}
		}
		return []part{last}
	}
	own := func(args *params) string {
		if key == byNumber {
			return args.add(b.number)
		}
		return args.add(*b.value)
	}
	same, beyond := first, first
	same.size, beyond.size = -1, -1
	same.byValue = false
	same.condition = func(args *params, id, key string) string {
		return key + " = " + own(args) + " AND " + byID(first)(args, id, key)
	}
	beyond.condition = func(args *params, _, key string) string { return key + sign(first) + own(args) }
	if backwards {
		return []part{same, beyond}
	}
	return append([]part{same, beyond}, parts[1:]...)
}
