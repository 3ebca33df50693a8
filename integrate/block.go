package integrate

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

const (
	minCosine         = .08
	candidatesPerSite = 2 // candidates of a record on each other site
	candidatesOwnSite = 2
	// maxCandidates bounds a record's candidates on all other sites, so that the cost does not grow with the
	// number of sites. With so many candidates for each record, all records of an entity are connected.
	maxCandidates = 64
)

// candidate is a pair of records worth comparing.
type candidate struct{ a, b int32 }

// candidatePairs are pairs of records of two sites (cross) and of one (own).
type candidatePairs struct {
	cross, own []candidate
}

// blockingTokens returns for each record the tokens of its aligned values.
func (c *Corpus) blockingTokens(of *alignedRecords) [][]int32 {
	out := make([][]int32, len(c.urls))
	parallel(len(out), func() func(int) {
		return func(r int) {
			var ts []int32
			for _, x := range of.row(int32(r)) {
				for _, v := range x.values {
					ts = append(append(append(ts, v.Words...), v.Pairs...), v.Whole)
				}
			}
			out[r] = unique(ts)
		}
	})
	return out
}

// findCandidates finds for each record the nearest ones on each other site, and on its own, by the cosine of their
// TF-IDF vectors (token blocking; Papadakis). Only matched columns count: free text would drown them. Cost:
// maxFrequency for each token of a record.
func (c *Corpus) findCandidates(of *alignedRecords) candidatePairs {
	tokens := c.blockingTokens(of)
	x := newIndex(c.lex.Size(), tokens)
	norm := make([]float64, len(tokens))
	for r, ts := range tokens {
		sum := 0.
		for _, t := range ts {
			sum += c.lex.Weight(t) * c.lex.Weight(t)
		}
		norm[r] = math.Sqrt(sum)
	}
	var lock sync.Mutex
	var b candidatePairs
	inChunks(len(tokens), func() func(from, to int) {
		acc := newAccumulators(len(tokens), len(c.sites))
		var cross, own []candidate
		return func(from, to int) {
			cross, own = cross[:0], own[:0]
			for r := int32(from); r < int32(to); r++ {
				for _, p := range c.nearestRecords(r, tokens[r], x, norm, acc) {
					if c.siteOf[p] == c.siteOf[r] {
						own = append(own, candidate{min(p, r), max(p, r)})
					} else {
						cross = append(cross, candidate{min(p, r), max(p, r)})
					}
				}
			}
			lock.Lock()
			defer lock.Unlock()
			b.cross, b.own = append(b.cross, cross...), append(b.own, own...)
		}
	})
	b.cross, b.own = distinctPairs(b.cross), distinctPairs(b.own)
	return b
}

// distinctPairs sorts candidates and removes duplicates.
func distinctPairs(list []candidate) []candidate {
	slices.SortFunc(list, compareCandidates)
	return slices.Compact(list)
}

func compareCandidates(x, y candidate) int {
	return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// nearestRecords returns a record's candidates: candidatesPerSite on each other site, at most maxCandidates in
// all, and candidatesOwnSite on its own. The result is valid until the next call.
func (c *Corpus) nearestRecords(r int32, tokens []int32, x *tokenIndex, norm []float64, acc *accumulators) []int32 {
	for _, t := range tokens {
		w := c.lex.Weight(t)
		for _, p := range x.records(t) {
			if p != r {
				acc.add(p, w*w)
			}
		}
	}
	sites := acc.neighbours[:0]
	for _, p := range acc.touched {
		near := acc.score[p] / (norm[r] * norm[p])
		if near < minCosine {
			continue
		}
		s := c.siteOf[p]
		if acc.slot[s] == 0 {
			sites = append(sites, siteNeighbours{site: s})
			acc.slot[s] = int32(len(sites))
		}
		of := &sites[acc.slot[s]-1]
		most := candidatesPerSite
		if s == c.siteOf[r] {
			most = candidatesOwnSite
		}
		at := of.n
		for at > 0 && (of.list[at-1].cosine < near || of.list[at-1].cosine == near && of.list[at-1].record > p) {
			at--
		}
		if at < most {
			if of.n < most {
				of.n++
			}
			copy(of.list[at+1:of.n], of.list[at:of.n-1])
			of.list[at] = neighbour{p, near}
		}
	}
	out, others := acc.candidates[:0], acc.others[:0]
	for i := range sites {
		of := &sites[i]
		acc.slot[of.site] = 0
		if of.site != c.siteOf[r] {
			others = append(others, of.list[:of.n]...)
			continue
		}
		for _, o := range of.list[:of.n] {
			out = append(out, o.record)
		}
	}
	if len(others) > maxCandidates {
		slices.SortFunc(others, func(x, y neighbour) int {
			return cmp.Or(cmp.Compare(y.cosine, x.cosine), cmp.Compare(x.record, y.record))
		})
	}
	for _, o := range others[:min(len(others), maxCandidates)] {
		out = append(out, o.record)
	}
	acc.neighbours, acc.others, acc.candidates = sites, others, out
	acc.reset()
	return out
}

// neighbour is a record near to another one.
type neighbour struct {
	record int32
	cosine float64 // cosine
}

// siteNeighbours are the nearest records on a site, best first.
type siteNeighbours struct {
	site int32
	list [max(candidatesPerSite, candidatesOwnSite)]neighbour
	n    int
}
