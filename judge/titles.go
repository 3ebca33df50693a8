package judge

import (
	"cmp"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// manyNamed is the number of entities, each the name of another page of one kind in the titles of results, from
// which on a site is not refused by what the classifier says of a few pages. On generated webs nearly all sites with as many
// were sources, and few of those with less than eight; no table measures it anew. What is wrongly opened
// costs the pages of a trial.
const manyNamed = 10

// openByTitles makes an open question of a refused site to which queries for manyNamed entities lead, each to a
// page named after what was asked for: the classifier has seen a few pages and knows nothing of their kind, while the
// titles speak for all. Reading some pages answers it. Pages that list the entity among others, that are views of
// another page, or of a template that was read in vain, are no sample. Where there is none, or pages of the site were
// read in vain and no more is known since, it is doubtful.
func (in *inspection) openByTitles(src *catalog.Source, groups []evidence.Group, again bool) {
	for _, g := range groups {
		if min(g.Named, len(g.URLs)) < manyNamed { // a page counts for one entity at most, though its title may list many
			continue
		}
		if src.State = catalog.Doubtful; !again {
			return
		}
		var open []catalog.Evidence
		for _, url := range g.URLs {
			if p, ok := in.judged[url]; ok && p.Reason == "" && p.Titled && p.Owner == "" && !p.Listing && !p.View && !p.rejected {
				open = append(open, catalog.Evidence{URL: p.URL, QueryID: p.QueryID, FragmentXPath: cmp.Or(p.FragmentXPath, "/html/body"), Probability: p.Probability})
			}
		}
		if len(open) == 0 {
			continue
		}
		slices.SortStableFunc(open, func(p, q catalog.Evidence) int { return cmp.Compare(q.Probability, p.Probability) })
		src.State, src.Reason, src.SemiStructured, src.Evidence = catalog.Accepted, "", 0, open
		src.Samples = farthestFirst(open, in.Samples, func(string) bool { return false })
		src.SampleURL, src.Container = open[0].URL, open[0].FragmentXPath
		return
	}
}
