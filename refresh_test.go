package verde_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/harvest"
	"verde/page"
)

// versioned gives every page an ETag and answers conditional requests; pages
// may be edited, and some answer with a status only.
type versioned struct {
	faulty
	edits map[string][2]string
}

func (v versioned) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := v.faulty.RoundTrip(r)
	if err != nil || resp.StatusCode != 200 {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if edit, ok := v.edits[r.URL.String()]; ok {
		body = bytes.ReplaceAll(body, []byte(edit[0]), []byte(edit[1]))
	}
	tag := fmt.Sprintf("\"%x\"", sha256.Sum256(body))
	resp.Header.Set("ETag", tag)
	resp.Header.Del("Content-Length")
	resp.ContentLength = int64(len(body))
	if r.Header.Get("If-None-Match") == tag {
		resp.StatusCode, body, resp.ContentLength = 304, nil, 0
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// refresh brings the catalog in dir up to date with what the transport shows.
func refresh(t *testing.T, dir string, transport http.RoundTripper, search bool) (*harvest.RefreshReport, fetch.Stats) {
	t.Helper()
	client := must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Limits: fetch.Limits{Retries: -1}, Archive: filepath.Join(dir, "archive"), Transport: transport}))(t)
	defer client.Close()
	cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
	defer cat.Close()
	x := &verde.Explorer{Pages: client, Catalog: cat}
	return must(x.Refresh(t.Context(), client, harvest.Visit{Since: time.Now().Add(time.Second), Search: search}))(t), client.Stats()
}

// A site on which one value changed, one page is gone, one is down and one
// differs in its markup only: the catalog says so, once, and what has not
// changed costs no body.
func TestRefresh(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := page.Site(w.Sample())
	truth := w.Truth()[site]
	urls := slices.DeleteFunc(slices.Sorted(maps.Keys(truth)), func(u string) bool { return u == w.Sample() })
	dir := t.TempDir()
	transport := versioned{faulty{w.transport, nil}, nil}
	client := must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(dir, "archive"), Transport: transport}))(t)
	cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
	x := &verde.Explorer{Domain: "book", Pages: client, Catalog: cat}
	if _, err := x.Learn(t.Context(), []string{w.Sample()}); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	authored := urls[slices.IndexFunc(urls, func(u string) bool { return len(truth[u]["author"]) == 1 })]
	rest := slices.DeleteFunc(slices.Clone(urls), func(u string) bool { return u == authored })
	transport.edits = map[string][2]string{authored: {truth[authored]["author"][0], "Somebody Else"}, rest[1]: {"</body>", "<!-- new --></body>"}}
	transport.status = map[string]int{rest[2]: 410, rest[3]: 500}

	r, stats := refresh(t, dir, transport, false)
	if d := cmp.Diff(&harvest.RefreshReport{Sites: 1, Pages: len(urls) + 1, Changed: 2, Gone: 1, Incomplete: map[string]int{"page status 500": 1}}, r); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
	var bodies int64
	for _, u := range []string{authored, rest[1]} {
		resp := must(transport.RoundTrip(must(http.NewRequest("GET", u, nil))(t)))(t)
		bodies += resp.ContentLength
	}
	if stats.Bytes != bodies {
		t.Errorf("%d bytes of bodies, want the %d of the pages that changed", stats.Bytes, bodies)
	}
	var got []string
	for c, err := range cat.Changes(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %s", c.What, c.URL))
		for _, f := range c.Fields {
			got = append(got, fmt.Sprintf("%s%v%v", f.Label, f.Before, f.After))
		}
	}
	want := []string{"changed " + authored, fmt.Sprintf("Author%v[Somebody Else]", truth[authored]["author"]), "gone " + rest[2]}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("changes %q, want %q", got, want)
	}
	statuses := must(cat.PageStatuses(t.Context(), site))(t)
	if st := must(cat.Stats(t.Context()))(t); statuses[catalog.Gone] != 1 || st.Records != len(urls)+1 || st.Missing != 1 {
		t.Errorf("%v, %d records", statuses, st.Records)
	}

	before := must(cat.Fingerprint(t.Context()))(t)
	r, stats = refresh(t, dir, transport, false)
	if r.Changed+r.Added+r.Gone != 0 || stats.Bytes != 0 {
		t.Errorf("the second refresh finds %+v with %d bytes of bodies", r, stats.Bytes)
	}
	if must(cat.Fingerprint(t.Context()))(t) != before {
		t.Error("the second refresh changes the catalog")
	}
	transport.status = nil // it is back
	if r, _ = refresh(t, dir, transport, false); r.Changed != 1 || r.Gone+r.Added+len(r.Incomplete) != 0 {
		t.Errorf("when all is back: %+v", r)
	}
	if statuses := must(cat.PageStatuses(t.Context(), site))(t); statuses[catalog.Gone] != 0 {
		t.Errorf("when all is back: %v", statuses)
	}
	if err := cat.Close(); err != nil {
		t.Error(err)
	}

	// A host that is down is given up after a bound.
	transport.status = make(map[string]int)
	for _, u := range urls {
		transport.status[u] = 500
	}
	transport.status[w.Sample()] = 500
	r, stats = refresh(t, dir, transport, false)
	if d := cmp.Diff(&harvest.RefreshReport{Sites: 1, Pages: len(urls) + 1, Incomplete: map[string]int{"page status 500": 10, "page unreachable": len(urls) - 9}}, r); d != "" {
		t.Errorf("report of a dead host (-want +got):\n%s", d)
	}
	if stats.Requests != 10 {
		t.Errorf("%d requests to a dead host", stats.Requests)
	}
}

