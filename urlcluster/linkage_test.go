package urlcluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/unionfind"
)

// naive is single linkage from the full distance matrix.
func naive(urls []string, cut int) [][]int {
	f := unionfind.New(len(urls))
	vectors := make([]urlVector, len(urls))
	for i := range urls {
		vectors[i] = splitAny(nil, urls[i])
		for j := range i {
			if vectors[i].authority == vectors[j].authority && vectors[i].distance(vectors[j]) <= cut {
				f.Union(int32(i), int32(j))
			}
		}
	}
	var out [][]int
	number := map[int32]int{}
	for i := range urls {
		r := f.Find(int32(i))
		if _, ok := number[r]; !ok {
			number[r] = len(out)
			out = append(out, nil)
		}
		out[number[r]] = append(out[number[r]], i)
	}
	return out
}

func randomURLs(r *rand.Rand, n, maxParts, alphabet int) []string {
	urls := make([]string, n)
	for i := range urls {
		u := []string{"http", "https"}[r.IntN(20)/19] + fmt.Sprintf("://h%d.example", r.IntN(2))
		for range r.IntN(maxParts + 1) {
			u += fmt.Sprintf("/%d", r.IntN(alphabet))
		}
		if r.IntN(4) == 0 {
			u += fmt.Sprintf("?q=%d", r.IntN(alphabet))
		}
		urls[i] = u
	}
	return urls
}

// near makes URLs of so many path parts around a few centres, at most so many
// parts away: chains, gaps and ties at every cut.
func nearURLs(r *rand.Rand, n, length, centres, away int) []string {
	urls := make([]string, n)
	for i := range urls {
		centre := rand.New(rand.NewPCG(uint64(length), uint64(r.IntN(centres))))
		parts := make([]string, length)
		for j := range parts {
			parts[j] = fmt.Sprint(centre.IntN(3))
		}
		for range r.IntN(away + 1) {
			parts[r.IntN(length)] = fmt.Sprint(r.IntN(3))
		}
		urls[i] = "http://h.example/" + strings.Join(parts[:max(1, length-r.IntN(3))], "/")
	}
	return urls
}

// divided is Components with groups divided before they are compared, and with
// hashes of which the given bits are missing.
func divided(urls []string, cut int, missing uint64) [][]int {
	f := unionfind.New(len(urls))
	eachHost(urls, f, func(h *host) {
		h.pairwiseFactor, h.weaken = 0, missing
		h.hashURLs(h.members)
		h.link(cut)
	})
	return f.Sets()
}

func TestComponentsEqualNaive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	merged := [MaxCut + 1]int{}
	for trial := range 40 {
		var urls []string
		switch trial % 4 {
		case 0:
			urls = randomURLs(r, 1+r.IntN(60), 1+r.IntN(8), 2+r.IntN(12))
		case 1:
			urls = nearURLs(r, 1+r.IntN(120), 3+r.IntN(8), 1+r.IntN(12), 3)
		case 2: // so many positions that groups are divided
			urls = nearURLs(r, 40+r.IntN(120), 12+r.IntN(60), 1+r.IntN(20), 6)
		case 3:
			urls = append(randomURLs(r, 40, 30, 2), nearURLs(r, 100, 40, 30, 9)...)
			long := "http://h.example"
			for i := range 200 {
				long += fmt.Sprintf("/%d", i)
			}
			urls = append(urls, long, long+"/x", long+"/x/y", long+"/x/y/z/z", long+"?a=1", long)
		}
		var merges []Merge
		for cut := 0; cut <= MaxCut; cut++ {
			want := naive(urls, cut)
			if d := cmp.Diff(want, Components(urls, cut)); d != "" {
				t.Fatalf("trial %d, cut %d (-naive +got):\n%s\n%q", trial, cut, d, urls)
			}
			for _, missing := range []uint64{0, ^uint64(7)} {
				if d := cmp.Diff(want, divided(urls, cut, missing)); d != "" {
					t.Fatalf("trial %d, cut %d, bits %x of hashes missing (-naive +got):\n%s\n%q", trial, cut, missing, d, urls)
				}
			}
			merged[cut] += len(urls) - len(want)
			merges = addMerges(merges, want, cut)
		}
		if d := cmp.Diff(merges, Dendrogram(urls, MaxCut)); d != "" {
			t.Fatalf("trial %d: Dendrogram (-naive +got):\n%s", trial, d)
		}
	}
	for cut, n := range merged {
		if n == 0 || cut > 0 && n == merged[cut-1] {
			t.Errorf("the URLs tell nothing: %v merged at the cuts", merged)
		}
	}
}

