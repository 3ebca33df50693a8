package extract

import (
	"slices"

	"verde/page"
)

// A page is of another template when it has less than outlierShare of the
// usual signatures that the median page has. With fewer than minOutlierPages
// pages there is no usual.
const (
	outlierShare    = .5
	minOutlierPages = 5
)

// dropOutliers takes pages of another template out of the alignment: one of
// them would leave no text that all pages share. Usual signatures are those on
// at least half of the pages.
//
// Pages that are similar among themselves are one more template, if that is
// wanted. pages are those of a.docs.
//
// Cost: linear in the leaves.
func (a *alignment) dropOutliers(pages []*page.Page) []Skip {
	if len(a.docs) < minOutlierPages {
		return nil
	}
	on := make([]int, len(a.sigs))
	seen := make([]int, len(a.sigs))
	for i, d := range a.docs {
		for k := range d.leaves {
			if s := d.leaves[k].sig; seen[s] != i+1 {
				seen[s] = i + 1
				on[s]++
			}
		}
	}
	usual := make([]int, len(a.docs))
	clear(seen)
	for i, d := range a.docs {
		for k := range d.leaves {
			if s := d.leaves[k].sig; seen[s] != i+1 {
				seen[s] = i + 1
				if 2*on[s] >= len(a.docs) {
					usual[i]++
				}
			}
		}
	}
	sorted := slices.Sorted(slices.Values(usual))
	median := sorted[len(sorted)/2]
	var odd []int
	var kept []*doc
	for i, d := range a.docs {
		if float64(usual[i]) < outlierShare*float64(median) {
			odd = append(odd, i)
			continue
		}
		kept = append(kept, d)
	}
	out := a.oddPages(pages, odd)
	a.docs = kept
	return out
}

// oddPages makes templates of the pages that do not fit in, where there are
// enough of one, and returns the others.
func (a *alignment) oddPages(pages []*page.Page, odd []int) []Skip {
	docs := make([]*doc, len(odd))
	for i, n := range odd {
		docs[i] = a.docs[n]
	}
	var out []Skip
	for _, part := range a.schemas(docs) {
		var other []*page.Page
		for _, i := range part {
			other = append(other, pages[odd[i]])
		}
		if a.opt.templates && len(part) >= atLeast(minOddPages, len(pages)) && len(a.others) < maxTemplates {
			a.others = append(a.others, other)
			continue
		}
		for _, i := range part {
			out = append(out, Skip{docs[i].url, "of another template"})
		}
	}
	return out
}
