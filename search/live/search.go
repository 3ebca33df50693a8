package live

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"verde/query"
	"verde/search"
	"verde/search/service"
)

// Search implements [search.Engine]: it asks for page after page until one
// brings nothing new, the service says that it is the last, or the limit is
// reached. A page that can't be had, and parts of the service that did not
// answer, make the answer incomplete.
func (e *Engine) Search(ctx context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		text := q.Render(e.service.Dialect)
		seen := map[string]bool{}
		missing := map[string]bool{}
		for number, next := 1, ""; number <= e.opt.MaxPages; number++ {
			p, err := e.page(ctx, service.Ask{Query: text, Page: number, Next: next, Keys: e.keys})
			if err != nil {
				if len(seen) > 0 && ctx.Err() == nil {
					err = fmt.Errorf("%w: page %d: %w", search.ErrIncomplete, number, err)
				}
				yield(search.Result{}, err)
				return
			}
			for _, m := range p.Missing {
				missing[m] = true
			}
			fresh := false
			next = p.Next
			for _, r := range p.Results {
				if r = e.without(r); seen[r.URL] {
					continue
				}
				seen[r.URL], fresh = true, true
				r.Query, r.QueryID, r.Engine = text, q.ID, e.Name()
				r.Rank, r.Page, r.FetchedAt = len(seen), number, e.opt.Now().UTC()
				if !yield(r, nil) {
					return
				}
			}
			if !fresh || p.Last {
				break
			}
		}
		if len(missing) > 0 {
			yield(search.Result{}, &search.Error{Reason: unresponsive, Err: fmt.Errorf("%w: %s", search.ErrIncomplete, e.hide(tell(missing), 1))})
		}
	}
}

// page asks for one page of results, and again where that may help.
func (e *Engine) page(ctx context.Context, ask service.Ask) (*service.Page, error) {
	backoff := firstBackoff
	for try := 0; ; try++ {
		p, wait, err := e.request(ctx, ask)
		if err == nil || wait < 0 || try >= e.opt.Retries || ctx.Err() != nil {
			return p, err
		}
		if try == 0 {
			defer e.now.begin(&e.now.repeats)()
		}
		e.now.leave(wait)
		timer := time.NewTimer(max(wait, backoff))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
		backoff *= 2
	}
}

func tell(missing map[string]bool) string {
	names := slices.Sorted(maps.Keys(missing))
	if more := len(names) - maxTold; more > 0 {
		names = append(names[:maxTold], fmt.Sprintf("and %d more", more))
	}
	return "not all of it answered: " + strings.Join(names, ", ")
}
