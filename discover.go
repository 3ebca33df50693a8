package verde

import (
	"context"
	"fmt"

	"verde/catalog"
	"verde/known"
	"verde/query"
	"verde/search"
)

// answeredAlready lists the queries that a dump has answers to, whoever chose
// them. Those that require nothing can't be judged by and are left out.
func (x *Explorer) answeredAlready() []query.Query {
	var out []query.Query
	for _, e := range x.Engines {
		if d, ok := search.Ability[search.Offline](e); ok {
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
