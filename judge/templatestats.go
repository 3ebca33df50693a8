package judge

import (
	"maps"
	"slices"

	"verde/catalog"
)

// manyLinks is the number of links from which on a page is a full page of its site, as a
// print version is not.
const manyLinks = 10

// templateStats are the judged pages of one template, counted.
type templateStats struct {
	shape      string          // of the URLs; of several, the first
	pages      int             // without near duplicates
	duplicates int             // near duplicates of a promising page
	promising  []PageJudgement // without near duplicates
	links      int             // of promising pages to their site, at most manyLinks of each

	// Entities whose values were found on pages at all, as data or in prose; of these, the
	// ones that promising pages show, that pages are titled with, and that pages are
	// titled with and nothing more.
	matched, shown, titled, named map[string]bool
}

// statsByTemplate counts pages by the shape of their URL, then joins shapes whose
// promising pages have the same schema: /fiction/12 and /poetry/7 are pages of one
// template on two shelves, while /print/12 shows other labels and stays apart. The
// result is in the order of the shapes. Cost: linear in the pages, quadratic in the
// shapes, of which there are at most maxShapes and one for owners.
func statsByTemplate(judged map[string]PageJudgement) []*templateStats {
	shapes := map[string]*templateStats{}
	for _, url := range slices.Sorted(maps.Keys(judged)) {
		p := judged[url]
		s := shapes[p.Shape]
		if s == nil {
			s = &templateStats{shape: p.Shape, matched: map[string]bool{}, shown: map[string]bool{}, titled: map[string]bool{}, named: map[string]bool{}}
			shapes[p.Shape] = s
		}
		s.add(p)
	}
	var out []*templateStats
	for _, key := range slices.Sorted(maps.Keys(shapes)) {
		s := shapes[key]
		i := slices.IndexFunc(out, s.hasTemplateOf)
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i].join(s)
	}
	return out
}

// hasTemplateOf reports whether the first promising pages of both have the same template.
func (s *templateStats) hasTemplateOf(o *templateStats) bool {
	return len(o.promising) > 0 && len(s.promising) > 0 && o.promising[0].Schema.Similarity(s.promising[0].Schema) >= SameTemplate
}

// add counts a page. A near duplicate of a promising page adds no information.
func (s *templateStats) add(p PageJudgement) {
	if p.isPromising() && slices.ContainsFunc(s.promising, p.isNearDuplicate) {
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
	if p.isPromising() {
		s.promising = append(s.promising, p)
		s.shown[p.Entity] = true
		s.links += min(p.Links, manyLinks)
	}
}

// join adds the counts of another shape. Its promising pages may be near duplicates of
// pages counted here; entities that only such pages have are not added.
func (s *templateStats) join(o *templateStats) {
	s.pages += o.pages - len(o.promising)
	s.duplicates += o.duplicates
	for _, p := range o.promising {
		s.add(p)
	}
	counted := map[string]bool{} // entities that add has counted, or left out with a near duplicate
	for _, p := range o.promising {
		counted[p.Entity] = true
	}
	for _, sets := range [][2]map[string]bool{{s.matched, o.matched}, {s.titled, o.titled}, {s.named, o.named}} {
		for entity := range sets[1] {
			if !counted[entity] {
				sets[0][entity] = true
			}
		}
	}
}

// entitiesMet is the number of entities whose values were found on pages, as data or
// in prose: the denominator of minDataShare.
//
// If at least minEntities promising pages are titled with the entity that they show, the
// template titles each page with its entity. Then an entity counts only if a promising
// page shows it or a page is titled with it: a page that mentions it under another title
// is about another entity, and a query led there by mistake. Where the template's titles
// are names and nothing more, a page that has the name within a longer title is about
// another entity, too.
func (s *templateStats) entitiesMet() int {
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

// scoreParts gives the parts of a site's score. Probability is the mean over the
// promising pages, Agreement the mean similarity of their schemas to that of the first.
func (s *templateStats) scoreParts() *catalog.ScoreParts {
	p := &catalog.ScoreParts{Instances: len(s.shown), Met: s.entitiesMet(), Duplicates: s.duplicates}
	for _, v := range s.promising {
		p.Probability += v.Probability / float64(len(s.promising))
		p.Agreement += v.Schema.Similarity(s.promising[0].Schema) / float64(len(s.promising))
	}
	return p
}

// certain gives the entities that promising pages show as data for certain, and not only
// may.
func (s *templateStats) certain() map[string]bool {
	out := map[string]bool{}
	for _, p := range s.promising {
		if p.SemiStructured {
			out[p.Entity] = true
		}
	}
	return out
}
