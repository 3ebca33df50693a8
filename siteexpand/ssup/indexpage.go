package ssup

import (
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand/site"
)

// step is a page of the page-path with its Index_Score on the page above it.
type step struct {
	id    site.ID
	index indexScore // on the next page of the path; unset at the root
}

// pagePath climbs from sp to the root of its entity-tree: sp first, root last
// (SSUP 2019, §4.2). It ends at the estimated height, where a page has no
// index page, and where the index page is on the path already.
func (s *run) pagePath(ctx context.Context, sp site.ID, top indexFinder) ([]step, error) {
	path := []step{{id: sp}}
	for len(path) <= s.Options.Height {
		gp := &path[len(path)-1]
		ip, on, err := top(s, ctx, gp.id)
		if err != nil {
			return nil, err
		}
		if ip == nil || slices.ContainsFunc(path, func(p step) bool { return s.Resolve(p.id) == s.Resolve(ip.ID) }) {
			break
		}
		gp.index = on
		path = append(path, step{id: ip.ID})
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
func (s *run) topIndexPage(ctx context.Context, gp site.ID) (*site.Page, indexScore, error) {
	x := indexSearch{run: s, gp: gp, tried: map[site.ID]bool{s.Resolve(gp): true}}
	near, err := x.try(ctx, s.Page(gp), s.candidate)
	if err != nil || !s.Options.Exact && x.best.score >= twoHopScore {
		return x.top, x.best, err
	}
	for _, n := range near {
		if _, err := x.try(ctx, n, s.candidate); err != nil {
			return nil, x.best, err
		}
	}
	return x.top, x.best, nil
}

// indexSearch looks for the index page of gp.
type indexSearch struct {
	*run
	gp    site.ID
	tried map[site.ID]bool
	top   *site.Page // best so far
	best  indexScore
}

// try scores the pages to which one links as index pages, if they are candidates, and returns those not met before.
func (x *indexSearch) try(ctx context.Context, where *site.Page, candidate func(cp, where *site.Page, gp site.ID) (indexScore, bool)) (met []*site.Page, err error) {
	if where == nil {
		return nil, nil
	}
	for _, l := range where.Links {
		if !x.OnSite(l.To) || x.tried[x.Resolve(l.To)] {
			continue
		}
		x.tried[x.Resolve(l.To)] = true
		cp, err := x.Fetch(ctx, l.To)
		if err != nil {
			return nil, err
		}
		if cp == nil || x.Resolve(cp.ID) != x.Resolve(l.To) || x.Resolve(cp.ID) == x.Resolve(x.gp) {
			continue
		}
		x.tried[cp.ID] = true
		met = append(met, cp)
		if on, ok := candidate(cp, where, x.gp); ok && on.score > x.best.score {
			x.top, x.best = cp, on
		}
	}
	return met, nil
}

// candidate scores cp, which was found on the page where, as index page of gp; with nil for where all link-paths count.
func (s *run) candidate(cp, where *site.Page, gp site.ID) (indexScore, bool) {
	to := s.linkPathsTo(cp, gp)
	if where != nil && len(to) > 0 {
		found := s.linkPathsTo(where, cp.ID)
		to = slices.DeleteFunc(to, func(p page.LinkPath) bool { return slices.Contains(found, p) })
	}
	if len(to) == 0 {
		return indexScore{}, false
	}
	return s.scoreIndex(cp, s.Resolve(gp), to), true
}

// linkPathsTo lists the link-paths by which the page n links to u, in the order
// of the document.
func (s *run) linkPathsTo(n *site.Page, u site.ID) (paths []page.LinkPath) {
	u = s.Resolve(u)
	for _, l := range n.Links {
		if s.Resolve(l.To) == u && !slices.Contains(paths, l.Path) {
			paths = append(paths, l.Path)
		}
	}
	return paths
}
