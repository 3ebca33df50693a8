package verde

import (
	"context"

	"verde/evidence"
	"verde/known"
	"verde/progress"
	"verde/query"
)

// probe asks sites again that too few queries led to: each by what the things
// known have in common (see [query.Common]), restricted to the site. It gives
// the answers with those to the new queries, and the number of sites asked in the
// round: the same answers if there is no new query.
//
// Which things a site shares with those that were asked for is luck; a small
// site, or one that an engine ranks low, shares one. It likely has more of
// those who made the things, and a second answer makes it a candidate, which is
// judged as any other. So nothing is accepted that was not, but for what its
// pages show.
//
// A round asks at most as many of these queries as it asks for instances. It
// asks once: a run that is repeated has the answers.
func (x *Explorer) probe(ctx context.Context, v *Vertical, round int, entities *known.Entities, a *evidence.Results, missed *misses) (*evidence.Results, int, error) {
	opt := x.Options.withDefaults()
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, 0, err
	}
	before := map[string]bool{} // sites
	for _, q := range asked {
		if q.Round == round && q.Query.Site != "" {
			before[q.Query.Site] = true
		}
	}
	if len(before) > 0 || opt.Probes <= 0 || allOffline(x.Engines) {
		return a, len(before), nil
	}
	decided, err := x.decided()
	if err != nil {
		return nil, 0, err
	}
	leftOut := x.leftOut(entities, decided)
	sites := a.LowSupport(leftOut, a.Candidates(leftOut, opt.MaxCut))
	sites = sites[:min(len(sites), opt.probedSites())]
	instances := query.Common(entities.Records(), v.profile(), min(opt.Probes, opt.Instances), opt.Seed, nil)
	if len(instances) == 0 {
		return a, 0, nil
	}
	var queries []query.Query
	for _, site := range sites {
		queries = append(queries, query.Build(instances, v.Domain, v.Keywords, ProbeOptions(site))...)
	}
	if len(queries) == 0 {
		return a, 0, nil
	}
	if err := x.Catalog.AddQueries(ctx, round, planFor(v, x.Options).String(), queries); err != nil {
		return nil, 0, err
	}
	a, err = x.asking().all(ctx, progress.Probing, round, queries, missed)
	return a, len(sites), err
}

// MaxQueries is how many queries a round asks each engine at most: those about
// instances and to single sites, and in the first round those of dumps.
func (x *Explorer) MaxQueries() int {
	opt := x.Options.withDefaults()
	n := opt.Instances + len(offlineQueries(x.Engines))
	if opt.Probes > 0 {
		n += opt.probedSites() * min(opt.Probes, opt.Instances)
	}
	return n
}

// ProbeOptions are how a site is asked by what things have in common: by the
// value and one of those that stand beside it, which sites write in more ways
// than one (a publisher and its imprints).
func ProbeOptions(site string) query.Options {
	return query.Options{OneOf: 2 * DefaultOneOf, Site: site}
}
