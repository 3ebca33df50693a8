package query

import (
	"verde/internal/binomial"
	"verde/values"
)

// Sites may call the same entities by other names: one shows mushrooms under their common names, another under the
// scientific ones, which the first one has as an attribute. In the words of databases such an attribute is a candidate key
// (E. F. Codd, "A Relational Model of Data for Large Shared Data Banks", CACM 1970): its values stand for one entity each,
// as the names do. What is no key is no other name, however seldom it is shared: a director has several films.

// With probability aliasSure less than maxAmbiguous of an alias's values belong to several entities: 28 records without a
// common value are enough, twelve are not. The names of entities themselves are held to no more (see MinIdentifying), but a
// name is only asked for, while two films of one director would be taken for one film.
const (
	maxAmbiguous = 0.1
	aliasSure    = 0.98
)

// Aliases gives the attributes of the profile that name the entities of a site as its identifier does, best first: nearly
// all records have exactly one value, most values are like names, and values and names stand for each other. A vertical
// whose names need qualifiers has none. Cost: linear in the values.
func Aliases(records []Record, p Profile) (out []string) {
	if len(p.With) > 0 {
		return nil
	}
	for _, a := range p.Attributes {
		if isAlias(records, p.Identifier, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out
}

// isAlias reports whether a column names entities as the identifier does.
func isAlias(records []Record, identifier, column string) bool {
	named, alike := 0, 0 // records with one value of both columns; of these, values that are like names
	names, entities := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, r := range records {
		own, other := r.Values[identifier], r.Values[column]
		if len(own) == 0 || len(other) != 1 {
			continue
		}
		if named++; askableName(other[0]) {
			alike++
		}
		name, alias := values.Fold(own[0]), values.Fold(other[0])
		pair(names, name, alias)
		pair(entities, alias, name)
	}
	n := float64(named)
	return n >= MinIdentifying*float64(len(records)) && float64(alike) >= MinIdentifying*n &&
		unambiguous(names) && unambiguous(entities) && !copies(records, column, identifier)
}

// pair adds b to what stands beside a.
func pair(beside map[string]map[string]bool, a, b string) {
	if beside[a] == nil {
		beside[a] = map[string]bool{}
	}
	beside[a][b] = true
}

// unambiguous reports whether hardly any of the texts stands beside several others.
func unambiguous(beside map[string]map[string]bool) bool {
	several := 0
	for _, others := range beside {
		if len(others) > 1 {
			several++
		}
	}
	return binomial.Posterior(float64(several), float64(len(beside))).CDF(maxAmbiguous) >= aliasSure
}
