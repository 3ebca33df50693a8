package integrate

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"verde/integrate/compare"
)

// emRounds is the number of rounds of expectation and maximisation; a fifth changes no link.
const emRounds = 4

// learn trains the model (see [Model]) and returns the cross pairs with their comparison vectors.
//
// The frequencies of levels among different entities (u) are the geometric mean of those of random pairs and of
// those of a record's nearest neighbours on its own site. Random pairs alone would credit what all look-alikes
// share; look-alikes alone would not credit what they were found by. The frequencies among matches (m) start from
// the seeds and are fitted in turns with the calibration (expectation maximisation).
func (r *resolver) learn(cross, own []candidate, seeds []Pair) *comparisons {
	step := 1 + len(seeds)/maxTrainingPairs
	start := make([]candidate, 0, len(seeds)/step+1)
	for i := 0; i < len(seeds); i += step {
		start = append(start, candidate{a: seeds[i].a, b: seeds[i].b})
	}
	known := r.compareLevels(start)
	r.model.Match = r.frequencies(known, known.all)
	random := r.compareLevels(r.randomPairs(cross))
	r.model.Chance = r.frequencies(random, random.all)
	across, within := r.compareAll(cross), r.compareAll(own)
	for k, like := range r.frequencies(within, within.all) {
		for l, u := range like {
			r.model.Chance[k][l] = math.Sqrt(u * r.model.Chance[k][l])
		}
	}
	rivals, ownRivals := r.slotsOf(cross), r.slotsOf(own)
	matched := make(map[[2]int32]float64)
	for _, p := range seeds {
		matched[r.sitesOfPair(p.a, p.b)]++
	}
	for range emRounds {
		r.setWeights()
		scores, ownScores := r.scores(across), r.scores(within)
		best := rivals.mutualBest(scores)
		r.curve = calibrate(selectScores(scores, best), selectScores(ownScores, ownRivals.mutualBest(ownScores)))
		r.sparseCurves = r.calibrateSparse(across, scores, best, within, matched)
		sum := 0.
		r.model.Match = r.frequencies(across, func(yield func(int, float64) bool) {
			for _, i := range best {
				p := probability(r.calibrated(cross[i], len(across.vector(i)), scores[i]))
				if sum += p; !yield(i, p) {
					return
				}
			}
		})
		r.model.Prior = sum / float64(max(1, len(best)))
	}
	return across
}

// selectScores returns the scores of some pairs.
func selectScores(scores []float64, pairs []int) []float64 {
	out := make([]float64, len(pairs))
	for k, i := range pairs {
		out[k] = scores[i]
	}
	return out
}

// allOdds returns the log-odds of all pairs.
func (r *resolver) allOdds(x *comparisons) []float64 {
	out := make([]float64, len(x.pairs))
	for i := range out {
		out[i] = r.oddsOf(x.pairs[i], x.vector(i), x.rarity[i])
	}
	return out
}

// maxTrainingPairs bounds the pairs that the model is trained on: they determine shares to a tenth of a percent,
// and the curves have [maxBins] points.
const maxTrainingPairs = 1 << 20

// samplePairs returns all pairs of some pairs of sites, drawn at random until there are at least most pairs. Pairs
// of sites are drawn whole, since pairs of the same two sites compete with each other.
func (c *Corpus) samplePairs(pairs []candidate, most int) []candidate {
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

// withoutDuplicates removes pairs within a site that are one entity, which the site lists twice: they are equal in
// all that both have, and share more than chance explains, as [Corpus.Seeds] do. Two people who have nothing but a
// common name stay: they show how often different people share a name.
func (r *resolver) withoutDuplicates(own []candidate) []candidate {
	least := math.Log(float64(max(len(r.urls), 1))) + strongEvidence
	var v comparisonVector
	return slices.DeleteFunc(own, func(p candidate) bool {
		v = r.compare(p.a, p.b, v[:0])
		return !slices.ContainsFunc(v, func(x agreement) bool { return x.level() < compare.Detail }) && r.sharedWeight(r.valueTokens[p.a], r.valueTokens[p.b]) >= least
	})
}

// maxRandomPairs bounds the random pairs: so many determine a share to half a percent.
const maxRandomPairs = 1 << 16

// randomPairs returns random pairs of two sites, as many as candidates but at most maxRandomPairs: the first
// record of one candidate with the second of another.
func (r *resolver) randomPairs(cross []candidate) []candidate {
	var out []candidate
	step := max(1, len(cross)/maxRandomPairs)
	for i := 0; i < len(cross); i += step {
		p, q := cross[i], cross[(i+len(cross)/2+i%7)%len(cross)]
		if r.siteOf[p.a] != r.siteOf[q.b] {
			out = append(out, candidate{a: p.a, b: q.b})
		}
	}
	return out
}

// setWeights sets the model's weights from its frequencies.
func (r *resolver) setWeights() {
	r.model.Weights = logRatios(r.model.Match, r.model.Chance)
}

// logRatios returns ln(m/u) for each level, pooled so that it never falls with the level (pool adjacent
// violators).
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
