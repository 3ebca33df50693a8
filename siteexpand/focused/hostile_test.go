package focused

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

// trap is the bookshop with something that has no end. It answers for what is
// not of the shop.
type trap struct {
	*sitetest.InMemory
	answer func(path string) (body string, ok bool)
}

func (f trap) Fetch(ctx context.Context, u string) (*page.Page, error) {
	p, err := f.InMemory.Fetch(ctx, u)
	if body, ok := f.answer(strings.TrimPrefix(u, "http://e.org")); err != nil && ok {
		return &page.Page{URL: u, Status: 200, Body: []byte(body)}, nil
	}
	return p, err
}

func TestTraps(t *testing.T) {
	t.Parallel()
	nav := sitetest.Anchors("nav class=top", "/", "/books/")
	number := func(path, pattern string) (n int, ok bool) {
		_, err := fmt.Sscanf(path, pattern, &n)
		return n, err == nil
	}
	for _, x := range []struct {
		name   string
		Link   string // on every page of the shop
		answer func(path string) (string, bool)
		most   int // downloads beside those of a shop without the trap
	}{
		{"calendar", "/events?month=1", func(p string) (string, bool) {
			n, ok := number(p, "/events?month=%d")
			return nav + fmt.Sprintf("<h1>Month %d</h1>", n) + sitetest.Anchors("table", fmt.Sprintf("/events?month=%d", n-1), fmt.Sprintf("/events?month=%d", n+1), fmt.Sprintf("/events/%d", n)), ok
		}, 100},
		{"a path that grows", "/x/", func(p string) (string, bool) {
			return nav + "<h1>x</h1>" + sitetest.Anchors("p", p+"x/", p+"y/"), strings.HasPrefix(p, "/x/")
		}, 100},
		{"frames in a path that grows", "/w/", func(p string) (string, bool) {
			return nav + fmt.Sprintf("<h1>w</h1><iframe src=%[1]sw/></iframe><iframe src=%[1]sw?%[2]s></iframe>", p, strings.Repeat("y", 3000)), strings.HasPrefix(p, "/w/")
		}, 100},
		{"endless pagination", "/books/crime/?page=4", func(p string) (string, bool) {
			n, ok := number(p, "/books/crime/?page=%d")
			return nav + "<h1>Books</h1>" + sitetest.Anchors("p class=next", fmt.Sprintf("/books/crime/?page=%d", n+1)), ok
		}, 100},
		{"endless pagination of the same books", "/books/crime/?page=4", func(p string) (string, bool) {
			n, ok := number(p, "/books/crime/?page=%d")
			return nav + "<h1>Books</h1>" + sitetest.Anchors("ol class=books", sitetest.Books("crime")[:10]...) + sitetest.Anchors("p class=next", fmt.Sprintf("/books/crime/?page=%d", n+1)), ok
		}, 100},
		{"facets", "/find?a=1", func(p string) (string, bool) {
			return nav + "<h1>Found</h1>" + sitetest.Anchors("ol class=books", sitetest.Books("crime")[:3]...) + sitetest.Anchors("ul class=facets", p+"&b=1", p+"&c=2", p+"&d=3"), strings.HasPrefix(p, "/find?") && len(p) < 2000
		}, 100},
		{"soft 404", "/gone-1", func(p string) (string, bool) {
			return nav + "<h1>Sorry</h1><p>There is no such page.", true
		}, 100},
		{"soft 404 with new links", "/lost/1", func(p string) (string, bool) {
			return nav + "<h1>Sorry</h1>" + sitetest.Anchors("p", p+"a", p+"b"), true
		}, 150},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			pages := sitetest.Bookshop()
			plain := sitetest.NewMemory(maps.Clone(pages))
			for p := range pages {
				pages[p] += sitetest.Anchors("footer", x.Link)
			}
			samples := []string{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html"}
			m := trap{sitetest.NewMemory(pages), x.answer}
			downloads := 0
			for _, f := range []page.Fetcher{plain, m} {
				res, err := Method{}.Expand(t.Context(), f, samples, siteexpand.Options{})
				if err != nil {
					t.Fatal(err)
				}
				got := sitetest.Paths(res.Pages)
				slices.Sort(got)
				if !slices.Equal(got, sitetest.Books("crime", "poems", "travel")) {
					t.Errorf("%d pages, want the 90 books: %.200q", len(got), got)
				}
				downloads = res.Report.Downloads - downloads
			}
			if downloads > x.most {
				t.Errorf("%d downloads more than without the trap, want at most %d", downloads, x.most)
			}
		})
	}
}

