package integrate

import (
	"math"
	"testing"
)

// What is known of two clusters goes on to be right when they grow, and is the sum of both halves whichever grew.
func TestBetweenGrows(t *testing.T) {
	t.Parallel()
	res := must(t, library(4, 60, 20), Options{}).Resolution
	r := res.r
	n := int32(len(r.urls))
	a, b := []int32{0, n / 2, n - 1}, []int32{1, 2, n/2 + 1, n - 2}
	whole := r.between(a, b, between{})
	if whole.a != len(a) || whole.b != len(b) || whole.sum == 0 || math.IsInf(whole.sum, -1) {
		t.Fatalf("%+v", whole)
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			grown := r.between(a, b, r.between(a[:i], b[:j], between{}))
			turned := r.between(b, a, r.between(a[:i], b[:j], between{}).turned())
			for _, x := range []between{grown, turned.turned()} {
				if x.a != whole.a || x.b != whole.b || math.Abs(x.sum-whole.sum) > 1e-9 {
					t.Errorf("from %d and %d records: %+v, not %+v", i, j, x, whole)
				}
			}
		}
	}
}
