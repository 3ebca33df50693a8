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
	q := newSequences()
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
