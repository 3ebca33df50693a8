package integrate

import (
	"cmp"
	"math"
	"slices"
)

// calibration maps a score to the log-odds that a pair is one entity. It compares how often pairs of two sites
// reach the score with how often pairs within one site do, which are found in the same way and are different
// entities.
//
// The score is a sum over attributes as if they were independent. Pairs that were found by their likeness are not
// independent: a film's nearest neighbour shares its director or its title, hardly ever both; other editions of a
// book share title and author together. The comparison holds however attributes depend on each other, and it
// learns from the sites alone what identifies an entity: where sites list two books of one title and author, these
// do not identify.
type calibration struct {
	score []float64 // ascending
	odds  []float64 // log-odds at these scores, ascending
}

// Scores are counted in at most maxBins bins of at least minPerBin pairs: smaller bins say little, and more bins
// only cost time, since bins that do not differ are pooled.
const (
	minPerBin = 8
	maxBins   = 500
)

// calibrate fits the curve to the scores of mutual best pairs: cross are those of pairs of two sites, own of pairs
// within one. Cost: sorting.
func calibrate(cross, own []float64) *calibration {
	return calibrateBy(cross, own, minPerBin, 1, func(c, edges []float64) []float64 {
		o := histogram(own, edges)
		per := pairRatios(c, o)
		for i := range o {
			o[i] = per[i]*o[i] + .5*per[i]/(1+per[i])
		}
		return o
	})
}

// calibrateBy fits the curve. different estimates how many of the c cross pairs in each bin are different
// entities; bins end at edges and have at least perBin scores. unseen is as for [isotonic].
func calibrateBy(cross, own []float64, perBin int, unseen float64, different func(c, edges []float64) []float64) *calibration {
	all := slices.Concat(cross, own)
	slices.Sort(all)
	var edges []float64
	bins := max(1, min(maxBins, len(all)/perBin))
	for i := 1; i <= bins && len(all) > 0; i++ {
		edges = append(edges, all[(i*len(all)-1)/bins])
	}
	edges = slices.Compact(edges)
	c := histogram(cross, edges)
	p := isotonic(c, different(c, edges), unseen)
	k := &calibration{}
	from := 0
	for i, e := range edges {
		// The point of a bin is the mean of its scores: few attributes make few scores, far apart.
		to := from
		for to < len(all) && all[to] <= e {
			to++
		}
		k.score, k.odds = append(k.score, mean(all[from:to])), append(k.odds, math.Log(p[i]/(1-p[i])))
		from = to
	}
	return k
}

func mean(list []float64) (sum float64) {
	for _, x := range list {
		sum += x / float64(len(list))
	}
	return sum
}

// pairRatios estimates for each bin how many pairs of different entities there are across sites for each pair
// within a site, as an upper bound: the least ratio of cross to own pairs in any range of scores up to the bin
// that holds a fifth of the own pairs. The ratio falls with the score, since pairs that resemble nothing are more
// frequent across sites; and matches only add cross pairs.
func pairRatios(c, o []float64) []float64 {
	total := 0.
	for _, n := range o {
		total += n
	}
	out := make([]float64, len(c))
	least, begun := math.Inf(1), 0
	from, sumC, sumO := 0, 0., 0.
	for i := range c {
		sumC, sumO = sumC+c[i], sumO+o[i]
		for from < i && sumO-o[from] >= rangeShare*total {
			sumC, sumO = sumC-c[from], sumO-o[from]
			from++
		}
		if sumO < rangeShare*total {
			continue
		}
		least = min(least, (sumC+1)/(sumO+1))
		for ; begun <= i; begun++ { // the bins before the first range, too
			out[begun] = least
		}
	}
	return out
}

const rangeShare = .2

func histogram(scores, edges []float64) []float64 {
	out := make([]float64, len(edges))
	for _, s := range scores {
		i, _ := slices.BinarySearch(edges, s)
		out[min(i, len(out)-1)]++
	}
	return out
}

// isotonic returns the share of matches in each bin, given its cross pairs and how many of them are different
// entities. The share grows with the score: bins that violate this are pooled (pool adjacent violators). If none
// of n pairs is different, a share of unseen/(n+2) may still be.
func isotonic(c, different []float64, unseen float64) []float64 {
	type pool struct {
		c, different float64 // pairs across sites, of them of different entities
		n            int
	}
	share := func(p pool) float64 { return p.different / p.c }
	var pools []pool
	for i := range c {
		pools = append(pools, pool{c[i] + .5, different[i], 1})
		for n := len(pools); n > 1 && share(pools[n-2]) <= share(pools[n-1]); n = len(pools) {
			a, b := pools[n-2], pools[n-1]
			pools[n-2] = pool{a.c + b.c, a.different + b.different, a.n + b.n}
			pools = pools[:n-1]
		}
	}
	var out []float64
	before := 0.
	for _, p := range pools {
		before = max(before, min(1-unseen/(p.c+2), max(1/(p.c+2), 1-p.different/p.c)))
		for range p.n {
			out = append(out, before)
		}
	}
	return out
}

// at returns the log-odds of a score by linear interpolation.
func (k *calibration) at(s float64) float64 {
	n := len(k.score)
	if n == 0 {
		return math.Inf(-1)
	}
	i, _ := slices.BinarySearchFunc(k.score, s, func(a, b float64) int { return cmp.Compare(a, b) })
	switch {
	case i == 0:
		return k.odds[0]
	case i == n:
		return k.odds[n-1]
	}
	part := (s - k.score[i-1]) / (k.score[i] - k.score[i-1])
	return k.odds[i-1] + part*(k.odds[i]-k.odds[i-1])
}
