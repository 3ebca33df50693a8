package verde

import (
	"math"

	"verde/catalog"
	"verde/evidence"
)

// fewFound is the number of sites found below which there is no estimate of those
// not found: of so few nobody can tell how sites differ in being found.
const fewFound = 4

// Interval is what a number lies between, most likely.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// unseenInterval is the interval of the number of sites of the domain that no round
// found, nil if fewer than fewFound were found. Sites found doubtful may be sources, and so
// may those refused although a page of theirs shows what was asked for as data, as none of a
// blog or a list does: they count to its upper end.
//
// How many queries lead to a site is taken for Poisson distributed with a mean that
// differs from site to site by a gamma distribution, so that the numbers have a negative
// binomial one (Fisher, Corbet and Williams 1943), of which none below
// evidence.MinEntities is seen. Of all such distributions those count under which what
// was found is not much less likely than under the likeliest: by the likelihood ratio, at
// 90 %. Sites that no query can lead to, since they share no name, are in no estimate.
// Cost: constant for each site.
func unseenInterval(sources []catalog.Source) *Interval {
	var counts []int
	doubtful := 0
	for _, s := range sources {
		switch {
		case s.Role != catalog.Discovered:
		case s.State == catalog.Doubtful, s.State == catalog.Refused && s.SemiStructured > 0:
			doubtful++
		case s.State == catalog.Expanded:
			counts = append(counts, max(s.Support, evidence.MinEntities))
		}
	}
	if len(counts) < fewFound {
		return nil
	}
	type fitted struct{ likelihood, missing float64 }
	var fits []fitted
	best := math.Inf(-1)
	for mean := 0.5; mean < 400; mean *= 1.15 {
		for shape := 0.5; shape < 50; shape *= 1.5 {
			f := fitted{}
			hidden := 0.
			for k := range evidence.MinEntities {
				hidden += math.Exp(logNegativeBinomial(k, mean, shape))
			}
			for _, k := range counts {
				f.likelihood += logNegativeBinomial(k, mean, shape) - math.Log1p(-hidden)
			}
			f.missing = float64(len(counts)) * hidden / (1 - hidden)
			fits, best = append(fits, f), max(best, f.likelihood)
		}
	}
	out := &Interval{Low: math.Inf(1)}
	for _, f := range fits {
		if 2*(best-f.likelihood) > likelihoodRatio {
			continue
		}
		spread := 1.645 * math.Sqrt(f.missing*(1+f.missing/float64(len(counts)))) // of a negative binomial number
		out.Low, out.High = min(out.Low, max(0, f.missing-spread)), max(out.High, f.missing+spread)
	}
	out.High += float64(doubtful)
	return out
}

// likelihoodRatio is the 90 % quantile of the chi-squared distribution of one degree
// of freedom.
const likelihoodRatio = 2.706

// logNegativeBinomial is the logarithm of the probability of k under a negative binomial
// distribution.
func logNegativeBinomial(k int, mean, shape float64) float64 {
	g := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	x := float64(k)
	return g(x+shape) - g(shape) - g(x+1) + shape*math.Log(shape/(shape+mean)) + x*math.Log(mean/(shape+mean))
}
