package verde_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/steering"
	"verde/vertical"
)

// What a person decides of sites holds from the next round on: a source is left out with
// what was read of it and comes back to the same records without a request, and a site
// that the judge has refused is read.
func TestSteering(t *testing.T) {
	if testing.Short() {
		t.Skip("what runs at the same time here does so in TestWholeLoop and TestInterrupted")
	}
	t.Parallel()
	ctx := t.Context()
	w := newWorld(t)
	w.options.Rounds = 1
	dir := t.TempDir()
	_, cat, err := w.run(ctx, t, dir)
	if err != nil {
		t.Fatal(err)
	}
	var source, refused string
	for _, s := range must(cat.Sources(ctx))(t) {
		switch {
		case s.State == catalog.Expanded && s.Role == catalog.Discovered:
			source = s.Site
		case s.State == catalog.Refused:
			refused = s.Site
		}
	}
	if source == "" || refused == "" {
		t.Fatalf("source %q, refused %q", source, refused)
	}
	requests := w.requests.Load()
	records := func(cat *catalog.Catalog, site string) (n int) {
		t.Helper()
		for _, err := range cat.Records(ctx, site) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	had := records(cat, source)
	sources := w.report.Sources
	entities := must(cat.Stats(ctx))(t).Entities
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	decisions := map[string]steering.Site{}
	w.steering = func() (steering.Steering, error) { return steering.Steering{Sites: decisions}, nil }
	again := func(state string, ds ...steering.Site) (cat *catalog.Catalog, src catalog.Source) {
		t.Helper()
		clear(decisions)
		for _, d := range ds {
			decisions[d.Site] = d
		}
		_, cat, err := w.run(ctx, t, dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cat.Close() })
		src, _, err = cat.Source(ctx, ds[0].Site)
		if err != nil || src.State != state {
			t.Errorf("%s: %s (%s), %v; want %s", src.Site, src.State, src.Reason, err, state)
		}
		return cat, src
	}
	for decide, state := range map[string]string{steering.Refuse: catalog.Refused, steering.Doubt: catalog.Doubtful} {
		cat, src := again(state, steering.Site{Site: source, Decide: decide, Why: "a shop"})
		if n := records(cat, source); n != 0 || src.Reason != "decided by hand: a shop" {
			t.Errorf("%s: %d records, reason %q", decide, n, src.Reason)
		}
		for k, err := range cat.Pages(ctx, source) {
			t.Errorf("%s: page %s, %v", decide, k.URL, err)
		}
		if w.report.Sources != sources-1 {
			t.Errorf("%s: %d sources, had %d", decide, w.report.Sources, sources)
		}
		if n := must(cat.Stats(ctx))(t).Entities; n > entities {
			t.Errorf("%s: %d entities, were %d", decide, n, entities)
		}
		if _, isDoubtful := w.report.Doubtful[source]; isDoubtful != (decide == steering.Doubt) {
			t.Errorf("%s: doubtful %v", decide, w.report.Doubtful)
		}
	}
	cat, _ = again(catalog.Expanded, steering.Site{Site: source})
	if n := records(cat, source); n != had {
		t.Errorf("left to the judge again: %d records, had %d", n, had)
	}
	cat, _ = again(catalog.Expanded, steering.Site{Site: refused, Decide: steering.Accept})
	if n := records(cat, refused); n == 0 {
		t.Errorf("%s is accepted, but has no records", refused)
	}
	if n := w.requests.Load() - requests; n > 60 {
		t.Errorf("%d requests for decisions", n)
	}
	cat, _ = again(catalog.Refused, steering.Site{Site: refused})
	if n := records(cat, refused); n != 0 {
		t.Errorf("%s is left to the judge again, and has %d records", refused, n)
	}
}

