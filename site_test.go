package verde_test

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/progress"
	"verde/report"
)

// faulty answers for some URLs with a status, and for all others as it would.
type faulty struct {
	http.RoundTripper
	status map[string]int
}

func (f faulty) RoundTrip(r *http.Request) (*http.Response, error) {
	if status := f.status[r.URL.String()]; status != 0 {
		return &http.Response{StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
	}
	return f.RoundTripper.RoundTrip(r)
}

// Entity pages that can't be had stand in the catalog with the reason, and what
// a later run may get is told and then got: pages over the limit once it is
// higher, pages of a server that was down; but not those it says are none.
func TestUnreadPages(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run, of one goroutine after another")
	}
	t.Parallel()
	w := newWorld(t)
	site := page.Site(w.Sample())
	urls := slices.Sorted(maps.Keys(w.Truth()[site]))
	urls = slices.DeleteFunc(urls, func(u string) bool { return u == w.Sample() })
	broken := map[string]int{urls[3]: 404, urls[7]: 410, urls[11]: 500}
	dir := t.TempDir()
	learn := func(transport http.RoundTripper, limit int) (statuses, unread map[string]int, records int) {
		t.Helper()
		client := must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Limits: fetch.Limits{Retries: -1}, Archive: filepath.Join(dir, "archive"), Transport: transport}))(t)
		cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
		x := &verde.Explorer{Domain: "book", Pages: client, Catalog: cat, Options: verde.Options{Reading: verde.Reading{MaxPages: limit}}}
		if _, err := x.Learn(t.Context(), []string{w.Sample()}); err != nil {
			t.Fatal(err)
		}
		stats := must(cat.Stats(t.Context()))(t)
		statuses, unread = must(cat.PageStatuses(t.Context(), site))(t), must(report.Incomplete(t.Context(), cat))(t)
		if err := client.Close(); err != nil {
			t.Error(err)
		}
		if err := cat.Close(); err != nil {
			t.Error(err)
		}
		return statuses, unread, stats.Records
	}
	type result struct {
		Statuses, Unread map[string]int
		Records          int
		Requests         int64 // -1 for any
	}
	check := func(name string, transport http.RoundTripper, limit int, want result) {
		t.Helper()
		before := w.requests.Load()
		var got result
		got.Statuses, got.Unread, got.Records = learn(transport, limit)
		if got.Requests = w.requests.Load() - before; want.Requests < 0 {
			got.Requests = want.Requests
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	down := faulty{w.transport, broken}
	up := faulty{w.transport, map[string]int{urls[3]: 404, urls[7]: 410}}
	full := result{map[string]int{"sample": 1, "fetched": len(urls) - 2}, map[string]int{}, len(urls) - 1, 0}
	check("cut", down, 40, result{map[string]int{"sample": 1, "fetched": 39, "limit": len(urls) - 42}, map[string]int{"page limit": len(urls) - 42, "site in part": 1}, 40, -1})
	check("still down", down, 0, result{map[string]int{"sample": 1, "fetched": len(urls) - 3}, map[string]int{"site in part": 1}, len(urls) - 2, 0})
	one := full
	one.Requests = 1
	check("up", up, 0, one)
	check("again", up, 0, full)
}

// counted counts what it is asked for.
type counted struct {
	faulty
	log *[]string
}

func (c counted) RoundTrip(r *http.Request) (*http.Response, error) {
	*c.log = append(*c.log, r.URL.String())
	return c.faulty.RoundTrip(r)
}

// A site whose sitemap, or one of whose pages, never comes costs a later run one
// request for each, and is read again when one of them comes.
func TestWhatNeverComes(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run, of one goroutine after another")
	}
	t.Parallel()
	w := newWorld(t)
	site := page.Site(w.Sample())
	urls := slices.DeleteFunc(slices.Sorted(maps.Keys(w.Truth()[site])), func(u string) bool { return u == w.Sample() })
	sitemap := "http://" + site + "/sitemap.xml"
	dir := t.TempDir()
	found := 0
	learn := func(status map[string]int) []string {
		t.Helper()
		var log []string
		client := must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Limits: fetch.Limits{Retries: -1}, Archive: filepath.Join(dir, "archive"), Transport: counted{faulty{w.transport, status}, &log}}))(t)
		cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
		found = 0
		x := &verde.Explorer{Domain: "book", Pages: client, Catalog: cat, Progress: func(e progress.Event) { found = max(found, e.Found) }}
		if _, err := x.Learn(t.Context(), []string{w.Sample()}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(client.Close(), cat.Close()); err != nil {
			t.Error(err)
		}
		return log
	}
	down := map[string]int{sitemap: 503, urls[5]: 600} // above 599 is as good as 500 (RFC 9110 §15)
	learn(down)
	if found == 0 {
		t.Fatal("nothing is found")
	}
	for range 2 {
		if d := cmp.Diff([]string{urls[5], sitemap}, learn(down)); d != "" {
			t.Errorf("requests of a later run (-want +got):\n%s", d)
		}
		if found != 0 {
			t.Error("the site is searched again")
		}
	}
	log := learn(map[string]int{sitemap: 503})
	if found == 0 || !slices.Contains(log, urls[5]) || len(log) > 2 {
		t.Errorf("%d pages are found when a page has come, requests %q", found, log)
	}
}
