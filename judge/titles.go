package judge

import (
	"cmp"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// manyNamed is the number of entities, each the name of another page of one kind in the titles of results, from
// which on a site is not refused by what the classifier says of a few pages. Of the sites of generated webs that list
// or discuss entities, such as forums and lists of the best, none has more than 28 after three rounds of 30 queries;
// each round asks for 30 by default. What is wrongly opened costs the pages of a trial.
const manyNamed = 30

// openByTitles makes an open question of a refused site to which queries for manyNamed entities lead, each to a
// page named after what was asked for: the classifier has seen a few pages and knows nothing of their kind, while the
// titles speak for all. Reading some pages answers it. Pages that list the entity among others, that are views of
// another page, or of a template that was read in vain, are no sample. It is not asked where pages of the site were
// read in vain and no more is known since.
func (in *inspection) openByTitles(src *catalog.Source, groups []evidence.Group) {
	for _, g := range groups {
		if in.pagesNamed(g) < manyNamed {
			continue
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
		src.Samples = farthestFirst(open, in.Samples)
		src.SampleURL, src.Container = open[0].URL, open[0].FragmentXPath
		return
	}
}

// pagesNamed counts the entities of a group that each have a page of their own there which a result's title names.
func (in *inspection) pagesNamed(g evidence.Group) int {
	taken := map[string]bool{} // entities
	for _, url := range g.URLs {
		for _, id := range in.results.QueriesTo(url) {
			if entity := in.results.Entity(id); !taken[entity] && in.results.Named(url, id) {
				taken[entity] = true
				break
			}
		}
	}
	return len(taken)
}
