package integrate

import (
	"math"
	"testing"
)

// The sum between two clusters can be completed after either has grown, and is the same as one computed at once.
func TestPairSum(t *testing.T) {
	t.Parallel()
	res := must(t, library(4, 60, 20), Options{}).Resolution
	r := res.resolver
	n := int32(len(r.urls))
	a, b := []int32{0, n / 2, n - 1}, []int32{1, 2, n/2 + 1, n - 2}
	whole := r.sumBetween(a, b, pairSum{})
	if whole.a != len(a) || whole.b != len(b) || whole.sum == 0 || math.IsInf(whole.sum, -1) {
		t.Fatalf("%+v", whole)
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			grown := r.sumBetween(a, b, r.sumBetween(a[:i], b[:j], pairSum{}))
			turned := r.sumBetween(b, a, r.sumBetween(a[:i], b[:j], pairSum{}).swapped())
			for _, x := range []pairSum{grown, turned.swapped()} {
				if x.a != whole.a || x.b != whole.b || math.Abs(x.sum-whole.sum) > 1e-9 {
					t.Errorf("from %d and %d records: %+v, not %+v", i, j, x, whole)
				}
			}
		}
	}
}
