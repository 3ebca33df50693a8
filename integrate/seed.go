package integrate

import (
	"cmp"
	"math"
	"slices"
)

// Pair is a pair of records of two sites that is one entity's beyond reasonable
// doubt: a before b.
type Pair struct {
	a, b     int32
	surprise float64 // nats
}

// Pairs gives the pairs of records of which somebody knows that they are one entity's,
// by their URLs. What is of one site, or of none, is left out. Cost: linear in the
// records.
func (c *Corpus) Pairs(urls [][2]string) []Pair {
	at := make(map[string]int32, len(c.urls))
	for r, u := range c.urls {
		at[u] = c.main(int32(r))
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
	// maxFrequency is the number of records from which on a token does not bring
	// records together; it still counts for those that others brought together. It
	// makes the cost linear: a token of f records makes f*f pairs.
	maxFrequency = 100
	// certainty is added to the prior odds of ln N, 20:1; lead is by how much a pair
	// has to be better than the next best, 7:1.
	certainty = 3
	lead      = 2
)

// best is a record's best partner of one site, and by how much.
type best struct {
	site, record  int32
	first, second float64
}

// Seeds finds pairs that share whole values too rare for chance, whatever columns
// they are in (DUMAS, Bilke and Naumann 2005). The surprise, the sum of ln(N/df)
// over the shared values, is above the prior odds. Both records are each other's best,
// and no other of the two sites comes near: where one of the own site does, these
// values don't identify. Cost: maxFrequency for each token of a record.
func (c *Corpus) Seeds() []Pair {
	x := newIndex(c.lex.Size(), c.wholes)
	often := make([][]int32, len(c.urls)) // record -> values that bring no records together
	for r, wholes := range c.wholes {
		for _, t := range wholes {
			if x.many(t) {
				often[r] = append(often[r], t)
			}
		}
	}
	bests := make([][]best, len(c.urls))
	least := math.Log(float64(max(len(c.urls), 1))) + certainty
	parallel(len(c.urls), func() func(r int) {
		found := newTally(len(c.urls), len(c.sites))
		return func(r int) {
			bests[r] = slices.Clip(slices.DeleteFunc(c.bests(int32(r), x, often, found), func(b best) bool {
				return b.first < least && b.site != c.siteOf[r] // of no use to either
			}))
		}
	})
	var out []Pair
	for r := range bests {
		for _, b := range bests[r] {
			if b.record <= int32(r) || b.site == c.siteOf[r] || b.first < b.second+lead {
				continue
			}
			back, ok := bestOf(bests[b.record], c.siteOf[r])
			if !ok || back.record != int32(r) || back.first < back.second+lead {
				continue
			}
			own := max(ownBest(bests[r], c.siteOf[r]), ownBest(bests[b.record], b.site))
			if b.first < own+lead {
				continue
			}
			out = append(out, Pair{int32(r), b.record, b.first})
		}
	}
	return append(out, c.scarce(x, out)...)
}

func bestOf(list []best, site int32) (best, bool) {
	i, ok := slices.BinarySearchFunc(list, site, func(b best, s int32) int { return cmp.Compare(b.site, s) })
	if !ok {
		return best{}, false
	}
	return list[i], true
}

func ownBest(list []best, site int32) float64 {
	b, _ := bestOf(list, site)
	return b.first
}

// bests gives a record's best partner in each site, its own included, by site.
func (c *Corpus) bests(r int32, x *index, often [][]int32, found *tally) []best {
	frequent := 0. // at most
	for _, t := range often[r] {
		frequent += c.lex.Weight(t)
	}
	for _, t := range c.wholes[r] {
		for _, p := range x.records(t) {
			if p != r {
				found.add(p, c.lex.Weight(t))
			}
		}
	}
	if len(found.touched) == 0 {
		return nil
	}
	rare, n := found.rare[:0], 0 // what each site comes to at least
	for _, p := range found.touched {
		s := c.siteOf[p]
		if found.sites[s] == 0 {
			rare = append(rare, best{site: s})
			found.sites[s] = int32(len(rare))
			n++
		}
		rare[found.sites[s]-1].take(p, found.score[p])
	}
	out := make([]best, n)
	for _, p := range found.touched {
		w, i := found.score[p], found.sites[c.siteOf[p]]-1
		if w+frequent < rare[i].second {
			continue // whatever they share beside
		}
		if frequent > 0 {
			w += c.shared(often[r], often[p])
		}
		out[i].take(p, w)
	}
	for i := range out {
		out[i].site = rare[i].site
		found.sites[out[i].site] = 0
	}
	slices.SortFunc(out, func(a, b best) int { return cmp.Compare(a.site, b.site) })
	found.rare = rare
	found.reset()
	return out
}

// take takes a record of the site.
func (b *best) take(record int32, score float64) {
	switch {
	case score > b.first:
		b.record, b.first, b.second = record, score, b.first
	case score == b.first:
		b.record, b.second = min(b.record, record), score
	default:
		b.second = max(b.second, score)
	}
}

// shared is the weight of the tokens that two lists have.
func (c *Corpus) shared(a, b []int32) (w float64) {
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
