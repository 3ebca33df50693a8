package focused

import (
	"math"

	"verde/page"
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

// takeLikely takes pages that were fetched and lack much of the template, but are more likely of the
// type than not by all that is known of them, where most of what the samples' lists lead to is: what
// all exemplars have may be optional all the same. Of a class that is refused none is, nor one with less than
// half of what it takes to match, nor those that have other texts than what is taken and are listed
// apart (see [crawl.divideByTexts]). listed is that of [crawl.lists]. Cost: a few comparisons for each fetched
// page, and that of dividing them.
func (f *crawl) takeLikely(listed map[site.ID]float64) {
	for n, t := range f.pages(f.fetched...) {
		accept, done := t.class.decided()
		t.likely = t.urlAdmitted && (accept || !done) && t.kind == 0 && !t.view && t.templateScore >= thresholdLow*f.matchThreshold(t) &&
			listed[n.ID] >= likelyShare && f.evidenceOf(t, n, listed[n.ID]).right() >= likelyShare
	}
	taken := f.candidates(f.isEntityPage)
	f.divideByTexts(&taken)
}

// minList is the number of links from which on they are a list: of two, one is the
// sample.
const minList = 3

// listPlace is where a list is: the links on one link-path of all pages of a class.
type listPlace struct {
	class string
	path  page.LinkPath
}

// lists gives for each URL in a list that has a sample the share of the links of this
// list that lead to entity pages, and of several such lists the greatest share. A list
// is the links on one link-path of all pages of a class that are no entity pages, so
// that an index with a page for each letter is one. Cost: linear in the links of the
// fetched pages.
func (f *crawl) lists() map[site.ID]float64 {
	entities := map[site.ID]bool{}
	f.eachPage(func(met site.ID, _ *urlRecord, in bool) {
		if in {
			entities[f.Resolve(met)] = true
		}
	})
	type list struct{ links, entities, samples int }
	lists := map[listPlace]*list{}
	each := func(do func(at listPlace, to site.ID)) {
		for n, t := range f.pages(f.fetched...) {
			if entities[n.ID] {
				continue
			}
			for _, l := range n.Links {
				do(listPlace{t.classKey, l.Path}, f.Resolve(l.To))
			}
		}
	}
	each(func(at listPlace, to site.ID) {
		x := lists[at]
		if x == nil {
			x = &list{}
			lists[at] = x
		}
		x.links++
		if entities[to] {
			x.entities++
		}
		if t := f.record(to); t != nil && t.sample {
			x.samples++
		}
	})
	shares := map[site.ID]float64{}
	each(func(at listPlace, to site.ID) {
		if x := lists[at]; x.samples > 0 && x.links >= minList {
			shares[to] = max(shares[to], float64(x.entities)/float64(x.links))
		}
	})
	return shares
}
