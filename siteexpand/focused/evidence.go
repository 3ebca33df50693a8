package focused

import (
	"math"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
)

// The weights of what tells whether a fetched page is of the type, and so of what an
// error that all pages of a class share leaves traces in: logistic regression on up to
// 100 pages taken and 100 refused of each of 298 runs with one to three samples of 35
// types, each run counting alike. Judged by weights from the other half of the types,
// pages are put in order with an area under the ROC curve of .97 and .99. What
// package extract reads from a page adds nothing for pages taken (log-likelihood -98.7
// for -98.9) at a hundred times the cost.
const (
	evidenceBase   = -12.1
	evidenceMargin = 1.9 // of the logarithm of the template score over the threshold, from -1 to .7
	evidenceListed = 2.6 // of the share of entity pages in the lists that have a sample: see [crawl.lists]
	evidenceURL    = 9.7 // of the featureShare
	evidenceLike   = 4.3 // of the Jaccard coefficient with the sample most like it, all features alike
)

// evidence is what is known of a fetched page.
type evidence struct{ margin, listed, url, like float64 }

// right is the probability that a page of which this is known is of the type.
func (e evidence) right() float64 {
	margin := min(max(e.margin, -1), .7)
	return 1 / (1 + math.Exp(-(evidenceBase + evidenceMargin*margin + evidenceListed*e.listed + evidenceURL*e.url + evidenceLike*e.like)))
}

// evidenceOf gives what is known of a page that was fetched, of which the share of
// entity pages in lists is given. Cost: a comparison with each of a few samples.
func (f *crawl) evidenceOf(t *urlRecord, n *site.Page, listed float64) evidence {
	e := evidence{math.Log(max(.01, t.templateScore) / max(.01, f.matchThreshold(t))), listed, t.featureShare, 0}
	for _, u := range f.starts[:min(len(f.starts), maxExemplars)] {
		e.like = max(e.like, similarity.Jaccard(n.Features, f.Page(u).Features))
	}
	return e
}

// weigh decides of each page that was fetched whether it is in the result, by whether it is likelier of the type than
// not by all that is known of it: what all exemplars have may be optional, and a page with all of the template be of another
// kind. A page that does not match the template has to have half of what it takes and to be where the samples' lists
// mostly lead, and not of a class that is refused. From one sample, whose URL has features by coincidence, what matches
// stays: without that one of 19 types loses .58 (one of two draws). listed is that of [crawl.lists]. Cost: a few comparisons for each
// fetched page.
func (f *crawl) weigh(listed map[site.ID]float64) {
	for n, t := range f.pages(f.fetched...) {
		accept, done := t.class.decided()
		near := (accept || !done) && t.templateScore >= thresholdLow*f.matchThreshold(t) && listed[n.ID] >= likelyShare
		matches := f.matchesTemplate(t)
		t.weighed, t.likely = true, matches && !f.severalSamples || (near || matches) && f.evidenceOf(t, n, listed[n.ID]).right() >= likelyShare
	}
}

// minList is the number of links from which on they are a list: of two, one is the
// sample.
const minList = 3

// lists gives for each URL in a list that has a sample the share of the links of this
// list that lead to entity pages, and of several such lists the greatest share. A list
// is the links on one link-path of all pages of a class that are no entity pages, so
// that an index with a page for each letter is one. But one template may show lists of several
// types, a page each: so the share is that on the page, and that of the whole list counts besides
// as a prior for as many links as make a list. Cost: linear in the links of the fetched pages.
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
