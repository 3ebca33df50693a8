package siteexpand

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"verde/page"
)

func TestRefusedURLs(t *testing.T) {
	t.Parallel()
	b := Options{Bounds: Bounds{URL: 60}}.withDefaults().Bounds
	for url, want := range map[string]string{
		"http://e.org/":                                   "",
		"http://e.org/a/a/a/a.html":                       "",
		"http://e.org/a/a/a/a/":                           DropRepeats,
		"http://e.org/x/a/a/a/a/y/z":                      DropRepeats,
		"http://e.org/a/b/a/b/a/b/c":                      "",
		"http://e.org/a/b/a/b/a/b/a/b/c":                  DropRepeats,
		"http://e.org/a/a/b/b/a/a/b/b/a/a/b/b/a/a/b/b/":   DropRepeats,
		"http://e.org/0/0/0/0/0/12":                       "",
		"http://e.org/2024/2024/2024/2024/":               "",
		"http://e.org/a?u=/b/b/b/b/b/":                    "",
		"http://a/a/a/a/":                                 "",
		"http://e.org/" + strings.Repeat("x", 60-13):      "",
		"http://e.org/" + strings.Repeat("x", 61-13):      DropLong,
		"http://e.org/?q=" + strings.Repeat("x", 1000):    DropLong,
		"http://e.org/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/last": DropRepeats,
	} {
		if got := violation(b, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if got := violation(Options{Bounds: Bounds{URL: -1, Repeats: -1}}.withDefaults().Bounds, "http://e.org/"+strings.Repeat("a/", page.MaxURL)); got != "" {
		t.Errorf("without bounds: %q", got)
	}
}

// trapped is the bookshop with what has no end: a list whose pages go on for
// ever, a calendar, a link that is relative by mistake, a page of links
// without end, and addresses that grow. (Sessions: see TestSessions.)
type trapped struct {
	*inMemory
	links string // to the traps, on the page about the shop
}

func (s *trapped) Fetch(ctx context.Context, u string) (*page.Page, error) {
	path := strings.TrimPrefix(u, "http://e.org")
	body := ""
	switch {
	case path == "/about.html":
		body = "<h1>About</h1>" + s.links
	case strings.HasPrefix(path, "/news?page="):
		n, _ := strconv.Atoi(path[len("/news?page="):])
		body = fmt.Sprintf("<h2>News %d</h2>", n) + anchors("p class=next", fmt.Sprintf("/news?page=%d", n+1))
	case strings.HasPrefix(path, "/events/"):
		var year, month int
		fmt.Sscanf(path, "/events/%d/%d/", &year, &month)
		next := 12*year + month + 1
		body = fmt.Sprintf("<h2>%d/%d</h2>", year, month) + anchors("p class=month", fmt.Sprintf("/events/%d/%d/", next/12, next%12), fmt.Sprintf("/events/%d/%d/", year+1, month))
	case strings.HasPrefix(path, "/more/"):
		body = "<h2>More</h2>" + anchors("p class=rel", "more/", "same/more/")
	case strings.HasPrefix(path, "/grow"):
		body = "<h2>Grow</h2>" + anchors("p class=grow", path+strings.Repeat("-grow", 50))
	case strings.HasPrefix(path, "/wide"):
		var hrefs []string
		for i := range 1000 {
			hrefs = append(hrefs, fmt.Sprintf("/none/%d/", i))
		}
		body = "<h2>Wide</h2>" + anchors("ul class=wide", hrefs...)
	default:
		return s.inMemory.Fetch(ctx, u)
	}
	s.fetched[u]++
	return &page.Page{URL: u, Requested: u, Status: 200, ContentType: "text/html", Body: []byte("<html><body>" + body)}, ctx.Err()
}

// Whatever has no end is left with its reason, and the books are found all the
// same.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		entry  string
		bounds Bounds
		reason string
		most   int // pages of the trap
	}{
		"a list without end":  {"/news?page=1", Bounds{Hops: 10}, DropHops, 11},
		"a calendar":          {"/events/2024/1/", Bounds{Hops: 5}, DropHops, 20},
		"many steps":          {"/events/2024/1/", Bounds{Hops: -1, Fruitless: 20}, DropFruitless, 20},
		"a relative link":     {"/more/", Bounds{}, DropRepeats, 80},
		"growing addresses":   {"/grow", Bounds{}, DropLong, 9},
		"links without end":   {"/wide", Bounds{Links: 100}, DropLinks, 1},
		"by the defaults":     {"/news?page=1", Bounds{}, "", 60},
		"growing and bounded": {"/grow", Bounds{URL: 600}, DropLong, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := &trapped{newMemory(bookshop()), anchors("p class=traps", test.entry)}
			res, err := Focused{}.Expand(t.Context(), shop, []string{"http://e.org/books/crime/book-1.html", "http://e.org/books/poems/book-31.html"}, Options{Bounds: test.bounds})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range res.Pages {
				got = append(got, strings.TrimPrefix(p.URL, "http://e.org"))
			}
			want := books("crime", "poems", "travel")
			slices.Sort(got)
			slices.Sort(want)
			if test.bounds.Fruitless == 0 && !slices.Equal(got, want) {
				t.Errorf("%d books of %d", len(got), len(want))
			}
			if test.reason != "" && res.Report.Dropped[test.reason] == 0 {
				t.Errorf("nothing is dropped as %q: %v", test.reason, res.Report.Dropped)
			}
			trap := 0
			prefix, _, _ := strings.Cut(test.entry[1:], "/")
			prefix, _, _ = strings.Cut(prefix, "?")
			for u := range shop.fetched {
				if strings.HasPrefix(u, "http://e.org/"+prefix) {
					trap++
				}
			}
			if trap > test.most {
				t.Errorf("%d pages of the trap were fetched, want %d at most", trap, test.most)
			}
		})
	}
}

// Every method keeps to the bounds of a page's links and of URLs.
func TestBoundsOfAllMethods(t *testing.T) {
	t.Parallel()
	for _, m := range methods() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			long := "/long/" + strings.Repeat("x", 100)
			pages := racing()
			pages["/drivers/"] += anchors("ul", long, "/a/a/a/a/a/") + anchors("p class=wide", slices.Repeat([]string{"/", "/rules.html"}, 50)...)
			shop := newMemory(pages)
			res, err := m.Expand(t.Context(), shop, []string{"http://e.org/drivers/2014/driver_01.htm"}, Options{Bounds: Bounds{URL: 80, Links: 60}})
			if err != nil {
				t.Fatal(err)
			}
			for u := range shop.fetched {
				if len(u) > 80 || strings.Contains(u, "/a/a/a/a") {
					t.Errorf("%s is fetched", u)
				}
			}
			if d := res.Report.Dropped; d[DropLong] != 1 || d[DropRepeats] != 1 || d[DropLinks] == 0 {
				t.Errorf("dropped %v", d)
			}
		})
	}
}
