package verde_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde"
	"verde/internal/sitetest"
	"verde/siteexpand"
)

// What is wrong with a page to start from is told by the page alone.
func TestLookAt(t *testing.T) {
	t.Parallel()
	var list, related strings.Builder
	for i := range 30 {
		fmt.Fprintf(&list, "<li><a href=/book/number-%d.html>x</a></li>", i)
		fmt.Fprintf(&related, "<li><a href=/book/other-%d.html>x</a></li>", i)
	}
	nav := "<nav><a href=/about>a</a> <a href=/shelves/>b</a></nav>"
	words := strings.Repeat("words of a book ", 30)
	web := sitetest.NewMemory(map[string]string{
		"/":                    "<title>Home</title><ul>" + list.String() + "</ul>",
		"/shelves/":            "<title>Shelf</title>" + nav + "<ul>" + list.String() + "</ul>",
		"/book/number-1.html":  "<title>One</title>" + nav + words,
		"/book/number-2.html":  "<title>Two</title>" + nav + words + "<ul>" + related.String() + "</ul>",
		"/book/alone.html":     "<title>Alone</title>" + words,
		"/book/scripted.html":  "<title>App</title><div id=app></div><script>" + strings.Repeat("render();", 200) + "</script>",
		"/book/elsewhere.html": "<title>E</title>" + words + "<a href=http://other.example/>x</a>",
	})
	for path, want := range map[string][]string{
		"/": {siteexpand.HomePage}, "/shelves/": {siteexpand.IndexPage}, "/book/number-1.html": nil, "/book/number-2.html": nil,
		"/book/alone.html": {siteexpand.NoLinks}, "/book/elsewhere.html": {siteexpand.NoLinks}, "/book/scripted.html": {siteexpand.Scripts, siteexpand.NoLinks},
	} {
		look, err := verde.LookAt(t.Context(), web, "http://e.org"+path)
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
	}
	for path, n := range web.Fetched {
		if n != 1 {
			t.Errorf("%s fetched %d times", path, n)
		}
	}
	for _, url := range []string{"http://e.org/nowhere", "file:///etc/passwd", "http://"} {
		if _, err := verde.LookAt(t.Context(), web, url); err == nil {
			t.Errorf("%s: no error", url)
		}
	}
}
