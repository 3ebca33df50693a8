package urlcluster

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"verde/internal/unionfind"
)

// Components gives the connected components of the URLs under steps of
// dissimilarity at most cut, which is what single linkage cut there gives. A
// component is the indexes of its URLs in ascending order; components come in
// the order of their first URL.
//
// Cost: see hammingjoin.go; hosts are processed in parallel.
func Components(urls []string, cut int) [][]int {
	f := unionfind.New(len(urls))
	eachHost(urls, f, func(h *host) { h.link(cut) })
	return f.Sets()
}

// Merge is a step of single linkage: the clusters whose first URLs are A and B
// become one, at the given dissimilarity.
type Merge struct {
	A, B   int // indexes of URLs; A < B, so that A is the first of the new cluster
	Height int
}

// Dendrogram gives all merges of single linkage up to a cut, in the order of
// their heights, then of B. Applied up to a lower height they give the
// [Components] there; equal URLs merge at 0.
//
// Cost: that of [Components] at each height.
func Dendrogram(urls []string, cut int) []Merge {
	f := unionfind.New(len(urls))
	var mu sync.Mutex
	var merges []Merge
	eachHost(urls, f, func(h *host) {
		var own []Merge
		first := slices.Clone(h.members) // of each cluster below the height
		for height := range cut + 1 {
			h.link(height)
			roots := first[:0]
			for _, b := range first {
				if a := f.Find(b); a != b {
					own = append(own, Merge{A: int(a), B: int(b), Height: height})
				} else {
					roots = append(roots, b)
				}
			}
			first = roots
		}
		mu.Lock()
		defer mu.Unlock()
		merges = append(merges, own...)
	})
	slices.SortFunc(merges, func(a, b Merge) int { return cmp.Or(cmp.Compare(a.Height, b.Height), cmp.Compare(a.B, b.B)) })
	return merges
}

// eachHost calls do with the URLs of every authority that has several, the largest
// authority first, on as many goroutines as there are processors.
func eachHost(urls []string, f unionfind.Forest, do func(*host)) {
	hosts := byAuthority(urls)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(hosts)) {
		wg.Go(func() {
			h := host{urls: urls, forest: f, pairwiseFactor: pairwiseFactor}
			for i := next.Add(1) - 1; int(i) < len(hosts); i = next.Add(1) - 1 {
				h.hashURLs(hosts[i])
				do(&h)
			}
		})
	}
	wg.Wait()
}

// byAuthority gives the indexes of the URLs of each authority that has more
// than one, in ascending order; the largest group first, then in the order of
// their first URLs.
func byAuthority(urls []string) [][]int32 {
	number := make([]int32, len(urls)) // of each URL's authority
	known := map[string]int32{}
	var counts []int
	var buf []string
	for i, u := range urls {
		p := splitInto(buf, u)
		buf = p.parts
		n, ok := known[p.authority]
		if !ok {
			n = int32(len(counts))
			known[p.authority] = n
			counts = append(counts, 0)
		}
		number[i] = n
		counts[n]++
	}
	all := make([]int32, len(urls))
	groups := make([][]int32, len(counts))
	from := 0
	for n, c := range counts {
		groups[n] = all[from : from : from+c]
		from += c
	}
	for i, n := range number {
		groups[n] = append(groups[n], int32(i))
	}
	groups = slices.DeleteFunc(groups, func(g []int32) bool { return len(g) < 2 })
	slices.SortStableFunc(groups, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	return groups
}
