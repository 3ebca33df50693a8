package urlcluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestShapes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ urls, want []string }{
		"templates side by side": {
			[]string{"http://a.example/shop/print?sku=1", "http://a.example/shop/item?sku=1", "http://a.example/shop/item?sku=2",
				"http://a.example/shop/print?sku=3", "http://a.example/shop/list?author=x"},
			[]string{"a.example/shop/print?sku=*", "a.example/shop/item?sku=*", "a.example/shop/item?sku=*",
				"a.example/shop/print?sku=*", "a.example/*/*?author=*"},
		},
		"more than MaxCut parts differ": {
			[]string{"http://a.example/emma/austen/1/pd/a1", "http://a.example/dracula/stoker/2/pd/b7", "http://a.example/ulysses/joyce/3/pd/c9",
				"http://a.example/emma/austen/1/about/a1"},
			[]string{"a.example/*/*/*/pd/*", "a.example/*/*/*/pd/*", "a.example/*/*/*/pd/*", "a.example/*/*/*/*/*"},
		},
		"values of the query": {
			[]string{"http://a.example/w?title=A&action=edit", "http://a.example/w?action=edit&title=B", "http://a.example/w?title=C&action=view",
				"http://a.example/w?title=D&action=view"},
			[]string{"a.example/w?action=edit&title=*", "a.example/w?action=edit&title=*", "a.example/w?action=view&title=*", "a.example/w?action=view&title=*"},
		},
		"extensions and depth": {
			[]string{"http://a.example/x.html", "http://a.example/y.html", "http://a.example/z", "http://a.example/", "http://b.example/x.html"},
			[]string{"a.example/*.html", "a.example/*.html", "a.example/*", "a.example", "b.example/*.html"},
		},
		"alone": {[]string{"http://a.example/emma/2"}, []string{"a.example/*/*"}},
		"none":  {nil, []string{}},
		"no URL": {
			[]string{"::", "http://a.example/%zz"}, []string{"::", "http://a.example/%zz"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Shapes(test.urls); !slices.Equal(got, test.want) {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
		})
	}
}

// A value belongs to the template where every value comes twice on average, or
// where it is a quarter of all and comes three times at least; each bound is met
// and missed by one.
func TestShapesOfCounts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		counts string // one letter a value; a dot is a value that comes once
		stock  string // of the template
	}{
		"twice on average":             {"aabb", "ab"},
		"twice on average but one":     {"aab.", ""},
		"one that comes once beside":   {"aaa.", "a"},
		"a quarter":                    {"aaa.........", "a"},
		"less than a quarter":          {"aaa..........", ""},
		"a quarter by coincidence":     {"aa......", ""},
		"a quarter and a half":         {"aaabbbbbb...", "ab"},
		"often, and many of them rare": {"aaaa............", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var urls []string
			for i, c := range test.counts {
				v := string(c)
				if c == '.' {
					v = fmt.Sprint("once", i)
				}
				urls = append(urls, fmt.Sprintf("http://a.example/%s/p%d", v, i))
			}
			for i, got := range Shapes(urls) {
				want := "a.example/*/*"
				if c := test.counts[i]; strings.IndexByte(test.stock, c) >= 0 {
					want = fmt.Sprintf("a.example/%c/*", c)
				}
				if got != want {
					t.Errorf("%s: %s, want %s", urls[i], got, want)
				}
			}
		})
	}
}

// The order of the URLs must not matter, and a shape fits its URLs.
func FuzzShapes(f *testing.F) {
	f.Add("http://a.example/x/1\nhttp://a.example/x/2\nhttp://a.example/y/1?q=1")
	f.Add("::\nhttp://a.example//\nhttp://a.example/?a=1;a=2")
	f.Fuzz(func(t *testing.T, lines string) {
		urls := strings.Split(lines, "\n")
		got := Shapes(urls)
		back := slices.Clone(urls)
		slices.Reverse(back)
		again := Shapes(back)
		slices.Reverse(again)
		if !slices.Equal(got, again) {
			t.Fatalf("the order matters: %q, %q", got, again)
		}
		for i, a := range urls {
			for j, b := range urls {
				if got[i] == got[j] && fieldsOf(a).frame != fieldsOf(b).frame {
					t.Fatalf("%q and %q share the shape %q", a, b, got[i])
				}
			}
		}
	})
}

func BenchmarkShapes(b *testing.B) {
	urls := make([]string, 10_000)
	for i := range urls {
		urls[i] = fmt.Sprintf("http://shop.example/%s/%d/item-%d.html?view=%d", []string{"item", "print"}[i%2], i/7, i, i%3)
	}
	for b.Loop() {
		Shapes(urls)
	}
}
