package ssup

import (
	"slices"

	"verde/page"
	"verde/siteexpand/site"
)

// urlTerms gives the URL terms of pages as sorted numbers. The zero value is
// empty.
type urlTerms struct {
	ids     map[page.Term]uint32
	of      []splitURL // by site.ID
	scratch []page.Term
}

// splitURL is the terms of a URL; a page may get another one.
type splitURL struct {
	url   string
	terms []uint32
}

// termsOf gives the sorted URL terms of u.
func (s *run) termsOf(u site.ID) []uint32 {
	t := &s.terms
	if t.ids == nil {
		t.ids = make(map[page.Term]uint32)
	}
	if n := s.Size(); len(t.of) < n {
		t.of = append(t.of, make([]splitURL, n-len(t.of))...)
	}
	if known := t.of[u]; known.terms != nil && known.url == s.URL(u) {
		return known.terms
	}
	t.scratch = page.AppendTerms(t.scratch[:0], s.URL(u))
	terms := make([]uint32, len(t.scratch))
	for i, x := range t.scratch {
		id, ok := t.ids[x]
		if !ok {
			id = uint32(len(t.ids))
			t.ids[x] = id
		}
		terms[i] = id
	}
	slices.Sort(terms)
	t.of[u] = splitURL{s.URL(u), terms}
	return terms
}
