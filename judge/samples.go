package judge

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
	"verde/urlcluster"
)

// entityPages gives the URLs of the promising pages that are entities' own pages rather
// than other forms of them, or all promising pages if no page passes. A page passes if
//
//   - it does not name another page as its canonical one, where any page does not,
//   - it is not in another language than mainLanguage: with a sample in each language,
//     the site would be read once in each,
//   - it does not link to another page by its entity's name, where minEntities are shown
//     for certain: that page may be the entity's own, and this one its photos.
//
// Of the pages that pass, those with manyLinks links are given if there is any: a print
// version has fewer.
func (s *templateStats) entityPages() map[string]bool {
	language, certain := s.mainLanguage(), len(s.certain())
	anyCanonical := slices.ContainsFunc(s.promising, func(p PageJudgement) bool { return !p.Alternate })
	pages := slices.DeleteFunc(slices.Clone(s.promising), func(p PageJudgement) bool {
		return anyCanonical && p.Alternate || p.Language != language && p.Language != "" || p.Owner != "" && certain >= minEntities
	})
	if len(pages) == 0 {
		pages = s.promising
	}
	hasManyLinks := func(p PageJudgement) bool { return p.Links >= manyLinks }
	anyManyLinks := slices.ContainsFunc(pages, hasManyLinks)
	out := map[string]bool{}
	for _, p := range pages {
		if !anyManyLinks || hasManyLinks(p) {
			out[p.URL] = true
		}
	}
	return out
}

// mainLanguage is the language, of those that the promising pages exist in, in which most
// entities are shown; the first by the alphabet of equals, "" if no page exists in several
// languages.
func (s *templateStats) mainLanguage() (most string) {
	entities := map[string]map[string]bool{"": {}}
	for _, p := range s.promising {
		if p.Language != "" {
			if entities[p.Language] == nil {
				entities[p.Language] = map[string]bool{}
			}
			entities[p.Language][p.Entity] = true
		}
	}
	for _, l := range slices.Sorted(maps.Keys(entities)) {
		if len(entities[l]) > len(entities[most]) {
			most = l
		}
	}
	return most
}

// farthestFirst picks up to n pages whose URLs differ much, by a farthest-first
// traversal (Gonzalez 1985). Samples have to differ since what they share is taken for a
// mark of all pages of their kind. It starts with the first page, the one with the
// highest probability, and goes on with the page whose distance to the nearest picked
// page is greatest. Of equals it takes, among pages that are data for certain, the one
// whose URL lacks most features that the picked ones have in common, then the earlier. A
// page that only may be data gets no such preference: it may be of another kind and lack
// most for that. It stops early when the rest is at distance 0 of picked pages.
func farthestFirst(evidence []catalog.Evidence, n int, certain func(url string) bool) []string {
	out := []string{evidence[0].URL}
	for len(out) < min(n, len(evidence)) {
		greatest, mostMissing, next := -1, 0, ""
		common := urlclass.NewProfile(out, true)
		for _, e := range evidence {
			nearest := urlcluster.Infinity
			for _, u := range out {
				nearest = min(nearest, urlcluster.Dissimilarity(e.URL, u))
			}
			missing := 0
			if certain(e.URL) {
				missing = missingFeatures(common, e.URL)
			}
			if nearest > greatest || nearest == greatest && missing > mostMissing {
				greatest, mostMissing, next = nearest, missing, e.URL
			}
		}
		if greatest == 0 {
			break
		}
		out = append(out, next)
	}
	return out
}

// missingFeatures counts the features that URLs have in common and url has not.
func missingFeatures(common *urlclass.Profile, url string) int {
	parts := urlparts.Split(url)
	_, n := common.Missing(common.SharedFeatures(&parts))
	return n
}
