// Package searchtest checks that an engine keeps the contract of search.Engine.
package searchtest

import (
	"context"
	"fmt"

	"verde/query"
	"verde/search"
)

// TestEngine asks e and returns the first thing that is wrong with its answer,
// or nil. The engine has to know at least two results for q.
func TestEngine(ctx context.Context, e search.Engine, q query.Query) error {
	if e.Name() == "" {
		return fmt.Errorf("the engine has no name")
	}
	first, err := collect(ctx, e, q)
	if err != nil {
		return err
	}
	if len(first) < 2 {
		return fmt.Errorf("%d results, the test needs two", len(first))
	}
	seen := map[string]bool{}
	for i, r := range first {
		switch {
		case r.URL == "":
			return fmt.Errorf("result %d has no URL", i)
		case seen[r.URL]:
			return fmt.Errorf("result %d repeats %s", i, r.URL)
		case r.QueryID != q.ID:
			return fmt.Errorf("result %d has query ID %q, not %q", i, r.QueryID, q.ID)
		case r.Rank <= 0 || i > 0 && r.Rank <= first[i-1].Rank:
			return fmt.Errorf("result %d has rank %d after %d", i, r.Rank, first[max(0, i-1)].Rank)
		case len(r.Title) > search.MaxText || len(r.Snippet) > search.MaxText || len(r.URL) > search.MaxURL:
			return fmt.Errorf("result %d is over the bounds", i)
		}
		seen[r.URL] = true
	}
	second, err := collect(ctx, e, q)
	if err != nil {
		return err
	}
	if len(second) != len(first) {
		return fmt.Errorf("%d results, then %d", len(first), len(second))
	}
	for i := range first {
		if first[i].URL != second[i].URL {
			return fmt.Errorf("result %d is %s, then %s", i, first[i].URL, second[i].URL)
		}
	}
	n := 0
	for range e.Search(ctx, q) { // stopping early has to be possible
		if n++; n == 1 {
			break
		}
	}
	return concurrently(ctx, e, q, len(first))
}

// concurrently asks from several goroutines at once.
func concurrently(ctx context.Context, e search.Engine, q query.Query, want int) error {
	answers := make(chan error)
	const askers = 3
	for range askers {
		go func() {
			got, err := collect(ctx, e, q)
			if err == nil && len(got) != want {
				err = fmt.Errorf("%d results, want %d", len(got), want)
			}
			answers <- err
		}()
	}
	var failed error
	for range askers {
		if err := <-answers; err != nil {
			failed = fmt.Errorf("asked by several at once: %w", err)
		}
	}
	return failed
}

func collect(ctx context.Context, e search.Engine, q query.Query) ([]search.Result, error) {
	var out []search.Result
	for r, err := range e.Search(ctx, q) {
		if err != nil {
			return out, fmt.Errorf("after %d results: %w", len(out), err)
		}
		out = append(out, r)
	}
	return out, nil
}
