// Package indesit has the two methods of INDESIT 2004, which know pages by their
// link-paths alone.
package indesit

import (
	"cmp"
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// INDESIT is the second method of Blanco, Crescenzi and Merialdo:
// "Automatically Generating Reports from Large Web Sites", RT-DIA-90-2004,
// §2.3.2 and Figure 4. It learns from a few pages of each cluster next to the
// sample which of its link collections lead to new pages similar to the sample,
// and searches in the same way for more pages like those of the best cluster, to
// follow the same link collections from there.
//
// Pages are similar by [clusters.similar]. Where the paper is silent:
//   - the neighbourhood is that of the pages which the cluster has at first;
//     pages found later are not looked round from;
//   - clusters similar to the target are neighbours like others, but the
//     target's own is not, and links to its pages do not cut a collection short;
//   - similar pages of the neighbourhood belong to the target from the
//     beginning, those met while class-links are scored only when they are
//     gathered, so that the order of scoring makes no difference;
//   - a class-link is scored if one of its links points back to a page of the
//     target, so that what can be no index costs nothing;
//   - step 4's remaining clusters are taken to be the clusters that earned something
//     in every evaluation so far: it has scores decrease only, so that a cluster
//     which is no index at first isn't one because of what others led to;
//   - a cluster is used once, and its search is not begun if one for a
//     similar cluster is under way, or [siteexpand.Options].Height of them (5 by default):
//     its own pages have to do as index pages then;
//   - links that leave the site or are dead lead to no page; ties go to the
//     cluster met first; of several samples the union is returned.
//
// It makes no entity-tree and looks at no URL, so that the level and the URL
// similarity of what it finds are 0.
type INDESIT struct {
	Jaccard bool // pages are similar by their Jaccard coefficient rather than by their distance
}

// skipAfter is the number of links of a collection into one cluster after
// which the rest of the collection is not followed (§2.3.2).
const skipAfter = 3

// Name is "indesit", "indesit+jaccard" with that.
func (m INDESIT) Name() string { return methodName(m.Jaccard, "indesit") }

// Expand searches from each sample.
//
// Cost: a few downloads for each link collection of the sample and of the pages
// next to it, and all pages on link collections that lead to nothing but similar
// pages. An evaluation is the comparison of a page's schema with the target's.
func (m INDESIT) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	return byStructure(ctx, m.Name(), src, samples, opt, m.Jaccard, func(c *clusters) structureSearch {
		x := indesit{c}
		return func(ctx context.Context, sample *site.Page) ([]*site.Page, error) {
			return x.search(ctx, []*site.Page{sample}, []schemaID{x.cluster(sample)})
		}
	})
}

// indesit is a run of INDESIT.
type indesit struct{ *clusters }

// search finds the pages similar to those given, which are of one cluster, the
// last of under. The others of under are those whose searches led to this one.
func (x indesit) search(ctx context.Context, pages []*site.Page, under []schemaID) ([]*site.Page, error) {
	target := under[len(under)-1]
	near, err := x.neighbours(ctx, pages)
	if err != nil {
		return nil, err
	}
	known := newPageSet(pages...)
	for _, c := range near {
		for _, n := range c.pages.list {
			if x.isSimilar(n, target) {
				known.add(n)
			}
		}
	}
	near = slices.DeleteFunc(near, func(c *neighbour) bool { return c.cluster == target })
	for {
		for _, c := range near {
			if err := x.score(ctx, c, target, known); err != nil {
				return nil, err
			}
		}
		near = slices.DeleteFunc(near, func(c *neighbour) bool { return c.score == 0 })
		if len(near) == 0 {
			break
		}
		index := slices.MaxFunc(near, func(a, b *neighbour) int { return cmp.Compare(a.score, b.score) })
		near = slices.DeleteFunc(near, func(c *neighbour) bool { return c == index })
		list := index.pages.list
		if x.permitted(index.cluster, under) {
			if list, err = x.search(ctx, list, append(slices.Clip(under), index.cluster)); err != nil {
				return nil, err
			}
		}
		if err := x.gather(ctx, list, index.back, target, known); err != nil {
			return nil, err
		}
	}
	return known.list, nil
}

