package integrate

import "slices"

// index lists the records that have each token of two records to maxFrequency.
type index struct {
	start []int32
	list  []int32
	over  map[int32]bool // tokens of more than maxFrequency records
}

func newIndex(size int, tokens [][]int32) *index {
	counts := make([]int32, size)
	for _, ts := range tokens {
		for _, t := range ts {
			counts[t]++
		}
	}
	x := &index{start: make([]int32, size+1), over: make(map[int32]bool)}
	for t, n := range counts {
		if n > maxFrequency {
			x.over[int32(t)] = true
		}
		if n < 2 || n > maxFrequency {
			n = 0
		}
		x.start[t+1] = x.start[t] + n
	}
	x.list = make([]int32, x.start[size])
	at := slices.Clone(x.start[:size])
	for r, ts := range tokens {
		for _, t := range ts {
			if x.start[t+1] > x.start[t] {
				x.list[at[t]] = int32(r)
				at[t]++
			}
		}
	}
	return x
}

func (x *index) records(t int32) []int32 { return x.list[x.start[t]:x.start[t+1]] }

// many reports whether a token has too many records to bring them together.
func (x *index) many(t int32) bool { return x.over[t] }

// tally sums scores of records.
type tally struct {
	score   []float64
	touched []int32
	sites   []int32 // site -> 1 + place of what was found there
	rare    []best

	nearest    []nearestOf
	others     []neighbour
	candidates []int32
}

func newTally(records, sites int) *tally {
	return &tally{score: make([]float64, records), sites: make([]int32, sites)}
}

func (t *tally) add(r int32, w float64) {
	if t.score[r] == 0 {
		t.touched = append(t.touched, r)
	}
	t.score[r] += w
}

func (t *tally) reset() {
	for _, r := range t.touched {
		t.score[r] = 0
	}
	t.touched = t.touched[:0]
}
