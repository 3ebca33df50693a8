package judge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/siteexpand/urlclass"
	"verde/urlcluster"
)

// What makes a site a source: two different entities found in data of its
// pages, and of the entities found on it at all, a fair share. The first is
// VerDE §V's demand on clusters made on pages, the second keeps out sites of
// prose where a table happens to stand. Entities are counted and not pages,
// since a page about another entity may mention what was asked for. Whether the
// site really shows the same entities is decided once it was read (see
// [verde/known.Entities.RejectReason]).
const (
	minEntities  = evidence.MinEntities
	minDataShare = 0.3
)

// manyLinks is the number of links from which on a page is part of its site.
const manyLinks = 10

// shapeStats count the pages judged of one template.
type shapeStats struct {
	shape        string
	pages, links int             // pages without near duplicates
	duplicates   int             // near duplicates of a promising page
	promising    []PageJudgement // pages that show what was asked for as data, or may
	matched      map[string]bool // entities met at all
	shown        map[string]bool // entities that promising pages show
	titled       map[string]bool // entities met by pages titled with them
	named        map[string]bool // of these, by pages titled with nothing more
}

// statsByTemplate counts pages by the shape of their URL, then joins shapes whose
// promising pages have the same schema: /fiction/12 and /poetry/7 are pages of one
// template on two shelves, while /print/12 shows other labels and stays apart. The
// result is in the order of the shapes. Cost: linear in the pages, quadratic in the shapes, which are
// few (maxShapes).
func statsByTemplate(judged map[string]PageJudgement) []*shapeStats {
	shapes := map[string]*shapeStats{}
	for _, url := range slices.Sorted(maps.Keys(judged)) {
		p := judged[url]
		s := shapes[p.Shape]
		if s == nil {
			s = &shapeStats{shape: p.Shape, matched: map[string]bool{}, shown: map[string]bool{}, titled: map[string]bool{}, named: map[string]bool{}}
			shapes[p.Shape] = s
		}
		s.add(p)
	}
	var out []*shapeStats
	for _, key := range slices.Sorted(maps.Keys(shapes)) {
		s := shapes[key]
		i := slices.IndexFunc(out, func(o *shapeStats) bool {
			return len(o.promising) > 0 && len(s.promising) > 0 && o.promising[0].Schema.Similarity(s.promising[0].Schema) >= SameTemplate
		})
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i].join(s)
	}
	return out
}

// add counts a page. A near duplicate of one that was counted says nothing new.
func (s *shapeStats) add(p PageJudgement) {
	if p.promising() && slices.ContainsFunc(s.promising, p.copyOf) {
		s.duplicates++
		return
	}
	s.pages++
	if p.Matched {
		s.matched[p.Entity] = true
		if p.Titled {
			s.titled[p.Entity] = true
		}
		if p.Named {
			s.named[p.Entity] = true
		}
	}
	if p.promising() {
		s.promising = append(s.promising, p)
		s.shown[p.Entity] = true
		s.links += min(p.Links, manyLinks)
	}
}

// join adds what was counted of another shape. Its promising pages may be near
// duplicates of pages counted here; an entity that no other page met is not added.
func (s *shapeStats) join(o *shapeStats) {
	s.pages += o.pages - len(o.promising)
	s.duplicates += o.duplicates
	for _, p := range o.promising {
		s.add(p)
	}
	shown := map[string]bool{} // add has counted these, or left them out as near duplicates
	for _, p := range o.promising {
		shown[p.Entity] = true
	}
	for entity := range o.matched {
		if !shown[entity] {
			s.matched[entity] = true
			if o.titled[entity] {
				s.titled[entity] = true
			}
			if o.named[entity] {
				s.named[entity] = true
			}
		}
	}
}

// entitiesMet is the number of entities whose values were found on pages, as data or
// in prose: what the share minDataShare is a share of.
//
// If promising pages are titled with the entity asked for (at least minEntities of
// them), the template titles each page with its entity. Then an entity counts only if
// a promising page shows it or a page is titled with it: a page that mentions it
// under another title is about another entity, and a query led there by mistake. So is a
// page that has it within a longer title, where the template's titles are names and
// nothing more.
func (s *shapeStats) entitiesMet() int {
	for _, by := range []map[string]bool{s.named, s.titled} {
		both, n := 0, 0
		for entity := range s.matched {
			switch {
			case s.shown[entity] && by[entity]:
				both++
				n++
			case s.shown[entity] || by[entity]:
				n++
			}
		}
		if both >= minEntities {
			return n
		}
	}
	return len(s.matched)
}

// scoreParts gives the parts of which the score of a site is made. Probability is the
// mean over the promising pages, Agreement the mean similarity of their schemas with
// the first one's.
func (s *shapeStats) scoreParts() *catalog.ScoreParts {
	p := &catalog.ScoreParts{Instances: len(s.shown), Met: s.entitiesMet(), Duplicates: s.duplicates}
	for _, v := range s.promising {
		p.Probability += v.Probability / float64(len(s.promising))
		p.Agreement += v.Schema.Similarity(s.promising[0].Schema) / float64(len(s.promising))
	}
	return p
}

