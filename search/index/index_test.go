package index

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"verde/internal/flathtml"
	"verde/page"
	"verde/query"
	"verde/search/searchtest"
)

func pages(yield func(*page.Page, error) bool) {
	for i, body := range []string{
		"<title>Emma</title><p>by <b>Jane</b> Austen, a book",
		"<title>Review</title><p>Emma is a novel by Jane Austen. I read the book. Publisher: none",
		"<title>Emma Brown</title><p>by Charlotte Bronte",
		"<title>Other</title><script>Emma Jane Austen</script>",
	} {
		if !yield(&page.Page{URL: fmt.Sprintf("http://e.org/%d", i), Body: []byte(body)}, nil) {
			return
		}
	}
	yield(nil, errors.New("a page that could not be read"))
}

func TestIndex(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	q := query.Query{ID: "q", Required: []query.Value{{Text: "emma"}, {Text: "Jane Austen"}}, Any: []string{"publisher"}}
	for _, where := range []string{"", dir} {
		x, err := Build(t.Context(), where, pages)
		if err != nil {
			t.Fatal(err)
		}
		if x.Stats != (Stats{Pages: 4, Skipped: 1}) {
			t.Errorf("stats %+v", x.Stats)
		}
		if where != "" {
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			if !IsIndex(where) {
				t.Errorf("IsIndex(%s) is false", where)
			}
			if x, err = Open(where); err != nil {
				t.Fatal(err)
			}
		}
		if err := searchtest.TestEngine(t.Context(), x, q); err != nil {
			t.Error(err)
		}
		var urls []string
		for r, err := range x.Search(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, r.URL)
		}
		if fmt.Sprint(urls) != "[http://e.org/1 http://e.org/0]" && fmt.Sprint(urls) != "[http://e.org/0 http://e.org/1]" {
			t.Errorf("results %v, want the two pages with both phrases", urls)
		}
		if n := count(t, x, query.Query{Required: q.Required, Site: "e.org"}); n != 2 {
			t.Errorf("%d results on the site that has all, want 2", n)
		}
		if n := count(t, x, query.Query{Required: q.Required, Site: "e.or"}); n != 0 {
			t.Errorf("%d results on a site that is not there", n)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder that is no index opens")
	}
}

func count(t *testing.T, x *Index, q query.Query) (n int) {
	t.Helper()
	for _, err := range x.Search(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// Of pages with one URL the last counts, however many batches lie between them.
func TestLastCounts(t *testing.T) {
	t.Parallel()
	const urls, times = 7, 2 * batchPages / 7
	root := func(body string) *flathtml.Document {
		var r page.Reader
		doc, err := r.Read(&page.Page{Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	early, late := root("<title>Emma</title><p>early words"), root("<title>Emma</title><p>late words")
	x, err := BuildParsed(t.Context(), "", func(yield func(Parsed, error) bool) {
		for i := range times {
			for n := range urls {
				p := Parsed{fmt.Sprintf("http://e.org/%d", n), early}
				if i == times-1 {
					p.Document = late
				}
				if !yield(p, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for text, want := range map[string]int{"early words": 0, "late words": urls} {
		if n := count(t, x, query.Query{Required: []query.Value{{Text: text}}}); n != want {
			t.Errorf("%d pages have %q, want %d", n, text, want)
		}
	}
	if x.Stats.Pages != urls {
		t.Errorf("%d pages in the index, want %d", x.Stats.Pages, urls)
	}
	if n := count(t, x, query.Query{Any: []string{"late"}, Site: "e.org"}); n != urls {
		t.Errorf("%d pages of the site, want %d", n, urls)
	}
}

// A query of a site is answered by the pages that [query.Query.Admits], of
// whatever scheme.
func TestSite(t *testing.T) {
	t.Parallel()
	urls := []string{
		"http://e.org/", "https://e.org/a?b", "https://www.e.org/a", "http://shop.e.org/a", "https://old.shop.e.org/a", "http://e.org:8080/a",
		"http://the.org/a", "http://fe.org/a", "http://e.org.example/a", "http://example/.e.org/a", "http://example/?x=.e.org/a", "http://exorg/a",
	}
	x, err := Build(t.Context(), "", func(yield func(*page.Page, error) bool) {
		for _, url := range urls {
			if !yield(&page.Page{URL: url, Body: []byte("<title>Emma</title>")}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, site := range []string{"", "e.org", "shop.e.org", "e.org:8080", "org", "none.example", strings.Repeat("a.", maxHost/2-2) + "org", strings.Repeat("a.", page.MaxURL) + "org", `.*`, "("} {
		q := query.Query{Required: []query.Value{{Text: "emma"}}, Site: site}
		var got, want []string
		for r, err := range x.Search(t.Context(), q) {
			if err != nil {
				t.Fatalf("site %.20q: %v", site, err)
			}
			got = append(got, r.URL)
		}
		for _, url := range urls {
			if q.Admits(page.Site(url)) {
				want = append(want, url)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("site %.20q: %q, want %q", site, got, want)
		}
	}
}
