package verde

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/evidence"
	"verde/progress"
	"verde/query"
	"verde/report"
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
		if failed, err := x.asker().askEngine(t.Context(), q, step.dump); failed != nil || err != nil {
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
	failed, err := x.asker().askEngine(t.Context(), query.Parse(text), lossy{shelf{text: {"http://a.example/1"}}, cat})
	if failed != nil || err == nil {
		t.Errorf("failed %v, error %v", failed, err)
	}
}

// reply is what an engine answers to a query: so many results, then an error.
type reply struct {
	results int
	err     error
}

// moody is an engine that answers each query as it is told to, and notes what it
// is asked.
type moody struct {
	replies map[string]reply // by ID of the query
	mu      *sync.Mutex
	asked   *[]string
}

func (moody) Name() string { return "moody" }

func (m moody) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	*m.asked = append(*m.asked, q.ID)
	return func(yield func(search.Result, error) bool) {
		r := m.replies[q.ID]
		for i := range r.results {
			if !yield(search.Result{URL: fmt.Sprintf("http://%s.example/%d", q.ID, i), QueryID: q.ID}, nil) {
				return
			}
		}
		if r.err != nil {
			yield(search.Result{}, r.err)
		}
	}
}

// What an engine does not answer is told by its reason, and asked again by the
// next run, as is what it has no result for; only Retry asks again for what it
// had in part, and of single sites for what it has not.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	quota := &search.Error{Reason: "status 429", Err: errors.New("slow down")}
	part := fmt.Errorf("%w: page 2: %w", search.ErrIncomplete, quota)
	cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	var queries []query.Query
	for _, id := range []string{"all", "part", "none", "nopart", "quota", "odd", "site", "sitequota"} {
		q := query.Query{ID: id, Required: []query.Value{{Text: id}}}
		if len(id) > 3 && id[:4] == "site" {
			q.Site = id + ".example"
		}
		queries = append(queries, q)
	}
	if err := cat.AddQueries(ctx, 1, "plan", queries); err != nil {
		t.Fatal(err)
	}
	first := map[string]reply{"all": {3, nil}, "part": {2, part}, "nopart": {0, part}, "quota": {0, quota}, "odd": {0, errors.New("odd")}, "sitequota": {0, quota}}
	for _, step := range []struct {
		name    string
		replies map[string]reply
		retry   bool
		asked   []string
		want    report.Round
		urls    int
		silent  bool
	}{
		{"first", first, false, []string{"all", "none", "nopart", "odd", "part", "quota", "site", "sitequota"},
			report.Round{Queries: 6, Led: 2, Empty: 1, Failed: 3, Failures: map[string]int{"moody: status 429": 3, "moody: error": 1}, InPart: map[string]int{"moody": 1}}, 5, true},
		{"no better", first, false, []string{"none", "nopart", "odd", "quota", "sitequota"},
			report.Round{Queries: 6, Led: 2, Empty: 1, Failed: 3, Failures: map[string]int{"moody: status 429": 3, "moody: error": 1}, InPart: map[string]int{"moody": 1}}, 5, true},
		{"better", map[string]reply{"none": {1, nil}, "nopart": {1, nil}, "quota": {1, part}, "sitequota": {1, nil}}, false, []string{"none", "nopart", "odd", "quota", "sitequota"},
			report.Round{Queries: 6, Led: 5, Empty: 1, InPart: map[string]int{"moody": 2}}, 9, false},
		{"retry, worse", map[string]reply{"part": {1, part}, "quota": {0, quota}}, true, []string{"odd", "part", "quota", "site"},
			report.Round{Queries: 6, Led: 5, Empty: 1, Failures: map[string]int{"moody: status 429": 1}, InPart: map[string]int{"moody": 2}}, 9, false},
		{"retry", map[string]reply{"part": {3, nil}, "quota": {1, nil}, "odd": {1, nil}, "site": {1, nil}}, true, []string{"odd", "part", "quota", "site"},
			report.Round{Queries: 6, Led: 6}, 12, false},
		{"all there", nil, true, nil, report.Round{Queries: 6, Led: 6}, 12, false},
	} {
		var asked []string
		x := &Explorer{Catalog: cat, Options: Options{Asking: Asking{Retry: step.retry}}, Engines: []search.Engine{moody{step.replies, new(sync.Mutex), &asked}}}
		missed := new(misses)
		a, err := x.asker().askAll(ctx, progress.Asking, 1, queries, missed)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(asked)
		if d := cmp.Diff(step.asked, asked); d != "" {
			t.Errorf("%s: asked (-want +got):\n%s", step.name, d)
		}
		var r report.Round
		r.Count(queries, a, missed.Missed, askable(x.Engines))
		if len(r.InPart) == 0 {
			r.InPart = nil
		}
		if d := cmp.Diff(step.want, r); d != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, d)
		}
		if len(a.URLs()) != step.urls || r.Silent() != step.silent {
			t.Errorf("%s: %d URLs, want %d; silent %v", step.name, len(a.URLs()), step.urls, r.Silent())
		}
	}
}

