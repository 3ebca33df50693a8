package integrate

import (
	"fmt"
	"testing"
)

// A value of a list that one of several sites has probably holds, the more surely the more sites have it; a value
// of one site in seven does not. The share of the sites decides what the list shows.
func TestListProbabilities(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		with, without int
		low, high     float64
		chosen        bool
	}{{1, 0, .98, .99, true}, {1, 1, .9, .98, true}, {1, 2, .8, .9, false}, {2, 2, .9, .97, true}, {1, 6, .35, .6, false}} {
		f := fusion{multivalued: true, accuracy: map[string]float64{}}
		var x Fused
		for i := range test.with + test.without {
			g := min(i/max(1, test.with), 1)
			if g == len(x.Groups) {
				x.Groups = append(x.Groups, Group{})
			}
			x.Groups[g].Claims = append(x.Groups[g].Claims, Claim{Site: fmt.Sprint(i), Text: fmt.Sprint(g)})
		}
		c := newClaimed(&x)
		f.estimateList(c)
		share := x.Groups[0].Probability
		f.calibrateList(c)
		if p := x.Groups[0].Probability; p < test.low || p > test.high || share >= listShare != test.chosen {
			t.Errorf("%d of %d sites: %.2f, of a share of %.2f", test.with, test.with+test.without, p, share)
		}
	}
}
