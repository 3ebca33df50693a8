package verde

import (
	"math"
	"testing"

	"verde/catalog"
)

func TestUnseen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		support []int   // queries that led to each site found
		want    float64 // NaN for no estimate
	}{
		{"no site", nil, math.NaN()},
		{"all found many times", []int{7, 10, 16, 24}, 0},
		{"too few", []int{7, 10, 16}, math.NaN()},
		{"none twice", []int{3, 3, 9, 9}, 0},
		{"one twice, one thrice", []int{2, 3, 8, 9}, 2./3 + 2./9},
		{"one twice, none thrice", []int{2, 8, 9, 9}, 2./3 + 2./9},
		{"two twice, four thrice", []int{2, 2, 3, 3, 3, 3}, 2./3 + 1./9},
		{"three twice", []int{2, 2, 2, 9}, 6 + 6},
	} {
		sources := []catalog.Source{
			{Site: "training.example", Role: catalog.Training, State: catalog.Expanded, Support: 2},
			{Site: "refused.example", Role: catalog.Discovered, State: catalog.Refused, Support: 2},
			{Site: "later.example", Role: catalog.Discovered, State: catalog.Expanded, Support: 2, Round: 3},
		}
		for _, n := range test.support {
			sources = append(sources, catalog.Source{Role: catalog.Discovered, State: catalog.Expanded, Support: n, Round: 2})
		}
		got := unseen(foundBy(sources, 2))
		if (got == nil) != math.IsNaN(test.want) {
			t.Errorf("%s: an estimate: %v", test.name, got != nil)
		} else if got != nil && math.Abs(*got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, *got, test.want)
		}
	}
}