// permitted reports whether a search for a cluster may begin under others.
func (x indesit) permitted(c schemaID, under []schemaID) bool {
	return len(under) < x.site.Options.Height && !slices.ContainsFunc(under, func(u schemaID) bool { return x.similar(c, u) })
}

// neighbour is a cluster of the pages next to the target's.
type neighbour struct {
	cluster schemaID
	pages   *pageSet
	links   []*classLink
	back    []page.LinkPath // class-links with a positive score
	score   float64         // sum of theirs
}

// classLink is the link collections of a cluster's pages on one link-path.
type classLink struct {
	path page.LinkPath
	dead bool // leads to pages that are not similar to the target
}

// neighbours follows the link collections of pages of one cluster, and groups
// what is reached by schema, in the order in which clusters are met (step 1).
// Their own cluster may be among these.
func (x indesit) neighbours(ctx context.Context, pages []*site.Page) ([]*neighbour, error) {
	type entry struct {
		path    page.LinkPath
		cluster schemaID
	}
	at := make(map[schemaID]*neighbour)
	var list []*neighbour
	own := x.cluster(pages[0])
	for _, p := range pages {
		led := make(map[entry]int)
		full := make(map[page.LinkPath]bool)
		for _, l := range p.Links {
			if full[l.Path] {
				continue
			}
			n, err := x.follow(ctx, p, l)
			if err != nil {
				return nil, err
			}
			if n == nil {
				continue
			}
			e := entry{l.Path, x.cluster(n)}
			c := at[e.cluster]
			if c == nil {
				c = &neighbour{cluster: e.cluster, pages: newPageSet()}
				at[e.cluster] = c
				list = append(list, c)
			}
			c.pages.add(n)
			if led[e]++; led[e] == skipAfter && e.cluster != own {
				full[l.Path] = true
			}
		}
	}
	for _, c := range list {
		for _, path := range x.schemas[c.cluster] {
			c.links = append(c.links, &classLink{path: path})
		}
	}
	return list, nil
}

// score rates a cluster by the sum of its back class-links' scores, and names
// these (step 2). The score of a class-link is the number of new pages similar
// to the target, to which its link collections lead
// on average; it is 0 as soon as one leads to a page that is not similar, and
// remains so, and as long as none leads back to a known page.
func (x indesit) score(ctx context.Context, c *neighbour, target schemaID, known *pageSet) error {
	c.score, c.back = 0, c.back[:0]
	for _, cl := range c.links {
		fresh, err := x.earn(ctx, c, cl, target, known)
		if err != nil {
			return err
		}
		if fresh > 0 {
			c.back = append(c.back, cl.path)
			c.score += float64(fresh) / float64(len(c.pages.list))
		}
	}
	return nil
}

// earn counts the new pages on all link collections of a class-link.
func (x indesit) earn(ctx context.Context, c *neighbour, cl *classLink, target schemaID, known *pageSet) (int, error) {
	if cl.dead || !x.back(c, cl, known) {
		return 0, nil
	}
	total := 0
	for _, p := range c.pages.list {
		fresh := newPageSet()
		for _, l := range p.Links {
			if l.Path != cl.path {
				continue
			}
			n, err := x.follow(ctx, p, l)
			if err != nil {
				return 0, err
			}
			if n == nil {
				continue
			}
			if !x.isSimilar(n, target) {
				cl.dead = true
				return 0, nil
			}
			if !known.has[n] {
				fresh.add(n)
			}
		}
		total += len(fresh.list)
	}
	return total, nil
}

// back reports whether a class-link has a link to a known page of the target.
func (x indesit) back(c *neighbour, cl *classLink, known *pageSet) bool {
	for _, p := range c.pages.list {
		for _, l := range p.Links {
			if l.Path == cl.path && known.has[x.site.Page(l.To)] {
				return true
			}
		}
	}
	return false
}

// gather follows the link collections on back of index pages, and adds what is
// similar to the target to the known pages (step 3).
func (x indesit) gather(ctx context.Context, index []*site.Page, back []page.LinkPath, target schemaID, known *pageSet) error {
	for _, p := range index {
		reached := newPageSet()
		if err := x.reach(ctx, p, back, reached); err != nil {
			return err
		}
		for _, n := range reached.list {
			if x.isSimilar(n, target) {
				known.add(n)
			}
		}
	}
	return nil
}
