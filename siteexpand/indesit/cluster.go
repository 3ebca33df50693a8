package indesit

import (
	"context"
	"encoding/binary"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// schemaID stands for a page schema of one run. Pages of one schema are a
// cluster (INDESIT 2004, §2.1).
type schemaID int32

// What makes pages similar.
const (
	maxDistance    = 10 // size of the symmetric difference of schemas below which pages are similar: ST of INDESIT 2004, footnote 5
	minCoefficient = .8 // Jaccard coefficient from which on they are: T of the later form, in SSUP 2014, §5.1
)

// clusters compares pages by their schemas, for the methods of INDESIT 2004,
// and remembers where a page was met first.
type clusters struct {
	site         *site.Site
	jaccard      bool                // compare by the coefficient rather than by the distance
	ids          map[string]schemaID // by the link-paths of the schema
	schemas      []page.Schema
	clusterOf    map[*site.Page]schemaID
	similarPairs map[[2]schemaID]bool // similar or not, of the pairs that were asked for
	firstMet     map[site.ID]encounter
}

// encounter is where a page was met.
type encounter struct {
	on   site.ID
	path page.LinkPath
}

func newClusters(s *site.Site, jaccard bool) *clusters {
	return &clusters{site: s, jaccard: jaccard, ids: make(map[string]schemaID), clusterOf: make(map[*site.Page]schemaID),
		similarPairs: make(map[[2]schemaID]bool), firstMet: make(map[site.ID]encounter)}
}

// cluster gives the cluster of a page. Cost: linear in its schema, once a page.
func (c *clusters) cluster(n *site.Page) schemaID {
	if id, ok := c.clusterOf[n]; ok {
		return id
	}
	key := make([]byte, 0, 4*len(n.Schema))
	for _, p := range n.Schema {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	id, ok := c.ids[string(key)]
	if !ok {
		id = schemaID(len(c.schemas))
		c.ids[string(key)] = id
		c.schemas = append(c.schemas, n.Schema)
	}
	c.clusterOf[n] = id
	return id
}

// similar reports whether pages of two clusters are similar: at a distance
// below [maxDistance], or by the Jaccard coefficient of their schemas, the form in
// which SSUP 2014, §5.1, compares itself with INDESIT.
func (c *clusters) similar(a, b schemaID) bool {
	if a == b {
		return true
	}
	pair := [2]schemaID{min(a, b), max(a, b)}
	similar, ok := c.similarPairs[pair]
	if !ok {
		x, y := c.schemas[a], c.schemas[b]
		similar = c.jaccard && x.Similarity(y) >= minCoefficient || !c.jaccard && x.Distance(y) < maxDistance
		c.similarPairs[pair] = similar
	}
	return similar
}

// isSimilar reports whether a page is similar to the pages of a cluster. It
// counts as an evaluation of the page.
func (c *clusters) isSimilar(n *site.Page, target schemaID) bool {
	c.site.Report.Evaluations++
	return c.similar(c.cluster(n), target)
}

// follow fetches the page to which l on the page n links, nil if it is off the
// site or can't be fetched.
func (c *clusters) follow(ctx context.Context, n *site.Page, l site.Link) (*site.Page, error) {
	if !c.site.OnSite(l.To) {
		return nil, nil
	}
	to, err := c.site.Fetch(ctx, l.To)
	if to == nil || err != nil {
		return nil, err
	}
	if _, ok := c.firstMet[to.ID]; !ok {
		c.firstMet[to.ID] = encounter{n.ID, l.Path}
	}
	return to, nil
}

// reach adds the pages that hang on link-paths of the page n, nil for all.
func (c *clusters) reach(ctx context.Context, n *site.Page, paths []page.LinkPath, reached *pageSet) error {
	for _, l := range n.Links {
		if paths != nil && !slices.Contains(paths, l.Path) {
			continue
		}
		to, err := c.follow(ctx, n, l)
		if err != nil {
			return err
		}
		if to != nil {
			reached.add(to)
		}
	}
	return nil
}

// methodName adds to a method's name that it compares pages by the coefficient.
func methodName(jaccard bool, method string) string {
	if jaccard {
		method += "+jaccard"
	}
	return method
}

// structureSearch finds the pages similar to a sample.
type structureSearch func(ctx context.Context, sample *site.Page) ([]*site.Page, error)

// byStructure makes a search with each sample, and gives what all found; start
// makes the search of a run, which keeps what it learnt of the site.
func byStructure(ctx context.Context, name string, src page.Fetcher, samples []string, opt siteexpand.Options, jaccard bool, start func(*clusters) structureSearch) (*siteexpand.Result, error) {
	into, starts, err := site.Collect(ctx, name, src, samples, opt)
	if err != nil {
		return nil, err
	}
	s := into.Site
	c := newClusters(s, jaccard)
	find := start(c)
	for _, sp := range starts {
		sample := s.Page(sp)
		found, err := find(ctx, sample)
		if err != nil {
			return nil, err
		}
		for _, n := range found {
			c.collect(n, sample, into)
		}
	}
	pages, err := into.Result(ctx, starts[0])
	if err != nil {
		return nil, err
	}
	s.DiagnoseStructure(starts, len(pages))
	return s.Finish(pages), nil
}

// collect puts a page found for sample into the collection.
func (c *clusters) collect(n, sample *site.Page, into *site.Collection) {
	e := siteexpand.EntityPage{HTMLSimilarity: n.Schema.Similarity(sample.Schema), Status: siteexpand.Fetched}
	if at, ok := c.firstMet[n.ID]; ok {
		e.From, e.LinkPath = c.site.URL(c.site.Resolve(at.on)), c.site.LinkPathName(at.path)
	}
	into.Add(n.ID, e)
}

// pageSet is a set of pages in the order in which they were put in.
type pageSet struct {
	has  map[*site.Page]bool
	list []*site.Page
}

func newPageSet(pages ...*site.Page) *pageSet {
	p := &pageSet{has: make(map[*site.Page]bool)}
	for _, n := range pages {
		p.add(n)
	}
	return p
}

func (p *pageSet) add(n *site.Page) {
	if !p.has[n] {
		p.has[n] = true
		p.list = append(p.list, n)
	}
}
