package estimate

import (
	"math"

	"verde/catalog"
	"verde/evidence"
)

// Interval is a range that most likely contains a number.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// missingInterval is the interval of the number of sources that no round found. Two kinds of
// sites are added to its upper end, since they may be sources: doubtful ones, and refused
// ones with a page that shows what was asked for as data (pages of blogs and lists do not).
// At least one source has to be found (see isFound).
//
// Model: the number of queries that lead to a site is Poisson distributed, with a mean that
// varies between sites by a gamma distribution. So the numbers are negative binomial
// (Fisher, Corbet and Williams 1943), truncated below evidence.MinEntities, since sites with
// fewer are not seen. All parameters within the 90 % likelihood ratio of the best ones on a
// grid give the interval. Sites that share no name, so that no query can lead to them, are
// not estimated. Cost: constant for each site.
func missingInterval(sources []catalog.Source) Interval {
	var counts []int // queries that led to each source
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
	type fitted struct{ likelihood, missing float64 }
	var fits []fitted
	best := math.Inf(-1)
	for mean := 0.5; mean < 400; mean *= 1.15 {
		for shape := 0.5; shape < 50; shape *= 1.5 {
			f := fitted{}
			truncated := 0. // probability of fewer than evidence.MinEntities queries
			for k := range evidence.MinEntities {
				truncated += math.Exp(logNegativeBinomial(k, mean, shape))
			}
			for _, k := range counts {
				f.likelihood += logNegativeBinomial(k, mean, shape) - math.Log1p(-truncated)
			}
			f.missing = float64(len(counts)) * truncated / (1 - truncated)
			fits, best = append(fits, f), max(best, f.likelihood)
		}
	}
	out := Interval{Low: math.Inf(1)}
	for _, f := range fits {
		if 2*(best-f.likelihood) > likelihoodRatio {
			continue
		}
		margin := 1.645 * math.Sqrt(f.missing*(1+f.missing/float64(len(counts)))) // 90 % of a negative binomial number
		out.Low, out.High = min(out.Low, max(0, f.missing-margin)), max(out.High, f.missing+margin)
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
