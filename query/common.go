package query

import (
	"cmp"
	"maps"
	"slices"

	"verde/values"
)

// Limits of what is asked for by a common value. A column with fewer values
// than one for ten things sorts them (a genre, a position, a format) and names
// nobody.
const (
	minNaming  = 0.1 // distinct values over values
	maxNaming  = 0.97
	maxListed  = 2.0 // values of a thing, on average: more are a list (related items, shelves)
	nearlyBest = 0.6 // of the best attribute's score
	eachCommon = 3   // values of one attribute beside the common one
)

// Common picks up to n values that things have in common, as an author, a
// director or a maker, as instances of their own: the value first, then what
// the things of it show most often of the other attributes. A site that shares
// none of the things may share who made them, and a page that shows both as
// data is about such a thing.
//
// The values are of one attribute (see naming). Those of most things come
// first, since others likely have something of theirs; of equal ones a draw
// decides. skip tells values that were asked for already. The choice is a
// function of the arguments. Cost: linear in the records, after a sort.
func Common(records []Record, p Profile, n int, seed uint64, skip func(value string) bool) []Instance {
	attribute := naming(records, p)
	if attribute == "" || n <= 0 {
		return nil
	}
	groups := map[string][]Record{}
	for _, r := range records {
		if v := first(r.Values[attribute]); v != "" {
			groups[values.Fold(v)] = append(groups[values.Fold(v)], r)
		}
	}
	order := slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(mix(seed, a), mix(seed, b)), cmp.Compare(a, b))
	})
	var out []Instance
	for _, key := range order {
		things := groups[key]
		value := first(things[0].Values[attribute])
		if skip != nil && skip(value) {
			continue
		}
		in := Instance{Source: things[0].Source, Values: []Value{{attribute, value}}}
		for _, a := range p.Attributes {
			if a.Name != attribute {
				in.Values = append(in.Values, beside(things, a.Name, in.Values)...)
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

// naming picks the attribute whose values are like names of somebody who has
// several things: of the best, the one with the most values, since sites write
// the names of people more alike than those of companies, which have fewer.
func naming(records []Record, p Profile) string {
	best := Attribute{}
	for _, a := range p.Attributes {
		if a.Score < nearlyBest*p.Attributes[0].Score || a.Distinct < minNaming || a.Distinct > maxNaming || a.Distinct <= best.Distinct {
			continue
		}
		values, things := 0, 0
		for _, r := range records {
			if n := len(r.Values[a.Name]); n > 0 {
				values += n
				things++
			}
		}
		if things > 0 && float64(values) <= maxListed*float64(things) {
			best = a
		}
	}
	return best.Name
}

// beside gives the values of an attribute that most of the things show, the
// first met of equal ones before, without those that are there already.
func beside(things []Record, attribute string, have []Value) []Value {
	counts := map[string]int{}
	var order []Value
	for _, r := range things {
		v := first(r.Values[attribute])
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