// What can't be obeyed is refused with the reason, and a file of decisions that breaks
// while a run goes on does not end it.
func TestDecisionsThatFail(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	cat := must(catalog.Open(ctx, t.TempDir()+"/c.sqlite"))(t)
	defer cat.Close()
	scopes := []catalog.Scope{{Name: "folder", Pages: 3, Chosen: true, Samples: []string{"http://b.example/1"}}, {Name: "anywhere", Pages: 9, AtLeast: true}}
	for _, s := range []catalog.Source{{Site: "a.example", Role: catalog.Training, State: catalog.Expanded}, {Site: "b.example", Role: catalog.Discovered, State: catalog.Expanded, Scopes: scopes}} {
		if err := cat.PutSource(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	src, _, err := cat.Source(ctx, "b.example")
	if d := cmp.Diff(scopes, src.Scopes); d != "" || err != nil {
		t.Errorf("scopes (-want +got):\n%s%v", d, err)
	}
	for _, test := range []struct {
		d    steering.Site
		fine bool
	}{
		{steering.Site{Site: "b.example", Decide: steering.Refuse}, true},
		{steering.Site{Site: "b.example", Scope: "anywhere"}, true},
		{steering.Site{Site: "b.example", Scope: "siblings"}, false},
		{steering.Site{Site: "c.example", Decide: steering.Accept}, false},
		{steering.Site{Site: "a.example", Decide: steering.Doubt}, false},
		{steering.Site{Site: "a.example", Decide: steering.Accept}, true},
		{steering.Site{Site: "a.example", Decide: "burn"}, false},
	} {
		if err := verde.CheckDecision(ctx, cat, test.d); (err == nil) != test.fine {
			t.Errorf("%+v: %v", test.d, err)
		}
	}
	out, err := verde.ApplyDecisions(ctx, cat, steering.Steering{Sites: map[string]steering.Site{"a.example": {Site: "a.example", Decide: steering.Refuse}, "b.example": {Site: "b.example", Decide: steering.Refuse}}})
	if err != nil || !slices.Equal(out, []string{"b.example"}) {
		t.Errorf("left out %q, %v", out, err)
	}
	broken := errors.New("broken")
	x := &verde.Explorer{Catalog: cat, Steering: func() (steering.Steering, error) { return steering.Steering{}, broken }}
	if _, err := x.OpenRound(ctx, &vertical.Vertical{Domain: "book", Site: "a.example"}, 1); !errors.Is(err, broken) {
		t.Errorf("a run that begins with a broken file: %v", err)
	}
}

// What was decided of a site waits for a round, or can be applied at once, or shows.
func TestPending(t *testing.T) {
	t.Parallel()
	scopes := []catalog.Scope{{Name: "folder", Chosen: true}, {Name: "anywhere"}}
	expanded := catalog.Source{State: catalog.Expanded, Scopes: scopes}
	refused := catalog.Source{State: catalog.Refused, Reason: steering.ByHand}
	for _, test := range []struct {
		name       string
		src        catalog.Source
		d          steering.Site
		now, round bool
	}{
		{"nothing", expanded, steering.Site{}, false, false},
		{"refuse", expanded, steering.Site{Decide: steering.Refuse, Scope: "anywhere"}, true, false},
		{"refused", refused, steering.Site{Decide: steering.Refuse}, false, false},
		{"refused by the judge", catalog.Source{State: catalog.Refused}, steering.Site{Decide: steering.Refuse}, true, false},
		{"for another reason", refused, steering.Site{Decide: steering.Refuse, Why: "a shop"}, true, false},
		{"doubt", refused, steering.Site{Decide: steering.Doubt}, true, false},
		{"accept", refused, steering.Site{Decide: steering.Accept}, false, true},
		{"accepted", expanded, steering.Site{Decide: steering.Accept}, false, false},
		{"accepted, and all of it", expanded, steering.Site{Decide: steering.Accept, Scope: "anywhere"}, false, true},
		{"all of it", expanded, steering.Site{Scope: "anywhere"}, false, true},
		{"what was read", expanded, steering.Site{Scope: "folder"}, false, false},
		{"left again", refused, steering.Site{}, false, true},
		{"the training site", catalog.Source{Role: catalog.Training, State: catalog.Expanded}, steering.Site{Decide: steering.Refuse}, false, false},
	} {
		if now, round := verde.Pending(test.src, test.d); now != test.now || round != test.round {
			t.Errorf("%s: now %v, a round %v", test.name, now, round)
		}
	}
}
