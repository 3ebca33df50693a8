package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"testing"

	"verde/catalog"
	"verde/fetch"
	"verde/pageeval"
	"verde/query"
)

// Fragments are shown of every page that was judged, be it by a query that was
// asked or by one made of a thing that a title names.
func TestFragmentsOf(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Emma</title><h1>Emma</h1><table><tr><th>Author<td>Jane Austen<tr><th>Pages<td>474</table><p>", r.URL.Path)
	}))
	t.Cleanup(server.Close)
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	run := t.TempDir()
	client, err := fetch.New(fetch.Options{Delay: -1, Archive: filepath.Join(run, "archive"), Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), filepath.Join(run, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	emma := func(id string) []query.Query {
		return []query.Query{{ID: id, Required: []query.Value{{Text: "Emma"}, {Text: "Jane Austen"}}}}
	}
	if err := c.AddQueries(t.Context(), 1, "", emma("asked")); err != nil {
		t.Fatal(err)
	}
	if err := c.AddRecognised(t.Context(), emma("recognised")); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"asked", "recognised", "unknown"} {
		v := catalog.Verdict{URL: "http://shop.example/" + id, QueryID: id, Matched: true}
		if _, err := client.Fetch(t.Context(), v.URL); err != nil {
			t.Fatal(err)
		}
		if err := c.PutVerdict(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	cmd := newLabel()
	cmd.SetContext(t.Context())
	lines, err := fragmentsOf(cmd, run, classifier)
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, l := range lines {
		urls = append(urls, l.URL)
	}
	if got := slices.Compact(urls); !slices.Equal(got, []string{"http://shop.example/asked", "http://shop.example/recognised"}) {
		t.Errorf("fragments of %q", got)
	}
}
