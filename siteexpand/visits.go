package siteexpand

import (
	"strings"

	"verde/page"
)

// link is a link of a page.
type link struct {
	to   urlID
	path page.LinkPath
}

// node is what is kept of a fetched page. Its links are distinct and in
// document order, and include those of all its variants (print version, other
// session, next part of a list under one canonical URL). Schema and features
// come from the variant that was fetched first.
type node struct {
	id       urlID
	links    []link
	also     []link // from link elements (next and previous) and frames
	schema   page.Schema
	features []feature
	title    string
	language string // primary subtag of the html element's, "" if it has none
	scripted bool   // next to no links, but scripts
}

// visits are the pages that were fetched, and the URLs that can't be.
type visits map[urlID]visit

type visit struct {
	node *node
	err  error
}

// unify makes u an alias of v. If both were fetched, they become one page.
func (s *site) unify(u, v urlID) {
	u, v = s.resolve(u), s.resolve(v)
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
			was.node.id = v
		}
		s.visits[v] = was
	case was.node != nil:
		now.node.merge(was.node.links)
		was.node.id = v
	}
}

func (n *node) merge(more []link) {
	var have linkSet
	have.reset()
	for _, l := range n.links {
		have.add(l)
	}
	for _, l := range more {
		if have.add(l) {
			n.links = append(n.links, l)
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
func (s *linkSet) add(l link) bool {
	before := len(s.set)
	s.set[uint64(l.to)<<32|uint64(l.path)] = struct{}{}
	return len(s.set) > before
}

// visited reports whether u was fetched or can't be.
func (s *site) visited(u urlID) bool {
	_, ok := s.visits[s.resolve(u)]
	return ok
}

// seen gives the page at u if it was fetched, else nil.
func (s *site) seen(u urlID) *node { return s.visits[s.resolve(u)].node }

// failure says why there is no page at u.
func (s *site) failure(u urlID) error { return s.visits[s.resolve(u)].err }

// visitedPages is the number of pages that were fetched or can't be.
func (s *site) visitedPages() int { return len(s.visits) }

// dropParameter makes all URLs with a session parameter aliases of the URLs
// without it.
func (s *site) dropParameter(name string) {
	for u := range urlID(len(s.urls)) {
		if s.onSite[u] && strings.Contains(s.urls[u], name) {
			if bare := s.params.strip(s.urls[u]); bare != s.urls[u] {
				s.unify(u, s.intern(bare))
			}
		}
	}
}
