package verde

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"verde/catalog"
	"verde/known"
	"verde/query"
	"verde/values"
)

// given is the plan of rounds that ask what a dump has answers to.
const given = "given"

// plan is equal for rounds that ask alike: with the same words, in the same
// attributes. A vertical that somebody has edited gives another.
func (x *Explorer) plan(v *Vertical) string {
	opt := x.Options.withDefaults()
	attributes := make([]string, len(v.Attributes))
	for i, a := range v.Attributes {
		attributes[i] = a.Name
	}
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %d %d", v.Domain, v.Keywords, v.Identifier, attributes, opt.Required, opt.OneOf))
	return hex.EncodeToString(h[:8])
}

// rounds gives the number of the last round that the catalog has, which are
// replayed, and that of the last one of all: those of this plan that the options
// ask for come after those of other plans. What a dump answers that was never
// asked gets a round of its own.
func (x *Explorer) rounds(ctx context.Context, v *Vertical) (recorded, last int, err error) {
	last = x.Options.withDefaults().Rounds
	asked, err := x.Catalog.Queries(ctx)
	if err != nil || len(asked) == 0 {
		return 0, last, err
	}
	plans := map[int]string{}
	known := map[string]bool{}
	for _, a := range asked {
		plans[a.Round] = cmp.Or(plans[a.Round], a.Plan)
		known[a.Query.ID] = true
	}
	more := slices.DeleteFunc(x.answeredAlready(), func(q query.Query) bool { return known[q.ID] })
	if len(more) > 0 {
		next := slices.Max(slices.Collect(maps.Keys(plans))) + 1
		plans[next] = given
		if err := x.Catalog.AddQueries(ctx, next, given, more); err != nil {
			return 0, 0, err
		}
	}
	for round, plan := range plans {
		recorded = max(recorded, round)
		if plan != "" && plan != x.plan(v) {
			last++
		}
	}
	return recorded, last, nil
}

// queries gives the queries of a round: those that the catalog has from an
// earlier run, else new ones about instances that this plan has not asked for.
func (x *Explorer) queries(ctx context.Context, v *Vertical, round int, entities *known.Entities) ([]query.Query, error) {
	opt := x.Options.withDefaults()
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, err
	}
	plan := x.plan(v)
	var mine []query.Query
	names, old := map[string]bool{}, map[string]bool{}
	for _, a := range asked {
		old[a.Query.ID] = true
		if a.Round == round {
			mine = append(mine, a.Query)
		} else if a.Round < round && a.Query.Site == "" && len(a.Query.Required) > 0 && slices.Contains([]string{plan, given, ""}, a.Plan) {
			names[values.Fold(a.Query.Required[0].Text)] = true
		}
	}
	if len(mine) > 0 {
		return mine, nil
	}
	// Another plan may ask for a thing by the same values; that query has its answer.
	stale := func(q query.Query) bool { return old[q.ID] }
	for {
		before := len(names)
		instances := entities.Choose(opt.Instances-len(mine), opt.Seed+uint64(round), names)
		built := query.Build(instances, v.Domain, v.Keywords, query.Options{Required: opt.Required, OneOf: opt.OneOf})
		mine = append(mine, slices.DeleteFunc(slices.Clone(built), stale)...)
		if !slices.ContainsFunc(built, stale) || len(names) == before {
			break
		}
	}
	if round == 1 {
		mine = append(mine, slices.DeleteFunc(x.answeredAlready(), stale)...)
	}
	if err := x.Catalog.AddQueries(ctx, round, plan, mine); err != nil {
		return nil, err
	}
	return mine, nil
}

// answered is an engine that has all its answers at hand, as a dump does.
type answered interface{ Queries() []query.Query }

// answeredAlready lists the queries that a dump has answers to, whoever chose
// them. Those that require nothing can't be judged by and are left out.
func (x *Explorer) answeredAlready() []query.Query {
	var out []query.Query
	for _, e := range x.Engines {
		if d, ok := e.(answered); ok {
			for _, q := range d.Queries() {
				if len(q.Required) > 0 {
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// Queries writes queries for n of the given records. Where the vertical has no
// identifier yet, it is found out from the records.
func (v *Vertical) Queries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.write(query.Instances, records, n, seed, opt)
}

// CommonQueries is [Vertical.Queries] for what the records have in common; see
// [query.Common].
func (v *Vertical) CommonQueries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.write(query.Common, records, n, seed, opt)
}

func (v *Vertical) write(choose func([]query.Record, query.Profile, int, uint64, func(string) bool) []query.Instance, records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	profile := v.profile()
	if profile.Identifier == "" {
		if profile = query.Analyze(records, nil); profile.Identifier == "" {
			return nil, fmt.Errorf("no column of the %d records names things", len(records))
		}
	}
	return query.Build(choose(records, profile, n, seed, nil), v.Domain, v.Keywords, opt), nil
}

// known gathers what all sites explored before a round say.
func (x *Explorer) known(ctx context.Context, v *Vertical, round int) (*known.Entities, error) {
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	entities := known.New(v.profile())
	for _, s := range sources {
		if s.State != catalog.Expanded || s.Role != catalog.Training && s.Round >= round {
			continue
		}
		if err := entities.AddSite(s, x.Catalog.Records(ctx, s.Site)); err != nil {
			return nil, err
		}
	}
	return entities, nil
}
