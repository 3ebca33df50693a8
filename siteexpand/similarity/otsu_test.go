package similarity

import (
	"math"
	"slices"
	"testing"
)

func TestOtsu(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		list []float64
		want float64
	}{
		{nil, 0},
		{[]float64{.5}, 0},
		{[]float64{.9, .1, .2, .8}, .5},
		{[]float64{.1, .1, .1, .7}, .4},
		{[]float64{.3, .3}, .3},
	} {
		if got := Otsu(slices.Clone(test.list)); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("otsu(%v) = %v, want %v", test.list, got, test.want)
		}
	}
}
