package siteexpand

import (
	"cmp"
	"slices"

	"verde/page"
)

// collection gathers entity pages, each once whatever its names.
type collection struct {
	s     *site
	order []urlID
	pages map[urlID]EntityPage
}

func newCollection(s *site) *collection { return &collection{s: s, pages: make(map[urlID]EntityPage)} }

// add puts in a page; one that is there already is replaced if it was inferred
// and the new one was not.
func (c *collection) add(u urlID, e EntityPage) {
	u = c.s.resolve(u)
	old, ok := c.pages[u]
	if !ok {
		c.order = append(c.order, u)
	}
	if !ok || old.Status == Inferred && e.Status != Inferred {
		c.pages[u] = e
	}
}

// place sets where a page in the collection was found, unless that is set.
func (c *collection) place(u urlID, level int, from urlID, path page.LinkPath) {
	u = c.s.resolve(u)
	if e, ok := c.pages[u]; ok && e.From == "" {
		e.Level, e.From, e.LinkPath = level, c.s.url(c.s.resolve(from)), c.s.linkPathName(path)
		c.pages[u] = e
	}
}

// result lists the pages under their final URLs. URLs may have been found to be
// one page since they were added.
func (c *collection) result() []EntityPage {
	aliases := c.s.aliases()
	done := make(map[urlID]bool, len(c.order))
	pages := make([]EntityPage, 0, len(c.order))
	for _, added := range c.order {
		u := c.s.resolve(added)
		if done[u] {
			c.s.drop(DropAlias, 1)
			continue
		}
		done[u] = true
		e := c.pages[added]
		e.URL, e.Site, e.Aliases = c.s.url(u), c.s.siteName(), aliases[u]
		pages = append(pages, e)
	}
	return pages
}

// samplesFirst moves samples to the front.
func samplesFirst(pages []EntityPage) {
	rank := func(e EntityPage) int {
		if e.Status == Sample {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(pages, func(a, b EntityPage) int { return cmp.Compare(rank(a), rank(b)) })
}