// A query that the budget left unasked is no failure of the engine, and is asked
// by the next run.
func TestAskOverBudget(t *testing.T) {
	t.Parallel()
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	queries := []query.Query{{ID: "a", Required: []query.Value{{Text: "a"}}}, {ID: "b", Required: []query.Value{{Text: "b"}}}}
	if err := cat.AddQueries(t.Context(), 1, "plan", queries); err != nil {
		t.Fatal(err)
	}
	over := reply{0, &search.Error{Reason: search.OverBudget, Err: search.ErrBudget}}
	for _, step := range []struct {
		replies    map[string]reply
		asked      []string
		want       report.Round
		unanswered bool
	}{
		{map[string]reply{"a": over, "b": over}, []string{"a", "b"}, report.Round{Queries: 2, Cut: 2, Failures: map[string]int{"moody: over the budget": 2}}, true},
		{map[string]reply{"a": {1, nil}, "b": over}, []string{"a", "b"}, report.Round{Queries: 2, Led: 1, Cut: 1, Failures: map[string]int{"moody: over the budget": 1}}, false},
		{map[string]reply{"b": {1, nil}}, []string{"b"}, report.Round{Queries: 2, Led: 2}, false},
	} {
		var asked []string
		x := &Explorer{Catalog: cat, Engines: []search.Engine{moody{step.replies, new(sync.Mutex), &asked}}}
		missed := new(misses)
		a, err := x.asker().askAll(t.Context(), progress.Asking, 1, queries, missed)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(asked)
		var r report.Round
		r.Count(queries, a, missed.Missed, askable(x.Engines))
		r.InPart = nil
		if d := cmp.Diff(step.want, r); d != "" || !slices.Equal(asked, step.asked) {
			t.Errorf("asked %v (-want +got):\n%s", asked, d)
		}
		if unanswered := r.End(0) == report.NoAnswer; r.Silent() || unanswered != step.unanswered {
			t.Errorf("%+v: silent %v, unanswered %v", r, r.Silent(), unanswered)
		}
	}
}

// A round asks no more queries than it is said to.
func TestMaxQueries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ instances, probes, dumped, want int }{
		{0, 0, 0, 30 + 3*8}, {30, -1, 0, 30}, {4, 8, 0, 4 + 4}, {6, 2, 1, 6 + 3*2 + 1},
	} {
		dump := shelf{}
		if test.dumped > 0 {
			dump[`"Emma" AND "Jane Austen"`] = nil
		}
		x := &Explorer{Options: Options{Asking: Asking{Instances: test.instances, Probes: test.probes}}, Engines: []search.Engine{dump}}
		if got := x.MaxQueries(); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}

// A query that no dump has an answer to is asked of nobody, unless another
// engine is there.
func TestAskable(t *testing.T) {
	t.Parallel()
	const text = `"Emma" AND "Jane Austen"`
	dump, other := shelf{text: nil}, query.Parse(`"Dracula" AND "Bram Stoker"`)
	x := &Explorer{Engines: []search.Engine{dump}}
	var r report.Round
	r.Count([]query.Query{query.Parse(text), other}, new(evidence.Results), report.Missed{}, askable(x.Engines))
	if r.Empty != 1 || r.NotInDump != 1 {
		t.Errorf("%+v, want one query without results and one in no dump", r)
	}
	x.Engines = append(x.Engines, moody{})
	if !askable(x.Engines)(other) {
		t.Error("an engine beside the dump is asked nothing")
	}
}
