package focused

import (
	"math/rand/v2"
	"testing"
)

// Whatever scores change and join, the best is the first of the greatest.
func TestTournament(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var all tournament
	if _, top := all.best(); top >= 0 {
		t.Errorf("a best of none, %v", top)
	}
	var scores []float64
	for range 2000 {
		i := len(scores)
		if i > 0 && r.IntN(4) > 0 {
			i = r.IntN(i)
		} else {
			scores = append(scores, 0)
		}
		scores[i] = float64(r.IntN(20) - 1) // many are equal
		all.set(i, scores[i])
		want := 0
		for k, s := range scores {
			if s > scores[want] {
				want = k
			}
		}
		if got, top := all.best(); got != want || top != scores[want] {
			t.Fatalf("of %d scores the best is %d with %v, want %d with %v", len(scores), got, top, want, scores[want])
		}
	}
	all.reset(3, func(i int) float64 { return float64(-i) })
	if got, top := all.best(); got != 0 || top != 0 {
		t.Errorf("made anew, the best is %d with %v, want the first", got, top)
	}
}
