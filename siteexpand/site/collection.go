package site

import (
	"cmp"
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand"
)

// Collection gathers entity pages, each once whatever its names.
type Collection struct {
	*Site
	Order []ID
	Pages map[ID]siteexpand.EntityPage
}

// Collect opens the site of a run of a published method (see [Open]) and gives a collection with the samples
// in it.
func Collect(ctx context.Context, method string, src page.Fetcher, samples []string, opt siteexpand.Options) (c *Collection, starts []ID, err error) {
	s, starts, err := Open(ctx, method, src, samples, opt)
	if err != nil {
		return nil, nil, err
	}
	s.Report.Height = s.Options.Height
	c = &Collection{Site: s, Pages: make(map[ID]siteexpand.EntityPage)}
	s.Found = func() int { return len(c.Pages) }
	for _, u := range starts {
		c.Add(u, siteexpand.EntityPage{Status: siteexpand.Sample, URLSimilarity: 1, HTMLSimilarity: 1})
	}
	return c, starts, nil
}

// Add puts in a page; one that is there already is replaced if it was inferred
// and the new one was not.
func (c *Collection) Add(u ID, e siteexpand.EntityPage) {
	u = c.Resolve(u)
	old, ok := c.Pages[u]
	if !ok {
		c.Order = append(c.Order, u)
	}
	if !ok || old.Status == siteexpand.Inferred && e.Status != siteexpand.Inferred {
		c.Pages[u] = e
	}
}

// Place sets where a page of the collection was found, unless it is set already.
func (c *Collection) Place(u ID, level int, from ID, path string) {
	u = c.Resolve(u)
	if e, ok := c.Pages[u]; ok && e.From == "" {
		e.Level, e.From, e.LinkPath = level, c.URL(c.Resolve(from)), path
		c.Pages[u] = e
	}
}

// verify fetches the pages that were taken without being fetched, and leaves out those that can't be.
func (c *Collection) verify(ctx context.Context, sample *Page) error {
	had := c.Order[:0]
	for _, u := range c.Order {
		if e := c.Pages[u]; e.Status == siteexpand.Inferred && !c.Spent() {
			n, err := c.Fetch(ctx, u)
			if err != nil {
				return err
			}
			if n == nil {
				delete(c.Pages, u)
				continue
			}
			e.Status, e.HTMLSimilarity = siteexpand.Fetched, n.Schema.Similarity(sample.Schema)
			c.Pages[u] = e
		}
		had = append(had, u)
	}
	c.Order = had
	return nil
}

// Result lists the pages under their final URLs, samples first. Two URLs that turned out to be one page
// since they were added are listed once. If the options ask for it, pages that were not fetched are fetched
// and compared with the sample. The error is for what ends the run.
func (c *Collection) Result(ctx context.Context, sample ID) ([]siteexpand.EntityPage, error) {
	if c.Options.Verify {
		if err := c.verify(ctx, c.Page(sample)); err != nil {
			return nil, err
		}
	}
	aliases := c.Aliases()
	done := make(map[ID]bool, len(c.Order))
	pages := make([]siteexpand.EntityPage, 0, len(c.Order))
	for _, added := range c.Order {
		u := c.Resolve(added)
		if done[u] {
			c.LeaveOut(siteexpand.DropAlias, c.URL(added))
			continue
		}
		done[u] = true
		e := c.Pages[added]
		e.URL, e.Site, e.Aliases = c.URL(u), c.Name(), aliases[u]
		pages = append(pages, e)
	}
	SamplesFirst(pages)
	return pages, nil
}

// Entity makes an entry of a result of the page at u: from is the page that links to it (nil for none), path
// the link-path, and level the number of links from a sample.
func (s *Site) Entity(u ID, from *Page, path page.LinkPath, level int) siteexpand.EntityPage {
	e := siteexpand.EntityPage{URL: s.urls[u], Site: s.site, Level: level}
	if from != nil {
		e.From, e.LinkPath = s.urls[s.Resolve(from.ID)], s.LinkPathName(path)
	}
	return e
}

// SamplesFirst moves samples to the front.
func SamplesFirst(pages []siteexpand.EntityPage) {
	rank := func(e siteexpand.EntityPage) int {
		if e.Status == siteexpand.Sample {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(pages, func(a, b siteexpand.EntityPage) int { return cmp.Compare(rank(a), rank(b)) })
}
