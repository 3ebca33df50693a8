package urlcluster

import (
	"cmp"
	"math/bits"
	"slices"

	"verde/page"
)

// Answers are distinct results, for callers that read more results than fit into memory.
// The zero value is ready for use.
//
// Memory: for each distinct URL its length and about 150 bytes, 4 bytes for each query
// that it answers, and the queries' IDs once.
type Answers struct {
	urls    []string
	queries []numberSet // by URL: numbers of the queries
	index   map[string]uint32
	ids     []string
	numbers map[string]uint32 // of IDs
}

// Add keeps a result. It reports whether it was new.
func (a *Answers) Add(it Item) bool {
	if a.index == nil {
		a.index, a.numbers = map[string]uint32{}, map[string]uint32{}
	}
	q, known := a.numbers[it.Query]
	if !known {
		q = uint32(len(a.ids))
		a.numbers[it.Query] = q
		a.ids = append(a.ids, it.Query)
	}
	u, known := a.index[it.URL]
	if !known {
		u = uint32(len(a.urls))
		a.index[it.URL] = u
		a.urls, a.queries = append(a.urls, it.URL), append(a.queries, nil)
	}
	return a.queries[u].add(q)
}

// numberSet is a set of numbers in the memory of a sorted list, to which numbers can be
// added in any order: sorted runs, the longest first, whose lengths are the powers of two
// that sum up to the size of the set (Bentley and Saxe, Decomposable searching problems,
// 1980).
type numberSet []uint32

// add reports whether n was new. Cost: a binary search in each run, and to merge
// the last of them, at most log² of the length, amortised.
func (r *numberSet) add(n uint32) bool {
	for rest := *r; len(rest) > 0; {
		first := 1 << (bits.Len(uint(len(rest))) - 1)
		if _, old := slices.BinarySearch(rest[:first], n); old {
			return false
		}
		rest = rest[first:]
	}
	*r = append(*r, n)
	last := len(*r) & -len(*r)
	slices.Sort((*r)[len(*r)-last:])
	return true
}

// Has reports whether any query is known to lead to a URL.
func (a *Answers) Has(url string) bool {
	_, ok := a.index[url]
	return ok
}

// URLs is the number of distinct URLs.
func (a *Answers) URLs() int { return len(a.urls) }

// Queries is the number of distinct queries.
func (a *Answers) Queries() int { return len(a.ids) }

// Group is [Group] of all results that were added, where choose gives the cut of each
// site.
func (a *Answers) Group(choose func(site string, urls []string) int) []Cluster {
	bySite := map[string][]uint32{}
	for i, url := range a.urls {
		site := page.Site(url)
		bySite[site] = append(bySite[site], uint32(i))
	}
	var byCut [MaxCut + 1][]uint32 // URLs, by the cut of their sites
	for site, members := range bySite {
		cut := min(max(choose(site, a.urlsOf(members)), 1), MaxCut)
		byCut[cut] = append(byCut[cut], members...)
	}
	var out []Cluster
	for cut, members := range byCut {
		slices.Sort(members)
		for _, component := range Components(a.urlsOf(members), cut) {
			for i, k := range component {
				component[i] = int(members[k])
			}
			out = append(out, a.cluster(component, cut))
		}
	}
	slices.SortFunc(out, func(p, q Cluster) int { return cmp.Compare(a.index[p.URLs[0]], a.index[q.URLs[0]]) })
	slices.SortStableFunc(out, func(p, q Cluster) int {
		return cmp.Or(cmp.Compare(q.Support, p.Support), cmp.Compare(len(q.URLs), len(p.URLs)), cmp.Compare(p.Pattern, q.Pattern))
	})
	return out
}

// urlsOf gives URLs by their numbers.
func (a *Answers) urlsOf(members []uint32) []string {
	urls := make([]string, len(members))
	for i, m := range members {
		urls[i] = a.urls[m]
	}
	return urls
}

// cluster makes a cluster of the URLs with the given numbers.
func (a *Answers) cluster(members []int, cut int) Cluster {
	c := Cluster{Cut: cut, URLs: make([]string, len(members))}
	var answered []uint32
	for i, m := range members {
		c.URLs[i] = a.urls[m]
		answered = append(answered, a.queries[m]...)
	}
	slices.Sort(answered)
	answered = slices.Compact(answered)
	c.Queries = make([]string, len(answered))
	for i, q := range answered {
		c.Queries[i] = a.ids[q]
	}
	slices.Sort(c.Queries)
	c.Support = len(c.Queries)
	c.Site, c.Pattern = page.Site(c.URLs[0]), pattern(c.URLs)
	return c
}
