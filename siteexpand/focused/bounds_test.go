package focused

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

// trapped is the bookshop with what has no end: a list whose pages go on for
// ever, a calendar, a link that is relative by mistake, a page of links
// without end, and addresses that grow. (Sessions: see TestSessions.)
type trapped struct {
	*sitetest.InMemory
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
		body = fmt.Sprintf("<h2>News %d</h2>", n) + sitetest.Anchors("p class=next", fmt.Sprintf("/news?page=%d", n+1))
	case strings.HasPrefix(path, "/events/"):
		var year, month int
		fmt.Sscanf(path, "/events/%d/%d/", &year, &month)
		next := 12*year + month + 1
		body = fmt.Sprintf("<h2>%d/%d</h2>", year, month) + sitetest.Anchors("p class=month", fmt.Sprintf("/events/%d/%d/", next/12, next%12), fmt.Sprintf("/events/%d/%d/", year+1, month))
	case strings.HasPrefix(path, "/more/"):
		body = "<h2>More</h2>" + sitetest.Anchors("p class=rel", "more/", "same/more/")
	case strings.HasPrefix(path, "/grow"):
		body = "<h2>Grow</h2>" + sitetest.Anchors("p class=grow", path+strings.Repeat("-grow", 50))
	case strings.HasPrefix(path, "/wide"):
		var hrefs []string
		for i := range 1000 {
			hrefs = append(hrefs, fmt.Sprintf("/none/%d/", i))
		}
		body = "<h2>Wide</h2>" + sitetest.Anchors("ul class=wide", hrefs...)
	default:
		return s.InMemory.Fetch(ctx, u)
	}
	s.Fetched[u]++
	return &page.Page{URL: u, Requested: u, Status: 200, ContentType: "text/html", Body: []byte("<html><body>" + body)}, ctx.Err()
}

// Whatever has no end is left with its reason, and the books are found all the
// same.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		entry  string
		bounds siteexpand.Bounds
		reason string
		most   int // pages of the trap
	}{
		"a calendar":          {"/events/2024/1/", siteexpand.Bounds{}, "", 60},
		"many steps":          {"/events/2024/1/", siteexpand.Bounds{Fruitless: 20}, siteexpand.DropFruitless, 20},
		"a relative link":     {"/more/", siteexpand.Bounds{}, siteexpand.DropRepeats, 80},
		"growing addresses":   {"/grow", siteexpand.Bounds{}, siteexpand.DropLong, 9},
		"links without end":   {"/wide", siteexpand.Bounds{Links: 100}, siteexpand.DropLinks, 1},
		"by the defaults":     {"/news?page=1", siteexpand.Bounds{}, "", 60},
		"growing and bounded": {"/grow", siteexpand.Bounds{URL: 600}, siteexpand.DropLong, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := &trapped{sitetest.NewMemory(sitetest.Bookshop()), sitetest.Anchors("p class=traps", test.entry)}
			res, err := Method{}.Expand(t.Context(), shop, []string{"http://e.org/books/crime/book-1.html", "http://e.org/books/poems/book-31.html"}, siteexpand.Options{Bounds: test.bounds})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range res.Pages {
				got = append(got, strings.TrimPrefix(p.URL, "http://e.org"))
			}
			want := sitetest.Books("crime", "poems", "travel")
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
			for u := range shop.Fetched {
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
