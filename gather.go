package verde

import (
	"context"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/integrate"
	"verde/known"
	"verde/progress"
	"verde/query"
	"verde/report"
	"verde/vertical"
)

// gather asks the queries of a round, recognises known entities in the results, and asks sites
// with low support again (see probe). It gives the results of all queries up to this round, and
// counts these steps in r.
func (x *Explorer) gather(ctx context.Context, v *vertical.Vertical, entities *known.Entities, queries []query.Query, r *report.Round) (*evidence.Results, error) {
	missed := new(misses)
	asked, err := x.asker().askAll(ctx, progress.Asking, r.Round, queries, missed)
	if err != nil {
		return nil, err
	}
	opt := x.Options.withDefaults()
	recognise := func(found *evidence.Results) []query.Query {
		return entities.Recognise(found, opt.Seed, func(in query.Instance) query.Query {
			return query.Build([]query.Instance{in}, v.Domain, v.Keywords, query.Options{Required: opt.Required, OneOf: opt.OneOf})[0]
		})
	}
	recognised := recognise(asked)
	probed, sites, err := x.probe(ctx, v, r.Round, entities, asked, missed)
	if err != nil {
		return nil, err
	}
	if probed != asked {
		recognised = recognise(probed)
	}
	if err := x.Catalog.AddRecognised(ctx, recognised); err != nil {
		return nil, err
	}
	r.Recognised, r.Probed, r.Results = len(recognised), sites, len(probed.URLs())
	r.Count(queries, probed, missed.Missed, askable(x.Engines))
	if r.Silent() {
		x.log().Warn("most queries brought nothing: look at what the engine answers in a browser", "round", r.Round, "queries", r.Queries, "led", r.Led, "empty", r.Empty, "failed", r.Failed)
	}
	return probed, nil
}

// known gives the entities of all sites explored before a round, integrated into one
// catalog. The stored integration is used if it was made of the same records. The result
// depends on the records alone, so that a round can be opened again. Cost: see
// [integrateSites].
func (x *Explorer) known(ctx context.Context, v *vertical.Vertical, round int) (*known.Entities, error) {
	sources, err := x.exploredBefore(ctx, round)
	if err != nil {
		return nil, err
	}
	entities := known.New(v.Profile())
	if err := x.addSites(ctx, entities, sources); err != nil {
		return nil, err
	}
	r, _, err := x.integrated(ctx, sources)
	switch {
	case err != nil:
		return nil, err
	case r != nil:
		return entities, entities.AddIntegration(r.Report(), known.HeldOf(r))
	}
	last, _, err := x.Catalog.Integrated(ctx)
	if err != nil {
		return nil, err
	}
	return entities, entities.AddIntegration(last.Report, x.Catalog.Held(ctx))
}

// exploredBefore gives the sites that were explored before a round, the training site among them.
func (x *Explorer) exploredBefore(ctx context.Context, round int) ([]catalog.Source, error) {
	sources, err := x.Catalog.Sources(ctx)
	return slices.DeleteFunc(sources, func(s catalog.Source) bool {
		return s.State != catalog.Expanded || s.Role != catalog.Training && s.Round >= round
	}), err
}

// integrated integrates the records of sites; r is nil if the catalog has the result already.
func (x *Explorer) integrated(ctx context.Context, sources []catalog.Source) (r *integrate.Result, input string, err error) {
	decided, err := x.decisions()
	if err != nil {
		return nil, "", err
	}
	sites := make([]string, len(sources))
	for i, s := range sources {
		sites[i] = s.Site
	}
	return integrateSites(ctx, x.Catalog, sites, integrate.Options{Decisions: decided.Matching})
}

// addSites adds the records of sites to the known entities.
func (x *Explorer) addSites(ctx context.Context, entities *known.Entities, sources []catalog.Source) error {
	for _, s := range sources {
		if err := entities.AddSite(s, x.Catalog.Records(ctx, s.Site)); err != nil {
			return err
		}
	}
	return nil
}

// putEntities stores the integrated entities after a round, unless the catalog has records of
// a later round, whose entities it keeps.
func (x *Explorer) putEntities(ctx context.Context, round int) error {
	if err := x.applyDecisions(ctx); err != nil {
		return err
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(sources, func(s catalog.Source) bool { return s.Round > round }) {
		return nil
	}
	if sources, err = x.exploredBefore(ctx, round+1); err != nil {
		return err
	}
	r, input, err := x.integrated(ctx, sources)
	if err != nil || r == nil {
		return err
	}
	return x.Catalog.PutEntities(ctx, r, input, x.Options.withDefaults().Now())
}
