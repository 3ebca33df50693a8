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
	Titled   int // of these, those that some result's title names
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
		asked, titled := map[string]bool{}, map[string]bool{}
		for _, url := range g.URLs {
			for _, id := range r.QueriesTo(url) {
				asked[r.Entity(id)] = true
				if r.Titled(url, id) {
					titled[r.Entity(id)] = true
				}
			}
		}
		g.Entities, g.Titled = len(asked), len(titled)
		g.URLs = r.roundRobinByQuery(g.URLs)
	}
	slices.SortStableFunc(out, func(p, q Group) int {
		return cmp.Or(cmp.Compare(q.Titled, p.Titled), cmp.Compare(q.Entities, p.Entities), cmp.Compare(p.Shape, q.Shape))
	})
	return out
}

// roundRobinByQuery orders URLs in rounds of one a query, each query's URLs with
// its name in their title first.
func (r *Results) roundRobinByQuery(urls []string) []string {
	byQuery := map[string][]string{}
	var order []string
	for _, url := range urls {
		ids := r.QueriesTo(url)
		id := ids[max(0, slices.IndexFunc(ids, func(id string) bool { return r.Titled(url, id) }))]
		if byQuery[id] == nil {
			order = append(order, id)
		}
		byQuery[id] = append(byQuery[id], url)
	}
	for id, urls := range byQuery {
		slices.SortStableFunc(urls, func(p, q string) int { return trueFirst(r.Titled(p, id), r.Titled(q, id)) })
	}
	slices.SortStableFunc(order, func(p, q string) int {
		return trueFirst(r.Titled(byQuery[p][0], p), r.Titled(byQuery[q][0], q))
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

// trueFirst compares two answers to a question, a yes before a no.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
