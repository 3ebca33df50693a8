package integrate

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"verde/integrate/compare"
)

// refinements are turns of expectation and maximisation; a fifth changes no link.
const refinements = 4

// learn fits the model. The frequencies of different entities lie between those of
// pairs drawn at random and those of a record's nearest neighbours in its own site:
// they are the geometric mean, so that the weights are the mean of those that each would
// give. Random pairs alone would count what all look-alikes share; look-alikes alone would
// not count what they were found by. Those of matches are fitted by turns with the
// calibration (expectation and maximisation), beginning with the seeds. It
// gives the candidates with what they were compared by.
func (r *resolver) learn(cross, own []candidate, seeds []Pair) *comparison {
	step := 1 + len(seeds)/mostLearned
	start := make([]candidate, 0, len(seeds)/step+1)
	for i := 0; i < len(seeds); i += step {
		start = append(start, candidate{a: seeds[i].a, b: seeds[i].b})
	}
	known := r.levels(start)
	r.model.Match = r.frequencies(known, known.each)
	random := r.levels(r.random(cross))
	r.model.Chance = r.frequencies(random, random.each)
	across, within := r.compareAll(cross), r.compareAll(own)
	for k, like := range r.frequencies(within, within.each) {
		for l, u := range like {
			r.model.Chance[k][l] = math.Sqrt(u * r.model.Chance[k][l])
		}
	}
	rivals, ownRivals := r.rivals(cross), r.rivals(own)
	matched := make(map[[2]int32]float64)
	for _, p := range seeds {
		matched[r.sitesOfPair(p.a, p.b)]++
	}
	for range refinements {
		r.weigh()
		scores, ownScores := r.scores(across), r.scores(within)
		best := rivals.mutual(scores)
		r.curve = calibrate(pick(scores, best), pick(ownScores, ownRivals.mutual(ownScores)))
		r.thin = r.calibrateThin(across, scores, best, within, matched)
		sum := 0.
		r.model.Match = r.frequencies(across, func(yield func(int, float64) bool) {
			for _, i := range best {
				p := probability(r.calibrated(cross[i], len(across.of(i)), scores[i]))
				if sum += p; !yield(i, p) {
					return
				}
			}
		})
		r.model.Prior = sum / float64(max(1, len(best)))
	}
	return across
}

// pick gives the scores of some pairs.
func pick(scores []float64, pairs []int) []float64 {
	out := make([]float64, len(pairs))
	for k, i := range pairs {
		out[k] = scores[i]
	}
	return out
}

// allOdds gives the log-odds of pairs.
func (r *resolver) allOdds(x *comparison) []float64 {
	out := make([]float64, len(x.pairs))
	for i := range out {
		out[i] = r.oddsOf(x.pairs[i], x.of(i), x.rarity[i])
	}
	return out
}

// mostLearned is how many pairs the model is learned from at most: shares are known from as
// many to a tenth of a percent, and the curves have [maxBins] points.
const mostLearned = 1 << 20

// sample gives the pairs of so many pairs of sites, drawn at random, that there are no more than mostLearned
// of them, but for those of the last one: which pairs compete is told by those of the same two
// sites.
func (c *Corpus) sample(pairs []candidate, most int) []candidate {
	if len(pairs) <= most {
		return pairs
	}
	counts := make(map[[2]int32]int)
	for _, p := range pairs {
		counts[[2]int32{c.siteOf[p.a], c.siteOf[p.b]}]++
	}
	sites := slices.SortedFunc(maps.Keys(counts), func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	random := rand.New(rand.NewPCG(sampleSeed, uint64(len(pairs))))
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	drawn, n := make(map[[2]int32]bool), 0
	for _, s := range sites {
		if n >= most {
			break
		}
		drawn[s] = true
		n += counts[s]
	}
	some := make([]candidate, 0, n)
	for _, p := range pairs {
		if drawn[[2]int32{c.siteOf[p.a], c.siteOf[p.b]}] {
			some = append(some, p)
		}
	}
	return some
}

const sampleSeed = 1

// different leaves out pairs within a site that are one entity, which the site lists twice: they are equal in all that
// both have, and share more than chance explains, as [Corpus.Seeds] do. Two people of one name that is all they are
// compared by are two, and tell how often others of that name are.
func (r *resolver) different(own []candidate) []candidate {
	least := math.Log(float64(max(len(r.urls), 1))) + certainty
	var v vector
	return slices.DeleteFunc(own, func(p candidate) bool {
		v = r.compare(p.a, p.b, v[:0])
		return !slices.ContainsFunc(v, func(x agreement) bool { return x.level() < compare.Detail }) && r.shared(r.wholes[p.a], r.wholes[p.b]) >= least
	})
}

// mostRandom bounds the pairs that are drawn: the share of a level is known from so many to
// half a percent.
const mostRandom = 1 << 16

// random gives pairs of two sites drawn at random, as many as there are candidates, but no
// more than mostRandom: the one record of a candidate with the other of another candidate.
func (r *resolver) random(cross []candidate) []candidate {
	var out []candidate
	step := max(1, len(cross)/mostRandom)
	for i := 0; i < len(cross); i += step {
		p, q := cross[i], cross[(i+len(cross)/2+i%7)%len(cross)]
		if r.siteOf[p.a] != r.siteOf[q.b] {
			out = append(out, candidate{a: p.a, b: q.b})
		}
	}
	return out
}

// weigh sets the weights.
func (r *resolver) weigh() {
	r.model.Weights = logRatios(r.model.Match, r.model.Chance)
}

// logRatios are the logs of the ratios of two frequencies, pooled so that a better level never
// says less (pool adjacent violators).
func logRatios(match, chance [][compare.Levels]float64) [][compare.Levels]float64 {
	out := make([][compare.Levels]float64, len(match))
	for k := range match {
		m, u := match[k], chance[k]
		type pool struct {
			m, u float64
			n    int
		}
		var pools []pool
		for l := range m {
			pools = append(pools, pool{m[l], u[l], 1})
			for n := len(pools); n > 1 && pools[n-2].m*pools[n-1].u > pools[n-1].m*pools[n-2].u; n = len(pools) {
				pools[n-2] = pool{pools[n-2].m + pools[n-1].m, pools[n-2].u + pools[n-1].u, pools[n-2].n + pools[n-1].n}
				pools = pools[:n-1]
			}
		}
		l := 0
		for _, p := range pools {
			for range p.n {
				out[k][l] = math.Log(p.m / p.u)
				l++
			}
		}
	}
	return out
}
