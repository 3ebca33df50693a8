package extract

import "slices"

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
// Cost: linear in the leaves.
func (a *alignment) dropOutliers() []Skip {
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
	var out []Skip
	kept := a.docs[:0]
	for i, d := range a.docs {
		if float64(usual[i]) < outlierShare*float64(median) {
			out = append(out, Skip{d.url, "of another template"})
			continue
		}
		kept = append(kept, d)
	}
	a.docs = kept
	return out
}
