package focused

import (
	"maps"
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

const (
	usualLabel  = .75 // share of the pages at the samples' places from which on a short text is usual there: a quorum, as of a template
	leastLabels = 3   // usual texts that pages lack from which on that tells something: of fewer, they may be a heading and what leads to it
)

// unlabelled finds the URL classes whose pages have few of the labels of the samples' pages:
// short texts that are usual at the samples' places (see [urlclass.Place]), and not at half of
// the others. One template may make the pages of several types, down to the table of facts,
// so that elements hardly tell them apart; what the facts are called does. It is told of
// all pages of a place together: more than half of the labels are on none of
// them, or next to none, since one page may lack any. Cost: linear in the features of the
// fetched pages, and in the labels for each place of enough pages.
func (f *crawl) unlabelled() {
	f.foreignPlaces = map[string]bool{}
	own := map[string]bool{}
	for _, u := range f.starts {
		own[urlclass.Place(f.record(f.Resolve(u)).classKey)] = true
	}
	pages := map[string][]*site.Page{}
	usual, all := map[similarity.Feature]float64{}, 0.
	for n, t := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		if at := urlclass.Place(t.classKey); !own[at] {
			pages[at] = append(pages[at], n)
			continue
		}
		all++
		for _, k := range n.Features {
			if k&similarity.Textual != 0 {
				usual[k]++
			}
		}
	}
	if all < urlclass.Trials {
		return
	}
	elsewhere := map[similarity.Feature]float64{} // shares of the pages of other places that have a label, summed up
	for k, n := range usual {
		if n >= usualLabel*all {
			elsewhere[k] = 0
		}
	}
	has := map[string]map[similarity.Feature]float64{}   // shares of a place's pages
	for _, at := range slices.Sorted(maps.Keys(pages)) { // in one order, so that sums are always the same
		ns := pages[at]
		has[at] = map[similarity.Feature]float64{}
		for _, n := range ns {
			for _, k := range n.Features {
				if _, ok := elsewhere[k]; ok {
					has[at][k] += 1 / float64(len(ns))
					elsewhere[k] += 1 / float64(len(ns))
				}
			}
		}
	}
	for at, ns := range pages {
		if len(ns) < urlclass.Trials {
			continue
		}
		labels, lacking := 0, 0
		for k, x := range elsewhere {
			if 2*x >= float64(len(pages)) {
				continue
			}
			if labels++; has[at][k] <= refuseShare {
				lacking++
			}
		}
		f.foreignPlaces[at] = lacking >= leastLabels && 2*lacking > labels
	}
}
