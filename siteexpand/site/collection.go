package site

import (
	"cmp"
	"slices"

	"verde/page"
	"verde/siteexpand"
)

// Collection gathers entity pages, each once whatever its names.
type Collection struct {
	s     *Site
	Order []ID
	Pages map[ID]siteexpand.EntityPage
}

// NewCollection makes an empty collection of pages of s.
func NewCollection(s *Site) *Collection {
	return &Collection{s: s, Pages: make(map[ID]siteexpand.EntityPage)}
}

// Add puts in a page; one that is there already is replaced if it was inferred
// and the new one was not.
func (c *Collection) Add(u ID, e siteexpand.EntityPage) {
	u = c.s.Resolve(u)
	old, ok := c.Pages[u]
	if !ok {
		c.Order = append(c.Order, u)
	}
	if !ok || old.Status == siteexpand.Inferred && e.Status != siteexpand.Inferred {
		c.Pages[u] = e
	}
}

// Place sets where a page in the collection was found, unless that is set.
func (c *Collection) Place(u ID, level int, from ID, path page.LinkPath) {
	u = c.s.Resolve(u)
	if e, ok := c.Pages[u]; ok && e.From == "" {
		e.Level, e.From, e.LinkPath = level, c.s.URL(c.s.Resolve(from)), c.s.LinkPathName(path)
		c.Pages[u] = e
	}
}

// Result lists the pages under their final URLs. URLs may have been found to be
// one page since they were added.
func (c *Collection) Result() []siteexpand.EntityPage {
	aliases := c.s.Aliases()
	done := make(map[ID]bool, len(c.Order))
	pages := make([]siteexpand.EntityPage, 0, len(c.Order))
	for _, added := range c.Order {
		u := c.s.Resolve(added)
		if done[u] {
			c.s.LeaveOut(siteexpand.DropAlias, c.s.URL(added))
			continue
		}
		done[u] = true
		e := c.Pages[added]
		e.URL, e.Site, e.Aliases = c.s.URL(u), c.s.Name(), aliases[u]
		pages = append(pages, e)
	}
	return pages
}

// Entity says where the page at u was found: on a page, nil for none, by a link-path,
// so many links from a sample.
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
