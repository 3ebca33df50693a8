package harvest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/progress"
	"verde/record"
	"verde/siteexpand"
)

// What becomes of an entity page by what the catalog has of it and what a second
// visit brings.
func TestClassify(t *testing.T) {
	t.Parallel()
	known := &record.Record{Source: "archive:1"}
	here := func(source string) *page.Page { return &page.Page{Source: source} }
	gone, down, robots := &page.Error{Reason: page.Status, Status: 410}, &page.Error{Reason: page.Timeout}, &page.Error{Reason: page.Robots}
	for name, x := range map[string]struct {
		status string
		record *record.Record
		now    *page.Page
		change fetch.Change
		failed *page.Error
		want   visitedPage
	}{
		"the same":                     {status: "fetched", record: known, now: here("archive:1"), change: fetch.Unchanged, want: visitedPage{alive: true}},
		"another":                      {status: "fetched", record: known, now: here("archive:2"), change: fetch.Changed, want: visitedPage{alive: true, change: catalog.Changed}},
		"another that was archived":    {status: "fetched", record: known, now: here("archive:2"), change: fetch.Unchanged, want: visitedPage{alive: true, change: catalog.Changed}},
		"read for the first time":      {status: "timeout", now: here("archive:2"), change: fetch.Added, want: visitedPage{alive: true, change: catalog.Added}},
		"back, as it was":              {status: catalog.Gone, record: known, now: here("archive:1"), change: fetch.Unchanged, want: visitedPage{alive: true, change: catalog.Changed}},
		"gone":                         {status: "fetched", record: known, change: fetch.Gone, failed: gone, want: visitedPage{change: catalog.Gone}},
		"gone as before":               {status: catalog.Gone, record: known, change: fetch.Gone, failed: gone, want: visitedPage{}},
		"gone, and never read":         {status: "timeout", change: fetch.Gone, failed: gone, want: visitedPage{}},
		"no answer":                    {status: "fetched", record: known, change: fetch.Unknown, failed: down, want: visitedPage{unknown: "timeout"}},
		"a page no more":               {status: "fetched", record: known, change: fetch.Changed, failed: robots, want: visitedPage{change: catalog.Changed}},
		"a page no more, as is known":  {status: "robots", record: known, change: fetch.Changed, failed: robots, want: visitedPage{}},
		"another reason why it is not": {status: "timeout", change: fetch.Changed, failed: robots, want: visitedPage{change: catalog.Changed}},
	} {
		p := visitedPage{Page: catalog.Page{Status: x.status}, record: x.record}
		p.classify(x.now, x.change, x.failed)
		status := x.status
		switch {
		case x.want.change == catalog.Gone:
			status = catalog.Gone
		case x.want.change == catalog.Changed && x.failed != nil:
			status = StatusOf(x.failed)
		}
		if p.change != x.want.change || p.alive != x.want.alive || p.unknown != x.want.unknown || p.Status != status {
			t.Errorf("%s: %+v, want %+v with status %q", name, p, x.want, status)
		}
	}
}

