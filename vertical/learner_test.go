package vertical

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/keywords"
	"verde/page"
	"verde/query"
)

func TestLabelled(t *testing.T) {
	t.Parallel()
	var records []query.Record
	texts := map[string]string{}
	for _, page := range []struct{ url, text string }{
		{"a", "welcome ulysses author james joyce number of pages 730"},
		{"b", "welcome emma author jane austen number of pages 474 directory"}, // a directory was written
		{"c", "welcome dubliners author james joyce"},
	} {
		texts[page.url] = page.text
		records = append(records, query.Record{Source: page.url, Values: map[string][]string{"Author": {"x"}, "Number of pages": {"1"}, "Directory": {"1814"}, "c12": {"y"}, "come": {"z"}}})
	}
	delete(records[2].Values, "Number of pages")
	records = append(records, query.Record{Source: "not in the sample", Values: map[string][]string{"Directory": {"1922"}, "Language": {"English"}}})
	got := labelled(records, texts)
	if want := map[string]int{"Author": 3, "Number of pages": 2}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The attributes are all that pages label; with numbers nobody is asked.
func TestDescribe(t *testing.T) {
	t.Parallel()
	profile := query.Profile{Identifier: "name", Name: query.Attribute{Name: "name"}, Attributes: []query.Attribute{{Name: "Author", Score: .9}},
		Columns: []query.Attribute{{Name: "Author"}, {Name: "Pages", Coverage: .5, Distinct: 1}, {Name: "c12"}, {Name: "name"}}}
	v := new(Vertical)
	shown := v.describe(profile, map[string]int{"name": 3, "Author": 3, "Pages": 2})
	if d := cmp.Diff([]Attribute{{Name: "name"}, {Name: "Author", Score: .9}, {Name: "Pages", Coverage: .5, Distinct: 1, Unasked: true}}, v.Attributes); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]keywords.Token{{Text: "Author", Pages: 3}, {Text: "Pages", Pages: 2}}, shown); d != "" {
		t.Error(d)
	}
	if asked := v.Profile().Attributes; len(asked) != 1 || asked[0].Name != "Author" {
		t.Errorf("asked with %v", asked)
	}
}

// pageMap is a site.
type pageMap map[string]string

func (m pageMap) Fetch(_ context.Context, url string) (*page.Page, error) {
	if body, ok := m[url]; ok {
		return &page.Page{URL: url, Requested: url, Body: []byte(body)}, nil
	}
	return nil, &page.Error{URL: url, Reason: page.Unparseable}
}

// A label may be a link, unless the home page has that link, too: then it leads to a list of the site.
func TestLinkedLabels(t *testing.T) {
	t.Parallel()
	v := &Vertical{Samples: []string{"http://a.example/b/42"}}
	records := []query.Record{{Values: map[string][]string{"Running time": {"90"}, "All films": {"Drama"}}}}
	for home, want := range map[string]string{
		`<a href="/films">All <b>films</b> »</a> <a href="/about">About</a>`: "running time",
		`nothing`: "all films, running time",
	} {
		l := &Learner{Pages: pageMap{"http://a.example/": home}}
		labels, err := l.linkedLabels(t.Context(), v, records)
		if got := strings.Join(slices.Sorted(maps.Keys(labels)), ", "); err != nil || got != want {
			t.Errorf("home %s: %q, %v, want %q", home, got, err, want)
		}
	}
	if labels, err := (&Learner{Pages: pageMap{}}).linkedLabels(t.Context(), v, records); err != nil || len(labels) != 0 {
		t.Errorf("without a home page: %v, %v", labels, err)
	}
}

// A sample that lists pages of another kind is told of.
func TestWarnOfLists(t *testing.T) {
	t.Parallel()
	site := map[string]string{"/shelf/": "<title>Shelf</title><nav><a href=/about>a</a></nav>"}
	for i := range 30 {
		at := fmt.Sprintf("/book/number-%d.html", i)
		site["/shelf/"] += fmt.Sprintf("<li><a href=%s>x</a></li>", at)
		site[at] = fmt.Sprintf("<title>Book %d</title><nav><a href=/about>a</a></nav><h1>Book</h1><dl><dt>Year<dd>%d</dl>", i, 1900+i)
	}
	for at, want := range map[string]string{"/shelf/": "/shelf/ lists 30 pages", "/book/number-1.html": "", "/nowhere": ""} {
		var told strings.Builder
		l := &Learner{Pages: sitetest.NewMemory(site), Log: slog.New(slog.NewTextHandler(&told, nil))}
		if err := l.warnOfLists(t.Context(), []string{"http://e.org" + at}); err != nil || !strings.Contains(told.String(), want) || (want == "") != (told.String() == "") {
			t.Errorf("%s: told %q, error %v", at, told.String(), err)
		}
	}
}

// fetched is a fetcher that gives an error for all pages.
type fetched struct{ err error }

func (f fetched) Fetch(context.Context, string) (*page.Page, error) { return nil, f.err }

// A home page that can't be had costs the labels that are links, and an archive that can't be written ends the run.
func TestLinkedLabelsWithoutHome(t *testing.T) {
	t.Parallel()
	v := &Vertical{Samples: []string{"http://h.example/book/1"}}
	records := []query.Record{{Values: map[string][]string{"Author": {"x"}}}}
	for name, test := range map[string]struct{ err, want error }{
		"missing":     {err: &page.Error{Reason: page.Status, Status: 404}},
		"of the disk": {errDisk, errDisk},
	} {
		l := &Learner{Pages: fetched{test.err}}
		if labels, err := l.linkedLabels(t.Context(), v, records); labels != nil || !errors.Is(err, test.want) {
			t.Errorf("%s: %v, error %v, want %v", name, labels, err, test.want)
		}
	}
}

var errDisk = errors.New("no space left on the device")
