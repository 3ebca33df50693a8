package evidence

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/query"
	"verde/urlcluster"
	"verde/values"
)

// A Group is the URLs of a site that have one shape, the most promising first.
type Group struct {
	Shape    string // of the URLs; see [urlcluster.Shapes]
	URLs     []string
	Entities int // entities whose queries led to the URLs
	Titled   int // of these, entities whose name the title of some result has; see [Results.Titled]
	Named    int // of these, entities whose name is the title of some result; see [Results.Named]
}

// Groups divides URLs, of one site or several, by their shape. Groups with most entities
// in the titles of their results come first: a page that is titled with an entity is
// mostly about it. Cost: linear in the results, and sorting the shapes.
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
		best := make(map[string]scoredQuery, len(g.URLs))
		siteParts := r.siteParts(g.URLs)
		for _, url := range g.URLs {
			for _, id := range r.QueriesTo(url) {
				entity, rank := r.Entity(id), r.rank(url, id, siteParts)
				asked[entity] = true
				if rank >= hasName {
					titled[entity] = true
				}
				if rank >= isName {
					named[entity] = true
				}
				score := 2 * rank
				if !r.queries[id].Unasked {
					score++
				}
				if b, ok := best[url]; !ok || score > b.score {
					best[url] = scoredQuery{id, score}
				}
			}
		}
		g.Entities, g.Titled, g.Named = len(asked), len(titled), len(named)
		g.URLs = roundRobinByQuery(g.URLs, best)
	}
	slices.SortStableFunc(out, func(p, q Group) int {
		return cmp.Or(cmp.Compare(q.Titled, p.Titled), cmp.Compare(q.Entities, p.Entities), cmp.Compare(p.Shape, q.Shape))
	})
	return out
}

// scoredQuery is one of the queries that led to a URL. The score is greater the more
// certainly the page is about the entity asked for: twice the rank of its title, plus one
// if the query was asked, since an engine that found the page by it knows that the page
// has the query's other values, too.
type scoredQuery struct {
	id    string
	score int
}

// roundRobinByQuery orders URLs in rounds with one URL of each query, where a URL belongs
// to its best query. Each query's URLs come by descending score, and so do the queries by
// their first URLs.
func roundRobinByQuery(urls []string, best map[string]scoredQuery) []string {
	byQuery := map[string][]string{}
	var order []string
	for _, url := range urls {
		id := best[url].id
		if byQuery[id] == nil {
			order = append(order, id)
		}
		byQuery[id] = append(byQuery[id], url)
	}
	for _, urls := range byQuery {
		slices.SortStableFunc(urls, func(p, q string) int { return cmp.Compare(best[q].score, best[p].score) })
	}
	slices.SortStableFunc(order, func(p, q string) int {
		return cmp.Compare(best[byQuery[q][0]].score, best[byQuery[p][0]].score)
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

// Ranks of the title of a result: the greater, the more certainly its page is about the
// entity asked for.
const (
	noName   = iota // the title does not have the name
	hasName         // the title has the name, see [Results.Titled]
	isName          // some parts of the title are the name, see [Results.Named]
	onlyName        // the title is the name and parts that most titles of the group have
)

// rank is the rank of the title of a URL's result for a query. siteParts are those of the
// URL's group.
func (r *Results) rank(url, queryID string, siteParts map[string]bool) int {
	switch {
	case r.isOnlyNamed(url, queryID, siteParts):
		return onlyName
	case r.Named(url, queryID):
		return isName
	case r.Titled(url, queryID):
		return hasName
	}
	return noName
}

// siteParts gives the keys of the parts that more than half of the titles of some URLs
// have, and at least two: such a part is the name of the site or a section. Cost: linear
// in the titles.
func (r *Results) siteParts(urls []string) map[string]bool {
	titles, count := 0, map[string]int{}
	for _, url := range urls {
		keys := partTexts(r.Title(url))
		if len(keys) > 0 {
			titles++
		}
		for i, text := range keys {
			keys[i] = query.Key(text)
		}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			count[key]++
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n < 2 || 2*n <= titles })
	out := make(map[string]bool, len(count))
	for key := range count {
		out[key] = true
	}
	return out
}

// isOnlyNamed reports whether the title of a URL's result is the name that a query asks
// for, without the parts of the site. A title with another part may be that of a list:
// "Aalto - Zumthor".
func (r *Results) isOnlyNamed(url, queryID string, siteParts map[string]bool) bool {
	parts := partTexts(r.Title(url))
	return slices.ContainsFunc(r.nameForms[queryID], func(name values.Form) bool {
		rest := slices.DeleteFunc(slices.Clone(parts), func(text string) bool { return siteParts[query.Key(text)] && !values.NewForm(text).Is(name) })
		return values.NewForm(strings.Join(rest, " ")).Is(name)
	})
}
