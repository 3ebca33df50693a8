package estimate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// ReadInPart is the case of a [catalog.Doubt] about a site of which pages are missing that search results lead to.
const ReadInPart = "read in part"

// Recapture compares the results on pages of a site with the pages that were read of it. The results are a sample of its pages that was not drawn by
// following its links: the share of the entities they name whose pages were found estimates the share of all pages that was found (Petersen 1896).
type Recapture struct {
	Named   int               `json:"named"`             // entities that results name on pages of the site
	Sampled int               `json:"sampled,omitempty"` // of these, entities found on the pages that it was read from, as they are in any case
	Missing map[string]string `json:"missing,omitempty"` // of these, entities that no page read is about -> a URL that a result names after it
}

// NewRecapture makes the recapture of a site from results with URLs on it. A result names an entity if its title is the name and nothing more: news and
// reviews have the name among other words. samples are the pages that the site was read from. shown reports whether a URL is that of a page read, or
// a page read is about the entity of a name.
func NewRecapture(results *evidence.Results, urls, samples []string, shown func(url, name string) bool) Recapture {
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

// RemoveShown removes the entities from r.Missing that some page shows by now; samples are the pages that the site was read from.
func (r *Recapture) RemoveShown(samples []string, shown func(url, name string) bool) {
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

// Count counts the entities without those whose pages the site was read from, whether these pages were found or not.
func (r Recapture) Count(samples []string) EntityCount {
	out := EntityCount{Named: r.Named - r.Sampled, Unread: len(r.Missing)}
	for _, url := range r.Missing {
		if slices.Contains(samples, url) {
			out.Named, out.Unread = out.Named-1, out.Unread-1
		}
	}
	return out
}

// Doubting gives a source, of which so many pages were read, with the doubt that follows from the recapture instead of an earlier one.
func (r Recapture) Doubting(src catalog.Source, pages int) catalog.Source {
	src.Doubts = slices.DeleteFunc(slices.Clone(src.Doubts), func(d catalog.Doubt) bool { return d.Case == ReadInPart })
	if d := r.doubt(pages); d != nil {
		src.Doubts = append(src.Doubts, *d)
	}
	return src
}

// doubt is the doubt about a site of which so many pages were read, nil if too few entities are missing for one.
func (r Recapture) doubt(pages int) *catalog.Doubt {
	missing := len(r.Missing)
	if missing < evidence.MinEntities || float64(missing) < MuchMissing*float64(r.Named) {
		return nil
	}
	return &catalog.Doubt{Case: ReadInPart, Detail: fmt.Sprintf("%d of %d entities that search results name are on none of the %d pages found, as %s", missing, r.Named, pages, r.Missing[slices.Min(slices.Collect(maps.Keys(r.Missing)))]),
		Missing: float64(missing) / float64(r.Named),
		Remedy:  "expand the site from further pages (verde expand), those that results lead to"}
}
