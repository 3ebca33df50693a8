package judge

import (
	"cmp"
	"fmt"
	"slices"

	"verde/catalog"
	"verde/evidence"
)

// A site is a source if its pages show minEntities different entities as data, and these
// are at least minDataShare of the entities found on its pages at all. The first is the
// condition that VerDE §V puts on clusters, here put on pages; the second keeps out sites
// of prose in which there happens to be a table. Entities are counted and not pages,
// since a page about another entity may mention what was asked for. Whether the
// site really shows the same entities is decided once it was read (see
// [verde/known.Entities.RejectReason]).
const (
	minEntities  = evidence.MinEntities
	minDataShare = 0.3
)

// decide accepts or refuses a site by its judged pages, of which there must be one. Only
// its best template counts. support is that of the candidate. At most samples pages
// become the samples by which the site's other pages are found.
func decide(judged map[string]PageJudgement, support, samples int) catalog.Source {
	best := bestTemplate(statsByTemplate(judged))
	src := catalog.Source{State: catalog.Refused, Support: support, Evaluated: best.pages, Parts: best.scoreParts()}
	src.Score = src.Parts.Score()
	for _, p := range best.promising {
		if p.SemiStructured {
			src.SemiStructured++
		}
		src.Evidence = append(src.Evidence, catalog.Evidence{URL: p.URL, QueryID: p.QueryID, FragmentXPath: p.FragmentXPath, Probability: p.Probability})
	}
	switch {
	case len(best.matched) == 0:
		src.Reason = fmt.Sprintf("none of %d pages like %s shows the values that were asked for", best.pages, best.shape)
		return src
	case len(best.shown) < minEntities || float64(len(best.shown)) < minDataShare*float64(best.entitiesMet()):
		src.Reason = fmt.Sprintf("%d of %d instances on pages like %s are shown as data", len(best.shown), best.entitiesMet(), best.shape)
		return src
	}
	entityPages := best.entityPages()
	slices.SortStableFunc(src.Evidence, func(p, q catalog.Evidence) int {
		return cmp.Or(falseFirst(entityPages[q.URL], entityPages[p.URL]), cmp.Compare(q.Probability, p.Probability))
	})
	src.Samples = farthestFirst(src.Evidence[:len(entityPages)], samples, func(url string) bool { return judged[url].SemiStructured })
	src.SampleURL, src.Container = src.Evidence[0].URL, src.Evidence[0].FragmentXPath
	src.State = catalog.Accepted
	return src
}

// bestTemplate is the template by which a site is judged: the one with the greatest
//
//	weight = (entities shown) × (1 + links of their pages to the same site),
//
// the first of equals. Links count since a print version shows the same entities and
// links nowhere, so that no other page is found from it.
//
// If that template shows fewer than minEntities for certain, the one with the greatest
// weight that shows as many takes its place: photos of an entity, or comparisons of
// several, have its name in their title and may be data, while its own page is data for
// certain. Templates with less than half as many links to a page, as print versions are,
// can't take its place. All are compared with the one template of the greatest weight and
// not in pairs, which might put three of them in a circle.
func bestTemplate(templates []*templateStats) *templateStats {
	byWeight := func(a, b *templateStats) int { return cmp.Compare(len(a.shown)*(1+a.links), len(b.shown)*(1+b.links)) }
	best := slices.MaxFunc(templates, byWeight)
	if len(best.certain()) >= minEntities {
		return best
	}
	certain := slices.DeleteFunc(slices.Clone(templates), func(s *templateStats) bool {
		return len(s.certain()) < minEntities || 2*s.links*len(best.promising) < best.links*len(s.promising)
	})
	if len(certain) == 0 {
		return best
	}
	return slices.MaxFunc(certain, byWeight)
}

// MostlyData reports whether at least half of a site's judged pages are data, and at least two.
// In a forum a few pages may be.
func MostlyData(s catalog.Source) bool {
	return s.SemiStructured >= minEntities && 2*s.SemiStructured >= s.Evaluated
}
