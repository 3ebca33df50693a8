package template

import (
	"slices"
	"testing"

	"verde/siteexpand/similarity"
)

// Pages are of two kinds if each has what the other lacks, and more than chance would
// give; a page that only lacks something is of its kind.
func TestDivide(t *testing.T) {
	t.Parallel()
	const frame, ours, optional, theirs, both = 100, 200, 300, 400, 500
	page := func(parts ...similarity.Feature) (p []similarity.Feature) {
		for _, part := range parts {
			for i := range similarity.Feature(10) {
				p = append(p, part+i)
			}
		}
		slices.Sort(p)
		return p
	}
	repeat := func(n int, parts ...similarity.Feature) (pages [][]similarity.Feature) {
		for range n {
			pages = append(pages, page(parts...))
		}
		return pages
	}
	framed := map[similarity.Feature]bool{}
	for _, f := range page(frame) {
		framed[f] = true
	}
	for _, x := range []struct {
		name  string
		pages [][]similarity.Feature
		frame map[similarity.Feature]bool
		other int // pages at the end that are of another kind
	}{
		{"two templates in a frame", slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs)), framed, 7},
		{"two templates without one", slices.Concat(repeat(9, ours), repeat(7, theirs)), nil, 7},
		{"one template", repeat(16, frame, ours), framed, 0},
		{"a block that some lack", slices.Concat(repeat(9, frame, ours, optional), repeat(7, frame, ours)), framed, 0},
		{"pages with little to show", slices.Concat(repeat(9, frame, ours, optional), repeat(7, frame)), framed, 0},
		{"one of two blocks", slices.Concat(repeat(9, frame, ours, both, optional), repeat(7, frame, ours, both, theirs)), framed, 0},
		{"a frame that is not known as one", slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs)), nil, 0},
		{"too few of the others", slices.Concat(repeat(9, frame, ours), repeat(leastKind-1, frame, theirs)), framed, 0},
		{"too few of ours", slices.Concat(repeat(leastKind-1, frame, ours), repeat(9, frame, theirs)), framed, 0},
		{"nothing", nil, nil, 0},
	} {
		samples := make([]bool, len(x.pages))
		for i := range min(2, len(samples)) {
			samples[i] = true
		}
		var want []bool
		if x.other > 0 {
			want = make([]bool, len(x.pages))
			for i := len(want) - x.other; i < len(want); i++ {
				want[i] = true
			}
		}
		if got := Divide(x.pages, samples, x.frame, Half, always); !slices.Equal(got, want) {
			t.Errorf("%s: others %v, want %v", x.name, got, want)
		}
	}
	pages := slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs))
	samples := make([]bool, len(pages))
	samples[0], samples[len(pages)-1] = true, true
	if got := Divide(pages, samples, framed, Half, always); slices.Contains(got, true) && got[len(pages)-1] {
		t.Errorf("a sample is of another kind: %v", got)
	}

	pages = slices.Concat(repeat(9, frame, ours), repeat(9, frame, theirs))
	samples = make([]bool, len(pages))
	samples[0] = true
	if got := Divide(pages, samples, framed, Half, always); got == nil {
		t.Error("pages of two kinds, one of which has a sample, are not divided")
	}
	samples[len(pages)-1] = true
	if got := Divide(pages, samples, framed, Half, always); got != nil {
		t.Errorf("samples are parted from pages like themselves: %v", got)
	}
}

func always([]bool) bool { return true }
