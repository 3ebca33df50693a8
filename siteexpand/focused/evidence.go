package focused

import (
	"math"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
)

// The weights of the evidence that a fetched page is of the type: those of a logistic regression on up to
// 100 pages taken and 100 refused of each of 298 runs with one to three samples of 35 types, each
// run with the same total weight. With weights from one half of the types, the area under the ROC
// curve on the other half is .97 and .99. What package extract reads from a page adds nothing for pages
// taken (log-likelihood -98.7 instead of -98.9), at a hundred times the cost.
const (
	evidenceBase   = -12.1
	evidenceMargin = 1.9 // of the logarithm of the template score over the threshold, from -1 to .7
	evidenceListed = 2.6 // of the share of entity pages in the lists that have a sample: see [crawl.lists]
	evidenceURL    = 9.7 // of the featureShare
	evidenceLike   = 4.3 // of the Jaccard coefficient with the sample most like it, all features alike
)

// evidence is what speaks for a fetched page, in the order of the weights above.
type evidence struct{ margin, listed, url, like float64 }

// right is the probability that a page with this evidence is of the type.
func (e evidence) right() float64 {
	margin := min(max(e.margin, -1), .7)
	return 1 / (1 + math.Exp(-(evidenceBase + evidenceMargin*margin + evidenceListed*e.listed + evidenceURL*e.url + evidenceLike*e.like)))
}

// evidenceOf gives the evidence of a fetched page. listed is the share of entity pages in the lists that
// have it: see [crawl.lists]. Cost: a comparison with each of at most maxExemplars samples.
func (f *crawl) evidenceOf(t *urlRecord, n *site.Page, listed float64) evidence {
	e := evidence{math.Log(max(.01, t.templateScore) / max(.01, f.matchThreshold(t))), listed, t.featureShare, 0}
	for _, u := range f.starts[:min(len(f.starts), maxExemplars)] {
		e.like = max(e.like, similarity.Jaccard(n.Features, f.Page(u).Features))
	}
	return e
}

// weigh decides for each fetched page whether it is likely of the type, by all its evidence. The template
// alone can be wrong both ways: what all exemplars have may be optional, and a page of another kind may
// have all of the template. So a page is likely of the type if right is at least likelyShare. If it does not match the
// template, its class must not be refused, since most pages of such a one are known to be of another kind, more than
// refuseShare of the links of a list with a sample have to lead to entity pages, and it must not be navigation.
//
// listed is that of [crawl.lists]. Cost: a few comparisons for each fetched page, and linear in the links of all.
func (f *crawl) weigh(listed map[site.ID]float64) {
	navigation := f.navigation()
	for n, t := range f.pages(f.fetched...) {
		accept, done := t.class.decided()
		may := f.matchesTemplate(t) || (accept || !done) && listed[n.ID] > refuseShare && !navigation[n.ID]
		t.weighed, t.likely = true, may && f.evidenceOf(t, n, listed[n.ID]).right() >= likelyShare
	}
}

// minList is the number of links from which on they are a list: of two, one is the
// sample.
const minList = 3

// lists gives, for each URL in a list that has a sample, the share of the list's links that lead to
// entity pages, and the greatest share if several lists have the URL. A list is all links on one
// link-path of the pages of one class that are no entity pages, so that an index with a page for each
// letter is one list. But one template may also show lists of several types, one on each page. So the
// share is that of the links on the page, and the share of the whole list counts as a prior worth
// minList links. Cost: linear in the links of the fetched pages.
func (f *crawl) lists() map[site.ID]float64 {
	entities := map[site.ID]bool{}
	f.eachPage(func(met site.ID, _ *urlRecord, in bool) { entities[f.Resolve(met)] = in })
	type counts struct{ links, entities, samples float64 }
	whole := map[listPlace]counts{}
	count := func(part pageList, x counts) counts {
		for _, to := range part.to {
			if x.links++; entities[to] {
				x.entities++
			}
			if t := f.record(to); t != nil && t.sample {
				x.samples++
			}
		}
		return x
	}
	entity := func(u site.ID) bool { return entities[u] }
	for part := range f.pageLists(entity) {
		whole[part.at] = count(part, whole[part.at])
	}
	shares := map[site.ID]float64{}
	for part := range f.pageLists(entity) {
		if all := whole[part.at]; all.samples > 0 && all.links >= minList {
			x := count(part, counts{})
			for _, to := range part.to {
				shares[to] = max(shares[to], (x.entities+minList*all.entities/all.links)/(x.links+minList))
			}
		}
	}
	return shares
}
