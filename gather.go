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
// catalog.
func (x *Explorer) known(ctx context.Context, v *Vertical, round int) (*known.Entities, error) {
	if a := x.ahead.Swap(nil); a != nil && a.round == round && a.vertical == v {
		return a.entities, nil
	}
	entities, _, _, err := x.integrated(ctx, v, round)
	return entities, err
}

// ahead is what is known to a round that was not opened yet.
type ahead struct {
	round    int
	vertical *Vertical
	entities *known.Entities
}

// integrated gives what is known before a round, and the catalog that it comes to. It
// is made of the records alone, so that a round can be opened again. Cost: see
// [integrate.Integrate].
func (x *Explorer) integrated(ctx context.Context, v *Vertical, round int) (entities *known.Entities, r *integrate.Result, input string, err error) {
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, nil, "", err
	}
	entities = known.New(v.profile())
	if err := x.addSites(ctx, entities, sources, round); err != nil {
		return nil, nil, "", err
	}
	decided, err := x.decided()
	if err != nil {
		return nil, nil, "", err
	}
	opt := integrate.Options{Decisions: decided.Matching}
	if opt.Known, err = x.Catalog.Known(ctx); err != nil {
		return nil, nil, "", err
	}
	if opt.Names, err = x.Catalog.ColumnNames(ctx); err != nil {
		return nil, nil, "", err
	}
	r, input, err = entities.Integrate(opt)
	return entities, r, input, err
}

// addSites adds the sites that were explored before a round to what is known.
func (x *Explorer) addSites(ctx context.Context, entities *known.Entities, sources []catalog.Source, round int) error {
	for _, s := range sources {
		if s.State != catalog.Expanded || s.Role != catalog.Training && s.Round >= round {
			continue
		}
		if err := entities.AddSite(s, x.Catalog.Records(ctx, s.Site)); err != nil {
			return err
		}
	}
	return nil
}

// putEntities stores what the records come to after a round, unless the catalog has
// later ones: then it was of them.
func (x *Explorer) putEntities(ctx context.Context, v *Vertical, round int) error {
	x.ahead.Store(nil)
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
	entities, r, input, err := x.integrated(ctx, v, round+1)
	if err != nil {
		return err
	}
	x.ahead.Store(&ahead{round + 1, v, entities})
	return x.Catalog.PutEntities(ctx, r, input, x.Options.withDefaults().Now())
}
