package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"verde/catalog"
	"verde/fetch"
	"verde/pageeval"
	"verde/query"
)

// Fragments are shown of every page that was judged, be it by a query that was
// asked or by one made of an entity that a title names.
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
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(run, "archive"), Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}})
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

// No fragment is picked twice, by whatever it is the same, nor one that has a
// label; the least sure comes first.
func TestPick(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxExcerpt) + cut
	line := func(site, path, xpath, text string, feature, probability float64) labelLine {
		return labelLine{Site: site, URL: "http://" + site + path, XPath: xpath, Text: text, Features: pageeval.Features{feature}, Probability: probability}
	}
	all := []labelLine{
		line("a.example", "/1", "/html/body", "Emma", 1, .9),
		line("a.example", "/1", "/html/body", "Emma", 2, .8),  // the same, as another query finds it
		line("a.example", "/2", "/html/body", "Emma", 3, .7),  // the same under another address
		line("a.example", "/3", "/html/body", "Other", 3, .6), // not to be told from the one before
		line("b.example", "/3", "/html/body", "Emma", 3, .95), // of another site
		line("a.example", "/4", "/html/body", long, 4, .99),
		line("a.example", "/5", "/html/body", long, 5, .98), // alike as far as it is shown
		line("a.example", "/6", "/html/body", "Done", 6, .97),
		line("a.example", "/7", "/html/div", "New", 7, .96),
		line("a.example", "/8", "", "", 8, .5),
		line("a.example", "/9", "", "", 9, .51), // nothing is known of where
	}
	yes := true
	// Labelled in a run for which it had other features.
	done := line("a.example", "/6", "/html/body", "Done, before it changed", 60, .5)
	done.Data = &yes
	book := &labelBook{lines: []labelLine{done}}
	var got []string
	for _, l := range book.pick(all, 100) {
		got = append(got, fmt.Sprint(l.Features[0]))
	}
	if want := []string{"8", "9", "3", "2", "3", "7", "5", "4"}; !slices.Equal(got, want) {
		t.Errorf("features %v, want %v", got, want)
	}
	if got := book.pick(all, 2); len(got) != 2 {
		t.Errorf("%d of 2", len(got))
	}
}
