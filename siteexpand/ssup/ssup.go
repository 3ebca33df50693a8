// Package ssup has the methods of SSUP, as published in 2014 and in 2019: they climb
// from a sample page to the root of the tree that leads to it, and walk down again.
package ssup

import (
	"context"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// SSUP is the method of Manica, Dornelles and Galante: "Combining URL and HTML
// Features for Entity Discovery in the Web", ACM TWEB 2019. It works from one
// sample; of several it makes one run each and returns the union.
//
// Beyond the paper, pages two links away are candidates for an index page only
// when nearer ones are poor (see topIndexPage); [siteexpand.Options].Exact is as printed.
type SSUP struct {
	Pagination bool // with the pagination step of SSUP 2014, see [SSUP2014]
}

// Name is "ssup", "ssup+pagination" with that.
func (m SSUP) Name() string {
	if m.Pagination {
		return "ssup+pagination"
	}
	return "ssup"
}

// Expand runs both stages of SSUP 2019, §4, for each sample.
//
// Cost: the downloads of [run.topIndexPage] at each level up, those of the
// index pages at each level down, and the first group of entity pages.
func (m SSUP) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	return entityTrees(ctx, m.Name(), src, samples, opt, (*run).topIndexPage, m.Pagination)
}

// indexFinder finds the index page of a page, nil if it has none, and its
// Index_Score for the page.
type indexFinder func(*run, context.Context, site.ID) (*site.Page, indexScore, error)

// run is a run of one of the methods on one site.
type run struct {
	*site.Site
	terms urlTerms
}

// entityTrees makes a page-path and traverses its entity-tree for each sample.
func entityTrees(ctx context.Context, name string, src page.Fetcher, samples []string, opt siteexpand.Options, top indexFinder, pagination bool) (*siteexpand.Result, error) {
	c, starts, err := site.Collect(ctx, name, src, samples, opt)
	if err != nil {
		return nil, err
	}
	s := &run{Site: c.Site}
	var last []descent
	for _, sp := range starts {
		path, err := s.pagePath(ctx, sp, top)
		if err != nil {
			return nil, err
		}
		d, err := s.descend(ctx, path, pagination)
		if err != nil {
			return nil, err
		}
		d.collect(s, c)
		last = append(last, d)
	}
	pages, err := c.Result(ctx, starts[0])
	if err != nil {
		return nil, err
	}
	s.diagnose(starts, last, c)
	return s.Finish(pages), nil
}

// descent is a traversal of an entity-tree: its page-path, and what the last
// level consists of.
type descent struct {
	path    []step // sample first
	parents []site.ID
	filtered
}

// descend walks the entity-tree from the root of path to the leaves (SSUP 2019,
// §4.3): of the pages that the last level's pages point to, it keeps those like
// the page of the path on that level. With pagination, pages that only those of
// a level point to join it, on all levels but the root and the entities.
func (s *run) descend(ctx context.Context, path []step, pagination bool) (descent, error) {
	d := descent{path: path}
	level := []site.ID{path[len(path)-1].id}
	for i := len(path) - 2; i >= 0; i-- {
		var err error
		d.parents = level
		if d.filtered, err = s.filterLevel(ctx, path[i], level); err != nil {
			return d, err
		}
		level = []site.ID{path[i].id}
		for _, c := range d.children {
			if u := s.Resolve(c.id); u != s.Resolve(path[i].id) {
				level = append(level, u)
			}
		}
		// SSUP 2014, Algorithm 4, line 19 as printed leaves out level 1 as well.
		if pagination && (i > 1 || i == 1 && !s.Options.Exact) {
			if level, err = s.paginate(ctx, path[i].id, path[i-1].id, level); err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

// filterLevel filters the pages that the parents link to by their similarity to
// sp.
func (s *run) filterLevel(ctx context.Context, sp step, parents []site.ID) (filtered, error) {
	sample := s.Page(sp.id)
	at := make(map[site.ID]int)
	var children []child
	for _, u := range parents {
		n, err := s.Fetch(ctx, u)
		if err != nil {
			return filtered{}, err
		}
		if n == nil {
			continue
		}
		for _, l := range n.Links {
			to := s.Resolve(l.To)
			if !s.OnSite(to) || to == s.Resolve(sp.id) {
				continue
			}
			i, ok := at[to]
			if !ok {
				i = len(children)
				at[to] = i
				children = append(children, child{id: to, from: n.ID, via: l, url: s.strongSimilarity(&sp.index.weights, to)})
			}
			if c := &children[i]; l.Path == sp.index.path && !c.samePath {
				c.samePath, c.from, c.via = true, n.ID, l
			}
		}
	}
	return filter(children, func(c *child) (bool, error) {
		n, err := s.Fetch(ctx, c.id)
		if n == nil || err != nil {
			return false, err
		}
		c.fetched = true
		c.html = s.htmlSimilarity(sample, n)
		return true, nil
	})
}

// collect puts the last level into the collection.
func (d descent) collect(s *run, c *site.Collection) {
	run := siteexpand.Run{Sample: s.URL(s.Resolve(d.path[0].id)), Pages: 1 + len(d.children), MinHTML: d.minHTML, MinURL: d.minURL}
	for i := len(d.path) - 1; i >= 0; i-- {
		run.PagePath = append(run.PagePath, s.URL(s.Resolve(d.path[i].id)))
	}
	s.Report.Runs = append(s.Report.Runs, run)
	if s.Report.PagePath == nil && len(d.path) > 1 {
		s.Report.PagePath = run.PagePath
	}
	if len(d.path) > 1 {
		c.Place(d.path[0].id, len(d.path)-1, d.path[1].id, s.LinkPathName(d.path[0].index.path))
	}
	for _, x := range d.refused {
		s.LeaveOut(siteexpand.DropDistance, s.URL(x.id))
	}
	for _, x := range d.offPath {
		s.LeaveOut(siteexpand.DropPath, s.URL(x.id))
	}
	for _, x := range d.children {
		e := siteexpand.EntityPage{Level: len(d.path) - 1, From: s.URL(s.Resolve(x.from)), LinkPath: s.LinkPathName(x.via.Path),
			URLSimilarity: x.url, HTMLSimilarity: x.html, Status: siteexpand.Inferred}
		if x.fetched {
			e.Status = siteexpand.Fetched
		}
		c.Add(x.id, e)
	}
}
