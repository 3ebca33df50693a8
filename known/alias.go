package known

import "verde/query"

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
	for _, site := range sites {
		records := make([]query.Record, len(places[site]))
		for i, at := range places[site] {
			records[i] = e.all[at].record
		}
		for _, attribute := range query.Aliases(records, e.profile) {
			for i, r := range records {
				if texts := r.Values[attribute]; len(texts) == 1 {
					out = append(out, alias{places[site][i], attribute, texts[0]})
				}
			}
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
