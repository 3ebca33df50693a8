package integrate

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

const (
	leastCosine = .08
	perSite     = 2 // candidates of a record in each other site
	ownSite     = 2
	// inAll are the candidates of a record in all other sites: with so many it is in one piece with the
	// other records of its entity wherever that is, and the cost does not grow with the number of sites.
	inAll = 64
)

// candidate is a pair of records worth comparing.
type candidate struct{ a, b int32 }

// blocks are the candidate pairs: cross of two sites, own of one.
type blocks struct {
	cross, own []candidate
}

// blockTokens lists what a record's values under the attributes are made of.
func (c *Corpus) blockTokens(of *attributed) [][]int32 {
	out := make([][]int32, len(c.urls))
	parallel(len(out), func() func(int) {
		return func(r int) {
			var ts []int32
			for _, x := range of.all(int32(r)) {
				for _, v := range x.values {
					ts = append(append(append(ts, v.Words...), v.Pairs...), v.Whole)
				}
			}
			out[r] = unique(ts)
		}
	})
	return out
}

// block finds for each record the nearest ones of each other site, and of its own,
// by the cosine of their rare tokens' weights (token blocking; Papadakis). Only
// columns that are matched count: free text drowns the rest. Cost: maxFrequency for
// each token of a record.
func (c *Corpus) block(of *attributed) blocks {
	tokens := c.blockTokens(of)
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
	var b blocks
	inBlocks(len(tokens), func() func(from, to int) {
		found := newTally(len(tokens), len(c.sites))
		var cross, own []candidate
		return func(from, to int) {
			cross, own = cross[:0], own[:0]
			for r := int32(from); r < int32(to); r++ {
				for _, p := range c.nearest(r, tokens[r], x, norm, found) {
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

// distinctPairs sorts candidates and leaves each pair once.
func distinctPairs(list []candidate) []candidate {
	slices.SortFunc(list, compareCandidates)
	return slices.Compact(list)
}

func compareCandidates(x, y candidate) int {
	return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// nearest gives a record's candidates: perSite of each other site, inAll at most, and ownSite of its
// own. They are good until the next call.
func (c *Corpus) nearest(r int32, tokens []int32, x *index, norm []float64, found *tally) []int32 {
	for _, t := range tokens {
		w := c.lex.Weight(t)
		for _, p := range x.records(t) {
			if p != r {
				found.add(p, w*w)
			}
		}
	}
	sites := found.nearest[:0]
	for _, p := range found.touched {
		near := found.score[p] / (norm[r] * norm[p])
		if near < leastCosine {
			continue
		}
		s := c.siteOf[p]
		if found.sites[s] == 0 {
			sites = append(sites, nearestOf{site: s})
			found.sites[s] = int32(len(sites))
		}
		of := &sites[found.sites[s]-1]
		most := perSite
		if s == c.siteOf[r] {
			most = ownSite
		}
		at := of.n
		for at > 0 && (of.list[at-1].near < near || of.list[at-1].near == near && of.list[at-1].record > p) {
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
	out, others := found.candidates[:0], found.others[:0]
	for i := range sites {
		of := &sites[i]
		found.sites[of.site] = 0
		if of.site != c.siteOf[r] {
			others = append(others, of.list[:of.n]...)
			continue
		}
		for _, o := range of.list[:of.n] {
			out = append(out, o.record)
		}
	}
	if len(others) > inAll {
		slices.SortFunc(others, func(x, y neighbour) int {
			return cmp.Or(cmp.Compare(y.near, x.near), cmp.Compare(x.record, y.record))
		})
	}
	for _, o := range others[:min(len(others), inAll)] {
		out = append(out, o.record)
	}
	found.nearest, found.others, found.candidates = sites, others, out
	found.reset()
	return out
}

// neighbour is a record near to another one.
type neighbour struct {
	record int32
	near   float64 // cosine
}

// nearestOf is the nearest records of a site, best first.
type nearestOf struct {
	site int32
	list [max(perSite, ownSite)]neighbour
	n    int
}
