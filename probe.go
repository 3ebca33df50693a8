package verde

import (
	"context"

	"verde/evidence"
	"verde/known"
	"verde/progress"
	"verde/query"
	"verde/vertical"
)

// probe asks sites with low support again, with queries that are restricted to the site and ask
// for values that known entities have in common, such as a maker (see [query.Common]). It
// gives the results a with those of the new queries added, and the number of sites probed in
// the round; a itself if there is no new query.
//
// A small site, or one that an engine ranks low, may share only one of the entities asked
// for. It likely has other entities of the same makers, and a second answer makes it a
// candidate. The candidate is judged like any other, so probing lowers no threshold of
// acceptance.
//
// A round asks at most as many of these queries as it asks for instances, and asks them
// once: a repeated run has the answers.
func (x *Explorer) probe(ctx context.Context, v *vertical.Vertical, round int, entities *known.Entities, a *evidence.Results, missed *misses) (*evidence.Results, int, error) {
	opt := x.Options.withDefaults()
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, 0, err
	}
	before := map[string]bool{} // sites probed by an earlier run of the round
	for _, q := range asked {
		if q.Round == round && q.Query.Site != "" {
			before[q.Query.Site] = true
		}
	}
	if len(before) > 0 || opt.Probes <= 0 || allOffline(x.Engines) {
		return a, len(before), nil
	}
	decided, err := x.decisions()
	if err != nil {
		return nil, 0, err
	}
	leftOut := x.leftOut(entities, decided)
	sites := a.LowSupport(leftOut, a.Candidates(leftOut, opt.MaxCut))
	sites = sites[:min(len(sites), opt.probedSites())]
	instances := query.Common(entities.Records(), v.Profile(), min(opt.Probes, opt.Instances), opt.Seed, nil)
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
	a, err = x.asker().askAll(ctx, progress.Probing, round, queries, missed)
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

// ProbeOptions are the options of probing queries. They require a common value, and one of
// several values that occur with it, since sites write it in several ways (a publisher and its
// imprints).
func ProbeOptions(site string) query.Options {
	return query.Options{OneOf: 2 * DefaultOneOf, Site: site}
}