// addMerges appends the merges that lead to the components at a height.
func addMerges(merges []Merge, components [][]int, height int) []Merge {
	done := map[int]bool{}
	for _, m := range merges {
		done[m.B] = true
	}
	var add []Merge
	for _, c := range components {
		for _, b := range c[1:] {
			if !done[b] {
				add = append(add, Merge{c[0], b, height})
			}
		}
	}
	slices.SortFunc(add, func(a, b Merge) int { return a.B - b.B })
	return append(merges, add...)
}

// The worked example: VerDE's Figure 4 has clusters at 2 that it has not at 1.
func TestDendrogram(t *testing.T) {
	t.Parallel()
	urls := []string{
		"http://www.shelfari.com/books/8515328/The-Landscape-of-History",
		"http://www.alibris.com/Power/book/5267499",
		"http://www.shelfari.com/books/373097/Stone-Rain",
		"http://www.shelfari.com/books/373097/Stone-Rain",
		"http://www.shelfari.com/books/373097/reviews",
		"http://www.alibris.com/African-Cry/book/158642",
		"http://www.alibris.com/",
	}
	want := []Merge{{2, 3, 0}, {2, 4, 1}, {0, 2, 2}, {1, 5, 2}, {1, 6, 3}}
	if d := cmp.Diff(want, Dendrogram(urls, MaxCut)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := Dendrogram(nil, MaxCut); len(got) != 0 {
		t.Errorf("no URLs: %v", got)
	}
}

// Inputs that would explode if all choices of positions, or all pairs, were
// gone through: they would not end within the tests' time.
func TestAdversarial(t *testing.T) {
	t.Parallel()
	const n = 2000
	long := func(change func(i, position int) int) []string {
		urls := make([]string, n)
		var b strings.Builder
		for i := range urls {
			b.Reset()
			b.WriteString("http://h.example")
			for position := range 200 {
				fmt.Fprintf(&b, "/%d", change(i, position))
			}
			urls[i] = b.String()
		}
		return urls
	}
	r := rand.New(rand.NewPCG(5, 6))
	short := make([]string, 50_000)
	for i := range short {
		short[i] = fmt.Sprintf("http://h.example/%d/%d", i/1000, i%1000)
	}
	for name, test := range map[string]struct {
		urls []string
		want []int // number of components at the cuts 1 to 3
	}{
		"one cluster":     {short, []int{1, 1, 1}},
		"equal":           {slices.Repeat(short[:1], 50_000), []int{1, 1, 1}},
		"no two near":     {long(func(int, int) int { return r.IntN(2) }), []int{n, n, n}},
		"a long chain":    {long(func(i, p int) int { return (i + p) / 200 }), []int{1, 1, 1}},
		"a chain of twos": {long(func(i, p int) int { return (i + p/2*2) / 200 }), []int{n / 2, 1, 1}},
		"far at one end":  {long(func(i, p int) int { return min(1, p/196) * i }), []int{n, n, n}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for cut, want := range test.want {
				if got := Components(test.urls, cut+1); len(got) != want {
					t.Errorf("%d components at cut %d, want %d", len(got), cut+1, want)
				}
			}
		})
	}
}

// The quick way to split gives what net/url gives.
func FuzzSplitPlain(f *testing.F) {
	for _, s := range []string{"http://a.org/x//y/?q=1&b", "https://a-b.org", "http://a.org?x", "http://a.org:80/", "http://A.org/*", "http://a.org/%41",
		"http:///x", "http://a.org/x y", "http://a.org/x?a b\"", "http://a.org/#f", "http://a.org/[x]", "http://./", "http://-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, ok := splitPlain(nil, raw)
		if !ok {
			return
		}
		if want := splitAny(nil, raw); got.authority != want.authority || !slices.Equal(got.parts, want.parts) {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	})
}

func BenchmarkComponents(b *testing.B) {
	for _, n := range []int{20_000, 1_000_000} {
		r := rand.New(rand.NewPCG(3, 4))
		urls := make([]string, n)
		for i := range urls {
			urls[i] = fmt.Sprintf("http://s%d.example/cat/%d/item-%d.html", r.IntN(1+n/200), r.IntN(50), r.IntN(1<<30))
		}
		for cut := 1; cut <= MaxCut; cut++ {
			b.Run(fmt.Sprintf("n=%d/cut=%d", n, cut), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Components(urls, cut)
				}
			})
		}
	}
}
