package verde

import (
	"cmp"
	"slices"
	"strings"

	"verde/urlcluster"
)

// A lead is the result URLs of a site that have one shape, the most promising
// first. A search engine finds a site's lists, reviews and print
// versions along with its entity pages; their URLs mostly differ in shape, and
// what one page of a shape turns out to be, the others likely are.
type lead struct {
	shape     string
	urls      []string
	instances int // things whose queries led to it
	named     int // of these, those that some result's title names
}

// leads sorts URLs by shape. Shapes that many results have whose title names
// what was asked for come first: a page that is titled with a thing is mostly
// about it. Cost: linear in the results, after sorting the shapes.
func (a *answers) leads(urls []string) []lead {
	byShape := map[string]*lead{}
	var order []*lead
	for i, shape := range urlcluster.Shapes(urls) {
		if byShape[shape] == nil {
			byShape[shape] = &lead{shape: shape}
			order = append(order, byShape[shape])
		}
		byShape[shape].urls = append(byShape[shape].urls, urls[i])
	}
	out := make([]lead, len(order))
	for i, l := range order {
		asked, named := map[string]bool{}, map[string]bool{}
		for _, url := range l.urls {
			for _, id := range a.asked[url] {
				asked[a.thing(id)] = true
				if a.titled(url, id) {
					named[a.thing(id)] = true
				}
			}
		}
		l.instances, l.named = len(asked), len(named)
		l.urls = a.diverse(l.urls)
		out[i] = *l
	}
	slices.SortStableFunc(out, func(p, q lead) int {
		return cmp.Or(cmp.Compare(q.named, p.named), cmp.Compare(q.instances, p.instances), cmp.Compare(p.shape, q.shape))
	})
	return out
}

// titled reports whether the title of a result has the name that a query asks
// for.
func (a *answers) titled(url, id string) bool {
	name := a.names[id]
	return name != "" && strings.Contains(" "+a.titles[url]+" ", " "+name+" ")
}

// named reports whether the title of a result has the name that some query
// asked for that led to it.
func (a *answers) named(url string) bool {
	return slices.ContainsFunc(a.asked[url], func(id string) bool { return a.titled(url, id) })
}

// diverse orders URLs in rounds of one an instance, each instance's URLs with
// its name in their title first.
func (a *answers) diverse(urls []string) []string {
	byQuery := map[string][]string{}
	var order []string
	for _, url := range urls {
		ids := a.asked[url]
		id := ids[max(0, slices.IndexFunc(ids, func(id string) bool { return a.titled(url, id) }))]
		if byQuery[id] == nil {
			order = append(order, id)
		}
		byQuery[id] = append(byQuery[id], url)
	}
	for id, urls := range byQuery {
		slices.SortStableFunc(urls, func(p, q string) int {
			return cmp.Compare(btoi(a.titled(q, id)), btoi(a.titled(p, id)))
		})
	}
	slices.SortStableFunc(order, func(p, q string) int {
		return cmp.Compare(btoi(a.titled(byQuery[q][0], q)), btoi(a.titled(byQuery[p][0], p)))
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

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
