package extract

import "math"

// logistic is the probability by a logistic regression of these weights, and of one without evidence.
func logistic(without float64, weights, evidence []float64) float64 {
	for i, w := range weights {
		without += w * evidence[i]
	}
	return 1 / (1 + math.Exp(-without))
}

// thousandths rounds a confidence, of which further digits say nothing.
func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }

// sure is a confidence that is known, rounded: not 0, which would say that it is not.
func sure(x float64) float64 { return max(.001, thousandths(x)) }

// logOdds is that of a share of n pages.
func logOdds(share float64, n int) float64 {
	yes := share*float64(n) + .5
	return math.Log(yes / (float64(n+1) - yes))
}
