package siteexpand

import (
	"context"
	"slices"

	"verde/page"
)

// Trivial is TrivialSearch of Blanco, Crescenzi and Merialdo: "Automatically
// Generating Reports from Large Web Sites", RT-DIA-90-2004, §2.3.1 and Figure
// 2: every page next to the sample that points to a page similar to it is an
// index, and so are the pages that the same search finds for that page.
//
// [Options].Height is its parameter depth, 2 by default as in the paper. Pages
// are similar by [clusters.similar]; those of C0 have the sample's very schema.
// Where the paper is silent or disagrees with itself: the sample belongs to C0,
// as the text has it and Figure 2 has not ([Options].Exact goes by the figure);
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
func (m Trivial) Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error) {
	depth := opt.Height
	if depth <= 0 {
		depth = trivialDepth
	}
	opt.Height = depth
	return byStructure(ctx, m.Name(), src, samples, opt, m.Jaccard, func(c *clusters) structureSearch {
		t := trivial{clusters: c, done: make(map[search][]*node)}
		return func(ctx context.Context, sample *node) ([]*node, error) { return t.search(ctx, sample, depth) }
	})
}

// trivial is a run of TrivialSearch.
type trivial struct {
	*clusters
	done   map[search][]*node
	target []uint32 // by urlID: the round in which the page was a target
	round  uint32
}

// search is a call of the function Search of Figure 2.
type search struct {
	page  *node
	depth int
}

// search finds the pages similar to p (Figure 2).
func (t *trivial) search(ctx context.Context, p *node, depth int) ([]*node, error) {
	if depth == 0 {
		return []*node{p}, nil
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
		more := []*node{index.page}
		if depth > 1 {
			similar, err := t.search(ctx, index.page, depth-1)
			if err != nil {
				return nil, err
			}
			more = append(more, similar...)
		}
		for _, n := range more {
			fresh := slices.DeleteFunc(slices.Clone(index.paths), func(path page.LinkPath) bool { return followed[encounter{n.id, path}] })
			for _, path := range fresh {
				followed[encounter{n.id, path}] = true
			}
			if len(fresh) == 0 {
				continue
			}
			if err := t.reach(ctx, n, fresh, reached); err != nil {
				return nil, err
			}
		}
	}
	target := t.cluster(p)
	found := slices.DeleteFunc(reached.list, func(n *node) bool { return !t.isSimilar(n, target) })
	found = slices.Clip(found)
	t.done[call] = found
	return found, nil
}

// reach adds the pages that hang on link-paths of the page n, nil for all.
func (t *trivial) reach(ctx context.Context, n *node, paths []page.LinkPath, reached *pageSet) error {
	for _, l := range n.links {
		if paths != nil && !slices.Contains(paths, l.path) {
			continue
		}
		to, err := t.follow(ctx, n, l)
		if err != nil {
			return err
		}
		if to != nil {
			reached.add(to)
		}
	}
	return nil
}

// indexPage is a page with the link-paths by which it points to a target.
type indexPage struct {
	page  *node
	paths []page.LinkPath
}

// indexes lists the pages among reached with link collections that point to p
// or to a page among reached with p's schema.
func (t *trivial) indexes(p *node, reached []*node) []indexPage {
	t.round++
	t.target = append(t.target, make([]uint32, t.site.size()-len(t.target))...)
	if !t.site.opt.Exact {
		t.target[t.site.resolve(p.id)] = t.round
	}
	own := t.cluster(p)
	for _, n := range reached {
		if t.cluster(n) == own {
			t.target[t.site.resolve(n.id)] = t.round
		}
	}
	var list []indexPage
	for _, n := range reached {
		var paths []page.LinkPath
		for _, l := range n.links {
			if t.target[t.site.resolve(l.to)] == t.round && !slices.Contains(paths, l.path) {
				paths = append(paths, l.path)
			}
		}
		if paths != nil {
			list = append(list, indexPage{n, paths})
		}
	}
	return list
}