// sure gives the entities that promising pages show as data, and not as an open question.
func (s *shapeStats) sure() map[string]bool {
	out := map[string]bool{}
	for _, p := range s.promising {
		if p.SemiStructured {
			out[p.Entity] = true
		}
	}
	return out
}

// bestTemplate is the one that a site is judged by: that with most (entities shown) x (1 + links of their pages to the
// same site), the first of equals. Links count since a print version shows the same entities and links nowhere, so that no
// other page is found from it. If it shows too few entities as data for sure, the best of those that do goes before it, as
// photos of an entity, and comparisons of several, are named with it and may be data, while its own page is; but no print
// version does, whose pages have less than half as many links. All are compared with one, since a template may go
// before a second one, that before a third, and the third before the first.
func bestTemplate(templates []*shapeStats) *shapeStats {
	byWeight := func(a, b *shapeStats) int { return cmp.Compare(len(a.shown)*(1+a.links), len(b.shown)*(1+b.links)) }
	best := slices.MaxFunc(templates, byWeight)
	if len(best.sure()) >= minEntities {
		return best
	}
	sure := slices.DeleteFunc(slices.Clone(templates), func(s *shapeStats) bool {
		return len(s.sure()) < minEntities || 2*s.links*len(best.promising) < best.links*len(s.promising)
	})
	if len(sure) == 0 {
		return best
	}
	return slices.MaxFunc(sure, byWeight)
}

// decide accepts or refuses a site by its judged pages, at least one. Only its best
// template is looked at (see bestTemplate). samples bounds the pages given as samples to find the site's other
// pages by.
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
	own := best.own()
	slices.SortStableFunc(src.Evidence, func(p, q catalog.Evidence) int {
		return cmp.Or(falseFirst(own[q.URL], own[p.URL]), cmp.Compare(q.Probability, p.Probability))
	})
	src.Samples = farthestFirst(src.Evidence[:len(own)], samples, func(url string) bool { return judged[url].SemiStructured })
	src.SampleURL, src.Container = src.Evidence[0].URL, src.Evidence[0].FragmentXPath
	src.State = catalog.Accepted
	return src
}

// own gives the URLs of the promising pages that are no other view of an entity's page, as
// a print version is: those that don't name another page as their canonical one, and of
// these those that are part of the site (see manyLinks) if any is. Without one, it gives all. Where
// enough pages are data for sure, those that lead to another page by their entity's name are none either: that
// one may be the entity's, and they its photos. Of pages that exist in several languages, only those in the
// language of most entities are given: a sample in each would have the site read once in each.
func (s *shapeStats) own() map[string]bool {
	most, language := 0, s.language()
	canonical := slices.ContainsFunc(s.promising, func(p PageJudgement) bool { return !p.Alternate })
	sure := s.sure()
	pages := slices.DeleteFunc(slices.Clone(s.promising), func(p PageJudgement) bool {
		return canonical && p.Alternate || p.Language != language && p.Language != "" || p.Owner != "" && len(sure) >= minEntities
	})
	if len(pages) == 0 {
		pages = s.promising
	}
	for _, p := range pages {
		most = max(most, min(p.Links, manyLinks))
	}
	out := map[string]bool{}
	for _, p := range pages {
		if most < manyLinks || p.Links >= manyLinks {
			out[p.URL] = true
		}
	}
	return out
}

// language is the one in which most entities are shown, of the languages that the promising pages exist in;
// the first by the alphabet of several, "" if none says that it exists in several.
func (s *shapeStats) language() (most string) {
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
// traversal (Gonzalez 1985): it starts with the first page, the surest, and goes on
// with the page whose nearest picked page is farthest; of equals with the one that is data for sure whose address lacks
// most of what those of the picked ones have in common, then with the surer. It
// stops early where the rest is like a picked one. Samples have to differ since
// whatever they share is taken for a mark of all pages of their kind.
func farthestFirst(evidence []catalog.Evidence, n int, sure func(url string) bool) []string {
	out := []string{evidence[0].URL}
	for len(out) < min(n, len(evidence)) {
		far, most, best, common := -1, 0, "", urlclass.NewProfile(out, true)
		for _, e := range evidence {
			near := urlcluster.Infinity
			for _, u := range out {
				near = min(near, urlcluster.Dissimilarity(e.URL, u))
			}
			fresh := 0
			if sure(e.URL) { // what only may be data may be of another kind, and differs most
				fresh = lacking(common, e.URL)
			}
			if near > far || near == far && fresh > most {
				far, most, best = near, fresh, e.URL
			}
		}
		if far == 0 {
			break
		}
		out = append(out, best)
	}
	return out
}