// A new column gets the label of the old one that had its values on most of the
// unchanged pages; changed pages have no vote.
func TestRelabel(t *testing.T) {
	t.Parallel()
	type values = map[string][]string
	row := func(change string, old, fresh values) [3]any { return [3]any{change, old, fresh} }
	author, year := []string{"Ann"}, []string{"1999"}
	for name, x := range map[string]struct {
		pages [][3]any
		want  map[string]string
	}{
		"the same labels":     {[][3]any{row("", values{"by": author}, values{"by": author})}, map[string]string{"by": "by"}},
		"another label":       {[][3]any{row("", values{"by": author}, values{"c1": author})}, map[string]string{"c1": "by"}},
		"half is not enough":  {[][3]any{row("", values{"by": author}, values{"c1": author}), row("", values{"by": author}, values{"c1": year})}, map[string]string{}},
		"two of three":        {[][3]any{row("", values{"by": author}, values{"c1": author}), row("", values{"by": author}, values{"c1": author}), row("", values{"by": author}, values{"c1": year})}, map[string]string{"c1": "by"}},
		"changed pages":       {[][3]any{row(catalog.Changed, values{"by": author}, values{"c1": author})}, map[string]string{}},
		"no record before":    {[][3]any{row("", nil, values{"c1": author})}, map[string]string{}},
		"no record now":       {[][3]any{row("", values{"by": author}, nil)}, map[string]string{}},
		"two for one":         {[][3]any{row("", values{"by": author}, values{"c1": author, "c2": author})}, map[string]string{"c1": "by"}},
		"one for two":         {[][3]any{row("", values{"by": author, "of": author}, values{"c1": author})}, map[string]string{"c1": "by"}},
		"its own before that": {[][3]any{row("", values{"by": author, "of": author}, values{"of": author})}, map[string]string{"of": "of"}},
		"the one with more": {[][3]any{row("", values{"by": author, "of": author}, values{"c1": author}), row("", values{"of": author}, values{"c1": author}),
			row("", values{"by": year, "of": author}, values{"c1": author})}, map[string]string{"c1": "of"}},
	} {
		v, fresh := &visitedSite{}, map[string]record.Record{}
		for i, p := range x.pages {
			url := fmt.Sprint(i)
			page := visitedPage{Page: catalog.Page{URL: url}, change: p[0].(string)}
			if old := p[1].(values); old != nil {
				was := record.FromTexts(url, old)
				page.record = &was
			}
			if now := p[2].(values); now != nil {
				fresh[url] = record.FromTexts(url, now)
			}
			v.pages = append(v.pages, page)
		}
		if d := cmp.Diff(x.want, v.relabel(fresh)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// A label that another column takes over is told from it.
func TestRenameLabels(t *testing.T) {
	t.Parallel()
	r := record.FromTexts("a", map[string][]string{"c1": {"Ann"}, "by": {"x"}, "year": {"1999"}})
	got := renameLabels(r, map[string]string{"c1": "by"})
	if d := cmp.Diff(map[string][]string{"by": {"Ann"}, "by (new)": {"x"}, "year": {"1999"}}, got.ByLabel()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// edition is a site of books, of which some pages are another on a second visit.
type edition struct {
	shown map[string]string // URL -> author
	stage map[string]string // URL -> place in the archive
	fails map[string]error  // URL -> what a second visit comes to
	what  map[string]fetch.Change
}

func (e edition) Fetch(_ context.Context, url string) (*page.Page, error) {
	n := url[len(url)-1:]
	body := fmt.Sprintf("<html><title>Book %s</title><h1>Book %s</h1><dl><dt>Author<dd>%s<dt>Year<dd>199%s</dl>", n, n, e.shown[url], n)
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body), Source: e.stage[url]}, nil
}

func (e edition) Refresh(ctx context.Context, url string, _ time.Time) (*page.Page, fetch.Change, error) {
	if err := e.fails[url]; err != nil {
		return nil, e.what[url], err
	}
	p, err := e.Fetch(ctx, url)
	return p, e.what[url], err
}

// shelf is a site of six books that is in a catalog as it was read first, and a
// page over the limit.
func shelf(t *testing.T) (*catalog.Catalog, edition, []string) {
	t.Helper()
	e := edition{map[string]string{}, map[string]string{}, map[string]error{}, map[string]fetch.Change{}}
	var urls []string
	var entities []siteexpand.EntityPage
	for i := range 6 {
		url := fmt.Sprintf("http://a.example/%d", i)
		urls, e.shown[url], e.stage[url] = append(urls, url), fmt.Sprintf("Writer %d", i), "old"
		entities = append(entities, siteexpand.EntityPage{URL: url, Site: "a.example"})
	}
	entities[0].Status = siteexpand.Sample
	pages, records, err := Reader{Pages: e}.withDefaults().read(t.Context(), "a.example", entities)
	if err != nil || len(records) != 6 {
		t.Fatalf("%d records, error %v", len(records), err)
	}
	pages = append(pages, catalog.Page{URL: "http://a.example/9", Site: "a.example", Status: OverLimit})
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cat.Close() })
	if err := cat.PutSite(t.Context(), catalog.Source{Site: "a.example", Role: catalog.Training, State: catalog.Expanded}, pages, records); err != nil {
		t.Fatal(err)
	}
	if err := cat.PutSource(t.Context(), catalog.Source{Site: "b.example", Role: catalog.Discovered, State: catalog.Refused}); err != nil {
		t.Fatal(err)
	}
	return cat, e, urls
}

// changesOf are the changes that a catalog has, a line each.
func changesOf(t *testing.T, cat *catalog.Catalog) (out []string) {
	t.Helper()
	for c, err := range cat.Changes(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		line := c.What + " " + c.URL[len(c.URL)-1:]
		for _, f := range c.Fields {
			line += fmt.Sprintf(" %s%v%v", f.Label, f.Before, f.After)
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// A refresh stores what changed, keeps what is gone, and counts what gave no
// answer; pages over the limit are not visited, nor sites that were not read.
func TestRefreshStoresChanges(t *testing.T) {
	t.Parallel()
	cat, e, urls := shelf(t)
	for i, change := range []fetch.Change{fetch.Unchanged, fetch.Changed, fetch.Gone, fetch.Unknown, fetch.Changed, fetch.Unchanged} {
		e.what[urls[i]] = change
	}
	e.shown[urls[1]], e.stage[urls[1]] = "Somebody Else", "new"
	e.fails[urls[2]], e.fails[urls[3]] = &page.Error{Reason: page.Status, Status: 410}, &page.Error{Reason: page.Timeout}
	e.stage[urls[4]] = "new" // other markup, the same values
	var told []progress.Event
	r := Reader{Pages: e, Progress: func(p progress.Event) { told = append(told, p) }}
	report, err := r.Refresh(t.Context(), cat, e, Visit{Since: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&RefreshReport{Sites: 1, Pages: 6, Changed: 2, Gone: 1, Incomplete: map[string]int{"page timeout": 1}}, report); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"changed 1 Author[Writer 1][Somebody Else]", "gone 2"}, changesOf(t, cat)); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
	authors := map[string]string{}
	for rec, err := range cat.Records(t.Context(), "a.example") {
		if err != nil {
			t.Fatal(err)
		}
		authors[rec.URL] = rec.Value("Author") + " " + rec.Source
	}
	want := map[string]string{}
	for i, url := range urls {
		want[url] = fmt.Sprintf("Writer %d old", i)
	}
	want[urls[1]], want[urls[4]] = "Somebody Else new", "Writer 4 new"
	if d := cmp.Diff(want, authors); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	statuses, err := cat.PageStatuses(t.Context(), "a.example")
	if d := cmp.Diff(map[string]int{siteexpand.Sample: 1, siteexpand.Fetched: 4, catalog.Gone: 1, OverLimit: 1}, statuses); err != nil || d != "" {
		t.Errorf("statuses, error %v (-want +got):\n%s", err, d)
	}
	total := slices.IndexFunc(told, func(p progress.Event) bool { return p.Phase == progress.Refreshing && p.Site == "" && p.Total == 6 })
	waiting := slices.IndexFunc(told, func(p progress.Event) bool {
		return p.Phase == progress.Waiting && p.Site == "a.example" && p.Total == 6
	})
	last := slices.ContainsFunc(told, func(p progress.Event) bool { return p.Phase == progress.Refreshing && p.Site == "" && p.Done == 6 })
	ended := slices.ContainsFunc(told, func(p progress.Event) bool { return p.Phase == progress.Ended && p.Site == "a.example" })
	if total < 0 || waiting < 0 || !last || !ended {
		t.Errorf("told %+v", told)
	}
}

// If nothing changed, nothing is read and the catalog stays as it is; if nothing
// can be read any more, the records stay.
func TestRefreshKeeps(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		prepare func(e edition, urls []string)
		changes int
		records int
		same    bool
	}{
		"nothing changed": {func(edition, []string) {}, 0, 6, true},
		"all is gone": {func(e edition, urls []string) {
			for _, u := range urls {
				e.fails[u], e.what[u] = &page.Error{Reason: page.Status, Status: 410}, fetch.Gone
			}
		}, 6, 6, false},
	} {
		cat, e, urls := shelf(t)
		before, err := cat.Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		x.prepare(e, urls)
		if _, err := (Reader{Pages: e}).Refresh(t.Context(), cat, e, Visit{Since: time.Now(), Sites: 2}); err != nil {
			t.Fatal(err)
		}
		after, err := cat.Fingerprint(t.Context())
		if err != nil || (after == before) != x.same {
			t.Errorf("%s: the catalog is the same %v, error %v", name, after == before, err)
		}
		n := 0
		for _, err := range cat.Records(t.Context(), "a.example") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if got := changesOf(t, cat); len(got) != x.changes || n != x.records {
			t.Errorf("%s: changes %q, %d records", name, got, n)
		}
	}
}

// An error that is none of a page ends the refresh.
func TestRefreshFails(t *testing.T) {
	t.Parallel()
	cat, e, urls := shelf(t)
	full := errors.New("the disk is full")
	maps.Copy(e.fails, map[string]error{urls[3]: full})
	if _, err := (Reader{Pages: e}).Refresh(t.Context(), cat, e, Visit{Since: time.Now()}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
