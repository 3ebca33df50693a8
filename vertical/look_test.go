package vertical_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/vertical"
)

// What is wrong with a page to start from is told at once, of a list by a few of its pages.
func TestLookAt(t *testing.T) {
	t.Parallel()
	var list, related strings.Builder
	above := ""
	for i := range 30 {
		fmt.Fprintf(&list, "<li><a href=/book/number-%d.html>x</a></li>", i)
		fmt.Fprintf(&related, "<li><a href=/book/other-%d.html>x</a></li>", i)
	}
	nav := "<nav><a href=/about>a</a> <a href=/shelves/>b</a></nav>"
	words := strings.Repeat("words of a book ", 30)
	site := map[string]string{
		"/":                    "<title>Home</title><ul>" + list.String() + "</ul>",
		"/shelves/":            "<title>Shelf</title>" + nav + "<ul>" + list.String() + "</ul>",
		"/book/number-1.html":  "<title>One</title>" + nav + words,
		"/book/number-0.html":  "<title>Two</title>" + nav + words + "<ul>" + related.String() + "</ul>",
		"/book/alone.html":     "<title>Alone</title>" + words,
		"/book/scripted.html":  "<title>App</title><div id=app></div><script>" + strings.Repeat("render();", 200) + "</script>",
		"/book/elsewhere.html": "<title>E</title>" + words + "<a href=http://other.example/>x</a>",
		"/genres/":             "<title>Genres</title>" + nav + "<p>" + words + "</p><ul>",
	}
	// A page that other pages like it list, besides what it is listed by: these are above it.
	for i := range 30 {
		site["/genres/"] += fmt.Sprintf("<li><a href=/book/number-%d.html>x</a></li>", i)
		for _, book := range []string{"number", "other"} {
			if at := fmt.Sprintf("/book/%s-%d.html", book, i); site[at] == "" {
				site[at] = fmt.Sprintf("<title>Book %d</title>%s<h1>Book</h1><dl><dt>Year<dd>%d</dl><p>%s</p>", i, nav, 1900+i, words)
			}
		}
		shelf := fmt.Sprintf("/above/%d.html", i)
		site[shelf] = "<title>Shelf</title>" + nav + "<h2>Shelf</h2><ul>" + list.String() + "</ul>"
		above += "<a href=" + shelf + ">x</a> "
	}
	site["/book/number-3.html"] += "<div>" + above + "</div>"
	web := sitetest.NewMemory(site)
	for path, want := range map[string][]string{
		"/": {siteexpand.HomePage}, "/shelves/": {siteexpand.IndexPage}, "/book/number-1.html": nil, "/book/number-0.html": nil,
		"/genres/": {siteexpand.IndexPage}, "/book/number-3.html": nil,
		"/book/alone.html": {siteexpand.NoLinks}, "/book/elsewhere.html": {siteexpand.NoLinks}, "/book/scripted.html": {siteexpand.Scripts, siteexpand.NoLinks},
	} {
		clear(web.Fetched)
		look, err := vertical.LookAt(t.Context(), web, "http://e.org"+path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var got []string
		for _, d := range look.Diagnoses {
			got = append(got, d.Case)
		}
		if !slices.Equal(got, want) || look.Title == "" {
			t.Errorf("%s: %+v, want %q", path, look, want)
		}
		for at, n := range web.Fetched {
			if n != 1 || len(web.Fetched) > 1+2*3 {
				t.Errorf("%s: %s fetched %d times, of %d pages", path, at, n, len(web.Fetched))
			}
		}
	}
	for _, url := range []string{"http://e.org/nowhere", "file:///etc/passwd", "http://"} {
		if _, err := vertical.LookAt(t.Context(), web, url); err == nil {
			t.Errorf("%s: no error", url)
		}
	}
}
