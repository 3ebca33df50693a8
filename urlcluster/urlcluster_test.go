package urlcluster

import (
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
		{[]string{"http://a.org/x?l=en&id=1", "http://a.org/x?id=22", "http://a.org/x?id=3&p"}, "a.org/x?id=*[&l=en][&p]"},
		{[]string{"http://a.org/x", "http://a.org/x?id=22"}, "a.org/x[?id=22]"},
		{[]string{"http://a.org/prod/emma-jane/1.html", "http://a.org/prod/dracula/22.html"}, "a.org/prod/*/*.html"},
		{[]string{"::"}, "::/"},
	} {
		if got := pattern(test.urls); got != test.want {
			t.Errorf("pattern(%q) = %q, want %q", test.urls, got, test.want)
		}
	}
}

func TestChooseCut(t *testing.T) {
	t.Parallel()
	urls := []string{
		"http://a.example/book/emma/1", "http://a.example/book/ulysses/2", "http://a.example/book/dracula/3",
		"http://a.example/help/order/91", "http://a.example/help/order/92", "http://a.example/list/dracula/77",
	}
	for name, test := range map[string]struct {
		schema map[string]string
		want   int
	}{
		"nothing seen":          {nil, 1},
		"one make":              {map[string]string{urls[0]: "book", urls[2]: "book"}, 3},
		"others at three":       {map[string]string{urls[0]: "book", urls[4]: "help"}, 2},
		"others at two":         {map[string]string{urls[0]: "book", urls[5]: "list"}, 1},
		"mixed from the start":  {map[string]string{urls[3]: "help", urls[4]: "list"}, 1},
		"of pages not in there": {map[string]string{"http://b.example/": "home"}, 1},
	} {
		if got := ChooseCut(urls, test.schema); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestGroupRepeats(t *testing.T) {
	t.Parallel()
	var items []Item
	for i := range 30_000 {
		items = append(items, Item{"http://a.example/", string(rune('a' + i%2))}, Item{"http://a.example/", string(rune('a' + i%2))})
	}
	got := Group(items, 1)
	if len(got) != 1 || got[0].Support != 2 || len(got[0].Queries) != 2 || got[0].Pattern != "a.example/" {
		t.Errorf("%+v", got)
	}
}
