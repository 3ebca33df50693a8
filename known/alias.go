package known

import (
	"slices"

	"verde/query"
)

// An entity that has a further name (see [query.Aliases]) is known by that name, too: it is in Entities.all once more, with
// the same values, and named by another attribute. So it is asked for by either name, and a site that knows the further
// name only shows a known entity.

// alias is a further name of the entity at a place.
type alias struct {
	Place     int    `json:"place"` // in Entities.all, of the entity by its name
	Attribute string `json:"attribute"`
	Name      string `json:"name"`
}

// aliases gives the further names of all entities, those of a site by an attribute one after the other. Cost: linear in the
// values, for each attribute.
func (e *Entities) aliases() (out []alias) {
	places, sites := map[string][]int{}, []string{}
	for i, in := range e.all {
		if places[in.site] == nil {
			sites = append(sites, in.site)
		}
		places[in.site] = append(places[in.site], i)
	}
	records := make([][]query.Record, len(sites))
	for n, site := range sites {
		for _, at := range places[site] {
			records[n] = append(records[n], e.all[at].record)
		}
	}
	for n, attributes := range query.Aliases(records, e.profile) {
		for _, attribute := range attributes {
			out = append(out, e.namedBy(attribute, places[sites[n]])...)
		}
	}
	return out
}

// namedBy gives the further names that an attribute gives the entities at places.
func (e *Entities) namedBy(attribute string, places []int) (out []alias) {
	for _, at := range places {
		if texts := e.all[at].record.Values[attribute]; len(texts) == 1 {
			out = append(out, alias{at, attribute, texts[0]})
		}
	}
	return out
}

// addAliases adds entities by further names, behind all others. It is called once.
func (e *Entities) addAliases(list []alias) {
	names := map[string][]string{}
	for _, a := range list {
		by := naming(e.all[a.Place].site, a.Attribute)
		names[by] = append(names[by], a.Name)
	}
	for by, texts := range names {
		e.names[by] = query.NewNames(texts)
	}
	for _, a := range list {
		in := e.all[a.Place]
		in.alias, in.of = a.Attribute, a.Place
		e.index(in, a.Name)
	}
}

// naming is the key in Entities.names of a site's names by an attribute, "" for the identifier.
func naming(site, attribute string) string {
	if attribute == "" {
		return site
	}
	return site + "\x00" + attribute
}

// sameEntity reports whether two keys are those of names of one entity.
func (e *Entities) sameEntity(a, b string) bool {
	return a == b || slices.ContainsFunc(e.byName[a], func(at int) bool {
		return slices.ContainsFunc(e.byName[b], func(other int) bool { return e.stored(at) == e.stored(other) })
	})
}

// usual reports whether a key is that of a known name by the identifier. A site may have further names among its attributes.
func (e *Entities) usual(key string) bool {
	return slices.ContainsFunc(e.byName[key], func(at int) bool { return e.all[at].alias == "" })
}
