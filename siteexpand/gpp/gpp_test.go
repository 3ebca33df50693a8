package gpp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

// items is a list whose items link to pages.
func items(open string, paths ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s>", open)
	for _, p := range paths {
		fmt.Fprintf(&b, `<li><a href="%s">x</a></li>`, p)
	}
	name, _, _ := strings.Cut(open, " ")
	fmt.Fprintf(&b, "</%s>", name)
	return b.String()
}

// museum is a site of two kinds of things, in rooms, with a shortcut to three of them on the
// front page.
func museum() map[string]string {
	pages := map[string]string{
		"/":      "<h1>Museum</h1>" + items("ol", "/lute/1", "/lute/2", "/lute/5") + items("ul", "/rooms/1", "/rooms/2", "/rooms/3", "/news", "/shop"),
		"/news":  "<p>News</p>" + items("ul class=news", "/news/1", "/news/2"),
		"/shop":  "<p>Shop</p>" + items("ol class=news", "/shop/1", "/shop/2"),
		"/about": "<p>About</p>", "/news/1": "<p>1</p>", "/news/2": "<p>2</p>", "/shop/1": "<p>1</p>", "/shop/2": "<p>2</p>",
	}
	n := 0
	for room := 1; room <= 3; room++ {
		var lutes []string
		for range 3 {
			n++
			lutes = append(lutes, fmt.Sprint("/lute/", n))
			pages[fmt.Sprint("/lute/", n)] = fmt.Sprintf("<h1>Lute %d</h1><a href=/>front</a>", n)
		}
		pages[fmt.Sprint("/rooms/", room)] = "<h2>Room</h2>" + items("ul class=lutes", lutes...) + "<p><a href=/about>about</a></p>"
	}
	return pages
}

func lutes(from, to int) (paths []string) {
	for n := from; n <= to; n++ {
		paths = append(paths, fmt.Sprint("/lute/", n))
	}
	return paths
}

// The first path is the shortcut, and the second finds all without fetching them. Pages of
// a list that is shown alike come with them, as SSUP 2019 has it, those of others don't.
func TestPathsOfMuseum(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		k    int
		want []string
		runs [][]string
	}{
		{1, []string{"/lute/1", "/lute/2", "/lute/5"}, [][]string{{"/"}}},
		{2, append(lutes(1, 9), "/news/1", "/news/2"), [][]string{{"/"}, {"/", "/rooms/1"}}},
		{0, append(lutes(1, 9), "/news/1", "/news/2"), [][]string{{"/"}, {"/", "/rooms/1"}}},
	} {
		got, res, src := sitetest.Expand(t, GPP{}, museum(), siteexpand.Options{Paths: test.k}, "/lute/2")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("K = %d (-want +got):\n%s", test.k, diff)
		}
		var runs [][]string
		for _, r := range res.Report.Runs {
			var path []string
			for _, u := range r.PagePath {
				path = append(path, strings.TrimPrefix(u, "http://e.org"))
			}
			runs = append(runs, path)
		}
		if diff := cmp.Diff(test.runs, runs); diff != "" {
			t.Errorf("K = %d: paths (-want +got):\n%s", test.k, diff)
		}
		if test.k != 2 {
			continue
		}
		for u := range src.Fetched {
			if n := strings.TrimPrefix(u, "http://e.org"); strings.HasPrefix(n, "/lute/") && !slices.Contains([]string{"/lute/1", "/lute/2", "/lute/5"}, n) {
				t.Errorf("%s was fetched", n) // the search meets only what the front page links to
			}
		}
		want := map[string]int{"http://e.org/": 1, "http://e.org/rooms/1": 1, "http://e.org/rooms/2": 1, "http://e.org/rooms/3": 1, "http://e.org/news": 1, "http://e.org/shop": 1}
		if diff := cmp.Diff(want, src.LaidOut); diff != "" || res.Report.Layout.Pages != len(want) {
			t.Errorf("laid out (-want +got):\n%s%+v", diff, res.Report.Layout)
		}
		e := res.Pages[0]
		if e.URL != "http://e.org/lute/2" || e.Status != siteexpand.Sample || e.From != "http://e.org/" || e.Level != 1 || e.LinkPath != "html/body/ol/li/a[href]" {
			t.Errorf("the sample: %+v", e)
		}
		if last := res.Pages[len(res.Pages)-1]; last.Status != siteexpand.Inferred || last.From != "http://e.org/news" || last.Level != 2 {
			t.Errorf("the last: %+v", last)
		}
	}
}

// A path that no lists make is none, and it is said.
func TestNoPath(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/": "<p><a href=/a>a</a></p>", "/a": "<p><a href=/b>b</a> <i>and</i></p>", "/b": "<p>b</p>"}
	got, res, _ := sitetest.Expand(t, GPP{}, pages, siteexpand.Options{}, "/b")
	if !slices.Equal(got, []string{"/b"}) || !sitetest.HasCase(res.Report, siteexpand.NoPath) {
		t.Errorf("%v, %+v", got, res.Report.Diagnoses)
	}
}

