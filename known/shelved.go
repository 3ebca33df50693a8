package known

import (
	"encoding/json"

	"verde/query"
	"verde/values"
)

// Shelved entities have their names in memory and their values elsewhere. A process that settles
// sites looks up most names in vain, and needs the values of few entities; about nine tenths of the
// memory are values.
//
// They are made in two steps. A process with all integrated entities in memory stores
// [Entities.About] and [Entities.ValuesAt] where others find them. These make entities by
// [NewShelved], and add the same sites in the same order by [Entities.AddSite], which keeps only
// the names.

// About gives statistics of the entities, for [NewShelved]. Cost: linear in the values.
func (e *Entities) About() ([]byte, error) {
	s := summary{Records: e.Len(), Repeats: map[string]repeats{}}
	for _, in := range e.all[e.named:] {
		s.Aliases = append(s.Aliases, alias{in.of, in.alias, in.name(e)})
	}
	for i := range e.named {
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

// NewShelved gives entities of no site yet, whose values are stored elsewhere: fetch gives the values at
// places. about is the result of About for the stored entities, which have to be the same ones: see
// [Entities.Complete]. They serve to settle a site, and not to choose what is asked.
func NewShelved(profile query.Profile, about []byte, fetch func(places []int) ([][]byte, error)) (*Entities, error) {
	e := New(profile)
	e.shelf = &remote{fetch: fetch, young: map[int]cached{}}
	return e, json.Unmarshal(about, &e.shelf.summary)
}

// Complete adds what the index of the stored entities says of all sites together, their further names. It is called once,
// after all sites were added. It reports false if these do not have as many records as were stored.
func (e *Entities) Complete() bool {
	if e.shelf == nil {
		return true
	}
	if e.shelf.Records != e.named {
		return false
	}
	e.addAliases(e.shelf.Aliases)
	e.shelf.Aliases = nil
	return true
}
