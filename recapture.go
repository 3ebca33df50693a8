package verde

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// Recapture tells what results say of a site that was read before. They are a sample of its pages that was not drawn by following its
// links: the share of the entities they name whose pages were found estimates the share of all that was (Petersen 1896).
type Recapture struct {
	Named   int               `json:"named"`             // entities that results name on pages of the site
	Sampled int               `json:"sampled,omitempty"` // of these, those found on pages that it was read from, as they are in any case
	Missing map[string]string `json:"missing,omitempty"` // of these, those that no page read is about -> a URL that a result names after it
}

// doubt is what there is to say of a site of which so many pages were read, nil if nothing is.
func (r Recapture) doubt(pages int) *catalog.Doubt {
	missing := len(r.Missing)
	if missing < evidence.MinEntities || float64(missing) < muchMissing*float64(r.Named) {
		return nil
	}
	return &catalog.Doubt{Case: ReadInPart, Detail: fmt.Sprintf("%d of %d entities that search results name are on none of the %d pages found, as %s", missing, r.Named, pages, r.Missing[slices.Min(slices.Collect(maps.Keys(r.Missing)))]),
		Missing: float64(missing) / float64(r.Named),
		Remedy:  "expand the site from further pages (verde expand), those that results lead to"}
}

// recapture holds results on pages of a site against what was read of it. A title that is a name and nothing more counts: news and reviews have it
// among other words. shown tells whether a page read is about the entity of a name, or is the one with an address.
func recapture(results *evidence.Results, urls, samples []string, shown func(url, name string) bool) Recapture {
	found := map[string]bool{} // entity -> a page of it was read
	first, sampled := map[string]string{}, map[string]bool{}
	for _, url := range urls {
		for _, id := range results.QueriesTo(url) {
			if name := results.Entity(id); results.Named(url, id) {
				found[name] = found[name] || shown(url, name)
				if slices.Contains(samples, url) {
					sampled[name] = true
				}
				first[name] = cmp.Or(first[name], url)
			}
		}
	}
	maps.DeleteFunc(first, func(name, _ string) bool { return found[name] })
	maps.DeleteFunc(sampled, func(name string, _ bool) bool { return !found[name] })
	return Recapture{Named: len(found), Sampled: len(sampled), Missing: first}
}

// retain removes from what is missing the entities that some page shows; samples are what the site was read from.
func (r *Recapture) retain(samples []string, shown func(url, name string) bool) {
	maps.DeleteFunc(r.Missing, func(name, url string) bool {
		if !shown(url, name) {
			return false
		}
		if slices.Contains(samples, url) {
			r.Sampled++
		}
		return true
	})
}

// recount is what results name on the site but for the pages that it was read from, whether these were found or not.
func (r Recapture) recount(samples []string) recount {
	out := recount{named: r.Named - r.Sampled, unread: len(r.Missing)}
	for _, url := range r.Missing {
		if slices.Contains(samples, url) {
			out.named, out.unread = out.named-1, out.unread-1
		}
	}
	return out
}
