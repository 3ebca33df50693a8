package indesit

import (
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// Trivial is TrivialSearch of Blanco, Crescenzi and Merialdo: "Automatically
// Generating Reports from Large Web Sites", RT-DIA-90-2004, §2.3.1 and Figure
// 2: every page next to the sample that points to a page similar to it is an
// index, and so are the pages that the same search finds for that page.
//
// [siteexpand.Options].Height is its parameter depth, 2 by default as in the paper. Pages
// are similar by [clusters.similar]; those of C0 have the sample's very schema.
// Where the paper is silent or disagrees with itself: the sample belongs to C0,
// as the text has it and Figure 2 has not ([siteexpand.Options].Exact goes by the figure);
// links that leave the site or are dead lead to no page; of several samples the
// union is returned.
//
// It makes no entity-tree and looks at no URL, so that the level and the URL
// similarity of what it finds are 0.
type Trivial struct {
	Jaccard bool // pages are similar by their Jaccard coefficient rather than by their distance
}

// trivialDepth is the paper's choice: every page is three links from the home
// page at most.
const trivialDepth = 2

// Name is "trivial", "trivial+jaccard" with that.
func (m Trivial) Name() string { return methodName(m.Jaccard, "trivial") }

// Expand searches from each sample.
//
// Cost: with depth 2, downloads of everything that the sample points to, of
// what these pages point to if one of their link collections points back, and
// of everything that other such collections lead to; on a site whose pages all
// have its navigation, all of it. A search is made once for each page and depth, where
// the paper's makes it again for each link collection; the evaluations that the
// report counts are fewer by that.
func (m Trivial) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	if opt.Height <= 0 {
		opt.Height = trivialDepth
	}
	return byStructure(ctx, m.Name(), src, samples, opt, m.Jaccard, func(c *clusters) structureSearch {
		t := trivial{clusters: c, done: make(map[search][]*site.Page)}
		return func(ctx context.Context, sample *site.Page) ([]*site.Page, error) {
			return t.search(ctx, sample, opt.Height)
		}
	})
}

// trivial is a run of TrivialSearch.
type trivial struct {
	*clusters
	done map[search][]*site.Page
}

// search is a call of the function Search of Figure 2.
type search struct {
	page  *site.Page
	depth int
}

// search finds the pages similar to p (Figure 2).
func (t *trivial) search(ctx context.Context, p *site.Page, depth int) ([]*site.Page, error) {
	if depth == 0 {
		return []*site.Page{p}, nil
	}
	call := search{p, depth}
	if found, ok := t.done[call]; ok {
		return found, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reached := newPageSet()
	if err := t.reach(ctx, p, nil, reached); err != nil {
		return nil, err
	}
	followed := make(map[encounter]bool) // link collections that were followed
	for _, index := range t.indexes(p, reached.list) {
		more := []*site.Page{index.page}
		if depth > 1 {
			similar, err := t.search(ctx, index.page, depth-1)
			if err != nil {
				return nil, err
			}
			more = append(more, similar...)
		}
		for _, n := range more {
			fresh := slices.DeleteFunc(slices.Clone(index.paths), func(path page.LinkPath) bool { return followed[encounter{n.ID, path}] })
			for _, path := range fresh {
				followed[encounter{n.ID, path}] = true
			}
			if len(fresh) == 0 { // none, where nil would be all
				continue
			}
			if err := t.reach(ctx, n, fresh, reached); err != nil {
				return nil, err
			}
		}
	}
	target := t.cluster(p)
	t.done[call] = slices.Clip(slices.DeleteFunc(reached.list, func(n *site.Page) bool { return !t.isSimilar(n, target) }))
	return t.done[call], nil
}

// indexPage is a page with the link-paths by which it points to a target.
type indexPage struct {
	page  *site.Page
	paths []page.LinkPath
}

// indexes lists the pages among reached with link collections that point to p
// or to a page among reached with p's schema.
func (t *trivial) indexes(p *site.Page, reached []*site.Page) []indexPage {
	own, target := t.cluster(p), map[site.ID]bool{t.site.Resolve(p.ID): !t.site.Options.Exact}
	for _, n := range reached {
		if t.cluster(n) == own {
			target[t.site.Resolve(n.ID)] = true
		}
	}
	var list []indexPage
	for _, n := range reached {
		var paths []page.LinkPath
		for _, l := range n.Links {
			if target[t.site.Resolve(l.To)] && !slices.Contains(paths, l.Path) {
				paths = append(paths, l.Path)
			}
		}
		if paths != nil {
			list = append(list, indexPage{n, paths})
		}
	}
	return list
}
