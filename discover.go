package verde

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

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
func (x *Explorer) queries(ctx context.Context, v *Vertical, round int, known *knowledge) ([]query.Query, error) {
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
		instances := known.choose(v, opt.Instances-len(mine), opt.Seed+uint64(round), names)
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

// choose takes n instances that were not asked for yet, first from the sites
// found last, since those reach what the older ones could not: an equal share
// of each, then what is still missing from the older.
func (k *knowledge) choose(v *Vertical, n int, seed uint64, asked map[string]bool) []query.Instance {
	type pool struct {
		site      string
		round     int
		instances []instance
	}
	pools := map[string]*pool{}
	var order []*pool
	for _, in := range k.instances {
		p := pools[in.site]
		if p == nil {
			p = &pool{site: in.site, round: in.round}
			pools[in.site] = p
			order = append(order, p)
		}
		p.instances = append(p.instances, in)
	}
	slices.SortFunc(order, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(a.site, b.site))
	})
	var out []query.Instance
	skip := func(name string) bool { return asked[values.Fold(query.Bare(name))] }
	for len(order) > 0 && len(out) < n {
		newest := slices.IndexFunc(order, func(p *pool) bool { return p.round != order[0].round })
		if newest < 0 {
			newest = len(order)
		}
		for i, p := range order[:newest] {
			share := (n - len(out) + newest - i - 1) / (newest - i)
			records, profile := k.wanted(v, p.instances)
			least := min(2, 1+len(profile.Attributes))
			for _, in := range query.Instances(records, profile, len(records), seed, skip) {
				if len(in.Values) < least {
					continue // asked by its name alone, it would lead everywhere
				}
				if share--; share < 0 {
					break
				}
				asked[values.Fold(in.Values[0].Text)] = true
				out = append(out, in)
			}
		}
		order = order[newest:]
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
