package webbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"verde/pageeval"
	"verde/siteexpand/methods"
)

// small is a web of one site of two books, one of which a blog mentions, as a
// proxy that answers for all hosts.
func small(t *testing.T) *Web {
	t.Helper()
	book := func(title, author string) string {
		return fmt.Sprintf(`<title>%s</title><h1>%s</h1><table><tr><th>Author<td>%s<tr><th>Pages<td>300</table><a href=/>home</a>`, title, title, author)
	}
	prose := strings.Repeat("It was a dark and stormy night and nobody had expected the rain to fall for so long a time. ", 5)
	pages := map[string]string{
		"http://webbox.test/__truth/sites": `[{"host": "shop.example", "role": "site", "vertical": "book", "start": "http://shop.example/b/1", "home": "http://shop.example/"},
			{"host": "blog.example", "role": "blog", "vertical": "book"}]`,
		"http://webbox.test/__truth/records": `{"shop.example": [
			{"url": "http://shop.example/b/1", "aliases": ["http://shop.example/p/1"], "key": "emma", "record": {"title": ["Emma Woodhouse"], "author": ["Jane Austen"]}},
			{"url": "http://shop.example/b/2", "key": "dune", "record": {"title": ["Dune Messiah"], "author": ["Frank Herbert"]}}]}`,
		"http://shop.example/robots.txt": "User-agent: *\nDisallow: /secret\n",
		"http://shop.example/":           `<title>shop</title><ul><li><a href=/b/1>Emma Woodhouse</a><li><a href=/b/2>Dune Messiah</a></ul><a href=/secret/1>no</a>`,
		"http://shop.example/b/1":        book("Emma Woodhouse", "Jane Austen"),
		"http://shop.example/b/2":        book("Dune Messiah", "Frank Herbert"),
		"http://blog.example/":           "<title>blog</title><p>" + prose + "Then I read Emma Woodhouse, and Jane Austen made me laugh. " + prose,
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.RequestURI]
		if !ok || strings.Contains(r.RequestURI, "secret") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}))
	t.Cleanup(srv.Close)
	proxy, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	return Open(proxy)
}

func TestExpand(t *testing.T) {
	t.Parallel()
	method, err := methods.ByName("")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := small(t).Expand(t.Context(), Expansion{Method: method, Samples: 1, Draws: 2})
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for i, r := range rows {
		if r.Type != "shop.example" || r.Draw != i+1 || r.Right != 2 || r.Wrong != 0 || len(r.URLs) != 1 {
			t.Errorf("row %+v", r)
		}
	}
}

// Samples lie anywhere on the site, however alike its URLs are, and each draw has
// others.
func TestDraw(t *testing.T) {
	t.Parallel()
	var urls []string
	for i := range 300 {
		urls = append(urls, fmt.Sprintf("http://shop.example/camera-%d.html-%d", i/3, i%3))
	}
	const draws = 100
	alike, first := 0, map[string]bool{}
	for i := range draws {
		got := draw("shop.example", i, urls, 3)
		names := map[string]bool{}
		for _, u := range got {
			name, _, _ := strings.Cut(u, ".html")
			names[name] = true
		}
		if len(got) != 3 || len(names) < 3 {
			alike++
		}
		first[got[0]] = true
	}
	if alike > draws/10 || len(first) < draws/2 { // two of a name are expected in two draws
		t.Errorf("%d of %d draws have two samples of one name, %d have others than the rest", alike, draws, len(first))
	}
}

// A page that robots.txt forbids is not asked for, and one of another kind than
// HTML is an error that says so.
func TestFetcher(t *testing.T) {
	t.Parallel()
	f := small(t).fetcher()
	for u, want := range map[string]string{
		"http://shop.example/b/1":      "",
		"http://shop.example/secret/1": "robots",
		"http://shop.example/gone":     "404",
	} {
		_, err := f.Fetch(t.Context(), u)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: error %v, want %q", u, err, want)
		}
	}
}

// Entity pages are judged by their own values, other pages by all that they hold.
func TestJudge(t *testing.T) {
	t.Parallel()
	c, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	got, err := small(t).Judge(t.Context(), Judging{Classifier: c, Entities: 2})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]Judged{}
	for _, j := range got {
		kinds[j.Kind] = j
	}
	if own := kinds["entity, own values"]; own.Pairs != 2 || own.Accepted != 2 || own.Right() != 1 {
		t.Errorf("entity pages %+v", own)
	}
	if blog := kinds["blog"]; blog.Pairs != 1 || blog.Matched != 1 || blog.Accepted != 0 || blog.Right() != 1 {
		t.Errorf("the blog's page %+v", blog)
	}
}

// A program that ends at once is an error that says what it told.
func TestServe(t *testing.T) {
	t.Parallel()
	if _, _, err := Serve(t.Context(), "/nonexistent/webbox", World{}); err == nil {
		t.Error("no error without a program")
	}
	if _, _, err := Serve(t.Context(), "false", World{}); err == nil || !strings.Contains(err.Error(), "it ended") {
		t.Errorf("error %v", err)
	}
}
