package harvest

import (
	"context"
	"fmt"
	"testing"

	"verde/page"
)

// failing fails as it is told to, and knows a sitemap.
type failing map[string]*page.Error

func (f failing) Fetch(_ context.Context, url string) (*page.Page, error) {
	if err := f[url]; err != nil {
		return nil, err
	}
	return &page.Page{URL: url}, nil
}

func (failing) Sitemaps(context.Context, string) ([]string, error) { return []string{"map"}, nil }

// What may come later is remembered, each page once, and what the fetcher can do
// beside fetching is found behind the recorder.
func TestTransientRecorder(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  page.Error
		want string // what is missing after two attempts
	}{
		{page.Error{Reason: page.Status, Status: 404}, ""},
		{page.Error{Reason: page.Status, Status: 410}, ""},
		{page.Error{Reason: page.Status, Status: 408}, "1 page (status 408)"},
		{page.Error{Reason: page.Status, Status: 429}, "1 page (status 429)"},
		{page.Error{Reason: page.Status, Status: 500}, "1 page (status 500)"},
		{page.Error{Reason: page.Status, Status: 600}, "1 page (status 600)"},
		{page.Error{Reason: page.Timeout}, "1 page (timeout)"},
		{page.Error{Reason: page.Network}, "1 page (network)"},
		{page.Error{Reason: page.Unreachable}, "1 page (unreachable)"},
		{page.Error{Reason: page.Overloaded}, "1 page (overloaded)"},
		{page.Error{Reason: page.Robots}, ""},
		{page.Error{Reason: page.LimitReached}, ""},
	} {
		r := &TransientRecorder{Fetcher: failing{"a": &test.err}}
		for range 2 {
			if _, err := r.Fetch(t.Context(), "a"); err == nil {
				t.Error("a page that fails comes")
			}
			if _, err := r.Fetch(t.Context(), "b"); err != nil {
				t.Error(err)
			}
		}
		if got := r.Missing(); got != test.want {
			t.Errorf("%v: missing %q, want %q", &test.err, got, test.want)
		}
		from, ok := page.Ability[page.SitemapFinder](r)
		if !ok {
			t.Fatal("the fetcher's sitemaps are lost")
		}
		if maps, err := from.Sitemaps(t.Context(), "a"); len(maps) != 1 || err != nil {
			t.Errorf("sitemaps %q, %v", maps, err)
		}
	}
	down := &page.Error{Reason: page.Status, Status: 503}
	r := &TransientRecorder{Fetcher: failing{"0": down, "1": down, "2": {Reason: page.Timeout}}}
	for i := range 4 {
		_, _ = r.Fetch(t.Context(), fmt.Sprint(i))
	}
	if got, want := r.Missing(), "2 pages (status 503), 1 page (timeout)"; got != want {
		t.Errorf("missing %q, want %q", got, want)
	}
}
