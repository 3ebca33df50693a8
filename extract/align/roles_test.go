package align

import (
	"testing"

	"verde/extract/leaves"
)

// TestRecurringLabels checks that labels of attributes, of which most come again on other pages, are told from names of what single
// pages have.
func TestRecurringLabels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages []int32 // that each label is on
		want  bool
	}{
		"attributes":             {[]int32{9, 10, 4, 1, 1}, true},
		"as many":                {[]int32{10, 1}, true},
		"parameters of one page": {[]int32{10, 2, 1, 1, 1}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var a Alignment
			for _, n := range c.pages {
				a.lecs = append(a.lecs, lec{pages: n, sample: leaves.Leaf{Sig: 7, Label: true}})
			}
			a.lecs = append(a.lecs, lec{pages: 1, sample: leaves.Leaf{Sig: 7}}, lec{pages: 10, sample: leaves.Leaf{Sig: 8}})
			if got := a.recurringLabels(); got[7] != c.want || got[8] {
				t.Errorf("labels recur: %v, want %v of the first signature alone", got, c.want)
			}
		})
	}
}
