package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/catalog"
	"verde/evidence"
	"verde/evidence/evidencetest"
	"verde/page"
	"verde/pageeval"
	"verde/progress"
)

// A template is rejected once, and pages without links have none to be told by.
func TestReject(t *testing.T) {
	t.Parallel()
	src := catalog.Source{Reason: "about something else"}
	var h History
	h.Pages = map[string]PageJudgement{}
	for url, schema := range map[string]page.HashedSchema{"a": {1, 2, 3, 4}, "b": {1, 2, 3, 4, 5}, "c": {7, 8}, "d": nil} {
		h.Pages[url] = PageJudgement{Schema: schema}
		src.Evidence = append(src.Evidence, catalog.Evidence{URL: url})
	}
	slices.SortFunc(src.Evidence, func(p, q catalog.Evidence) int { return strings.Compare(p.URL, q.URL) })
	got := h.Reject(src, 5)
	if len(got.Rejected) != 2 || got.KnownThen != 5 || got.RejectReason != src.Reason || len(h.Rejected) != 0 {
		t.Errorf("rejected %v with %d known: %s; before %v", got.Rejected, got.KnownThen, got.RejectReason, h.Rejected)
	}
	src.Evidence = src.Evidence[2:3]
	if again := got.Reject(src, 5); len(again.Rejected) != 2 {
		t.Errorf("rejected twice: %v", again.Rejected)
	}
	if later := got.Reject(src, 6); len(later.Rejected) != 1 {
		t.Errorf("with more known %v stay rejected", later.Rejected)
	}
	for _, x := range []struct {
		schema page.HashedSchema
		want   bool
	}{{page.HashedSchema{1, 2, 3, 4}, true}, {page.HashedSchema{1, 2, 3, 4, 5}, true}, {page.HashedSchema{1, 2, 3}, false}, {nil, false}} {
		if got := isOfAny(x.schema, []page.HashedSchema{{1, 2, 3, 4}, nil}); got != x.want {
			t.Errorf("%v is like a rejected one: %v, want %v", x.schema, got, x.want)
		}
	}
}

