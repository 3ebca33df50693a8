package verde

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/evidence"
	"verde/progress"
	"verde/query"
	"verde/report"
	"verde/search"
)

// misses counts the answers of a round that engines did not give in this run.
type misses struct {
	mu sync.Mutex
	report.Missed
}

// add counts a miss, and reports whether it is the first for its reason.
func (m *misses) add(queryID, engine string, err error) (first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Reasons == nil {
		m.Reasons, m.Failed, m.Cut = map[string]int{}, map[string]bool{}, map[string]bool{}
	}
	reason := engine + ": " + search.ReasonOf(err)
	m.Reasons[reason]++
	if errors.Is(err, search.ErrBudget) {
		m.Cut[queryID] = true
	} else {
		m.Failed[queryID] = true
	}
	return m.Reasons[reason] == 1
}

// asking asks the engines, and stores their answers.
type asking struct {
	catalog *catalog.Catalog // keeps the answers
	engines []search.Engine
	retry   bool // ask again for incomplete answers, too
	log     *slog.Logger
	tell    func(progress.Event)
}

func (x *Explorer) asking() *asking {
	return &asking{catalog: x.Catalog, engines: x.Engines, retry: x.Options.Retry, log: x.log(), tell: x.tell}
}

// all asks the engines the queries that the catalog has no answer to, several at a time,
// and gives the results of all queries of the rounds up to this one. Engines do not wait
// for each other. Answers that an engine does not give are counted in missed.
func (a *asking) all(ctx context.Context, phase progress.Phase, round int, queries []query.Query, missed *misses) (*evidence.Results, error) {
	var done atomic.Int64 // answers
	a.tell(progress.Event{Phase: phase, Total: len(queries)})
	engines, ectx := errgroup.WithContext(ctx)
	for _, e := range a.engines {
		engines.Go(func() error {
			group, gctx := errgroup.WithContext(ectx)
			group.SetLimit(concurrentQueries)
			for _, q := range queries {
				group.Go(func() error {
					defer func() {
						a.tell(progress.Event{Phase: phase, Done: int(done.Add(1)) / len(a.engines)})
					}()
					return a.one(gctx, q, e, missed)
				})
			}
			return group.Wait()
		})
	}
	if err := engines.Wait(); err != nil {
		return nil, err
	}
	return a.collect(ctx, round, missed)
}

// one asks one engine one query, and counts a miss.
func (a *asking) one(ctx context.Context, q query.Query, e search.Engine, missed *misses) error {
	failed, err := a.engine(ctx, q, e)
	if failed == nil || err != nil {
		return err
	}
	log := a.log.Debug
	if missed.add(q.ID, e.Name(), failed) {
		log = a.log.Warn // the others say the same
	}
	log("not answered", "engine", e.Name(), "query", q.ID, "error", failed)
	return nil
}

// collect gives the catalog's results of all queries of the rounds up to this one,
// interleaved if several engines answered, and counts the incomplete answers of this round.
func (a *asking) collect(ctx context.Context, round int, missed *misses) (*evidence.Results, error) {
	all, err := a.catalog.Queries(ctx)
	if err != nil {
		return nil, err
	}
	out := new(evidence.Results)
	missed.InPart = map[string]int{}
	for _, asked := range all {
		if asked.Round > round {
			continue
		}
		out.AddQuery(asked.Query)
		answers := make([][]search.Result, len(a.engines))
		for i, e := range a.engines {
			results, complete, ok, err := a.catalog.Answered(ctx, asked.Query.ID, e.Name())
			if err != nil {
				return nil, err
			}
			if ok && !complete && len(results) > 0 && asked.Round == round {
				missed.InPart[e.Name()]++
			}
			answers[i] = results
		}
		for _, r := range search.Interleave(answers...) {
			out.Add(asked.Query, r)
		}
	}
	return out, nil
}

// concurrentQueries is how many queries wait for an engine at a time. Engines
// pace themselves; this only hides their latency.
const concurrentQueries = 4

// engine asks one engine one query unless the catalog has a final answer. A dump is read
// each time, since its file may have changed: its further results are added to the answer.
//
// failed is the engine's error if it gave no result; the other error is of the catalog or
// the context, and ends the run. A failure is not stored: the next run asks again, and an
// earlier answer stays.
func (a *asking) engine(ctx context.Context, q query.Query, e search.Engine) (failed, _ error) {
	before, complete, ok, err := a.catalog.Answered(ctx, q.ID, e.Name())
	if err != nil {
		return nil, err
	}
	_, reread := search.Ability[search.Offline](e)
	if ok && !reread && a.isFinal(q, before, complete) {
		return nil, nil
	}
	results, failed := listen(ctx, q, e)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case failed != nil && len(results) == 0:
		return failed, nil
	}
	if reread || failed != nil {
		results = joined(before, results)
	}
	if failed != nil {
		a.log.Info("answered in part", "engine", e.Name(), "query", q.ID, "error", failed)
	}
	if ok && len(results) == len(before) && (reread || complete == (failed == nil)) {
		return nil, nil
	}
	return nil, a.catalog.PutAnswer(ctx, q.ID, e.Name(), results, failed == nil)
}

// isFinal reports whether an answer of the catalog is used without asking again. An
// incomplete one is, unless Options.Retry is set, so that a repeated run gives the same. An
// answer without results is not: the entity is on the page that it was taken from, so an
// engine that finds no page did not look, or has not indexed it yet. Only for a query to a
// single site is it plausible.
func (a *asking) isFinal(q query.Query, results []search.Result, complete bool) bool {
	if len(results) == 0 && (q.Site == "" || !complete) {
		return false
	}
	return !a.retry || complete && len(results) > 0
}

// listen gives what an engine answers, and its last error.
func listen(ctx context.Context, q query.Query, e search.Engine) (results []search.Result, failed error) {
	for r, err := range e.Search(ctx, q) {
		switch {
		case err == nil:
			results = append(results, r)
		case errors.Is(err, search.ErrIncomplete):
			failed = err
		default:
			return results, err
		}
	}
	return results, failed
}

// joined gives the results of an earlier answer, then the new ones of a later answer.
func joined(before, later []search.Result) []search.Result {
	had := make(map[string]bool, len(before))
	for _, r := range before {
		had[r.URL] = true
	}
	out := before
	for _, r := range later {
		if !had[r.URL] {
			out = append(out, r)
		}
	}
	return out
}
