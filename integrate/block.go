package integrate

import (
	"cmp"
	"math"
	"slices"
)

const (
	leastCosine = .08
	perSite     = 2 // candidates of a record in each other site
	ownSite     = 2
)

// candidate is a pair of records worth comparing.
type candidate struct {
	a, b int32
	near float64 // cosine
}

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
			for k := range of.width {
				for _, v := range of.of(int32(r), k) {
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
	x := newIndex(c.lex.Size(), tokens, 2)
	norm := make([]float64, len(tokens))
	for r, ts := range tokens {
		sum := 0.
		for _, t := range ts {
			sum += c.lex.Weight(t) * c.lex.Weight(t)
		}
		norm[r] = math.Sqrt(sum)
	}
	lists := make([][]candidate, len(tokens))
	parallel(len(tokens), func() func(int) {
		found := newTally(len(tokens), len(c.sites))
		return func(r int) { lists[r] = c.nearest(int32(r), tokens[r], x, norm, found) }
	})
	own, all := 0, 0
	for _, list := range lists {
		all += len(list)
		for _, p := range list {
			if c.siteOf[p.a] == c.siteOf[p.b] {
				own++
			}
		}
	}
	b := blocks{cross: make([]candidate, 0, all-own), own: make([]candidate, 0, own)}
	for i, list := range lists {
		for _, p := range list {
			p = candidate{min(p.a, p.b), max(p.a, p.b), p.near}
			if c.siteOf[p.a] == c.siteOf[p.b] {
				b.own = append(b.own, p)
			} else {
				b.cross = append(b.cross, p)
			}
		}
		lists[i] = nil
	}
	b.cross, b.own = distinctPairs(b.cross), distinctPairs(b.own)
	return b
}

// distinctPairs sorts candidates and leaves each pair once.
func distinctPairs(list []candidate) []candidate {
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b), cmp.Compare(b.near, a.near))
	})
	return slices.CompactFunc(list, func(a, b candidate) bool { return a.a == b.a && a.b == b.b })
}

// nearest gives a record's candidates: perSite of each other site, ownSite of its
// own.
func (c *Corpus) nearest(r int32, tokens []int32, x *index, norm []float64, found *tally) []candidate {
	for _, t := range tokens {
		w := c.lex.Weight(t)
		for _, p := range x.records(t) {
			if p != r {
				found.add(p, w*w)
			}
		}
	}
	sites := found.nearest[:0]
	n := 0
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
		for at > 0 && (of.list[at-1].near < near || of.list[at-1].near == near && of.list[at-1].b > p) {
			at--
		}
		if at < most {
			if of.n < most {
				of.n++
				n++
			}
			copy(of.list[at+1:of.n], of.list[at:of.n-1])
			of.list[at] = candidate{r, p, near}
		}
	}
	out := make([]candidate, 0, n)
	for i := range sites {
		found.sites[sites[i].site] = 0
		out = append(out, sites[i].list[:sites[i].n]...)
	}
	found.nearest = sites
	found.reset()
	return out
}

// nearestOf is the nearest records of a site, best first.
type nearestOf struct {
	site int32
	list [max(perSite, ownSite)]candidate
	n    int
}
