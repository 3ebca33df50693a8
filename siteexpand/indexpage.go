package siteexpand

import (
	"context"
	"slices"

	"verde/page"
)

// step is a page of the page-path with its Index_Score on the page above it.
type step struct {
	id    urlID
	index indexScore // on the next page of the path; unset at the root
}

// pagePath climbs from sp to the root of its entity-tree: sp first, root last
// (SSUP 2019, §4.2). It ends at the estimated height, where a page has no
// index page, and where the index page is on the path already.
func (s *ssupRun) pagePath(ctx context.Context, sp urlID, top indexFinder) ([]step, error) {
	path := []step{{id: sp}}
	for len(path) <= s.opt.Height {
		gp := &path[len(path)-1]
		ip, on, err := top(s, ctx, gp.id)
		if err != nil {
			return nil, err
		}
		if ip == nil || slices.ContainsFunc(path, func(p step) bool { return s.resolve(p.id) == s.resolve(ip.id) }) {
			break
		}
		gp.index = on
		path = append(path, step{id: ip.id})
	}
	return path, nil
}

// twoHopScore is the Index_Score below which candidates two links away are
// looked at: gp alone has 1, so less than 2 means that no candidate points to
// a single other page that is fully like it.
const twoHopScore = 2

// topIndexPage finds the index page of the page gp, nil if it has none, and its
// Index_Score for gp (SSUP 2019, Algorithm 1). Candidates are the pages that gp
// links to and that link back, and those one link further, which are only tried
// if the best so far scores below [twoHopScore]; as printed, always. Ties go to
// the candidate found first.
//
// Line 6 of the algorithm takes out pages that are met like siblings: a
// link-path by which the candidate links to gp does not count if the page where
// the candidate was found links to the candidate by the same link-path.
//
// Cost: the pages that gp links to are all fetched, and so may be the pages
// they link to. A candidate's score has no bound before it is fetched, so there
// is no order in which the first ones would do.
func (s *ssupRun) topIndexPage(ctx context.Context, gp urlID) (*node, indexScore, error) {
	from := s.seen(gp)
	best := indexScore{}
	var top *node
	tried := map[urlID]bool{s.resolve(gp): true}
	try := func(where *node) ([]*node, error) {
		var met []*node
		for _, l := range where.links {
			if !s.isOnSite(l.to) || tried[s.resolve(l.to)] {
				continue
			}
			tried[s.resolve(l.to)] = true
			cp, err := s.fetch(ctx, l.to)
			if err != nil {
				return nil, err
			}
			if cp == nil || s.resolve(cp.id) != s.resolve(l.to) || s.resolve(cp.id) == s.resolve(gp) {
				continue
			}
			tried[cp.id] = true
			met = append(met, cp)
			if on, ok := s.candidate(cp, where, gp); ok && on.score > best.score {
				top, best = cp, on
			}
		}
		return met, nil
	}
	if from == nil {
		return nil, best, nil
	}
	near, err := try(from)
	if err != nil || !s.opt.Exact && best.score >= twoHopScore {
		return top, best, err
	}
	for _, n := range near {
		if _, err := try(n); err != nil {
			return nil, best, err
		}
	}
	return top, best, nil
}

// candidate scores cp, which was found on the page where, as index page of gp.
func (s *ssupRun) candidate(cp, where *node, gp urlID) (indexScore, bool) {
	to := s.linkPathsTo(cp, gp)
	if len(to) == 0 {
		return indexScore{}, false
	}
	found := s.linkPathsTo(where, cp.id)
	to = slices.DeleteFunc(to, func(p page.LinkPath) bool { return slices.Contains(found, p) })
	if len(to) == 0 {
		return indexScore{}, false
	}
	return s.scoreIndex(cp, s.resolve(gp), to), true
}

// linkPathsTo lists the link-paths by which the page n links to u, in the order
// of the document.
func (s *ssupRun) linkPathsTo(n *node, u urlID) (paths []page.LinkPath) {
	u = s.resolve(u)
	for _, l := range n.links {
		if s.resolve(l.to) == u && !slices.Contains(paths, l.path) {
			paths = append(paths, l.path)
		}
	}
	return paths
}
