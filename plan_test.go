package verde

import (
	"path/filepath"
	"testing"

	"verde/catalog"
	"verde/known"
	"verde/query"
	"verde/record"
	"verde/search"
	"verde/steering"
	"verde/vertical"
)

// Rounds of an edited vertical and of a further dump come after those that were
// asked; the same again adds none.
func TestRounds(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	first := &vertical.Vertical{Domain: "book", Keywords: []string{"author"}, Identifier: "name", Attributes: []vertical.Attribute{{Name: "Author"}}}
	edited := &vertical.Vertical{Domain: "book", Keywords: []string{"novel"}, Identifier: "name", Attributes: []vertical.Attribute{{Name: "Author"}}}
	x := &Explorer{Catalog: cat, Options: Options{Rounds: 2}}
	ask := func(v *vertical.Vertical, round int, names ...string) {
		t.Helper()
		var list []query.Query
		for _, name := range names {
			list = append(list, query.Build([]query.Instance{{Values: []query.Value{{Attribute: "name", Text: name}}}}, v.Domain, v.Keywords, query.Options{})...)
		}
		if err := cat.AddQueries(ctx, round, planFor(v, x.Options).String(), list); err != nil {
			t.Fatal(err)
		}
	}
	rounds := func(v *vertical.Vertical, want int) {
		t.Helper()
		for range 2 {
			if err := addGivenRound(ctx, cat, givenQueries(v, x.Engines, nil)); err != nil {
				t.Fatal(err)
			}
			if s, err := scheduleOf(ctx, cat, planFor(v, x.Options)); err != nil || s.last != want {
				t.Errorf("%+v, %v, want %d rounds", s, err, want)
			}
		}
	}
	rounds(first, 2)
	ask(first, 1, "Emma", "Persuasion")
	ask(first, 2, "Dracula")
	rounds(first, 2)
	rounds(edited, 4)
	ask(edited, 3, "Middlemarch")
	rounds(edited, 4)
	rounds(first, 3)
	x.Engines = []search.Engine{shelf{`"Moby-Dick" AND "Herman Melville"`: nil}}
	rounds(edited, 5) // 1 and 2, 3, the dump's 4, and 5
	if same := *first; planFor(&same, x.Options) != planFor(first, x.Options) {
		t.Error("equal verticals have different plans")
	}
	entities, err := x.known(ctx, edited, 4)
	if err != nil {
		t.Fatal(err)
	}
	queries, _, err := x.queries(ctx, edited, 4, entities, steering.Steering{})
	if err != nil || len(queries) != 1 || queries[0].Required[0].Text != "Moby-Dick" {
		t.Errorf("the dump's round asks %v, %v", queries, err)
	}

	// Things that were asked for by the same values make place for others.
	var records []record.Record
	for _, name := range []string{"Emma", "Persuasion", "Villette", "Shirley"} {
		records = append(records, record.FromTexts("http://a.example/"+name, map[string][]string{"name": {name}, "Author": {"somebody by the name of " + name}}))
	}
	addTraining(t, entities, "a.example", records)
	x.Options.Instances = 2
	ids := map[string]bool{}
	for i, v := range []*vertical.Vertical{first, edited} { // in this order: rounds know what earlier ones asked
		round := 5 + i
		queries, _, err := x.queries(ctx, v, round, entities, steering.Steering{})
		if err != nil || len(queries) != 2 {
			t.Errorf("round %d asks %v, %v", round, queries, err)
		}
		for _, q := range queries {
			ids[q.ID] = true
		}
	}
	if len(ids) != 4 {
		t.Errorf("%d different queries, want 4", len(ids))
	}
}

// addTraining adds the records of a training site.
func addTraining(t *testing.T, to *known.Entities, site string, records []record.Record) {
	t.Helper()
	err := to.AddSite(catalog.Source{Site: site, Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A round of the catalog that found nothing new is a reason to stop only for a
// run that would have asked as it did, and as much.
func TestDecides(t *testing.T) {
	t.Parallel()
	now := plan{"words", 30, 3}
	for _, test := range []struct {
		replayed string
		decides  bool
		further  int // rounds that come after it, for it
	}{
		{now.String(), true, 0},
		{"words 40x3", true, 0},
		{"words 30x8", true, 0},
		{"words 30x2", false, 0}, // it was not to go as far
		{"words 29x3", false, 1},
		{"others 30x3", false, 1},
		{givenPlan.String(), false, 1},
		{"words", true, 0}, // of catalogs from before sizes were kept
		{"others", false, 1},
		{"", true, 0},
	} {
		p := parsePlan(test.replayed)
		s := schedule{now: now, plans: map[int]plan{1: p}}
		if s.countsAsIdle(1) != test.decides || !s.countsAsIdle(2) {
			t.Errorf("%q decides: %v; a new round: %v", test.replayed, s.countsAsIdle(1), s.countsAsIdle(2))
		}
		if p.covers(now) != (test.further == 0) {
			t.Errorf("%q covers: %v", test.replayed, p.covers(now))
		}
	}
}

// An entity that a person has named is asked for once, in the first round or in one of its
// own after those that there are.
func TestNamedQueries(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	v := &vertical.Vertical{Domain: "book", Keywords: []string{"author"}, Identifier: "name", Attributes: []vertical.Attribute{{Name: "Author"}}}
	x := &Explorer{Catalog: cat, Options: Options{Rounds: 1}}
	named := []steering.Query{{Name: "Emma", With: "Jane Austen"}, {Name: "Dracula"}, {Name: "Emma", With: "Jane Austen"}}
	if err := addGivenRound(ctx, cat, givenQueries(v, nil, named)); err != nil {
		t.Fatal(err)
	}
	entities, err := x.known(ctx, v, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, _, err := x.queries(ctx, v, 1, entities, steering.Steering{Queries: named})
	if err != nil || len(first) != 2 || len(first[0].Required) != 2 || first[0].Required[1].Text != "Jane Austen" || first[1].Name() != "Dracula" {
		t.Fatalf("a run that has asked nothing: %+v, %v", first, err)
	}
	for range 2 {
		if err := addGivenRound(ctx, cat, givenQueries(v, nil, append(named, steering.Query{Name: "Ulysses"}))); err != nil {
			t.Fatal(err)
		}
	}
	asked, err := cat.Queries(ctx)
	if err != nil || len(asked) != 3 || asked[2].Round != 2 || asked[2].Query.Name() != "Ulysses" {
		t.Errorf("one more: %+v, %v", asked, err)
	}
	if s, err := scheduleOf(ctx, cat, planFor(v, x.Options)); err != nil || s.last != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}