// A site without a front page is entered by the folder that is nearest to it.
func TestEntrance(t *testing.T) {
	t.Parallel()
	pages := make(map[string]string)
	for path, html := range museum() {
		pages["/en"+path] = strings.ReplaceAll(html, `href="/`, `href="/en/`)
	}
	got, res, _ := sitetest.Expand(t, GPP{}, pages, siteexpand.Options{}, "/en/lute/2")
	if len(got) != 11 || res.Report.PagePath[0] != "http://e.org/en/" {
		t.Errorf("%v by %v", got, res.Report.PagePath)
	}
}

// Pages that go by other names than they are linked by are on paths as others are.
func TestRedirects(t *testing.T) {
	t.Parallel()
	pages := museum()
	pages["/"] = strings.ReplaceAll(pages["/"], "/rooms/", "/hall/")
	for room := 1; room <= 3; room++ {
		pages[fmt.Sprint("/hall/", room)] = fmt.Sprint("->/rooms/", room)
	}
	got, res, _ := sitetest.Expand(t, GPP{}, pages, siteexpand.Options{}, "/lute/8")
	if len(got) != 11 || len(res.Report.Runs) != 1 {
		t.Errorf("%v by %+v", got, res.Report.Runs)
	}
}

// With Verify, what lists lead to and is not there is left out.
func TestVerify(t *testing.T) {
	t.Parallel()
	pages := museum()
	delete(pages, "/lute/7")
	got, res, _ := sitetest.Expand(t, GPP{}, pages, siteexpand.Options{Verify: true}, "/lute/2")
	if slices.Contains(got, "/lute/7") || len(got) != 10 || res.Report.Inferred != 0 {
		t.Errorf("%v, %d not fetched", got, res.Report.Inferred)
	}
}

// Without a browser there is an error that says so.
func TestNoBrowser(t *testing.T) {
	t.Parallel()
	src := struct{ page.Fetcher }{sitetest.NewMemory(museum())}
	if _, err := (GPP{}).Expand(t.Context(), src, []string{"http://e.org/lute/2"}, siteexpand.Options{}); !errors.Is(err, page.ErrNoBrowser) {
		t.Errorf("error %v", err)
	}
}

// shaky is a museum some of whose pages can't be laid out.
type shaky struct {
	*sitetest.InMemory
	bad   func(url string) bool
	fatal bool
}

func (s shaky) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	switch {
	case !s.bad(p.URL):
		return s.InMemory.Layout(ctx, p)
	case s.fatal:
		return nil, errors.New("the browser is gone")
	}
	return nil, &page.Error{URL: p.URL, Reason: page.NoLayout}
}

// Pages that can't be laid out have no lists, which is said; what ends the run does.
func TestFailures(t *testing.T) {
	t.Parallel()
	one := func(url string) bool { return strings.HasSuffix(url, "/rooms/3") }
	src := shaky{sitetest.NewMemory(museum()), one, false}
	res, err := GPP{}.Expand(t.Context(), src, []string{"http://e.org/lute/2"}, siteexpand.Options{})
	if err != nil || len(res.Pages) != 8 || !sitetest.HasCase(res.Report, siteexpand.NotShown) || res.Report.Dropped[string(page.NoLayout)] != 1 {
		t.Errorf("%+v, error %v", res, err)
	}
	src.fatal = true
	if _, err := (GPP{}).Expand(t.Context(), src, []string{"http://e.org/lute/2"}, siteexpand.Options{}); err == nil {
		t.Error("it goes on without a browser")
	}
	// After maxFailed pages in a row no more are tried.
	rooms := map[string]string{"/": items("ul", "/rooms/0", "/rooms/1"), "/lute": "<p>x"}
	for i := range 40 {
		rooms[fmt.Sprint("/rooms/", i)] = items("ol", "/lute", fmt.Sprint("/rooms/", i+1))
	}
	tried := make(map[string]bool)
	src = shaky{sitetest.NewMemory(maps.Clone(rooms)), func(url string) bool { tried[url] = true; return url != "http://e.org/" }, false}
	if _, err := (GPP{}).Expand(t.Context(), src, []string{"http://e.org/lute"}, siteexpand.Options{Height: 50}); err != nil || len(tried) > maxFailed+1 {
		t.Errorf("%d pages tried, error %v", len(tried), err)
	}
}

// Pages that were fetched before are not fetched again to be laid out, and what is kept of
// them is bounded.
func TestRecent(t *testing.T) {
	t.Parallel()
	src := sitetest.NewMemory(map[string]string{"/1": "1", "/2": strings.Repeat("2", maxRecent), "/3": "3"})
	r := &recent{Fetcher: src, pages: make(map[string]*page.Page)}
	for _, x := range []struct {
		url   string
		again bool
	}{{"http://e.org/1", true}, {"http://e.org/2", true}, {"http://e.org/2", false}, {"http://e.org/3", true}} {
		if _, again, err := r.page(t.Context(), x.url); err != nil || again != x.again {
			t.Fatalf("%s: fetched again %v, error %v", x.url, again, err)
		}
	}
	if src.Fetched["http://e.org/2"] != 1 || r.size > maxRecent || len(r.order) != 1 || len(r.pages) != 1 {
		t.Errorf("fetched %v, %d bytes of %d pages", src.Fetched, r.size, len(r.pages))
	}
}
