package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// An entity that has a further name (see [query.Aliases]) is known by that name, too: it is in Entities.all once more, with
// the same values, and named by another attribute. So it is asked for by either name, and a site that knows the further
// name only shows a known entity.

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

// Alone gives the entities of the records of one source, for the same vertical, by their names and by each attribute that names known entities.
func (e *Entities) Alone(src catalog.Source, records []record.Record) (*Entities, error) {
	own := New(e.profile)
	err := own.AddSite(src, func(yield func(record.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
	places, naming := make([]int, own.named), map[string]bool{}
	for i := range places {
		places[i] = i
	}
	for _, in := range e.all[e.named:] {
		naming[in.alias] = true
	}
	var further []alias
	for _, attribute := range slices.Sorted(maps.Keys(naming)) {
		further = append(further, own.namedBy(attribute, places)...)
	}
	own.addAliases(further)
	return own, err
}
