package evidence

import (
	"cmp"
	"maps"
	"slices"

	"verde/page"
	"verde/urlcluster"
)

// MinEntities is the number of entities, asked for by queries that lead to a site, from
// which on the site is a candidate (VerDE §V).
const MinEntities = 2

// A Candidate is a site that queries for several entities led to.
type Candidate struct {
	Site    string   `json:"site"`
	Support int      `json:"support"` // entities whose queries lead to its best cluster; queries restricted to the site do not count
	URLs    []string `json:"urls"`    // of its relevant clusters
}

// Candidates clusters the URLs and gives the sites that have a relevant cluster
// (VerDE §V), except sites for which leaveOut is true, if it is not nil. Order: by the
// support of their best cluster, then by name.
//
// Clusters are made at each cut from 1 to maxCut. Beyond the paper, a group of one shape
// counts as a relevant cluster if its results are titled with MinEntities entities: a
// site that spells an entity's name, maker and number into its URLs has pages farther
// apart than any cut.
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
	bySite := map[string]*Candidate{}
	added := map[string]bool{} // URLs
	add := func(site string, support int, urls []string) {
		c := bySite[site]
		if c == nil {
			c = &Candidate{Site: site}
			bySite[site] = c
		}
		c.Support = max(c.Support, support)
		for _, url := range urls {
			if !added[url] {
				added[url] = true
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
	list := make([]Candidate, 0, len(bySite))
	for _, c := range bySite {
		c.Support = min(c.Support, r.unrestrictedSupport(c.URLs))
		list = append(list, *c)
	}
	slices.SortFunc(list, func(p, q Candidate) int {
		return cmp.Or(cmp.Compare(q.Support, p.Support), cmp.Compare(p.Site, q.Site))
	})
	return list
}

// LowSupport lists sites that are no candidates since too few queries lead to them, but
// have a result titled with an entity that was asked for: queries restricted to such a
// site may find more. Sites that had such queries before are left out. Order: sites with
// most titled results first, then by name. Cost: linear.
func (r *Results) LowSupport(leaveOut func(site string) bool, candidates []Candidate) []string {
	skip := map[string]bool{} // sites
	for _, c := range candidates {
		skip[c.Site] = true
	}
	for _, q := range r.queries {
		skip[q.Site] = true
	}
	titled := map[string]int{}
	for _, url := range r.urls {
		if site := page.Site(url); !skip[site] && !leaveOut(site) && r.TitledByAny(url) {
			titled[site]++
		}
	}
	return slices.SortedFunc(maps.Keys(titled), func(p, q string) int {
		return cmp.Or(cmp.Compare(titled[q], titled[p]), cmp.Compare(p, q))
	})
}
