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
)

// gather gives what all queries up to those of a round have led to: it asks the
// round's, recognises known entities in the results, and asks the sites again that
// too few things led to. It counts so much of the round in r.
func (x *Explorer) gather(ctx context.Context, v *Vertical, entities *known.Entities, queries []query.Query, r *RoundReport) (*evidence.Results, error) {
	missed := new(misses)
	asked, err := x.asking().all(ctx, progress.Asking, r.Round, queries, missed)
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
	r.count(queries, probed, missed, askable(x.Engines))
	if r.silent() {
		x.log().Warn("most queries brought nothing: look at what the engine answers in a browser", "round", r.Round, "queries", r.Queries, "led", r.Led, "empty", r.Empty, "failed", r.Failed)
	}
	return probed, nil
}

// known gathers what all sites explored before a round say, integrated into one
// catalog: by what is stored of it, if that is of the same records, else it is made. It follows
// from the records alone, so that a round can be opened again. Cost: see [integrateSites].
func (x *Explorer) known(ctx context.Context, v *Vertical, round int) (*known.Entities, error) {
	sources, err := x.exploredBefore(ctx, round)
	if err != nil {
		return nil, err
	}
	entities := known.New(v.profile())
	if err := x.addSites(ctx, entities, sources); err != nil {
		return nil, err
	}
	r, _, err := x.integrated(ctx, sources)
	switch {
	case err != nil:
		return nil, err
	case r != nil:
		return entities, entities.Take(r.Report(), known.HeldOf(r))
	}
	last, _, err := x.Catalog.Integrated(ctx)
	if err != nil {
		return nil, err
	}
	return entities, entities.Take(last.Report, x.Catalog.Held(ctx))
}

// exploredBefore gives the sites that were explored before a round.
func (x *Explorer) exploredBefore(ctx context.Context, round int) ([]catalog.Source, error) {
	sources, err := x.Catalog.Sources(ctx)
	return slices.DeleteFunc(sources, func(s catalog.Source) bool {
		return s.State != catalog.Expanded || s.Role != catalog.Training && s.Round >= round
	}), err
}

// integrated makes one catalog of what sites say; nil, if it is stored.
func (x *Explorer) integrated(ctx context.Context, sources []catalog.Source) (r *integrate.Result, input string, err error) {
	decided, err := x.decided()
	if err != nil {
		return nil, "", err
	}
	sites := make([]string, len(sources))
	for i, s := range sources {
		sites[i] = s.Site
	}
	return integrateSites(ctx, x.Catalog, sites, integrate.Options{Decisions: decided.Matching})
}

// addSites adds sites to what is known.
func (x *Explorer) addSites(ctx context.Context, entities *known.Entities, sources []catalog.Source) error {
	for _, s := range sources {
		if err := entities.AddSite(s, x.Catalog.Records(ctx, s.Site)); err != nil {
			return err
		}
	}
	return nil
}

// putEntities stores what the records come to after a round, unless the catalog has
// later ones: then it was of them.
func (x *Explorer) putEntities(ctx context.Context, round int) error {
	if err := x.obey(ctx); err != nil {
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
