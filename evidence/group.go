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
		best := make(map[string]lead, len(g.URLs))
		own := r.sitesOwn(g.URLs)
		for _, url := range g.URLs {
			for _, id := range r.QueriesTo(url) {
				entity, sure := r.Entity(id), r.rank(url, id, own)
				asked[entity] = true
				if sure >= hasName {
					titled[entity] = true
				}
				if sure >= isName {
					named[entity] = true
				}
				sure *= 2
				if !r.queries[id].Unasked {
					sure++
				}
				if b, ok := best[url]; !ok || sure > b.sure {
					best[url] = lead{id, sure}
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

// lead is the query whose name a URL is surest to be about, of those that led to it, and
// how sure that is.
type lead struct {
	queryID string
	sure    int // twice its rank, and one more if it was asked: an engine that found the page knows that it has the query's other values, too
}

// roundRobinByQuery orders URLs in rounds of one a query, each query's URLs that are
// titled with nothing but its name first, then those with the name in their title. best
// has the lead of each URL.
func roundRobinByQuery(urls []string, best map[string]lead) []string {
	byQuery := map[string][]string{}
	var order []string
	for _, url := range urls {
		id := best[url].queryID
		if byQuery[id] == nil {
			order = append(order, id)
		}
		byQuery[id] = append(byQuery[id], url)
	}
	for _, urls := range byQuery {
		slices.SortStableFunc(urls, func(p, q string) int { return cmp.Compare(best[q].sure, best[p].sure) })
	}
	slices.SortStableFunc(order, func(p, q string) int {
		return cmp.Compare(best[byQuery[q][0]].sure, best[byQuery[p][0]].sure)
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

// What a rank says of the title of a result, by [Results.rank].
const (
	noName   = iota // it has not the name that was asked for
	hasName         // it has it, see [Results.Titled]
	isName          // it is it, but for what stands around it, see [Results.Named]
	onlyName        // it is it, but for what stands around it in most titles of the group
)

// rank is how surely the page of a URL is about what a query asks for, by the title of
// its result; own is what most titles of its group have.
func (r *Results) rank(url, queryID string, own map[string]bool) int {
	switch {
	case r.onlyNamed(url, queryID, own):
		return onlyName
	case r.Named(url, queryID):
		return isName
	case r.Titled(url, queryID):
		return hasName
	}
	return noName
}

// sitesOwn gives the keys of the parts that most titles of some URLs have, as the name of
// their site. Of one title nobody knows. Cost: linear in the titles.
func (r *Results) sitesOwn(urls []string) map[string]bool {
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
	own := make(map[string]bool, len(count))
	for key := range count {
		own[key] = true
	}
	return own
}

// onlyNamed reports whether the title of a URL's result is the name that a query asks for
// and has nothing else but parts that are the site's own. A title that has another part
// beside may be that of a list: "Aalto - Zumthor".
func (r *Results) onlyNamed(url, queryID string, own map[string]bool) bool {
	parts := partTexts(r.Title(url))
	return slices.ContainsFunc(r.forms[queryID], func(name values.Form) bool {
		rest := slices.DeleteFunc(slices.Clone(parts), func(text string) bool { return own[query.Key(text)] && !values.NewForm(text).Is(name) })
		return values.NewForm(strings.Join(rest, " ")).Is(name)
	})
}
