package search_test

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"verde/query"
	"verde/search"
)

// shelf is an engine that knows its answers by heart, and not all of each.
type shelf map[string][]string

func (shelf) Name() string { return "shelf" }

// Search yields the URLs of a query in their order.
func (s shelf) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		for i, u := range s[q.ID] {
			if !yield(search.Result{QueryID: q.ID, Engine: s.Name(), Rank: i + 1, URL: u}, nil) {
				return
			}
		}
		yield(search.Result{}, search.ErrIncomplete)
	}
}

// Queries makes it a [search.Offline]: it can be asked nothing else.
func (s shelf) Queries() []query.Query {
	var out []query.Query
	for id := range s {
		out = append(out, query.Query{ID: id})
	}
	return out
}

func ExampleEngine() {
	var e search.Engine = shelf{"q1": {"http://a.example/emma", "http://b.example/book?id=7"}}
	for r, err := range e.Search(context.Background(), query.Query{ID: "q1"}) {
		switch {
		case errors.Is(err, search.ErrIncomplete):
			fmt.Println("there is more")
		case err != nil:
			fmt.Println("no answer:", err)
		default:
			fmt.Println(r.Rank, r.URL)
		}
	}
	if offline, ok := search.Ability[search.Offline](e); ok {
		fmt.Println("answers", len(offline.Queries()), "query")
	}
	// Output:
	// 1 http://a.example/emma
	// 2 http://b.example/book?id=7
	// there is more
	// answers 1 query
}
