package live

import (
	"context"
	"fmt"
	"math"
	"sync"

	"verde/search"
)

// What a paid service may be asked where nobody says more: as much as three
// rounds of thirty instances with a few probes, on one page of results each. It
// is what Google gives away in a day, and half a dollar's worth at the five
// dollars for a thousand calls that Google and Brave ask.
const (
	DefaultQueries = 100
	DefaultPages   = 100
)

// Budget is what a service, or several together, may be asked in all, and what was
// asked so far. A page of results is a call, which is what services count; a query
// that two services are asked is two. It is safe for concurrent use.
type Budget struct {
	// Engines are the names of those that share it; empty for one engine.
	Engines []string
	Queries int // that may be asked
	Pages   int // of results that may be asked for
	// Ledger keeps what was spent from run to run; without one it is forgotten
	// with the budget.
	Ledger Ledger

	mu             sync.Mutex
	queries, pages int // asked so far, if there is no ledger
}

// Ledger keeps what engines were asked, by their names.
type Ledger interface {
	Spent(ctx context.Context, engine string) (queries, pages int, err error)
	// Spend adds to that, or takes back what is below 0.
	Spend(ctx context.Context, engine string, queries, pages int) error
}

// Unbounded is a limit that no run reaches.
const Unbounded = math.MaxInt

// Spent gives what an engine, or all that share the budget, were asked so far.
func (b *Budget) Spent(ctx context.Context, engine string) (queries, pages int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent(ctx, engine)
}

func (b *Budget) spent(ctx context.Context, engine string) (queries, pages int, err error) {
	if b.Ledger == nil {
		return b.queries, b.pages, nil
	}
	if len(b.Engines) == 0 {
		return b.Ledger.Spent(ctx, engine)
	}
	for _, name := range b.Engines {
		q, p, err := b.Ledger.Spent(ctx, name)
		if err != nil {
			return 0, 0, err
		}
		queries, pages = queries+q, pages+p
	}
	return queries, pages, nil
}

// take spends a page of results, the first one of a query or a further one,
// before it is asked for: a process that is killed then has counted it. What is
// over the budget is [search.ErrBudget].
func (b *Budget) take(ctx context.Context, engine string, first bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	queries, pages, err := b.spent(ctx, engine)
	switch {
	case err != nil:
		return err
	case first && queries >= b.Queries:
		return over(engine, "%d queries are asked of %d", queries, b.Queries)
	case pages >= b.Pages:
		return over(engine, "%d pages of results are asked for of %d", pages, b.Pages)
	}
	return b.spend(ctx, engine, first, 1)
}

// back takes back a page that the service has refused: no service counts those.
func (b *Budget) back(ctx context.Context, engine string, first bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spend(context.WithoutCancel(ctx), engine, first, -1)
}

func (b *Budget) spend(ctx context.Context, engine string, first bool, n int) error {
	queries := 0
	if first {
		queries = n
	}
	if b.Ledger != nil {
		return b.Ledger.Spend(ctx, engine, queries, n)
	}
	b.queries, b.pages = b.queries+queries, b.pages+n
	return nil
}

func over(engine, format string, args ...any) error {
	return &search.Error{Reason: search.OverBudget, Err: fmt.Errorf("%s: %w: %s", engine, search.ErrBudget, fmt.Sprintf(format, args...))}
}