// A session that every answer puts anew into its links is no further page.
func TestSessionTrap(t *testing.T) {
	t.Parallel()
	m := &sessionShop{shop: sitetest.NewMemory(sitetest.Bookshop())}
	res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org/books/crime/book-3.html?sid=77", "http://e.org/books/poems/book-44.html?sid=78"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := sitetest.Paths(res.Pages)
	slices.Sort(got)
	if !slices.Equal(got, sitetest.Books("crime", "poems", "travel")) {
		t.Errorf("%d pages, want the 90 books: %.300q", len(got), got)
	}
	if m.n > 250 {
		t.Errorf("%d downloads of a site of some 200 pages", m.n)
	}
	aliases := 0
	for _, e := range res.Pages {
		aliases += len(e.Aliases)
	}
	if aliases < 2 {
		t.Errorf("%d aliases, want the samples' at least", aliases)
	}
}

// sessionShop serves a site with a new session in all links of each answer.
type sessionShop struct {
	shop *sitetest.InMemory
	n    int
}

func (s *sessionShop) Fetch(ctx context.Context, u string) (*page.Page, error) {
	s.n++
	bare := u
	if i := strings.Index(u, "sid="); i > 0 {
		bare = u[:i-1]
	}
	p, err := s.shop.Fetch(ctx, bare)
	if err != nil {
		return nil, err
	}
	body := strings.ReplaceAll(string(p.Body), `">`, fmt.Sprintf(`?sid=%d">`, s.n))
	body = strings.NewReplacer("?page=2?", "?page=2&amp;", "?page=3?", "?page=3&amp;", "?page=4?", "?page=4&amp;").Replace(body)
	return &page.Page{URL: u, Requested: u, Status: 200, Body: []byte(body)}, nil
}

// What samples may be that are no entity page of a site with others: the run
// ends soon, the sample is not lost, and the report says what is wrong.
func TestOddSamples(t *testing.T) {
	t.Parallel()
	lonely := "<h1>One</h1><table><tr><td>Words <b>and</b> <i>no</i> links</table><form><input></form>"
	hub := strings.Builder{}
	for i := range 100_000 {
		fmt.Fprintf(&hub, `<a href="/no/%d/%d">x</a>`, i%100, i)
	}
	shop := sitetest.Bookshop()
	shop["/old.html"] = "->/books/crime/book-3.html"
	shop["/away.html"] = "->http://f.org/"
	shop["/hub.html"] = hub.String()
	shop["/empty.html"] = ""
	shop["/books/crime/alone.html"] = lonely
	for _, x := range []struct {
		name, sample string
		pages        map[string]string
		least, most  int    // pages found
		says         string // case
		fails        string // error
	}{
		{"redirects on the site", "/old.html", shop, 30, 30, siteexpand.OneSample, ""},
		{"redirects off the site", "/away.html", shop, 0, 0, "", "off site"},
		{"not found", "/nothing.html", shop, 0, 0, "", "status 404"},
		{"no links", "/books/crime/alone.html", shop, 1, 1, siteexpand.NoIndex, ""},
		{"no links and nothing else", "/a/b/c", map[string]string{"/a/b/c": lonely, "/": lonely}, 1, 1, siteexpand.NoIndex, ""},
		{"empty", "/empty.html", shop, 1, 1, siteexpand.NoIndex, ""},
		{"the home page", "/", shop, 1, 1, siteexpand.HomePage, ""},
		{"a site of one page", "/", map[string]string{"/": lonely}, 1, 1, siteexpand.HomePage, ""},
		{"an index page", "/books/", sitetest.BookshopOf(strings.Fields("a b c d e f g h i j k l")...), 1, 12, siteexpand.IndexPage, ""},
		{"a list of lists", "/books/crime/", shop, 1, 12, siteexpand.IndexPage, ""},
		{"100,000 links", "/hub.html", shop, 1, 2, siteexpand.NoIndex, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			m := sitetest.NewMemory(maps.Clone(x.pages))
			began := time.Now()
			res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org" + x.sample}, siteexpand.Options{})
			if x.fails != "" {
				if err == nil || !strings.Contains(err.Error(), x.fails) {
					t.Errorf("error %v, want one that says %q", err, x.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := len(res.Pages); n < x.least || n > x.most {
				t.Errorf("%d pages, want %d to %d: %.300q", n, x.least, x.most, sitetest.Paths(res.Pages))
			}
			if res.Pages[0].Status != siteexpand.Sample {
				t.Errorf("the sample is lost: %+v", res.Pages[0])
			}
			if x.says != "" && !sitetest.HasCase(res.Report, x.says) || x.says == "" && len(res.Report.Diagnoses) > 0 {
				t.Errorf("diagnoses %v, want %q", res.Report.Diagnoses, x.says)
			}
			if d := res.Report.Downloads; d > 400 || time.Since(began) > time.Minute {
				t.Errorf("%d downloads in %v", d, time.Since(began))
			}
		})
	}
}