// When a group of pages is looked at no further.
func TestGroupInspection(t *testing.T) {
	t.Parallel()
	of := func(names ...string) map[string]bool {
		m := map[string]bool{}
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	for name, x := range map[string]struct {
		groupInspection
		enough, prose bool
	}{
		"nothing":                   {},
		"three of two":              {groupInspection{data: 3, shown: of("a", "b")}, true, false},
		"three of one":              {groupInspection{data: 3, shown: of("a")}, false, false},
		"two of two":                {groupInspection{data: 2, shown: of("a", "b")}, false, false},
		"one titled, no data":       {groupInspection{judged: 1, titledNonData: of("a")}, false, false},
		"two titled, no data":       {groupInspection{judged: 2, titledNonData: of("a", "b")}, false, true},
		"two titled, but some data": {groupInspection{judged: 3, data: 1, shown: of("c"), titledNonData: of("a", "b")}, false, false},
	} {
		if x.groupInspection.hasEnough(3) != x.enough || x.groupInspection.isProse() != x.prose {
			t.Errorf("%s: enough %v, prose %v", name, x.groupInspection.hasEnough(3), x.groupInspection.isProse())
		}
	}
	one := groupInspection{data: 1, shown: of("a")}
	if !one.hasEnough(1) {
		t.Error("one page of one entity is not enough where one is asked for")
	}
}

// The folded title and headings end with the heading in which they reach the
// bound, whatever comes after.
func TestHeadings(t *testing.T) {
	t.Parallel()
	parse := func(body string) *html.Node {
		doc, err := html.Parse(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	if got := foldedTitles(parse("<h1>Emma, a Novel</h1><h2>Reviews</h2><h3>None</h3>"), "Shop"); got != " shop emma a novel reviews " {
		t.Errorf("headings %q", got)
	}
	long := parse("<h1>" + strings.Repeat("word ", maxTitleWords-1) + "</h1><h2>end</h2><h2>beyond</h2>")
	if got := foldedTitles(long, ""); !strings.HasSuffix(got, " end ") {
		t.Errorf("headings end with %q", got[len(got)-20:])
	}
}

// A page is judged by the query that it answers best, in whatever order they come.
func TestBestQuery(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	body := "<html><title>Shop</title><h1>emma</h1><dl><dt>Author:<dd>x<dt>Title:<dd>emma<dt>Pages:<dd>100<dt>Year:<dd>1999</dl>" +
		"<p>Last week I read kim, which x had lent me on a rainy day, and it kept me awake until the morning came.</p>"
	for _, names := range [][]string{{"emma", "kim"}, {"kim", "emma"}} {
		lines := append(results("data", "faust"), names[0]+" | http://s.example/data/faust", names[1]+" | http://s.example/data/faust")
		in := &inspection{Judge: Judge{Classifier: classifier}.withDefaults(), results: evidencetest.Results(lines...)}
		var best PageJudgement
		p := &page.Page{URL: "http://s.example/data/faust", Status: 200, ContentType: "text/html", Body: []byte(body)}
		if err := in.evaluatePage(p, names, &best); err != nil {
			t.Fatal(err)
		}
		if best.QueryID != "emma" || !best.SemiStructured {
			t.Errorf("%q: judged by %q, as data %v (%.2f)", names, best.QueryID, best.SemiStructured, best.Probability)
		}
	}
}

// Of sites that nothing is known of, one whose pages only may be data is doubtful, since a run would read it to see:
// two pages have to be data for sure. One that shows too few entities is refused. Each site is told of.
func TestCandidates(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	a := evidencetest.Results(append(titled("data", "emma", "kim"), titled("blog", "nana")...)...)
	var told []progress.Event
	j := Judge{Pages: shelves{}, Classifier: classifier, Progress: func(e progress.Event) { told = append(told, e) }}
	got, err := j.Candidates(t.Context(), []evidence.Candidate{{Site: "s.example", Support: 2, URLs: a.URLs()}}, a, 1)
	if err != nil || len(got) != 1 || got[0].State != catalog.Accepted || got[0].SemiStructured != minEntities {
		t.Fatalf("%+v, error %v", got, err)
	}
	var steps []string
	for _, e := range told {
		steps = append(steps, fmt.Sprintf("%s %s %d/%d", e.Phase, e.Site, e.Done, e.Total))
	}
	if want := []string{"judging  0/1", "judging s.example 0/0", "judging  1/0", "ended s.example 0/0"}; !slices.Equal(steps, want) {
		t.Errorf("told %q, want %q", steps, want)
	}
	one := evidencetest.Results(titled("data", "emma")...)
	if got, err = j.Candidates(t.Context(), []evidence.Candidate{{Site: "s.example", Support: 2, URLs: one.URLs()}}, one, 1); err != nil || got[0].State != catalog.Refused {
		t.Errorf("%+v, error %v", got, err)
	}
	var names []string
	for i := range minTitledEntities {
		names = append(names, fmt.Sprintf("the tower %c", 'a'+i))
	}
	named := evidencetest.Results(titled("blog", names...)...)
	if got, err = j.Candidates(t.Context(), []evidence.Candidate{{Site: "s.example", Support: minTitledEntities, URLs: named.URLs()}}, named, 1); err != nil || got[0].State != catalog.Doubtful || !strings.Contains(got[0].Reason, "reading the site tells") {
		t.Errorf("%+v, error %v", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := (Judge{Pages: stopped{}, Classifier: classifier}).Candidates(ctx, []evidence.Candidate{{Site: "s.example", URLs: one.URLs()}}, one, 1); err == nil {
		t.Error("no error of a run that was stopped")
	}
}

// stopped is a fetcher whose run has ended.
type stopped struct{}

func (stopped) Fetch(ctx context.Context, _ string) (*page.Page, error) { return nil, ctx.Err() }

// The fingerprint changes with what a judgement depends on, and with nothing else.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	of := func(j Judge) string {
		j.Classifier = classifier
		text, err := j.Fingerprint()
		if err != nil || len(text) != 64 {
			t.Errorf("fingerprint %q, error %v", text, err)
		}
		return text
	}
	if of(Judge{}) != of(Judge{Evaluate: 6, Samples: 3, Pages: stopped{}}) {
		t.Error("defaults that are written out, and where pages come from, make another fingerprint")
	}
	if a, b, c := of(Judge{}), of(Judge{Evaluate: 7}), of(Judge{Samples: 4}); a == b || a == c || b == c {
		t.Errorf("%s, %s and %s are of other sizes", a, b, c)
	}
}
