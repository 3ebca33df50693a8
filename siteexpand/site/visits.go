package site

import (
	"slices"
	"strings"

	"verde/page"
	"verde/siteexpand/similarity"
)

// Link is a link of a page.
type Link struct {
	To   ID
	Path page.LinkPath
}

// Page is what is kept of a fetched page. Its links are distinct and in
// document order, and include those of all its variants (print version, other
// session, next part of a list under one canonical URL). Schema and features
// come from the variant that was fetched first.
type Page struct {
	ID       ID
	URL      string // that answered; that of ID may be another name of the page
	Links    []Link
	Also     []Link // from link elements (next and previous) and frames
	Up       ID     // the page above it, as it says itself, [NoPage] if it names none
	Schema   page.Schema
	Features []similarity.Feature
	Title    string
	Language string // primary subtag of the html element's, "" if it has none
	Scripted bool   // next to no links, but scripts
}

// NoPage is the ID of none.
const NoPage ID = -1

// visits are the pages that were fetched, and the URLs that can't be.
type visits map[ID]visit

type visit struct {
	node *Page
	err  error
}

// unify makes u an alias of v. If both were fetched, they become one page.
func (s *Site) unify(u, v ID) {
	u, v = s.Resolve(u), s.Resolve(v)
	if u == v {
		return
	}
	s.aliasOf[u] = v
	was, ok := s.visits[u]
	if !ok {
		return
	}
	delete(s.visits, u)
	switch now, ok := s.visits[v]; {
	case !ok || now.node == nil:
		if was.node != nil {
			was.node.ID = v
		}
		s.visits[v] = was
	case was.node != nil:
		now.node.merge(was.node.Links)
		was.node.ID = v
	}
}

func (n *Page) merge(more []Link) {
	var have linkSet
	have.reset()
	for _, l := range n.Links {
		have.add(l)
	}
	for _, l := range more {
		if have.add(l) {
			n.Links = append(n.Links, l)
		}
	}
}

// linkSet is a set of links, to be reused for one page after the other.
type linkSet struct{ set map[uint64]struct{} }

// maxReused is the size from which on a set is made anew instead of cleared:
// clearing takes as long for the small pages after a large one as for the large
// one.
const maxReused = 1 << 10

func (s *linkSet) reset() {
	if s.set == nil || len(s.set) > maxReused {
		s.set = make(map[uint64]struct{})
	}
	clear(s.set)
}

// add puts a link in, and reports whether it is new.
func (s *linkSet) add(l Link) bool {
	before := len(s.set)
	s.set[uint64(l.To)<<32|uint64(l.Path)] = struct{}{}
	return len(s.set) > before
}

// Visited reports whether u was fetched or can't be.
func (s *Site) Visited(u ID) bool {
	_, ok := s.visits[s.Resolve(u)]
	return ok
}

// Page gives the page at u if it was fetched, else nil. It fetches nothing.
func (s *Site) Page(u ID) *Page { return s.visits[s.Resolve(u)].node }

// Failure says why there is no page at u.
func (s *Site) Failure(u ID) error { return s.visits[s.Resolve(u)].err }

// VisitedPages is the number of pages that were fetched or can't be.
func (s *Site) VisitedPages() int { return len(s.visits) }

// dropParameters makes all URLs with needless parameters of these names aliases of the URLs without
// them. Cost: one pass over the URLs, however many names there are: a page may put hundreds into its links.
func (s *Site) dropParameters(names []string) {
	if len(names) == 0 {
		return
	}
	with := make([][]ID, len(names)) // URLs by the first of the names that is in them
	for u := range ID(len(s.urls)) {
		if s.onSite[u] {
			if i := slices.IndexFunc(names, func(name string) bool { return strings.Contains(s.urls[u], name) }); i >= 0 {
				with[i] = append(with[i], u)
			}
		}
	}
	for _, u := range slices.Concat(with...) {
		if bare := s.params.strip(s.urls[u]); bare != s.urls[u] {
			s.unify(u, s.Intern(bare))
		}
	}
}
