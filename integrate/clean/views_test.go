package clean

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shop gives pages of 20 books, of which 2 and 3 are two editions, and what is printed of each, which lacks the number.
func shop() (pages []Page) {
	for i := range 20 {
		e := i
		if i == 3 {
			e = 2
		}
		pages = append(pages, Page{fmt.Sprintf("http://shop.example/book/%d", 100+i), map[string][]string{
			"title": {fmt.Sprintf("The book %d at Shop", e)}, "author": {fmt.Sprintf("Jane %d", 50+e/2)}, "day": {fmt.Sprintf("%d May 1999", 1+e)}, "number": {fmt.Sprint(1000 + i)}, "site": {"Shop"},
		}})
	}
	for _, p := range slices.Clone(pages) {
		v := maps.Clone(p.Values)
		delete(v, "number")
		v["title"] = []string{v["title"][0][:len(v["title"][0])-len("at Shop")] + "(print)"}
		v["site"] = []string{"Print"}
		pages = append(pages, Page{p.URL + "?view=print", v})
	}
	return pages
}

func TestViews(t *testing.T) {
	t.Parallel()
	printed := make([]int, 40) // what is printed of 2 and 3 can't be told apart
	for i := range printed {
		printed[i] = i % 20
	}
	printed[22], printed[23] = 22, 23
	none := make([]int, 40)
	for i := range none {
		none[i] = i
	}
	mailed := slices.Concat(printed, printed[20:])
	mailed[42], mailed[43] = 42, 43
	for _, tt := range []struct {
		name   string
		change func(pages []Page) []Page
		want   []int
	}{
		{"print versions", func(pages []Page) []Page { return pages }, printed},
		{"a page contradicts what is printed", func(pages []Page) []Page {
			pages[7].Values = maps.Clone(pages[7].Values)
			pages[7].Values["site"] = []string{"Shop, in colour"}
			return pages
		}, printed},
		{"and to send", func(pages []Page) []Page {
			for _, p := range pages[20:40] {
				pages = append(pages, Page{p.URL[:len(p.URL)-len("?view=print")] + "/mail.html", p.Values})
			}
			return pages
		}, mailed},
		{"no word of the addresses tells them apart", func(pages []Page) []Page {
			for i := range pages {
				pages[i].URL = fmt.Sprintf("http://shop.example/%d", i)
			}
			return pages
		}, none},
		{"two editions of each", func(pages []Page) []Page {
			for i := range pages {
				pages[i].Values["number"] = []string{fmt.Sprint(i)}
			}
			return pages
		}, none},
		{"little else than a name", func(pages []Page) []Page {
			for i := range pages {
				pages[i].Values = map[string][]string{"title": pages[i].Values["title"]}
			}
			return pages
		}, none},
	} {
		if d := cmp.Diff(tt.want, Views(tt.change(shop()))); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// Pages that say all the same are too many to be views, and cost no more than others.
func TestViewsOfOne(t *testing.T) {
	t.Parallel()
	pages := make([]Page, 3000)
	for i := range pages {
		pages[i] = Page{fmt.Sprintf("http://shop.example/%d/%d", i%2, i), map[string][]string{"a": {"x"}, "b": {fmt.Sprint(i / 100)}}}
	}
	for i, main := range Views(pages) {
		if main != i {
			t.Fatalf("%d is a view of %d", i, main)
		}
	}
}

// Of what a site shows in more ways than there are kinds of views, so many are told: one after the other, at the cost of each.
func TestViewsOfMany(t *testing.T) {
	t.Parallel()
	var pages []Page
	for k := range 2 * maxKinds {
		for i := range 3 {
			v := make(map[string][]string)
			for l := range 10 {
				v[fmt.Sprint("label", l)] = []string{fmt.Sprintf("value%d-%d", i, l)}
			}
			pages = append(pages, Page{fmt.Sprintf("http://shop.example/kind%c/%d", 'a'+k, i), v})
		}
	}
	left := make(map[int]bool)
	for _, main := range Views(pages) {
		left[main] = true
	}
	if len(left) != 3*maxKinds {
		t.Errorf("%d of %d pages are left", len(left), len(pages))
	}
}
