package site

import (
	"slices"
	"strings"

	"verde/siteexpand/similarity"
)

// unneeded holds a page that was just read, at the URL final, against the pages at
// this URL without some parameters, as far as these were fetched. It returns the one that is
// the same, if any, and the parameters that are needless by now. Cost: the comparison of
// at most 2·maxCompared + 1 pages.
func (s *Site) unneeded(final string, id ID, n *Page) (same ID, found []string) {
	same = id
	var names []string
	for name := range queryOf(final) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || len(names) > maxCompared || n.Scripted {
		return same, nil
	}
	for _, left := range withoutSome(names) {
		bare, ok := s.known(withoutParameters(final, left))
		if !ok {
			continue
		}
		m := s.Page(bare)
		switch {
		case m == nil || s.Resolve(bare) == s.Resolve(id):
		case s.samePage(m, n):
			if same == id {
				same = m.ID
			}
			for _, name := range left {
				if s.params.noteSame(name, m.ID, s.offers(n, final, name)) {
					found = append(found, name)
				}
			}
		case len(left) == 1:
			s.params.noteSelects(left[0])
		}
	}
	return same, found
}

// samePage reports whether two pages show the same, by their titles, features and links.
func (s *Site) samePage(m, n *Page) bool {
	if m.Title != n.Title || similarity.WeightedJaccard(m.Features, n.Features, func(similarity.Feature) float64 { return 1 }) < sameShare {
		return false
	}
	targets := make(map[ID]bool, len(m.Links))
	for _, l := range m.Links {
		targets[s.Resolve(l.To)] = true
	}
	either, both, seen := len(targets), 0, make(map[ID]bool, len(n.Links))
	for _, l := range n.Links {
		switch to := s.Resolve(l.To); {
		case seen[to]:
			continue
		case targets[to]:
			both++
			seen[to] = true
		default:
			either++
			seen[to] = true
		}
	}
	return float64(both) >= sameShare*float64(either)
}

// offers reports whether a page links to its own path under another value of a
// parameter, as to the next part of a list: the site says itself that the parameter selects.
func (s *Site) offers(n *Page, final, name string) bool {
	path, _, _ := strings.Cut(final, "?")
	own := ""
	for k, v := range queryOf(final) {
		if k == name {
			own = v
		}
	}
	for _, l := range n.Links {
		u := s.urls[l.To]
		if p, _, _ := strings.Cut(u, "?"); p != path {
			continue
		}
		for k, v := range queryOf(u) {
			if k == name && v != own {
				return true
			}
		}
	}
	return false
}
