package siteexpand

import (
	"slices"

	"verde/page"
)

// urlTerms gives the URL terms of pages as sorted numbers. The zero value is
// empty.
type urlTerms struct {
	ids     map[page.Term]uint32
	of      []splitURL // by urlID
	scratch []page.Term
}

// splitURL is the terms of a URL; a page may get another one.
type splitURL struct {
	url   string
	terms []uint32
}

// termsOf gives the sorted URL terms of u.
func (s *ssupRun) termsOf(u urlID) []uint32 {
	t := &s.terms
	if t.ids == nil {
		t.ids = make(map[page.Term]uint32)
	}
	if n := s.size(); len(t.of) < n {
		t.of = append(t.of, make([]splitURL, n-len(t.of))...)
	}
	if known := t.of[u]; known.terms != nil && known.url == s.url(u) {
		return known.terms
	}
	t.scratch = page.AppendTerms(t.scratch[:0], s.url(u))
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
	t.of[u] = splitURL{s.url(u), terms}
	return terms
}
