package harvest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/page"
	"verde/siteexpand"
)

// deficient answers with a book for each number, and with an error for some.
type deficient map[string]*page.Error

func (s deficient) Fetch(_ context.Context, url string) (*page.Page, error) {
	if err := s[url]; err != nil {
		return nil, err
	}
	n := url[len(url)-2:]
	body := fmt.Sprintf("<html><title>Book %s</title><h1>Book %s</h1><dl><dt>Author<dd>Writer %s<dt>Year<dd>19%s</dl>", n, n, n, n)
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
}

// Pages that an expansion took by their URLs alone, and that turn out not to be
// there, stay as evidence with the reason; no page is lost, in no order.
func TestReadKeepsWhatIsNotThere(t *testing.T) {
	t.Parallel()
	fail := func(reason page.Reason, status int) *page.Error { return &page.Error{Reason: reason, Status: status} }
	r := Reader{MaxPages: 18, Pages: deficient{
		"http://a.example/03": fail(page.Status, 404), "http://a.example/04": fail(page.Status, 410),
		"http://a.example/05": fail(page.Status, 503), "http://a.example/06": fail(page.Timeout, 0),
		"http://a.example/07": fail(page.Robots, 0)}}
	want := map[string]string{"http://a.example/03": "status 404", "http://a.example/04": "status 410", "http://a.example/05": "status 503",
		"http://a.example/06": "timeout", "http://a.example/07": "robots", "http://a.example/18": "limit", "http://a.example/19": "limit", "http://a.example/00": "sample"}
	var entities []siteexpand.EntityPage
	for i := range 20 {
		e := siteexpand.EntityPage{URL: fmt.Sprintf("http://a.example/%02d", i), Site: "a.example", Status: siteexpand.Inferred}
		if i == 0 {
			e.Status = siteexpand.Sample
		}
		if want[e.URL] == "" {
			want[e.URL] = "fetched"
		}
		entities = append(entities, e)
	}
	pages, records, err := r.withDefaults().read(t.Context(), entities[0].Site, entities)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range pages {
		got[p.URL] = p.Status
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(records) != 13 {
		t.Errorf("%d records, want 13", len(records))
	}
}

// A trial reads what can be had of the pages, each into a record with what it shows.
func TestTrial(t *testing.T) {
	t.Parallel()
	r := Reader{Pages: deficient{"http://a.example/03": {Reason: page.Timeout}}}
	records, err := r.Trial(t.Context(), "a.example", []string{"http://a.example/01", "http://a.example/02", "http://a.example/03", "http://a.example/04"})
	if err != nil || len(records) != 3 {
		t.Fatalf("%d records, error %v", len(records), err)
	}
	if got := records[2].ByLabel()["Author"]; len(got) != 1 || got[0] != "Writer 04" {
		t.Errorf("author %q", got)
	}
	if _, err := r.Trial(t.Context(), "a.example", []string{"http://a.example/03"}); err == nil {
		t.Error("no error though no page could be had")
	}
}

// What a search doubts of its result is told with the site; its remarks are not.
func TestDoubts(t *testing.T) {
	t.Parallel()
	got := doubts([]siteexpand.Diagnosis{
		{Case: siteexpand.Mixed, Detail: "of pages like a, 3 of 5 were alike", Remedy: "give more samples"},
		{Case: siteexpand.Mistaken, Detail: "a share of 0.30 is of another kind", Remedy: "look at some", Doubt: true},
	})
	want := []catalog.Doubt{{Case: siteexpand.Mistaken, Detail: "a share of 0.30 is of another kind", Remedy: "look at some"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
