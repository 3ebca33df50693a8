package focused

import (
	"math"
)

// tournament finds the greatest of scores that change now and then, of equals
// the first: a tournament tree. The zero value has none.
type tournament struct {
	scores  []float64 // padded to a power of two with -∞
	winners []int32   // a heap-shaped tree: winners[i], from 1 on, is the index in scores of the better of winners[2i] and winners[2i+1]
}

// reset makes new scores. Cost: linear.
func (t *tournament) reset(n int, score func(i int) float64) {
	size := 1
	for size < n {
		size *= 2
	}
	t.scores, t.winners = make([]float64, size), make([]int32, size)
	for i := range t.scores {
		t.scores[i] = math.Inf(-1)
		if i < n {
			t.scores[i] = score(i)
		}
	}
	for i := size - 1; i > 0; i-- {
		t.play(i)
	}
}

// set changes a score or adds one. Cost: logarithmic, on average.
func (t *tournament) set(i int, score float64) {
	if i >= len(t.scores) {
		old := t.scores
		t.reset(max(i+1, 2*len(old)), func(k int) float64 {
			if k < len(old) {
				return old[k]
			}
			return math.Inf(-1)
		})
	}
	t.scores[i] = score
	for k := (i + len(t.scores)) / 2; k > 0; k /= 2 {
		t.play(k)
	}
}

// best gives the index of the greatest score, and the score; -∞ if there is
// none.
func (t *tournament) best() (int, float64) {
	switch len(t.scores) {
	case 0:
		return 0, math.Inf(-1)
	case 1:
		return 0, t.scores[0]
	}
	return int(t.winners[1]), t.scores[t.winners[1]]
}

// play sets the winner at i to the better of the two below it.
func (t *tournament) play(i int) {
	a, b := t.winner(2*i), t.winner(2*i+1)
	if t.scores[b] > t.scores[a] {
		a = b
	}
	t.winners[i] = a
}

func (t *tournament) winner(i int) int32 {
	if i >= len(t.scores) {
		return int32(i - len(t.scores))
	}
	return t.winners[i]
}
