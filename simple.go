package verde

import (
	"context"

	"verde/evidence"
	"verde/page"
	"verde/query"
)

// asksSimply reports whether a round asks by names alone: no round before found a site,
// or not more than half of the queries of the last one led to another site than those
// known. Then other sites write the names in another way, or do not show the values that
// queries required beside them. Of queries without any result nobody knows: what they
// ask for stands on a page of the web, so the engine did not look. What asking simply
// leads to by mistake, judging and reading the sites finds out.
func (x *Explorer) asksSimply(ctx context.Context, round int) (bool, error) {
	before, err := reports(ctx, x.Catalog, round-1)
	if err != nil || len(before) == 0 {
		return false, err
	}
	found := 0
	for _, r := range before {
		found += r.Accepted
	}
	last := before[len(before)-1]
	return last.Round == round-1 && last.Led > 0 && (found == 0 || 2*last.Elsewhere <= last.Led), nil
}

// elsewhere counts the queries, those to a single site left out, that led to a site
// that is not known, or to several: then one of them is not where the query comes from.
func elsewhere(queries []query.Query, results *evidence.Results, known func(site string) bool) int {
	sites := map[string]map[string]bool{} // by query
	for _, url := range results.URLs() {
		for _, id := range results.QueriesTo(url) {
			if sites[id] == nil {
				sites[id] = map[string]bool{}
			}
			sites[id][page.Site(url)] = true
		}
	}
	n := 0
	for _, q := range queries {
		if q.Site != "" {
			continue
		}
		other := len(sites[q.ID]) > 1
		for site := range sites[q.ID] {
			other = other || !known(site)
		}
		if other {
			n++
		}
	}
	return n
}
