package query

import (
	"cmp"
	"maps"
	"slices"

	"verde/values"
)

// Limits for common values. A column with less than one distinct value for ten entities
// is categorical (a genre, a position, a format) and does not name persons or companies.
const (
	minNaming  = 0.1 // distinct values over values
	maxNaming  = 0.97
	maxListed  = 2.0 // mean values of an entity: more are a list (related items, shelves)
	nearlyBest = 0.6 // times the best attribute's score
	eachCommon = 3   // values of each further attribute
)

// Common picks up to n values that several entities have, such as an author, a
// director or a maker, and makes an instance of each: the value first, then the
// most frequent values of the other attributes among the entities with it. A
// site that has none of the entities may have others by the same makers, and a page
// that shows two such values as data is about one of these.
//
// The values are of one attribute (see naming). Values of more entities come first, since
// other sites likely have some of these; a seeded hash orders equal ones. skip reports which
// values were asked for already. The same arguments give the same choice. Cost: linear in the
// records, after a sort.
func Common(records []Record, p Profile, n int, seed uint64, skip func(value string) bool) []Instance {
	attribute := naming(records, p)
	if attribute == "" || n <= 0 {
		return nil
	}
	groups := map[string][]Record{}
	for _, r := range records {
		if v := firstUsable(r.Values[attribute]); v != "" {
			groups[values.Fold(v)] = append(groups[values.Fold(v)], r)
		}
	}
	order := slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(seededHash(seed, a), seededHash(seed, b)), cmp.Compare(a, b))
	})
	var out []Instance
	for _, key := range order {
		entities := groups[key]
		value := firstUsable(entities[0].Values[attribute])
		if skip != nil && skip(value) {
			continue
		}
		in := Instance{Source: entities[0].Source, Values: []Value{{attribute, value}}}
		for _, a := range p.Attributes {
			if a.Name != attribute {
				in.Values = append(in.Values, beside(entities, a.Name, in.Values)...)
			}
		}
		if len(in.Values) < 2 {
			continue // alone, a name leads to whatever is written about it
		}
		in.ID = identify(in.Values[:1])
		if out = append(out, in); len(out) == n {
			break
		}
	}
	return out
}

// naming picks the attribute whose values are like names of persons or companies that have several
// entities each: among the best attributes the one with the most distinct values, since sites agree
// more on how they write names of people than names of companies, of which there are fewer.
func naming(records []Record, p Profile) string {
	best := Attribute{}
	for _, a := range p.Attributes {
		if a.Score < nearlyBest*p.Attributes[0].Score || a.Distinct < minNaming || a.Distinct > maxNaming || a.Distinct <= best.Distinct {
			continue
		}
		values, entities := 0, 0
		for _, r := range records {
			if n := len(r.Values[a.Name]); n > 0 {
				values += n
				entities++
			}
		}
		if entities > 0 && float64(values) <= maxListed*float64(entities) {
			best = a
		}
	}
	return best.Name
}

// beside gives the most frequent values of an attribute among the entities, equally frequent
// ones in the order of the records, without the values in have.
func beside(entities []Record, attribute string, have []Value) []Value {
	counts := map[string]int{}
	var order []Value
	for _, r := range entities {
		v := firstUsable(r.Values[attribute])
		if v == "" {
			continue
		}
		if counts[values.Fold(v)]++; counts[values.Fold(v)] == 1 {
			order = append(order, Value{attribute, v})
		}
	}
	order = slices.DeleteFunc(order, func(v Value) bool {
		return slices.ContainsFunc(have, func(h Value) bool { return values.Fold(h.Text) == values.Fold(v.Text) })
	})
	slices.SortStableFunc(order, func(a, b Value) int { return cmp.Compare(counts[values.Fold(b.Text)], counts[values.Fold(a.Text)]) })
	return order[:min(eachCommon, len(order))]
}
