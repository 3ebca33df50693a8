package catalog

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/record"
)

// A round is opened, its candidates are settled one by one, and it is closed.
// Opening it again leaves alone what has not changed.
func TestRoundsAndCandidates(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := open(t)
	candidate := func(site, body string) Candidate {
		return Candidate{Round: 1, Site: site, Body: json.RawMessage(body)}
	}
	open := func(list ...Candidate) {
		t.Helper()
		if err := c.OpenRound(ctx, Round{Round: 1, Report: json.RawMessage(`{"queries":3}`)}, list); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want map[string]bool) {
		t.Helper()
		list, err := c.Candidates(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, o := range list {
			got[o.Site] = o.Settled
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("settled (-want +got):\n%s", d)
		}
	}
	open(candidate("a.example", `{"n":1}`), candidate("b.example", `{"n":1}`), candidate("c.example", `{"n":1}`))
	check(map[string]bool{"a.example": false, "b.example": false, "c.example": false})
	for _, site := range []string{"a.example", "b.example"} {
		s := Settled{Source: Source{Site: site, Role: Discovered, Round: 1, State: Refused, Reason: "prose"},
			Verdicts: []Verdict{{URL: "http://" + site + "/1", QueryID: "q"}},
			History:  json.RawMessage(`{"judged":1}`), Report: json.RawMessage(`{"evaluated":2}`)}
		if err := c.PutSettled(ctx, 1, s); err != nil {
			t.Fatal(err)
		}
	}
	check(map[string]bool{"a.example": true, "b.example": true, "c.example": false})
	before, err := c.Fingerprint(ctx)
	if err != nil {
		t.Fatal(err)
	}
	open(candidate("c.example", `{"n":1}`), candidate("a.example", `{"n":1}`), candidate("b.example", `{"n":1}`))
	if after, err := c.Fingerprint(ctx); after != before || err != nil {
		t.Errorf("opening a round again changes the catalog, %v", err)
	}
	open(candidate("a.example", `{"n":1}`), candidate("b.example", `{"n":2}`), candidate("d.example", `{"n":1}`))
	check(map[string]bool{"a.example": true, "b.example": false, "d.example": false})
	for site, want := range map[string]Candidate{
		"a.example": {Round: 1, Site: "a.example", Body: json.RawMessage(`{"n":1}`), Settled: true, Report: json.RawMessage(`{"evaluated":2}`)},
		"b.example": {Round: 1, Site: "b.example", Body: json.RawMessage(`{"n":2}`)},
		"c.example": {},
	} {
		got, ok, err := c.Candidate(ctx, 1, site)
		if d := cmp.Diff(want, got); d != "" || ok != (want.Site != "") || err != nil {
			t.Errorf("%s: %v, %v (-want +got):\n%s", site, ok, err, d)
		}
	}
	for _, test := range []struct {
		site   string
		before int
		want   string
	}{{"a.example", 1, ""}, {"a.example", 2, `{"judged":1}`}, {"a.example", 9, `{"judged":1}`}, {"z.example", 2, ""}} {
		if got, err := c.History(ctx, test.site, test.before); string(got) != test.want || err != nil {
			t.Errorf("history of %s before round %d: %s, %v", test.site, test.before, got, err)
		}
	}
	if err := c.PutRound(ctx, Round{Round: 1, Report: json.RawMessage(`{"queries":3,"refused":2}`), Closed: true}); err != nil {
		t.Fatal(err)
	}
	rounds, err := c.Rounds(ctx)
	if d := cmp.Diff([]Round{{Round: 1, Report: json.RawMessage(`{"queries":3,"refused":2}`), Closed: true}}, rounds); d != "" || err != nil {
		t.Errorf("rounds (-want +got):\n%s%v", d, err)
	}
	check(map[string]bool{"a.example": true, "b.example": false, "d.example": false})
	open(candidate("a.example", `{"n":1}`))
	if got, err := c.History(ctx, "b.example", 2); got != nil || err != nil {
		t.Errorf("history of a site that is no candidate any more: %s, %v", got, err)
	}
	if err := c.PutSettled(ctx, 1, Settled{Source: Source{Site: "a.example", State: Expanded}}); err != nil {
		t.Fatal(err)
	}
	if got, err := c.History(ctx, "a.example", 2); got != nil || err != nil {
		t.Errorf("history of a site that left none when it was settled again: %s, %v", got, err)
	}
}

// A settled site that was read has its pages and records with it; one that was
// not keeps those that it has.
func TestPutSettledPages(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := open(t)
	source := Source{Site: "a.example", Role: Discovered, Round: 1, State: Expanded}
	url := "http://a.example/1"
	s := Settled{Source: source, Pages: []Page{{URL: url, Status: "fetched"}},
		Records: []record.Record{record.FromTexts(url, map[string][]string{"Title": {"Emma"}})}}
	for range 2 {
		if err := c.PutSettled(ctx, 1, s); err != nil {
			t.Fatal(err)
		}
		if stats, err := c.Stats(ctx); err != nil || stats.Pages != 1 || stats.Records != 1 {
			t.Errorf("%d pages, %d records, %v", stats.Pages, stats.Records, err)
		}
		s.Pages, s.Records = nil, nil
	}
	if err := c.PutSettled(ctx, 1, Settled{}); err == nil {
		t.Error("a settled candidate without a site is stored")
	}
}
