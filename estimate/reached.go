package estimate

import (
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
)

// Reached counts for each explored site the entities whose queries led to a page of it
// that is titled with their name. Queries to that site alone don't count. Nor do queries for
// entities that only this site is known to have, since they were made of what it shows: for a
// site that was not found there are no such queries. Cost: linear in the results.
func Reached(results *evidence.Results, entities *known.Entities) map[string]int {
	names := map[string]map[string]bool{} // site -> entities
	for _, url := range results.URLs() {
		site := page.Site(url)
		if !entities.Explored(site) {
			continue
		}
		for _, id := range results.QueriesTo(url) {
			q, _ := results.Query(id)
			if name := results.Entity(id); q.Site == "" && results.Titled(url, id) && entities.KnownElsewhere(name, site) {
				if names[site] == nil {
					names[site] = map[string]bool{}
				}
				names[site][name] = true
			}
		}
	}
	counts := make(map[string]int, len(names))
	for site, of := range names {
		counts[site] = len(of)
	}
	return counts
}

// WithReached gives the sources with updated support: the number of queries that led to them
// when they were found, or that [Reached] counted since, whichever is greater.
func WithReached(sources []catalog.Source, reached map[string]int) []catalog.Source {
	out := slices.Clone(sources)
	for i, s := range out {
		out[i].Support = max(s.Support, reached[s.Site])
	}
	return out
}
