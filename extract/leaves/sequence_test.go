package leaves

import (
	"math/rand/v2"
	"testing"
)

// TestCommon compares the longest common subsequence of random sequences with
// what the definition gives.
func TestCommon(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(n, symbols int) []int32 {
		out := make([]int32, n)
		for i := range out {
			out[i] = int32(r.IntN(symbols))
		}
		return out
	}
	q := NewSequences()
	for range 2000 {
		symbols := 1 + r.IntN(30)
		a, b := draw(r.IntN(150), symbols), draw(r.IntN(150), symbols)
		row := make([]int, len(b)+1)
		for _, x := range a {
			diagonal := 0
			for j, y := range b {
				up := row[j+1]
				if x == y {
					row[j+1] = diagonal + 1
				} else {
					row[j+1] = max(up, row[j])
				}
				diagonal = up
			}
		}
		if got, want := q.common(a, b), row[len(b)]; got != want {
			t.Fatalf("%v and %v have %d in common, want %d", a, b, got, want)
		}
	}
}

// TestHeaviest compares the sum of the weights of an increasing subsequence with the largest of all, and checks that it is one.
func TestHeaviest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := 1 + r.IntN(12)
		xs, weights := make([]int32, r.IntN(30)), make([]float64, 30)
		for i := range xs {
			xs[i], weights[i] = int32(r.IntN(n)), float64(1+r.IntN(5))
		}
		want, best := 0., make([]float64, len(xs)) // of those that end there
		for i, x := range xs {
			for j := range i {
				if xs[j] < x {
					best[i] = max(best[i], best[j])
				}
			}
			best[i] += weights[i]
			want = max(want, best[i])
		}
		got, last, at := 0., int32(-1), -1
		for _, i := range Heaviest(xs, n, func(i int) float64 { return weights[i] }) {
			if xs[i] <= last || i <= at {
				t.Fatalf("%v: %d at %d behind %d at %d", xs, xs[i], i, last, at)
			}
			got, last, at = got+weights[i], xs[i], i
		}
		if got != want {
			t.Fatalf("%v: weight %v, want %v", xs, got, want)
		}
	}
}
