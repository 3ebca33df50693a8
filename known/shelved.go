package known

import (
	"encoding/json"

	"verde/query"
	"verde/values"
)

// Shelved entities are known by their names, which are in memory, and have their values
// elsewhere: who settles sites looks most names up in vain, and needs the values of few
// entities. About nine tenths of what is known are values.
//
// They are made in two steps. Somebody has all in memory, integrated, and puts
// [Entities.About] and [Entities.ValuesAt] where others find them. These make entities by
// [NewShelved], and add the same sites in the same order by [Entities.AddSite], of which only
// the names stay.

// About sums the entities up, for [NewShelved]. Cost: linear in the values.
func (e *Entities) About() ([]byte, error) {
	s := summary{Records: e.Len(), Repeats: map[string]repeats{}}
	for i := range e.all {
		name := values.Fold(e.nameAt(i))
		for attribute, texts := range e.valuesAt(i) {
			c := s.Repeats[attribute]
			c.count(name, texts)
			s.Repeats[attribute] = c
		}
	}
	return json.Marshal(s)
}

// ValuesAt gives the values of the record at a place, from 0 to Len - 1, as JSON.
func (e *Entities) ValuesAt(i int) ([]byte, error) { return json.Marshal(e.valuesAt(i)) }

// NewShelved gives entities without any, whose values are elsewhere: fetch gives those at
// some places. About is of the entities that were put there, which have to be the same: see
// [Entities.Complete]. They serve for what settles a site, and not for choosing what is asked.
func NewShelved(profile query.Profile, about []byte, fetch func(places []int) ([][]byte, error)) (*Entities, error) {
	e := New(profile)
	e.shelf = &remote{fetch: fetch, young: map[int]cached{}}
	return e, json.Unmarshal(about, &e.shelf.summary)
}
