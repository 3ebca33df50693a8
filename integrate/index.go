package integrate

import "slices"

// tokenIndex is an inverted index of the tokens that two to maxFrequency records have.
type tokenIndex struct {
	offset   []int32        // token -> its first posting; one more for the end
	postings []int32        // records
	frequent map[int32]bool // tokens of more than maxFrequency records
}

func newIndex(size int, tokens [][]int32) *tokenIndex {
	counts := make([]int32, size)
	for _, ts := range tokens {
		for _, t := range ts {
			counts[t]++
		}
	}
	x := &tokenIndex{offset: make([]int32, size+1), frequent: make(map[int32]bool)}
	for t, n := range counts {
		if n > maxFrequency {
			x.frequent[int32(t)] = true
		}
		if n < 2 || n > maxFrequency {
			n = 0
		}
		x.offset[t+1] = x.offset[t] + n
	}
	x.postings = make([]int32, x.offset[size])
	at := slices.Clone(x.offset[:size])
	for r, ts := range tokens {
		for _, t := range ts {
			if x.offset[t+1] > x.offset[t] {
				x.postings[at[t]] = int32(r)
				at[t]++
			}
		}
	}
	return x
}

func (x *tokenIndex) records(t int32) []int32 { return x.postings[x.offset[t]:x.offset[t+1]] }

// isFrequent reports whether more than maxFrequency records have a token.
func (x *tokenIndex) isFrequent(t int32) bool { return x.frequent[t] }

// accumulators sum up a score for each record while the postings of a query record's tokens are read. They are
// used again for the next query record.
type accumulators struct {
	score   []float64 // record -> score
	touched []int32   // records with a score
	slot    []int32   // site -> 1 + its place in a list of results, 0 if it has none

	lowerBounds []bestPartner // buffers of the queries
	neighbours  []siteNeighbours
	others      []neighbour
	candidates  []int32
}

func newAccumulators(records, sites int) *accumulators {
	return &accumulators{score: make([]float64, records), slot: make([]int32, sites)}
}

func (t *accumulators) add(r int32, w float64) {
	if t.score[r] == 0 {
		t.touched = append(t.touched, r)
	}
	t.score[r] += w
}

func (t *accumulators) reset() {
	for _, r := range t.touched {
		t.score[r] = 0
	}
	t.touched = t.touched[:0]
}
