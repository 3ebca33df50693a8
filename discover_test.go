package verde

import (
	"context"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/query"
	"verde/search"
)

// shelf is a dump: answers by the text of the query.
type shelf map[string][]string

func (shelf) Name() string { return "shelf" }

func (s shelf) Queries() (out []query.Query) {
	for text := range s {
		out = append(out, query.Parse(text))
	}
	return out
}

func (s shelf) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		for text, urls := range s {
			for _, url := range urls {
				if query.Parse(text).ID == q.ID && !yield(search.Result{URL: url, QueryID: q.ID}, nil) {
					return
				}
			}
		}
	}
}

// What a dump has beyond an earlier answer is added to it, once.
func TestAskDumpAgain(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	const text = `"Emma" AND "Jane Austen"`
	x := &Explorer{Catalog: cat}
	q := query.Parse(text)
	for _, step := range []struct {
		dump shelf
		want []string
	}{
		{shelf{}, nil}, // asked of a dump that has no answer
		{shelf{text: {"http://a.example/1"}}, []string{"http://a.example/1"}},
		{shelf{text: {"http://b.example/2", "http://a.example/1"}}, []string{"http://a.example/1", "http://b.example/2"}},
		{shelf{}, []string{"http://a.example/1", "http://b.example/2"}},
	} {
		if failed, err := x.askEngine(t.Context(), q, step.dump); failed != nil || err != nil {
			t.Fatal(failed, err)
		}
		results, complete, ok, err := cat.Answered(t.Context(), q.ID, "shelf")
		if err != nil || !complete || !ok {
			t.Fatalf("answered %v, complete %v, %v", ok, complete, err)
		}
		var got []string
		for _, r := range results {
			got = append(got, r.URL)
		}
		if d := cmp.Diff(step.want, got); d != "" {
			t.Errorf("dump %v (-want +got):\n%s", step.dump, d)
		}
	}
}

// lossy is an engine whose answers find the catalog closed, as good as full.
type lossy struct {
	shelf
	catalog *catalog.Catalog
}

func (e lossy) Search(ctx context.Context, q query.Query) iter.Seq2[search.Result, error] {
	e.catalog.Close()
	return e.shelf.Search(ctx, q)
}

// An answer that can't be kept ends the run, and is no failure of the engine.
func TestAnswerIsLost(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	const text = `"Emma" AND "Jane Austen"`
	x := &Explorer{Catalog: cat}
	failed, err := x.askEngine(t.Context(), query.Parse(text), lossy{shelf{text: {"http://a.example/1"}}, cat})
	if failed != nil || err == nil {
		t.Errorf("failed %v, error %v", failed, err)
	}
}

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
	first := &Vertical{Domain: "book", Keywords: []string{"author"}, Identifier: "name", Attributes: []Attribute{{Name: "Author"}}}
	edited := &Vertical{Domain: "book", Keywords: []string{"novel"}, Identifier: "name", Attributes: []Attribute{{Name: "Author"}}}
	x := &Explorer{Catalog: cat, Options: Options{Rounds: 2}}
	ask := func(v *Vertical, round int, names ...string) {
		t.Helper()
		var list []query.Query
		for _, name := range names {
			list = append(list, query.Build([]query.Instance{{Values: []query.Value{{Attribute: "name", Text: name}}}}, v.Domain, v.Keywords, query.Options{})...)
		}
		if err := cat.AddQueries(ctx, round, x.plan(v), list); err != nil {
			t.Fatal(err)
		}
	}
	rounds := func(v *Vertical, want int) {
		t.Helper()
		for range 2 {
			if _, got, err := x.rounds(ctx, v); got != want || err != nil {
				t.Errorf("%d rounds, %v, want %d", got, err, want)
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
	if same := *first; x.plan(&same) != x.plan(first) {
		t.Error("equal verticals have different plans")
	}
	known, err := x.known(ctx, edited, 4)
	if err != nil {
		t.Fatal(err)
	}
	queries, err := x.queries(ctx, edited, 4, known)
	if err != nil || len(queries) != 1 || queries[0].Required[0].Text != "Moby-Dick" {
		t.Errorf("the dump's round asks %v, %v", queries, err)
	}

	// Things that were asked for by the same values make place for others.
	for _, name := range []string{"Emma", "Persuasion", "Villette", "Shirley"} {
		known.add(instance{site: "a.example", record: query.Record{Source: "http://a.example/" + name,
			Values: map[string][]string{"name": {name}, "Author": {"somebody by the name of " + name}}}})
	}
	x.Options.Instances = 2
	ids := map[string]bool{}
	for i, v := range []*Vertical{first, edited} { // in this order: rounds know what earlier ones asked
		round := 5 + i
		queries, err := x.queries(ctx, v, round, known)
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
