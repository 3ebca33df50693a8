// Package binomial infers a share from how many of some trials were hits. Nothing is known of
// the share before: the prior is Jeffreys', Beta(½, ½).
package binomial

import (
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Posterior is the distribution of the share after hits of n trials, Beta(hits+½, n-hits+½).
// It is the same whatever made one stop after n. hits and n need not be whole numbers;
// 0 <= hits <= n.
func Posterior(hits, n float64) distuv.Beta {
	return distuv.Beta{Alpha: hits + .5, Beta: n - hits + .5}
}

// LogEvidence is the logarithm of the probability of the outcomes of n trials in their order,
// hits of them hits: the marginal likelihood, with the share integrated out. The evidence of two
// series of trials less that of both together is the logarithm of the Bayes factor for two shares
// against one (R. E. Kass and A. E. Raftery, "Bayes Factors", JASA 1995).
func LogEvidence(hits, n float64) float64 {
	return mathext.Lbeta(hits+.5, n-hits+.5) - mathext.Lbeta(.5, .5)
}
