package known

import "slices"

// alias is a further name of the entity at a place.
type alias struct {
	Place     int    `json:"place"` // in Entities.all, of the entity by its name
	Attribute string `json:"attribute"`
	Name      string `json:"name"`
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
