package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"verde/query"
)

// Interleave makes one list of what several engines answered to a query: the first
// result of each, then the second of each, and so on. An answer is in order of rank. What
// several engines have is in the list several times. Cost: linear.
func Interleave(answers ...[]Result) []Result {
	longest, n := 0, 0
	for _, a := range answers {
		longest, n = max(longest, len(a)), n+len(a)
	}
	out := make([]Result, 0, n)
	for i := range longest {
		for _, a := range answers {
			if i < len(a) {
				out = append(out, a[i])
			}
		}
	}
	return slices.Clip(out)
}

// LeftOut is the reason of queries that an engine was not asked, since it did not answer
// those before.
const LeftOut = "left out"

// MaxFailures is how many queries in a row an engine may leave without an answer before
// it is left out: as many as package fetch allows a host, and more than are asked at a
// time, so that a short failure that meets all of them is none.
const MaxFailures = 10

// Breaker is an engine that is asked no more, once [MaxFailures] queries in a row had no
// answer from it. An answer without results is one; a spent budget is no failure. What it
// is not asked is an [Error] of the reason [LeftOut].
type Breaker struct {
	Engine

	mu     sync.Mutex
	failed int   // queries in a row
	last   error // of the last of them
}

// Unwrap implements [Wrapper].
func (p *Breaker) Unwrap() Engine { return p.Engine }

// Search implements [Engine].
func (p *Breaker) Search(ctx context.Context, q query.Query) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if err := p.out(); err != nil {
			yield(Result{}, err)
			return
		}
		found := false
		var failed error
		for r, err := range p.Engine.Search(ctx, q) {
			if err == nil {
				found = true
			} else if ctx.Err() == nil && !errors.Is(err, ErrBudget) {
				failed = err
			}
			if !yield(r, err) {
				break
			}
		}
		if ctx.Err() == nil {
			p.count(found, failed)
		}
	}
}

// out is the error of an engine that is left out.
func (p *Breaker) out() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed < MaxFailures {
		return nil
	}
	return &Error{Reason: LeftOut, Err: fmt.Errorf("%s is left out for the rest of the run, since %d queries in a row had no answer, the last: %w", p.Name(), p.failed, p.last)}
}

func (p *Breaker) count(found bool, failed error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.failed >= MaxFailures: // it is out, whatever a query says that was under way
	case found || failed == nil:
		p.failed = 0
	default:
		p.failed, p.last = p.failed+1, failed
	}
}
