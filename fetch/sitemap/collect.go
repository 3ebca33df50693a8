package sitemap

import (
	"context"
	"slices"

	"verde/page"
)

// Limits bound what [Collect] does. Zero fields have the defaults.
type Limits struct {
	Maps  int // sitemaps that are asked for; default 50
	Depth int // indexes that are within each other; default 3
	Pages int // pages that are collected; default 200,000
}

func (l Limits) withDefaults() Limits {
	if l.Maps <= 0 {
		l.Maps = 50
	}
	if l.Depth <= 0 {
		l.Depth = 3
	}
	if l.Pages <= 0 {
		l.Pages = 200_000
	}
	return l
}

// Collection is what the sitemaps of a site name.
type Collection struct {
	Pages   []Entry             // each once
	Read    int                 // sitemaps that were had
	Missing map[page.Reason]int // sitemaps that were not
	Foreign int
	Bad     int
	Cut     string // the limit that was reached, "" for none
}

// Collect reads the sitemaps at starts, normal URLs, and those that they name,
// breadth first, for the pages of a site. A sitemap that can't be had is no
// error; an error of f that is no [*page.Error] is, and comes with what was
// collected before.
func Collect(ctx context.Context, f page.Fetcher, starts []string, site string, limits Limits) (*Collection, error) {
	limits = limits.withDefaults()
	c := &Collection{Missing: make(map[page.Reason]int)}
	type place struct {
		url   string
		depth int
	}
	var queue []place
	queued, pages := make(map[string]bool), make(map[string]bool)
	push := func(url string, depth int) {
		switch {
		case queued[url]:
		case depth > limits.Depth:
			c.Cut = "depth"
		case len(queued) >= limits.Maps:
			c.Cut = "sitemaps"
		default:
			queued[url] = true
			queue = append(queue, place{url, depth})
		}
	}
	for _, url := range starts {
		push(url, 0)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		p, err := f.Fetch(ctx, at.url)
		if err != nil {
			reason, missing := page.ReasonOf(err)
			if !missing {
				return c, err
			}
			c.Missing[reason]++
			continue
		}
		c.Read++
		m := Parse(p.Body, p.URL, site)
		c.Foreign += m.Foreign
		c.Bad += m.Bad
		if m.Cut {
			c.Cut = "entries"
		}
		for _, e := range m.Maps {
			push(e.URL, at.depth+1)
		}
		for _, e := range m.Pages {
			if len(c.Pages) == limits.Pages {
				c.Cut = "pages"
				return c, nil
			}
			if !pages[e.URL] {
				pages[e.URL] = true
				c.Pages = append(c.Pages, e)
			}
		}
	}
	c.Pages = slices.Clip(c.Pages)
	return c, nil
}
