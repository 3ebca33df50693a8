package query

import "verde/values"

// Sites may call the same entities by other names: one shows mushrooms under their common names, another under the
// scientific ones, which the first one has as an attribute. In the words of databases such an attribute is a candidate key
// (E. F. Codd, "A Relational Model of Data for Large Shared Data Banks", CACM 1970): its values stand for one entity each,
// as the names do: those of a key, not those of an attribute that few entities share, as films do a director.

// Aliases gives, for the records of each of several sites, the attributes of the profile that name the site's entities as its identifier
// does, best first: nearly all of its records have exactly one value, most values are like names, and values and names stand for
// each other, by what all sites together show: a small site may have one film of each director. Values and names are
// paired within a site, since another one may spell either otherwise. A vertical whose names need qualifiers has none.
// Cost: linear in the values.
func Aliases(sites [][]Record, p Profile) [][]string {
	out := make([][]string, len(sites))
	if len(p.With) > 0 {
		return out
	}
	for _, a := range p.Attributes {
		names, entities := new(ambiguity), new(ambiguity)
		var on []int // sites that have it
		for i, records := range sites {
			if hasAlias(records, p.Identifier, a.Name, names, entities) {
				on = append(on, i)
			}
		}
		if !names.little() || !entities.little() {
			continue
		}
		for _, i := range on {
			out[i] = append(out[i], a.Name)
		}
	}
	return out
}

// hasAlias reports whether nearly all records of a site have one value of a column, and most values are like names. It adds how often a name
// stands beside several values, and a value beside several names.
func hasAlias(records []Record, identifier, column string, names, entities *ambiguity) bool {
	one, alike := 0, 0 // records with a name and one value; of these, values that are like names
	byName, byValue := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, r := range records {
		own, other := r.Values[identifier], r.Values[column]
		if len(own) == 0 || len(other) != 1 {
			continue
		}
		if one++; askableName(other[0]) {
			alike++
		}
		name, value := values.Fold(own[0]), values.Fold(other[0])
		pair(byName, name, value)
		pair(byValue, value, name)
	}
	names.add(byName)
	entities.add(byValue)
	n := float64(one)
	return one > 0 && n >= MinIdentifying*float64(len(records)) && float64(alike) >= MinIdentifying*n && !copies(records, column, identifier)
}