// without is a web that a page has not come into being on yet: it is not there, and
// nothing links to it.
type without struct {
	http.RoundTripper
	url *string // of the page; "" for none
}

func (w without) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := w.RoundTripper.RoundTrip(r)
	if err != nil || *w.url == "" || resp.StatusCode != 200 {
		return resp, err
	}
	if r.URL.String() == *w.url {
		resp.StatusCode = 404
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	body = bytes.ReplaceAll(body, []byte(path.Base(*w.url)), nil) // in links to it
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	resp.Header.Del("Content-Length")
	return resp, nil
}

// A page that came into being is found where the site is searched, and read as the
// others are; a refresh without a search does not look for it.
func TestRefreshSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("what runs at the same time here does so in TestRefresh")
	}
	t.Parallel()
	w := newWorld(t)
	site := page.Site(w.Sample())
	truth := w.Truth()[site]
	late := slices.DeleteFunc(slices.Sorted(maps.Keys(truth)), func(u string) bool { return u == w.Sample() })[0]
	hidden := late
	transport := versioned{faulty{without{w.transport, &hidden}, nil}, nil}
	dir := t.TempDir()
	client := must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(dir, "archive"), Transport: transport}))(t)
	cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
	x := &verde.Explorer{Domain: "book", Pages: client, Catalog: cat}
	if _, err := x.Learn(t.Context(), []string{w.Sample()}); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	if statuses := must(cat.PageStatuses(t.Context(), site))(t); statuses["fetched"]+statuses["sample"] != len(truth)-1 {
		t.Fatalf("without the page: %v of %d", statuses, len(truth))
	}
	hidden = ""
	if r, _ := refresh(t, dir, transport, false); r.Added != 0 {
		t.Errorf("without a search: %+v", r)
	}
	away := errors.New("the bucket is away") // then the catalog names nothing that is not stored
	if _, err := x.Refresh(t.Context(), must(fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Transport: transport}))(t),
		harvest.Visit{Since: time.Now().Add(time.Second), Search: true, Archived: func(context.Context) error { return away }}); !errors.Is(err, away) {
		t.Errorf("the archive is not stored: %v", err)
	}
	if records := must(cat.RecordsAt(t.Context(), late))(t); len(records) != 0 {
		t.Errorf("pages that are not stored have records: %+v", records)
	}
	r, _ := refresh(t, dir, transport, true)
	if r.Added != 1 || r.Found != 1 || len(r.Incomplete) != 0 {
		t.Errorf("with a search: %+v", r)
	}
	records := must(cat.RecordsAt(t.Context(), late))(t)
	if len(records) != 1 || !slices.Equal(records[0].Texts("Author"), truth[late]["author"]) {
		t.Errorf("its record: %+v", records)
	}
	for c, err := range cat.Changes(t.Context(), "") {
		if err != nil || c.URL == late && c.What != catalog.Added {
			t.Errorf("%+v, %v", c, err)
		}
	}
	if r, _ = refresh(t, dir, transport, true); r.Added+r.Found != 0 {
		t.Errorf("again: %+v", r)
	}
}
