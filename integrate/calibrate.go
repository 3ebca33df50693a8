package integrate

import (
	"cmp"
	"math"
	"slices"
)

// calibration turns a score into the log-odds that a pair is one entity's, by
// comparing how often pairs of two sites reach the score with how often pairs
// within one site do, which are found in the same way and are different entities.
//
// The score is a sum over attributes as if they were independent, which those of
// pairs that were found by their likeness are not: a film's nearest neighbour shares
// its director or its title, hardly ever both; other editions of a book share title
// and author together. The comparison holds however attributes depend on each
// other, and it tells from the sites alone what identifies an entity: where sites
// list two books of one title and author, these do not.
type calibration struct {
	score []float64 // ascending
	odds  []float64 // log-odds at these scores, ascending
}

// Scores are counted in steps of inBin pairs or more, maxBins of them at most:
// fewer pairs say little, and more steps cost time alone, since steps that don't
// differ are pooled.
const (
	inBin   = 8
	maxBins = 500
)

// calibrate fits the curve: of pairs that are each other's best, cross are the
// scores of those of two sites, own of those within one. Cost: sorting.
func calibrate(cross, own []float64) *calibration {
	return calibrateBy(cross, own, inBin, 1, func(c, edges []float64) []float64 {
		o := histogram(own, edges)
		per := scale(c, o)
		for i := range o {
			o[i] = per[i]*o[i] + .5*per[i]/(1+per[i])
		}
		return o
	})
}

// calibrateBy fits the curve, where different gives how many pairs of two sites chance explains in each of the steps that end at
// edges and have c pairs. A step has perStep pairs or more; unseen is as for monotone.
func calibrateBy(cross, own []float64, perStep int, unseen float64, different func(c, edges []float64) []float64) *calibration {
	all := slices.Concat(cross, own)
	slices.Sort(all)
	var edges []float64
	steps := max(1, min(maxBins, len(all)/perStep))
	for i := 1; i <= steps && len(all) > 0; i++ {
		edges = append(edges, all[(i*len(all)-1)/steps])
	}
	edges = slices.Compact(edges)
	c := histogram(cross, edges)
	p := monotone(c, different(c, edges), unseen)
	k := &calibration{}
	from := 0
	for i, e := range edges {
		// A step stands where its scores are: few attributes make few scores, far apart.
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

// scale is, for each bin, how many pairs of different entities there are across sites for
// one within, at most: the least ratio in any range of scores up to there that a fifth of
// the pairs within one site lie in. It falls with the score, since of what is like
// nothing there is more across sites than within one; and where pairs are of one entity,
// there are more across than it says.
func scale(c, o []float64) []float64 {
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

// monotone gives the share of matches in each bin, of which so many pairs are of different entities. It grows with the score: bins
// that say otherwise are pooled (pool adjacent violators). Of n pairs of which none speaks against it a share of unseen/(n+2) may be wrong.
func monotone(c, different []float64, unseen float64) []float64 {
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

// at gives the log-odds of a score, between the fitted points by interpolation.
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
