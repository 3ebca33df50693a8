package siteexpand

import (
	"context"

	"verde/page"
)

// SSUP is the method of Manica, Dornelles and Galante: "Combining URL and HTML
// Features for Entity Discovery in the Web", ACM TWEB 2019. It works from one
// sample; of several it makes one run each and returns the union.
//
// Beyond the paper, pages two links away are candidates for an index page only
// when nearer ones are poor (see topIndexPage); [Options].Exact is as printed.
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
// Cost: the downloads of [site.topIndexPage] at each level up, those of the
// index pages at each level down, and the first group of entity pages.
func (m SSUP) Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error) {
	return entityTrees(ctx, m.Name(), src, samples, opt, (*ssupRun).topIndexPage, m.Pagination)
}

// indexFinder finds the index page of a page, nil if it has none, and its
// Index_Score for the page.
type indexFinder func(*ssupRun, context.Context, urlID) (*node, indexScore, error)

// ssupRun is a run of one of the methods on one site.
type ssupRun struct {
	*site
	terms urlTerms
}

// entityTrees makes a page-path and traverses its entity-tree for each sample.
func entityTrees(ctx context.Context, name string, src page.Fetcher, samples []string, opt Options, top indexFinder, pagination bool) (*Result, error) {
	opened, starts, err := begin(ctx, name, src, samples, opt)
	if err != nil {
		return nil, err
	}
	s := &ssupRun{site: opened}
	s.report.Height = s.opt.Height
	c := newCollection(opened)
	s.found = func() int { return len(c.pages) }
	for _, sp := range starts {
		c.add(sp, EntityPage{Status: Sample, URLSimilarity: 1, HTMLSimilarity: 1})
	}
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
	pages := c.result()
	s.diagnose(starts, last, c)
	return s.finish(pages), nil
}

// descent is a traversal of an entity-tree: its page-path, and what the last
// level consists of.
type descent struct {
	path    []step // sample first
	parents []urlID
	filtered
}

// descend walks the entity-tree from the root of path to the leaves (SSUP 2019,
// §4.3): of the pages that the last level's pages point to, it keeps those like
// the page of the path on that level. With pagination, pages that only those of
// a level point to join it, on all levels but the root and the entities.
func (s *ssupRun) descend(ctx context.Context, path []step, pagination bool) (descent, error) {
	d := descent{path: path}
	level := []urlID{path[len(path)-1].id}
	for i := len(path) - 2; i >= 0; i-- {
		var err error
		d.parents = level
		if d.filtered, err = s.filterLevel(ctx, path[i], level); err != nil {
			return d, err
		}
		level = []urlID{path[i].id}
		for _, c := range d.children {
			if u := s.resolve(c.id); u != s.resolve(path[i].id) {
				level = append(level, u)
			}
		}
		// SSUP 2014, Algorithm 4, line 19 as printed leaves out level 1 as well.
		if pagination && (i > 1 || i == 1 && !s.opt.Exact) {
			var err error
			if level, err = s.paginate(ctx, path[i].id, path[i-1].id, level); err != nil {
				return d, err
			}
		}
	}
	if s.opt.Verify {
		return d, s.fetchAll(ctx, s.seen(path[0].id), &d.filtered)
	}
	return d, nil
}

// fetchAll fetches the pages that the filter let through with their group, and
// leaves out those that can't be fetched.
func (s *ssupRun) fetchAll(ctx context.Context, sample *node, f *filtered) error {
	had := f.children[:0]
	for _, c := range f.children {
		if !c.fetched && !s.spent() {
			n, err := s.fetch(ctx, c.id)
			if err != nil {
				return err
			}
			if n == nil {
				continue
			}
			c.fetched, c.html = true, s.htmlSimilarity(sample, n)
		}
		had = append(had, c)
	}
	f.children = had
	return nil
}

// filterLevel filters the pages that the parents link to by their similarity to
// sp.
func (s *ssupRun) filterLevel(ctx context.Context, sp step, parents []urlID) (filtered, error) {
	sample := s.seen(sp.id)
	at := make(map[urlID]int)
	var children []child
	for _, u := range parents {
		n, err := s.fetch(ctx, u)
		if err != nil {
			return filtered{}, err
		}
		if n == nil {
			continue
		}
		for _, l := range n.links {
			to := s.resolve(l.to)
			if !s.isOnSite(to) || to == s.resolve(sp.id) {
				continue
			}
			i, ok := at[to]
			if !ok {
				i = len(children)
				at[to] = i
				children = append(children, child{id: to, from: n.id, via: l, url: s.strongSimilarity(&sp.index.weights, to)})
			}
			if c := &children[i]; l.path == sp.index.path && !c.samePath {
				c.samePath, c.from, c.via = true, n.id, l
			}
		}
	}
	f, err := filter(children, func(c *child) (bool, error) {
		n, err := s.fetch(ctx, c.id)
		if n == nil || err != nil {
			return false, err
		}
		c.fetched = true
		c.html = s.htmlSimilarity(sample, n)
		return true, nil
	})
	return f, err
}

// htmlSimilarity is the HTML similarity of two pages (SSUP 2019, Equation 3).
func (s *ssupRun) htmlSimilarity(a, b *node) float64 {
	s.report.Evaluations++
	return a.schema.Similarity(b.schema)
}

// collect puts the last level into the collection.
func (d descent) collect(s *ssupRun, c *collection) {
	run := Run{Sample: s.url(s.resolve(d.path[0].id)), Pages: 1 + len(d.children), MinHTML: d.minHTML, MinURL: d.minURL}
	for i := len(d.path) - 1; i >= 0; i-- {
		run.PagePath = append(run.PagePath, s.url(s.resolve(d.path[i].id)))
	}
	s.report.Runs = append(s.report.Runs, run)
	if s.report.PagePath == nil && len(d.path) > 1 {
		s.report.PagePath = run.PagePath
	}
	if len(d.path) > 1 {
		c.place(d.path[0].id, len(d.path)-1, d.path[1].id, d.path[0].index.path)
	}
	s.drop(DropDistance, d.refused)
	s.drop(DropPath, d.offPath)
	for _, x := range d.children {
		e := EntityPage{Level: len(d.path) - 1, From: s.url(s.resolve(x.from)), LinkPath: s.linkPathName(x.via.path),
			URLSimilarity: x.url, HTMLSimilarity: x.html, Status: Inferred}
		if x.fetched {
			e.Status = Fetched
		}
		c.add(x.id, e)
	}
}
