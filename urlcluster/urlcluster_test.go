package urlcluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The cases of VerDE's Algorithm 1, and URLs of its Figure 4.
func TestDissimilarity(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"http://a.org/x/y", "http://a.org/x/y", 0},
		{"http://a.org/x/y", "http://b.org/x/y", Infinity},
		{"http://a.org/x", "http://a.org:8080/x", Infinity},
		{"http://a.org/x/y", "https://a.org/x/y", 1},
		{"http://a.org/x?a=1", "http://a.org/x?a=2", 1},
		{"http://a.org/x#a", "http://a.org/x#b", 1},
		{"http://a.org/x?a=1#b", "https://a.org/y", 4},
		{"http://a.org/x", "http://a.org/x/y/z", 2},
		{"http://a.org/x//y/", "http://a.org/x/y", 0},
		{"http://www.rakuten.com/prod/the-cold-war-a-new-history/31198770.html", "http://www.rakuten.com/prod/your-first-year-in-network-marketing/30327356.html", 2},
		{"http://www.shelfari.com/books/8515328/The-Landscape-of-History", "http://www.shelfari.com/books/373097/Stone-Rain", 2},
		{"http://www.abebooks.com/book-search/kw/factotum/page-1/", "http://www.abebooks.com/book-search/title/sharpes-prey/page-1/", 2},
		{"http://www.alibris.com/Power/book/5267499", "http://www.alibris.com/African-Cry/book/158642", 2},
		{"::bad", "::bad", 0},
		{"::bad", "::worse", Infinity},
	} {
		if got := Dissimilarity(test.a, test.b); got != test.want {
			t.Errorf("Dissimilarity(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := Dissimilarity(test.b, test.a); got != test.want {
			t.Errorf("Dissimilarity(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

// naive is single linkage from the full distance matrix.
func naive(urls []string, cut int) [][]int {
	f := newForest(len(urls))
	for i := range urls {
		for j := range i {
			if Dissimilarity(urls[i], urls[j]) <= cut {
				f.union(i, j)
			}
		}
	}
	groups := map[int][]int{}
	var roots []int
	for i := range urls {
		r := f.find(i)
		if groups[r] == nil {
			roots = append(roots, r)
		}
		groups[r] = append(groups[r], i)
	}
	var out [][]int
	for _, r := range roots {
		out = append(out, groups[r])
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

func TestComponentsEqualNaive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	merged := 0
	for trial := range 150 {
		urls := randomURLs(r, 1+r.IntN(60), 1+r.IntN(8), 2+r.IntN(12))
		if trial%5 == 0 { // around and over the length from which blocks are used
			urls = append(urls, randomURLs(r, 30, 30, 2)...)
			long := "http://h0.example"
			for i := range 200 {
				long += fmt.Sprintf("/%d", i)
			}
			urls = append(urls, long, long+"/x", long+"/x/y", long+"/x/y/z/z", long+"?a=1")
		}
		for cut := 1; cut <= MaxCut; cut++ {
			got, want := Components(urls, cut), naive(urls, cut)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("trial %d, cut %d (-naive +got):\n%s\n%q", trial, cut, d, urls)
			}
			merged += len(urls) - len(got)
		}
	}
	if merged == 0 {
		t.Error("no trial merged anything")
	}
}

func TestGroup(t *testing.T) {
	t.Parallel()
	items := []Item{
		{"http://www.shop.example/prod/a-tale/1.html", "q1"}, {"http://www.shop.example/prod/emma/22.html", "q2"},
		{"http://www.shop.example/prod/emma/22.html", "q3"}, {"http://www.shop.example/help", "q1"},
		{"http://blog.example/2020/emma", "q2"}, {"http://blog.example/2020/emma", "q2"},
		{"http://one.example/p?id=1", "q1"}, {"http://one.example/p?id=2", "q1"},
	}
	got := Group(items, 2)
	want := []Cluster{
		{"shop.example", "www.shop.example/prod/*/*.html", []string{items[0].URL, items[1].URL}, []string{"q1", "q2", "q3"}, 3, 2},
		{"one.example", "one.example/p?id=*", []string{items[6].URL, items[7].URL}, []string{"q1"}, 1, 2},
		{"blog.example", "blog.example/2020/emma", []string{items[4].URL}, []string{"q2"}, 1, 2},
		{"shop.example", "www.shop.example/help", []string{items[3].URL}, []string{"q1"}, 1, 2},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("Group (-want +got):\n%s", d)
	}
	var relevant []bool
	for _, c := range got {
		relevant = append(relevant, Relevant(c))
	}
	if !slices.Equal(relevant, []bool{true, false, false, false}) {
		t.Errorf("Relevant = %v", relevant)
	}
	if at1 := Group(items, 1); len(at1) != 5 {
		t.Errorf("%d clusters at cut 1, want 5", len(at1))
	}
}

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		urls []string
		want string
	}{
		{[]string{"http://a.org/"}, "a.org/"},
		{[]string{"http://a.org/b/item-12.htm", "http://a.org/b/item-7.htm", "http://a.org/b/item-100.htm"}, "a.org/b/item-*.htm"},
		{[]string{"http://a.org/b", "http://a.org/b/c"}, "a.org/b[/*]"},
		{[]string{"http://a.org/aa", "http://a.org/aaa"}, "a.org/*"},
		{[]string{"http://a.org/x?id=1&l=en", "http://a.org/x?id=22&l=en"}, "a.org/x?id=*&l=en"},
	} {
		if got := pattern(test.urls); got != test.want {
			t.Errorf("pattern(%q) = %q, want %q", test.urls, got, test.want)
		}
	}
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
