package focused

import (
	"cmp"
	"slices"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// eachPage calls do once for every page that was met and may exist, with the URL by which it was met
// first and whether it is in the result. In the result are samples, known pages, fetched entity pages, and
// unfetched URLs that are likely entity pages. Cost: linear in the URLs.
func (f *crawl) eachPage(do func(met site.ID, t *urlRecord, in bool)) {
	in := make([]bool, f.Size())
	for _, met := range f.order {
		u, id := f.Resolve(met), met
		t := f.records[met]
		if known := f.record(u); known != nil {
			t, id = known, u
		}
		n := f.Page(u)
		if in[u] || n == nil && f.Visited(u) { // can't be fetched, counted with its reason
			continue
		}
		f.refreshURL(id, t)
		if n != nil && !t.scored { // another crawl of the site has been there
			t.templateScore, t.scored = f.templateScore(n), true
		}
		in[u] = t.sample || t.known || t.urlAdmitted && (n != nil && f.isEntityPage(t) || n == nil && t.likelyEntity())
		do(met, t, in[u])
	}
}

// result lists the entity pages and the other URLs of the site. URLs of
// abandoned classes are counted by [crawl.diagnoseDead].
func (f *crawl) result() (pages []siteexpand.EntityPage, unlike []site.ID) {
	aliases := f.Aliases()
	pages = make([]siteexpand.EntityPage, 0, f.entities)
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		u := f.Resolve(met)
		n := f.Page(u)
		switch {
		case in:
		case n == nil && t.abandoned():
			return
		default:
			unlike = append(unlike, u)
			return
		}
		e := f.Entity(u, t.from, t.path, t.level)
		e.Status, e.Aliases = siteexpand.Inferred, aliases[u]
		if n != nil {
			e.Status, e.HTMLSimilarity = siteexpand.Fetched, t.templateScore
		}
		if t.known && n == nil {
			e.Status = siteexpand.Known
		}
		if t.sample {
			e.Status, e.HTMLSimilarity, e.URLSimilarity = siteexpand.Sample, 1, 1
		}
		pages = append(pages, e)
	})
	site.SamplesFirst(pages)
	return pages, unlike
}

// inferred lists the URLs that are in the result without having been fetched,
// by class and link-path, the largest stratum first, and their number.
func (f *crawl) inferred() (strata []stratum, all int) {
	of := map[*answers]int{}
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		if !in || t.known || t.sample || f.Visited(met) {
			return
		}
		i, ok := of[t.pathAnswers]
		if !ok {
			i = len(strata)
			of[t.pathAnswers] = i
			strata = append(strata, stratum{urlRecord: t})
		}
		strata[i].urls = append(strata[i].urls, met)
		all++
	})
	slices.SortStableFunc(strata, func(a, b stratum) int { return cmp.Compare(len(b.urls), len(a.urls)) })
	return strata, all
}
