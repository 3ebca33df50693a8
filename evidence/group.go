package evidence

import (
	"cmp"
	"slices"

	"verde/urlcluster"
)

// A Group is the URLs of a site that have one shape, the most promising first.
type Group struct {
	Shape    string // of the URLs; see [urlcluster.Shapes]
	URLs     []string
	Entities int // entities whose queries led to it
	Titled   int // of these, those that some result's title has
	Named    int // of these, those that some result's title names; see [Results.Named]
}

// Groups sorts URLs of one site or several by shape. Shapes that many results
// have whose title names what was asked for come first: a page that is titled
// with an entity is mostly about it. Cost: linear in the results, after sorting
// the shapes.
func (r *Results) Groups(urls []string) []Group {
	byShape := map[string]int{}
	var out []Group
	for i, shape := range urlcluster.Shapes(urls) {
		n, ok := byShape[shape]
		if !ok {
			n = len(out)
			byShape[shape] = n
			out = append(out, Group{Shape: shape})
		}
		out[n].URLs = append(out[n].URLs, urls[i])
	}
	for i := range out {
		g := &out[i]
		asked, titled, named := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, url := range g.URLs {
			for _, id := range r.QueriesTo(url) {
				asked[r.Entity(id)] = true
				if r.Titled(url, id) {
					titled[r.Entity(id)] = true
				}
				if r.Named(url, id) {
					named[r.Entity(id)] = true
				}
			}
		}
		g.Entities, g.Titled, g.Named = len(asked), len(titled), len(named)
		g.URLs = r.roundRobinByQuery(g.URLs)
	}
	slices.SortStableFunc(out, func(p, q Group) int {
		return cmp.Or(cmp.Compare(q.Titled, p.Titled), cmp.Compare(q.Entities, p.Entities), cmp.Compare(p.Shape, q.Shape))
	})
	return out
}

// roundRobinByQuery orders URLs in rounds of one a query, each query's URLs that are
// titled with nothing but its name first, then those with the name in their title.
func (r *Results) roundRobinByQuery(urls []string) []string {
	byQuery := map[string][]string{}
	rank := map[string]int{} // of a URL by the best query that led to it
	var order []string
	for _, url := range urls {
		ids := r.QueriesTo(url)
		best := ids[0]
		for _, id := range ids {
			if n := r.rank(url, id); n > rank[url] {
				best, rank[url] = id, n
			}
		}
		if byQuery[best] == nil {
			order = append(order, best)
		}
		byQuery[best] = append(byQuery[best], url)
	}
	for _, urls := range byQuery {
		slices.SortStableFunc(urls, func(p, q string) int { return cmp.Compare(rank[q], rank[p]) })
	}
	slices.SortStableFunc(order, func(p, q string) int {
		return cmp.Compare(rank[byQuery[q][0]], rank[byQuery[p][0]])
	})
	out := make([]string, 0, len(urls))
	for i := 0; len(out) < len(urls); i++ {
		for _, id := range order {
			if i < len(byQuery[id]) {
				out = append(out, byQuery[id][i])
			}
		}
	}
	return out
}

// rank is how surely the page of a URL is about what a query asks for, by the title of
// its result.
func (r *Results) rank(url, queryID string) int {
	switch {
	case r.Named(url, queryID):
		return 2
	case r.Titled(url, queryID):
		return 1
	}
	return 0
}
