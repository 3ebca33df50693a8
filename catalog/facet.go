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

const (
	// FacetHits bounds the matching entities among which values are counted if a text or values are asked for.
	FacetHits = 2_000
	// countedValues is for how many values of an attribute the entities are counted beforehand, see insertTopValues.
	countedValues = 100
)

// Facet is the values of an attribute among the entities of a list.
type Facet struct {
	Attribute string
	Values    []Counted // of most entities first
	All       int       // number of values
	Whole     bool      // false if only the first [FacetHits] entities of the list were counted
}

// Facets returns at most most values of each attribute among the entities that Browse returns. Cost: linear in the
// values returned, or in all of the attributes if most is above a hundred; with a text or values, in the entities
// that are counted.
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
		l, err := b.selectEntities(ctx, tx, FacetHits+1)
		if err != nil {
			return err
		}
		var args params
		query, whole := l.facetQuery(&args, attributes, most)
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

// facetQuery is the query for values: attribute, value, how many entities have it, and how many values the
// attribute has; whole is false if not all entities are counted.
func (l *selection) facetQuery(args *params, attributes []string, most int) (query string, whole bool) {
	from, where, whole := "fused f", "TRUE", true
	switch {
	case l.idQuery != nil || len(l.remaining) > 0:
		whole = l.complete && l.matches <= FacetHits
		source, condition, id := l.from(args, allEntities)
		hits := "SELECT " + id + " AS entity FROM " + source + " WHERE " + condition + l.conditions(args, id) + " ORDER BY " + id + " LIMIT " + strconv.Itoa(FacetHits)
		from, where = "("+hits+") h CROSS JOIN fused f", "f.entity = h.entity"
	case most <= countedValues: // counted beforehand
		return `SELECT v.attribute, value, v.entities, "distinct" FROM attribute_values v JOIN attribute_reach r ON r.attribute = v.attribute
			WHERE v.attribute IN (` + args.addAll(attributes) + `) AND n < ` + args.add(most) + " ORDER BY v.attribute, n", true
	}
	return `SELECT attribute, value, entities, total FROM (
		SELECT f.attribute, f.value, count(DISTINCT f.entity) AS entities, count(*) OVER (PARTITION BY f.attribute) AS total,
			row_number() OVER (PARTITION BY f.attribute ORDER BY count(DISTINCT f.entity) DESC, f.value) AS place
		FROM ` + from + " WHERE " + where + " AND f.chosen AND f.attribute IN (" + args.addAll(attributes) + `) GROUP BY f.attribute, f.value) counted
		WHERE place <= ` + args.add(most) + " ORDER BY attribute, place", whole
}
