package integrate

import "slices"

// thinAttributes is how many attributes thin records have at most in the mean: a name and one thing more, which few-valued
// kinds share by chance. What has more is told apart as other records are: of a recipe seven of fifteen attributes are enough.
const thinAttributes = 2

// findThin tells of each site whether it says little of its records: its pairs have fewer
// attributes to be alike in, and so other scores than those of the other sites, whether they
// are one entity's or not.
func (r *resolver) findThin() []bool {
	width := make([]float64, len(r.sites)) // attributes of a record in the mean
	for s := range r.sites {
		n := 0
		for rec := r.first[s]; rec < r.first[s+1]; rec++ {
			here := len(r.of.all(rec))
			if here > 0 {
				n++
				width[s] += float64(here)
			}
		}
		width[s] /= float64(max(1, n))
	}
	out := make([]bool, len(width))
	for s, w := range width {
		out[s] = w <= thinAttributes
	}
	return out
}

// class is which of the curves says how sure a pair is.
func (r *resolver) class(p candidate) int {
	if r.thin[r.siteOf[p.a]] || r.thin[r.siteOf[p.b]] {
		return 1
	}
	return 0
}

// pairsOfSites counts the pairs of records of different sites.
type pairsOfSites struct{ records, squares float64 }

func (p *pairsOfSites) add(records float64) {
	p.records, p.squares = p.records+records, p.squares+records*records
}

func (p *pairsOfSites) pairs() float64 { return (p.records*p.records - p.squares) / 2 }

// chances is how many pairs of records there are of a thin site and another one, for one pair
// within a thin site: as often one has to expect look-alikes there. What is measured where
// pairs are unlike says less, since of records with few attributes few are unlike in all.
func (r *resolver) chances() float64 {
	var all, full pairsOfSites // full are those that are not thin
	within := 0.
	for s := range r.sites {
		n := float64(r.first[s+1] - r.first[s])
		all.add(n)
		if r.thin[s] {
			within += n * n / 2
		} else {
			full.add(n)
		}
	}
	return (all.pairs() - full.pairs()) / max(1, within)
}

// calibrate fits the curves, each by the pairs that it is for. best and ownBest are pairs of
// two sites, and of one, that are each other's best, and more is as for learn. Where too few are within thin sites,
// all pairs have one curve.
func (r *resolver) calibrate(cross, own []candidate, scores, ownScores []float64, best, ownBest []int, more float64) {
	var across, within [2][]float64
	for _, i := range best {
		k := r.class(cross[i])
		across[k] = append(across[k], scores[i])
	}
	for _, i := range ownBest {
		k := r.class(own[i])
		within[k] = append(within[k], ownScores[i])
	}
	if len(within[1]) < inBin {
		all := calibrate(slices.Concat(across[0], across[1]), slices.Concat(within[0], within[1]))
		r.curve = [2]*calibration{all, all}
		return
	}
	r.curve[0] = calibrate(across[0], within[0])
	r.curve[1] = calibrateBy(across[1], within[1], func(c, _ []float64) []float64 { return slices.Repeat([]float64{r.chances() / more}, len(c)) })
}
