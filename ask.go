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

// misses counts the answers of a round that engines failed to give in this run. It is safe for
// concurrent use.
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

// asker asks search engines, and stores their answers in a catalog.
type asker struct {
	catalog  *catalog.Catalog
	engines  []search.Engine
	retry    bool // ask again for incomplete answers, too
	log      *slog.Logger
	progress func(progress.Event)
}

func (x *Explorer) asker() *asker {
	return &asker{catalog: x.Catalog, engines: x.Engines, retry: x.Options.Retry, log: x.log(), progress: x.tell}
}

// askAll asks each engine the queries that the catalog has no answer of it to, at most
// concurrentQueries at a time, and gives the results of all queries of the rounds up to this
// one. Engines do not wait for each other. An answer that an engine fails to give is counted
// in missed; errors are those of the catalog and the context.
func (a *asker) askAll(ctx context.Context, phase progress.Phase, round int, queries []query.Query, missed *misses) (*evidence.Results, error) {
	var done atomic.Int64 // answers
	a.progress(progress.Event{Phase: phase, Total: len(queries)})
	engines, ectx := errgroup.WithContext(ctx)
	for _, e := range a.engines {
		engines.Go(func() error {
			group, gctx := errgroup.WithContext(ectx)
			group.SetLimit(concurrentQueries)
			for _, q := range queries {
				group.Go(func() error {
					defer func() {
						a.progress(progress.Event{Phase: phase, Done: int(done.Add(1)) / len(a.engines)})
					}()
					return a.askOne(gctx, q, e, missed)
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

// askOne asks one engine one query. If it fails, that is counted in missed and logged.
func (a *asker) askOne(ctx context.Context, q query.Query, e search.Engine, missed *misses) error {
	failed, err := a.askEngine(ctx, q, e)
	if failed == nil || err != nil {
		return err
	}
	log := a.log.Debug
	if missed.add(q.ID, e.Name(), failed) {
		log = a.log.Warn // further misses for this reason are logged for debugging only
	}
	log("not answered", "engine", e.Name(), "query", q.ID, "error", failed)
	return nil
}

// collect gives the catalog's results of all queries of the rounds up to this one,
// interleaved if several engines answered, and counts the incomplete answers of this round.
func (a *asker) collect(ctx context.Context, round int, missed *misses) (*evidence.Results, error) {
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

// concurrentQueries is how many queries wait for one engine at a time. Engines keep their own
// politeness delays; several waiting queries only hide the latency.
const concurrentQueries = 4

// askEngine asks one engine one query unless the catalog has a final answer. A dump is asked
// each time, since its file may have changed, and its new results are added to the answer.
//
// failed is the engine's error if it gave no result. The other error is that of the catalog or
// the context, and ends the run. A failed query is not stored, so that the next run asks
// again; an earlier answer stays.
func (a *asker) askEngine(ctx context.Context, q query.Query, e search.Engine) (failed, _ error) {
	before, complete, ok, err := a.catalog.Answered(ctx, q.ID, e.Name())
	if err != nil {
		return nil, err
	}
	_, reread := search.Ability[search.Offline](e)
	if ok && !reread && a.isFinal(q, before, complete) {
		return nil, nil
	}
	results, failed := readAnswer(ctx, q, e)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case failed != nil && len(results) == 0:
		return failed, nil
	}
	if reread || failed != nil {
		results = appendNew(before, results)
	}
	if failed != nil {
		a.log.Info("answered in part", "engine", e.Name(), "query", q.ID, "error", failed)
	}
	if ok && len(results) == len(before) && (reread || complete == (failed == nil)) {
		return nil, nil
	}
	return nil, a.catalog.PutAnswer(ctx, q.ID, e.Name(), results, failed == nil)
}

// isFinal reports whether a stored answer is used without asking again. An incomplete answer
// is final unless Options.Retry is set, so that a repeated run gives the same results. An
// answer without results is final only for a query restricted to one site: any other query
// was made from a page that has its values, so an engine without results has not searched, or
// not indexed that page yet.
func (a *asker) isFinal(q query.Query, results []search.Result, complete bool) bool {
	if len(results) == 0 && (q.Site == "" || !complete) {
		return false
	}
	return !a.retry || complete && len(results) > 0
}

// readAnswer gives the results of an engine for a query. failed is the error that ended them, or
// that made them incomplete.
func readAnswer(ctx context.Context, q query.Query, e search.Engine) (results []search.Result, failed error) {
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

// appendNew appends to the results of an earlier answer those of a later one whose URLs it does
// not have.
func appendNew(before, later []search.Result) []search.Result {
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
