package judge

import (
	"cmp"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// minTitledEntities is the number of entities, each named by the title of another result
// page of one shape, from which on a site is not refused for what the classifier says of
// a few pages. On generated webs nearly all sites with as many were sources, and few of
// those with less than eight; no table measures it anew. A site that is wrongly accepted
// costs the pages of a trial.
const minTitledEntities = 10

// acceptByTitles accepts a refused site if queries for minTitledEntities entities lead to
// it, each to a page named after its entity: the classifier has seen a few pages and knows
// nothing of their kind, while the titles speak for all of them. Reading some pages shows
// whether it is right. Pages that list the entity among others, views, and pages of a
// rejected template can't be samples. If no page can, or again is false, the site is
// doubtful. again is false if pages of the site were read in vain and no more is known
// since.
func (in *inspection) acceptByTitles(src *catalog.Source, groups []evidence.Group, again bool) {
	for _, g := range groups {
		if min(g.Named, len(g.URLs)) < minTitledEntities { // a page counts for one entity at most, though its title may list many
			continue
		}
		if src.State = catalog.Doubtful; !again {
			return
		}
		var samples []catalog.Evidence
		for _, url := range g.URLs {
			if p, ok := in.judged[url]; ok && p.Reason == "" && p.Titled && p.Owner == "" && !p.Listing && !p.View && !p.rejected {
				samples = append(samples, catalog.Evidence{URL: p.URL, QueryID: p.QueryID, FragmentXPath: cmp.Or(p.FragmentXPath, wholePage), Probability: p.Probability})
			}
		}
		if len(samples) == 0 {
			continue
		}
		slices.SortStableFunc(samples, func(p, q catalog.Evidence) int { return cmp.Compare(q.Probability, p.Probability) })
		src.State, src.Reason, src.SemiStructured, src.Evidence = catalog.Accepted, "", 0, samples
		src.Samples = farthestFirst(samples, in.Samples, func(string) bool { return false })
		src.SampleURL, src.Container = samples[0].URL, samples[0].FragmentXPath
		return
	}
}
