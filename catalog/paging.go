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

// MaxHits bounds the entities that are sorted for a list: of those with a text the first so
// many, in the order in which their words were indexed, which is that of their IDs unless
// the entities have grown since; more with a value are looked through in the order of the
// list.
const MaxHits = 5_000

// list is the entities that a [Browse] asks for.
type list struct {
	*Browse
	all   int
	whole bool
	set   func(*params) string // query for the IDs of a set that they are among, nil for none
	rest  []string             // attributes of Where that the set does not see to

	entities, with int // in the catalog, and those of them with a value of the attribute to sort by
}

// list counts what is asked for, up to a bound or all for -1, and chooses what leads to it:
// of a text the entities with it, of values the rarest, if that are few.
func (b *Browse) list(ctx context.Context, tx *txn, bound int) (l list, err error) {
	l = list{Browse: b, whole: true, rest: slices.Sorted(maps.Keys(b.Where))}
	count := func(n *int, query string, args ...any) error { return tx.QueryRowContext(ctx, query, args...).Scan(n) }
	if err := count(&l.entities, "SELECT count(*) FROM entities"); err != nil {
		return l, err
	}
	if err := count(&l.with, "SELECT coalesce((SELECT entities FROM attribute_reach WHERE attribute = $1), 0)", b.Sort); err != nil {
		return l, err
	}
	match := tx.matching(b.Text)
	switch {
	case match == "" && len(l.rest) == 0:
		l.all = l.entities
		return l, nil
	case match != "":
		var hits int
		if err := count(&hits, "SELECT count(*) FROM entity_words WHERE "+fmt.Sprintf(tx.match, "$1"), match); err != nil {
			return l, err
		}
		l.whole = hits <= MaxHits
		l.set = func(args *params) string {
			return "SELECT entity FROM entity_words WHERE " + fmt.Sprintf(tx.match, args.add(match)) + " ORDER BY " + tx.indexed + " LIMIT " + strconv.Itoa(MaxHits)
		}
		if l.all = hits; len(l.rest) == 0 {
			return l, nil
		}
	default:
		rarest := -1
		for i, attribute := range l.rest {
			var hits int
			// What many have was counted beforehand.
			const having = `SELECT coalesce((SELECT entities FROM attribute_values WHERE attribute = $1 AND value = $2),
				(SELECT count(*) FROM fused WHERE chosen AND attribute = $1 AND value = $2))`
			if err := count(&hits, having, attribute, b.Where[attribute]); err != nil {
				return l, err
			}
			if rarest < 0 || hits < l.all {
				rarest, l.all = i, hits
			}
		}
		attribute, many := l.rest[rarest], l.all > MaxHits
		l.set = func(args *params) string {
			return "SELECT DISTINCT entity FROM fused WHERE chosen AND attribute = " + args.add(attribute) + " AND value = " + args.add(b.Where[attribute])
		}
		l.rest = slices.Delete(l.rest, rarest, rarest+1)
		if many { // the order's index leads to the first ones sooner than sorting does
			defer func() { l.set, l.rest = nil, slices.Sorted(maps.Keys(b.Where)) }()
		}
		if len(l.rest) == 0 {
			return l, nil
		}
	}
	var args params
	from, where, id := l.source(&args, whatever)
	query := "SELECT " + id + " FROM " + from + " WHERE " + where + l.conditions(&args, id)
	if bound >= 0 {
		query += " LIMIT " + strconv.Itoa(bound)
	}
	err = count(&l.all, "SELECT count(*) FROM ("+query+") matched", args...)
	return l, err
}

// Which entities a part of the list has.
type having int

const (
	whatever having = iota
	withValue
	withoutValue
)

const noValue = "NOT EXISTS (SELECT 1 FROM fused v WHERE v.entity = %s AND v.attribute = %s AND v.chosen AND v.n = 0)"

// source gives where entities are read from, what holds of them, and which column has
// their IDs.
func (l *list) source(args *params, h having) (from, where, id string) {
	from, id = "entities d", "d.id"
	if l.set != nil {
		from, id = "("+l.set(args)+") d", "d.entity"
	}
	switch h {
	case withValue:
		of := "f.attribute = " + args.add(l.Sort) + " AND f.chosen AND f.n = 0"
		if l.set == nil {
			return "fused f", of, "f.entity"
		}
		// Read in this order: the set has fewer entities than the attribute.
		return from + " CROSS JOIN fused f", "f.entity = d.entity AND " + of, "f.entity"
	case withoutValue:
		return from, fmt.Sprintf(noValue, id, args.add(l.Sort)), id
	}
	return from, "TRUE", id
}

