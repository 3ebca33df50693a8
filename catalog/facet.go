package catalog

import (
	"context"
	"fmt"
	"strconv"
)

// Counted is a value with the number of entities that have it.
type Counted struct {
	Value    string `json:"value"`
	Entities int    `json:"entities"`
}

// FacetHits bounds the entities with a text or values among which others are counted, and
// maxTop the values of an attribute that are counted beforehand, see topValues.
const (
	FacetHits = 2_000
	maxTop    = 100
)

// Facet is the values of an attribute among the entities of a list.
type Facet struct {
	Attribute string
	Values    []Counted // of most entities first
	All       int       // how many there are
	Whole     bool      // otherwise they are counted among the first [FacetHits] entities of the list
}

// Facets gives of each attribute so many values at most among the entities that Browse
// gives. Cost: linear in the values given, or in all of the attributes for more than a
// hundred; with a text or values in the entities among which they are counted.
func (c *Catalog) Facets(ctx context.Context, attributes []string, b Browse, most int) (out []Facet, err error) {
	if len(attributes) == 0 {
		return nil, nil
	}
	at := make(map[string]int, len(attributes))
	for i, attribute := range attributes {
		at[attribute] = i
		out = append(out, Facet{Attribute: attribute, Whole: true})
	}
	err = c.read(ctx, func(tx *txn) error {
		l, err := b.list(ctx, tx, FacetHits+1)
		if err != nil {
			return err
		}
		var args params
		query, whole := l.counts(&args, attributes, most)
		type row struct {
			attribute string
			Counted
			all int
		}
		scan := func(s scanner) (r row, err error) {
			return r, s.Scan(&r.attribute, &r.Value, &r.Entities, &r.all)
		}
		for r, err := range each(ctx, tx, scan, query, args...) {
			if err != nil {
				return err
			}
			f := &out[at[r.attribute]]
			f.Values, f.All = append(f.Values, r.Counted), r.all
		}
		for i := range out {
			out[i].Whole = whole
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("counting values: %w", err)
	}
	return out, nil
}

// counts is the query for values, the attribute of each, in how many entities it is, and
// how many values the attribute has; whole is false if not all entities are counted.
func (l *list) counts(args *params, attributes []string, most int) (query string, whole bool) {
	from, where, whole := "fused f", "TRUE", true
	switch {
	case l.set != nil || len(l.rest) > 0:
		whole = l.whole && l.all <= FacetHits
		source, condition, id := l.source(args, whatever)
		hits := "SELECT " + id + " AS entity FROM " + source + " WHERE " + condition + l.conditions(args, id) + " ORDER BY " + id + " LIMIT " + strconv.Itoa(FacetHits)
		from, where = "("+hits+") h CROSS JOIN fused f", "f.entity = h.entity"
	case most <= maxTop: // counted beforehand
		return `SELECT v.attribute, value, v.entities, "distinct" FROM attribute_values v JOIN attribute_reach r ON r.attribute = v.attribute
			WHERE v.attribute IN (` + args.addAll(attributes) + `) AND n < ` + args.add(most) + " ORDER BY v.attribute, n", true
	}
	return `SELECT attribute, value, entities, total FROM (
		SELECT f.attribute, f.value, count(DISTINCT f.entity) AS entities, count(*) OVER (PARTITION BY f.attribute) AS total,
			row_number() OVER (PARTITION BY f.attribute ORDER BY count(DISTINCT f.entity) DESC, f.value) AS place
		FROM ` + from + " WHERE " + where + " AND f.chosen AND f.attribute IN (" + args.addAll(attributes) + `) GROUP BY f.attribute, f.value) counted
		WHERE place <= ` + args.add(most) + " ORDER BY attribute, place", whole
}
