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
	"verde/search"
)

// misses are the answers of a round that were not had in this run.
type misses struct {
	mu      sync.Mutex
	reasons map[string]int  // by engine and reason, as "searxng: status 429"
	queries map[string]bool // IDs
	cut     map[string]bool // IDs of those that were not asked, for the engine's budget
	inPart  map[string]int  // answers of the round that lack results, by engine
}

// add counts a miss, and reports whether it is the first for its reason.
func (m *misses) add(queryID, engine string, err error) (first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reasons == nil {
		m.reasons, m.queries, m.cut = map[string]int{}, map[string]bool{}, map[string]bool{}
	}
	reason := engine + ": " + search.ReasonOf(err)
	m.reasons[reason]++
	if errors.Is(err, search.ErrBudget) {
		m.cut[queryID] = true
	} else {
		m.queries[queryID] = true
	}
	return m.reasons[reason] == 1
}

// asking is what it takes to ask engines.
type asking struct {
	catalog *catalog.Catalog // which has the answers
	engines []search.Engine
	retry   bool // also where an engine answered in part
	log     *slog.Logger
	tell    func(progress.Event)
}

func (x *Explorer) asking() *asking {
	return &asking{catalog: x.Catalog, engines: x.Engines, retry: x.Options.Retry, log: x.log(), tell: x.tell}
}

// all gets the results of all queries of rounds up to this one, from the
// catalog where it has them, else from the engines, several queries at a time; no
// engine waits for another. What an engine does not answer is a miss.
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

// one asks one engine one query, and notes what was not answered.
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

// collect gives the results that the catalog has to all queries of rounds up to
// this one, those of several engines by turns, and counts those of this round that lack some.
func (a *asking) collect(ctx context.Context, round int, missed *misses) (*evidence.Results, error) {
	all, err := a.catalog.Queries(ctx)
	if err != nil {
		return nil, err
	}
	out := new(evidence.Results)
	missed.inPart = map[string]int{}
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
				missed.inPart[e.Name()]++
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

// engine asks one engine one query unless the catalog has an answer that is
// settled. A dump is read again: it may be another, and what it has beyond the
// answer is added to it.
//
// Failed is the engine's error if it had no result; the other error comes from the
// catalog or the context, and ends the run. A failure is not kept, so that the next run
// asks again, nor does it replace what an earlier run was answered.
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

// isFinal reports whether an answer that the catalog has is taken as it is. One
// in part is, unless Options.Retry is set, so that running again changes
// nothing. One without results is not: what was asked for stands on a page of
// the web, so an engine that finds no page at all did not look, or does not know
// yet. Only of a single site that may well be the answer.
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

// joined gives the results of an earlier answer, then those of a later one that
// it lacks.
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
