package integrate

import (
	"cmp"
	"math"
	"slices"
)

// Pair is a pair of records of two sites that describe one entity beyond reasonable doubt; a < b.
type Pair struct {
	a, b   int32
	weight float64 // nats
}

// Pairs returns the pairs of records, given by their URLs, that somebody knows to be one entity. Pairs of one
// site, and URLs that are not in the corpus, are left out. Cost: linear in the records.
func (c *Corpus) Pairs(urls [][2]string) []Pair {
	at := make(map[string]int32, len(c.urls))
	for r, u := range c.urls {
		at[u] = c.mainView(int32(r))
	}
	var out []Pair
	for _, p := range urls {
		a, okA := at[p[0]]
		b, okB := at[p[1]]
		if okA && okB && c.siteOf[a] != c.siteOf[b] {
			out = append(out, Pair{a: min(a, b), b: max(a, b)})
		}
	}
	slices.SortFunc(out, func(p, q Pair) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	return slices.Compact(out)
}

const (
	// maxFrequency is the number of records beyond which a token makes no candidate pairs; it still adds to the
	// weight of pairs that other tokens made. It keeps the cost linear, as a token of f records makes f² pairs.
	maxFrequency = 100
	// strongEvidence is a log-likelihood ratio of 20:1, in nats; Kass and Raftery (1995) call it strong.
	strongEvidence = 3
	// seedMargin is how much better a seed has to be than the next best pair, in nats (7:1).
	seedMargin = 2
)

// bestPartner is the record of a site that shares most with another record.
type bestPartner struct {
	site, record int32
	score        float64 // weight of the shared values
	runnerUp     float64 // score of the second best record
}

// Seeds finds pairs of records that share whole values too rare to coincide by chance, whatever columns these are
// in (DUMAS, Bilke and Naumann 2005). The score of a pair is the sum of ln(N/df) over the shared values; a seed's
// is above ln N, the prior odds, by strongEvidence. Both records are each other's best partner, by seedMargin over
// any other record of the two sites, the record's own site included: if a record of the same site shares as much,
// the values do not identify. Cost: maxFrequency for each token of a record.
func (c *Corpus) Seeds() []Pair {
	x := newIndex(c.lex.Size(), c.valueTokens)
	frequent := make([][]int32, len(c.urls)) // record -> values that bring no records together
	for r, wholes := range c.valueTokens {
		for _, t := range wholes {
			if x.isFrequent(t) {
				frequent[r] = append(frequent[r], t)
			}
		}
	}
	bests := make([][]bestPartner, len(c.urls))
	least := math.Log(float64(max(len(c.urls), 1))) + strongEvidence
	parallel(len(c.urls), func() func(r int) {
		acc := newAccumulators(len(c.urls), len(c.sites))
		return func(r int) {
			bests[r] = slices.Clip(slices.DeleteFunc(c.bestPartners(int32(r), x, frequent, acc), func(b bestPartner) bool {
				return b.score < least && b.site != c.siteOf[r] // of no use to either
			}))
		}
	})
	var out []Pair
	for r := range bests {
		for _, b := range bests[r] {
			if b.record <= int32(r) || b.site == c.siteOf[r] || b.score < b.runnerUp+seedMargin {
				continue
			}
			back, ok := partnerOn(bests[b.record], c.siteOf[r])
			if !ok || back.record != int32(r) || back.score < back.runnerUp+seedMargin {
				continue
			}
			own := max(scoreOn(bests[r], c.siteOf[r]), scoreOn(bests[b.record], b.site))
			if b.score < own+seedMargin {
				continue
			}
			out = append(out, Pair{int32(r), b.record, b.score})
		}
	}
	return append(out, c.identifierSeeds(x, out)...)
}

// partnerOn returns the best partner on a site.
func partnerOn(list []bestPartner, site int32) (bestPartner, bool) {
	i, ok := slices.BinarySearchFunc(list, site, func(b bestPartner, s int32) int { return cmp.Compare(b.site, s) })
	if !ok {
		return bestPartner{}, false
	}
	return list[i], true
}

// scoreOn returns the score of the best partner on a site, 0 if there is none.
func scoreOn(list []bestPartner, site int32) float64 {
	b, _ := partnerOn(list, site)
	return b.score
}

// bestPartners returns a record's best partner on each site, its own included, by site. Values of more than
// maxFrequency records (frequent) propose no partners, but count for those that rarer values propose.
func (c *Corpus) bestPartners(r int32, x *tokenIndex, frequent [][]int32, acc *accumulators) []bestPartner {
	maxFrequent := 0. // at most
	for _, t := range frequent[r] {
		maxFrequent += c.lex.Weight(t)
	}
	for _, t := range c.valueTokens[r] {
		for _, p := range x.records(t) {
			if p != r {
				acc.add(p, c.lex.Weight(t))
			}
		}
	}
	if len(acc.touched) == 0 {
		return nil
	}
	rare, n := acc.lowerBounds[:0], 0 // what each site comes to at least
	for _, p := range acc.touched {
		s := c.siteOf[p]
		if acc.slot[s] == 0 {
			rare = append(rare, bestPartner{site: s})
			acc.slot[s] = int32(len(rare))
			n++
		}
		rare[acc.slot[s]-1].offer(p, acc.score[p])
	}
	out := make([]bestPartner, n)
	for _, p := range acc.touched {
		w, i := acc.score[p], acc.slot[c.siteOf[p]]-1
		if w+maxFrequent < rare[i].runnerUp {
			continue // whatever they share beside
		}
		if maxFrequent > 0 {
			w += c.sharedWeight(frequent[r], frequent[p])
		}
		out[i].offer(p, w)
	}
	for i := range out {
		out[i].site = rare[i].site
		acc.slot[out[i].site] = 0
	}
	slices.SortFunc(out, func(a, b bestPartner) int { return cmp.Compare(a.site, b.site) })
	acc.lowerBounds = rare
	acc.reset()
	return out
}

// offer considers a record of the site.
func (b *bestPartner) offer(record int32, score float64) {
	switch {
	case score > b.score:
		b.record, b.score, b.runnerUp = record, score, b.score
	case score == b.score:
		b.record, b.runnerUp = min(b.record, record), score
	default:
		b.runnerUp = max(b.runnerUp, score)
	}
}

// sharedWeight is the weight of the tokens that two ascending lists have in common.
func (c *Corpus) sharedWeight(a, b []int32) (w float64) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case b[j] < a[i]:
			j++
		default:
			w += c.lex.Weight(a[i])
			i, j = i+1, j+1
		}
	}
	return w
}
