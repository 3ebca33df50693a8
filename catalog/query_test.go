package catalog

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/query"
	"verde/search"
)

func TestQueriesAndAnswers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := open(t)
	first := query.Query{ID: "b", Required: []query.Value{{Attribute: "title", Text: "Emma"}}, Any: []string{"book"}}
	second := query.Query{ID: "a", Required: []query.Value{{Attribute: "title", Text: "Persuasion"}}}
	if err := c.AddQueries(ctx, 1, "plan", []query.Query{first, second}); err != nil {
		t.Fatal(err)
	}
	if err := c.AddQueries(ctx, 2, "other", []query.Query{second}); err != nil { // asked before: stays of round 1
		t.Fatal(err)
	}
	got, err := c.Queries(ctx)
	if d := cmp.Diff([]Asked{{1, "plan", first}, {1, "plan", second}}, got); d != "" || err != nil {
		t.Errorf("Queries: %v (-want +got):\n%s", err, d)
	}
	if _, _, ok, err := c.Answered(ctx, "a", "e"); ok || err != nil {
		t.Errorf("a query without answer: ok %v, %v", ok, err)
	}
	results := []search.Result{
		{Query: "q", QueryID: "a", Engine: "web", Rank: 1, URL: "http://e.org/1", Title: "T", Snippet: "S", Page: 1, FetchedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{Query: "q", QueryID: "a", Rank: 2, URL: "http://e.org/2"},
	}
	for _, want := range [][]search.Result{results, results[:1], nil} { // each replaces the one before
		complete := len(want) == 2
		if err := c.PutAnswer(ctx, "a", "e", want, complete); err != nil {
			t.Fatal(err)
		}
		got, whole, ok, err := c.Answered(ctx, "a", "e")
		if d := cmp.Diff(want, got); d != "" || whole != complete || !ok || err != nil {
			t.Errorf("Answered: complete %v, ok %v, %v (-want +got):\n%s", whole, ok, err, d)
		}
	}
	if _, _, ok, _ := c.Answered(ctx, "a", "other"); ok {
		t.Error("an engine that was not asked has an answer")
	}
	for id, urls := range map[string][]string{"b": {"http://e.org/3"}, "a": {"http://e.org/2", "http://e.org/1"}} {
		var answer []search.Result
		for i, url := range urls {
			answer = append(answer, search.Result{Query: "q", QueryID: id, Rank: i + 1, URL: url})
		}
		if err := c.PutAnswer(ctx, id, "e", answer, true); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	for r, err := range c.Results(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.QueryID+" "+r.URL)
	}
	if d := cmp.Diff([]string{"b http://e.org/3", "a http://e.org/2", "a http://e.org/1"}, all); d != "" {
		t.Errorf("Results (-want +got):\n%s", d)
	}
}

// Queries of recognised entities are kept apart from those that are asked.
func TestRecognised(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	first := query.Query{ID: "b", Required: []query.Value{{Attribute: "title", Text: "Emma"}}, Any: []string{"book"}}
	second := query.Query{ID: "a", Required: []query.Value{{Attribute: "title", Text: "Persuasion"}}}
	for _, queries := range [][]query.Query{{first, second}, {{ID: "b"}}, nil} { // what is there stays
		if err := c.AddRecognised(ctx, queries); err != nil {
			t.Fatal(err)
		}
	}
	var got []query.Query
	for q, err := range c.Recognised(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, q)
	}
	if d := cmp.Diff([]query.Query{second, first}, got); d != "" {
		t.Errorf("Recognised (-want +got):\n%s", d)
	}
	if asked, err := c.Queries(ctx); len(asked) != 0 || err != nil {
		t.Errorf("asked: %v, %v", asked, err)
	}
}
