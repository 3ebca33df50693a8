package verde

import (
	"fmt"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// ReadInPart is the case of a [catalog.Doubt] about a site of which pages are missing that search results lead to.
const ReadInPart = "read in part"

// inPart tells that the search for a site's pages missed much of what results lead to. Results are a sample of
// the site's pages that was not drawn by following its links: the share of them that was found estimates
// the share of all that was (as a recapture does), however few pages there are. What counts are entities
// that a result's title names, on pages of the form of those that speak for the site. nil if nothing is to be told.
func (s *settling) inPart(src catalog.Source, pages []catalog.Page) *catalog.Doubt {
	found := make(map[string]bool, len(pages))
	for _, p := range pages {
		found[p.URL] = true
		for _, alias := range p.Aliases {
			found[alias] = true
		}
	}
	of := make(map[string]bool) // entity -> one of its pages was found
	example := ""
	for _, g := range s.results.Groups(s.candidate.URLs) {
		if !slices.ContainsFunc(src.Evidence, func(ev catalog.Evidence) bool { return slices.Contains(g.URLs, ev.URL) }) {
			continue
		}
		for _, url := range g.URLs {
			for _, id := range s.results.QueriesTo(url) {
				if s.results.Titled(url, id) {
					of[s.results.Entity(id)] = of[s.results.Entity(id)] || found[url]
				}
			}
			if example == "" && !found[url] && s.results.TitledByAny(url) {
				example = url
			}
		}
	}
	missing := 0
	for _, ok := range of {
		if !ok {
			missing++
		}
	}
	if missing < evidence.MinEntities || float64(missing) < muchMissing*float64(len(of)) {
		return nil
	}
	return &catalog.Doubt{Case: ReadInPart, Detail: fmt.Sprintf("%d of %d entities that search results name are on none of the %d pages found, as %s", missing, len(of), len(pages), example),
		Missing: float64(missing) / float64(len(of)),
		Remedy:  "expand the site from further pages (verde expand), those that results lead to"}
}