// conditions are those of the values that the source does not see to.
func (l *list) conditions(args *params, id string) (out string) {
	for _, attribute := range l.rest {
		out += " AND EXISTS (SELECT 1 FROM fused w WHERE w.entity = " + id + " AND w.attribute = " + args.add(attribute) + " AND w.value = " + args.add(l.Where[attribute]) + " AND w.chosen)"
	}
	return out
}

// part is entities that stand together in the order of a list.
type part struct {
	having
	size  int // -1 if it is not known
	bound func(args *params, id, key string) string
	keyed bool // they are sorted by their value before their IDs
	down  bool
}

// ids gives the entities to show, in order. Those without a value of the attribute that
// they are sorted by come last, either way. What is nearer to the end is read from there.
func (l *list) ids(ctx context.Context, tx *txn) (out []string, err error) {
	offset := min(max(l.Offset, 0), l.all)
	n := min(l.Limit, l.all-offset)
	if !l.whole {
		n = min(n, max(MaxHits-offset, 0))
	}
	parts := []part{{having: whatever, size: l.all, down: l.Descending}}
	if l.Sort != "" {
		parts = []part{{having: withValue, size: -1, keyed: true, down: l.Descending}}
		if l.with < l.entities { // else nobody has to look for those without
			parts = append(parts, part{having: withoutValue, size: -1})
		}
		if l.set == nil && len(l.rest) == 0 {
			parts[0].size = l.with
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
	beside, known, err := l.beside(ctx, tx)
	switch {
	case err != nil:
		return nil, err
	case known:
		backwards, offset = l.After == "", 0
		parts = beside.cut(parts, backwards, key)
	case offset > l.all-offset-n && l.whole:
		backwards, offset = true, l.all-offset-n
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
		found, passed, err := l.read(ctx, tx, p, key, backwards, n-len(out), offset)
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

// read gives n entities of a part from an offset on, and how many it has passed by for
// that.
func (l *list) read(ctx context.Context, tx *txn, p part, key string, backwards bool, n, offset int) (out []string, passed int, err error) {
	var args params
	from, where, id := l.source(&args, p.having)
	from += " WHERE " + where + l.conditions(&args, id)
	if p.bound != nil {
		from += " AND " + p.bound(&args, id, key)
	}
	counting := len(args)
	direction := ""
	if p.down != backwards {
		direction = " DESC"
	}
	order := id + direction
	if p.keyed {
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

// What entities with a value are sorted by: the text, or the number that it means.
const (
	byText   = "f.value"
	byNumber = "f.number"
)

// beside is the entity that those given stand beside.
type beside struct {
	id     string
	value  *string // of the attribute that they are sorted by, nil for none
	number float64 // the same as one
}

// beside finds the entity that is named, if there is one.
func (l *list) beside(ctx context.Context, tx *txn) (b beside, known bool, err error) {
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

// cut gives the parts of a list that stand behind the entity, or backwards before it.
// Those with its value are a part of their own, so that each part is a stretch of an
// index.
func (b beside) cut(parts []part, backwards bool, key string) []part {
	sign := func(p part) string {
		if p.down != backwards {
			return " < "
		}
		return " > "
	}
	byID := func(p part) func(*params, string, string) string {
		return func(args *params, id, _ string) string { return id + sign(p) + args.add(b.id) }
	}
	first := parts[0]
	if !first.keyed {
		first.size, first.bound = -1, byID(first)
		return []part{first}
	}
	if b.value == nil {
		last := parts[1]
		last.size, last.bound = -1, byID(last)
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
	same.keyed = false
	same.bound = func(args *params, id, key string) string {
		return key + " = " + own(args) + " AND " + byID(first)(args, id, key)
	}
	beyond.bound = func(args *params, _, key string) string { return key + sign(first) + own(args) }
	if backwards {
		return []part{same, beyond}
	}
	return append([]part{same, beyond}, parts[1:]...)
}
