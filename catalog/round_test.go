package catalog

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/record"
)

// A round is opened, its candidates are settled one by one, and it is closed. Opening it again leaves alone what
// has not changed.
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

// A settled site that was read has its pages and records with it; one that was not keeps those that it has.
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

// What is left out of a site comes and stays with its pages, in pages of any length.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	c := open(t)
	settle := func(s Settled) {
		t.Helper()
		if err := errors.Join(c.OpenRound(t.Context(), Round{Round: 1}, []Candidate{{Round: 1, Site: s.Source.Site, Body: []byte("{}")}}), c.PutSettled(t.Context(), 1, s)); err != nil {
			t.Fatal(err)
		}
	}
	all := []LeftOut{{"a.example", "http://a.example/3", "below threshold"}, {"a.example", "http://a.example/2", "below threshold"}, {"a.example", "http://a.example/4", "status 500"}}
	settle(Settled{Source: Source{Site: "a.example", State: Expanded}, Pages: []Page{}, LeftOut: []LeftOut{all[2], all[0], all[1]}})
	settle(Settled{Source: Source{Site: "b.example", State: Doubtful}, LeftOut: []LeftOut{{URL: "http://b.example/", Reason: "status 500"}}})
	settle(Settled{Source: Source{Site: "a.example", State: Expanded}}) // stays as it is
	all = append(all, LeftOut{"b.example", "http://b.example/", "status 500"})
	for _, x := range []struct {
		site, reason  string
		offset, limit int
		want          []LeftOut
	}{
		{"", "", 0, 10, all}, {"", "", 1, 2, all[1:3]}, {"a.example", "", 0, 10, all[:3]}, {"", "status 500", 0, 10, all[2:]},
		{"b.example", "below threshold", 0, 10, nil}, {"", "", 10, 10, nil},
	} {
		got, err := c.LeftOut(t.Context(), x.site, x.reason, x.offset, x.limit)
		if d := cmp.Diff(x.want, got); d != "" || err != nil {
			t.Errorf("%q, %q from %d: %s, %v", x.site, x.reason, x.offset, d, err)
		}
	}
	counts, err := c.CountLeftOut(t.Context(), "")
	if d := cmp.Diff(map[string]int{"below threshold": 2, "status 500": 2}, counts); d != "" || err != nil {
		t.Errorf("%s, %v", d, err)
	}
	settle(Settled{Source: Source{Site: "a.example", State: Expanded}, Pages: []Page{}})
	if got, err := c.LeftOut(t.Context(), "a.example", "", 0, 10); got != nil || err != nil {
		t.Errorf("of a site that was read again: %v, %v", got, err)
	}
}
