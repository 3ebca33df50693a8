package evidence

import (
	"cmp"
	"maps"
	"slices"

	"verde/page"
	"verde/urlcluster"
)

// MinEntities is the number of entities that a site has to answer queries for to
// be looked at (VerDE §V).
const MinEntities = 2

// A Candidate is a site that queries for several entities led to.
type Candidate struct {
	Site    string   `json:"site"`
	Support int      `json:"support"` // entities whose queries lead to its best cluster; queries restricted to the site are none
	URLs    []string `json:"urls"`    // of its relevant clusters
}

// Candidates clusters the URLs and gives the sites that have a relevant cluster
// (VerDE §V), except sites for which leaveOut is true, if it is not nil. Order: by the
// support of their best cluster, then by name.
//
// Clusters at the cuts 1 to maxCut are joined by groups of one shape whose
// results are titled with what was asked for: a site that spells an entity's
// name, maker and number into its URLs has pages farther apart than any cut.
// Cost: that of [urlcluster.Group] for each cut.
func (r *Results) Candidates(leaveOut func(site string) bool, maxCut int) []Candidate {
	var items []urlcluster.Item
	var urls []string
	for _, url := range r.urls {
		if leaveOut != nil && leaveOut(page.Site(url)) {
			continue
		}
		urls = append(urls, url)
		for _, id := range r.QueriesTo(url) {
			items = append(items, urlcluster.Item{URL: url, Query: r.Entity(id)})
		}
	}
	found := map[string]*Candidate{}
	in := map[string]bool{}
	add := func(site string, support int, urls []string) {
		c := found[site]
		if c == nil {
			c = &Candidate{Site: site}
			found[site] = c
		}
		c.Support = max(c.Support, support)
		for _, url := range urls {
			if !in[url] {
				in[url] = true
				c.URLs = append(c.URLs, url)
			}
		}
	}
	for cut := 1; cut <= maxCut; cut++ {
		for _, c := range urlcluster.Group(items, cut) {
			if urlcluster.Relevant(c) {
				add(c.Site, c.Support, c.URLs)
			}
		}
	}
	for _, g := range r.Groups(urls) {
		if g.Titled >= MinEntities {
			add(page.Site(g.URLs[0]), g.Titled, g.URLs)
		}
	}
	list := make([]Candidate, 0, len(found))
	for _, c := range found {
		c.Support = min(c.Support, r.unrestrictedSupport(c.URLs))
		list = append(list, *c)
	}
	slices.SortFunc(list, func(p, q Candidate) int {
		return cmp.Or(cmp.Compare(q.Support, p.Support), cmp.Compare(p.Site, q.Site))
	})
	return list
}

// LowSupport lists the sites that too few queries lead to for a candidate, but
// with a result titled with an entity that was asked for: they are worth being asked again.
// Sites that were asked by themselves before are none. Order: those with most
// such results first, then by name. Cost: linear.
func (r *Results) LowSupport(leaveOut func(site string) bool, candidates []Candidate) []string {
	other := map[string]bool{} // sites that are not asked again
	for _, c := range candidates {
		other[c.Site] = true
	}
	for _, q := range r.queries {
		other[q.Site] = true
	}
	titled := map[string]int{}
	for _, url := range r.urls {
		if site := page.Site(url); !other[site] && !leaveOut(site) && r.TitledByAny(url) {
			titled[site]++
		}
	}
	return slices.SortedFunc(maps.Keys(titled), func(p, q string) int {
		return cmp.Or(cmp.Compare(titled[q], titled[p]), cmp.Compare(p, q))
	})
}
