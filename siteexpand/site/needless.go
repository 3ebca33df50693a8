package site

import (
	"slices"

	"verde/siteexpand/similarity"
)

// unneeded compares a page that was just read with fetched pages at its URL without some of its
// parameters, and with fetched pages at its URL with further parameters. It returns the page without
// parameters that is the same, n's own if there is none, and the parameters that turned out to be
// needless. Cost: the comparison with at most 2·maxCompared pages without some parameters, and with
// each page with further ones.
func (s *Site) unneeded(n *Page) (same ID, found []string) {
	same = n.ID
	for _, v := range s.variants[n.ID] {
		without, more := s.compare(n, v.page, v.left)
		if found = append(found, more...); without {
			s.unify(v.page.ID, n.ID)
		}
	}
	delete(s.variants, n.ID)
	var names []string
	for name := range queryOf(n.URL) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || len(names) > maxCompared || n.Scripted {
		return same, found
	}
	for _, left := range withoutSome(names) {
		bare, ok := s.known(withoutParameters(n.URL, left))
		if !ok || s.Resolve(bare) == n.ID {
			continue
		}
		bare = s.Resolve(bare)
		m := s.Page(bare)
		switch {
		case m != nil:
			without, more := s.compare(m, n, left)
			if found = append(found, more...); without && same == n.ID {
				same = m.ID
			}
		case !s.Visited(bare):
			s.variants[bare] = append(s.variants[bare], variant{n, left})
		}
	}
	return same, found
}

// variant is a page that was fetched with parameters that its URL may do without.
type variant struct {
	page *Page
	left []string
}

// compare compares the page at a URL with one at the same URL with further parameters (left), and notes
// whether these select something. It reports whether the pages are the same, and which of the parameters
// turned out to be needless.
func (s *Site) compare(bare, with *Page, left []string) (same bool, found []string) {
	if !s.samePage(bare, with, left) {
		if len(left) == 1 {
			s.params.noteSelects(left[0])
		}
		return false, nil
	}
	for _, name := range left {
		if s.params.noteSame(name, bare.ID) {
			found = append(found, name)
		}
	}
	return true, found
}

// samePage reports whether two pages show the same: they have one title, and at least sameShare of their
// features and of their links in common. Links are compared without the parameters that are left out, since
// a page may put its own into all its links. Data attributes don't count, since they may have them too.
// Cost: linear in the features and links.
func (s *Site) samePage(m, n *Page, left []string) bool {
	shown := func(f similarity.Feature) float64 {
		if f&similarity.Presumed != 0 {
			return 0
		}
		return 1
	}
	if m.Title != n.Title || similarity.WeightedJaccard(m.Features, n.Features, shown) < sameShare {
		return false
	}
	target := func(l Link) string { return withoutParameters(s.urls[s.Resolve(l.To)], left) }
	targets := make(map[string]bool, len(m.Links))
	for _, l := range m.Links {
		targets[target(l)] = true
	}
	either, both, seen := len(targets), 0, make(map[string]bool, len(n.Links))
	for _, l := range n.Links {
		to := target(l)
		switch {
		case seen[to]:
		case targets[to]:
			both++
		default:
			either++
		}
		seen[to] = true
	}
	return float64(both) >= sameShare*float64(either)
}
