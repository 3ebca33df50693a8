package binomial

import (
	"math"
	"testing"
)

func TestPosterior(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ hits, n, mean, low, high float64 }{ // of the interval that has 95 %
		{0, 0, .5, .0015413, .9984587},
		{0, 10, .0454545, .0000479, .2171962},
		{5, 10, .5, .2235287, .7764713},
		{10, 10, .9545455, .7828038, .9999521},
	} {
		p := Posterior(c.hits, c.n)
		for i, x := range [][2]float64{{p.Mean(), c.mean}, {p.Quantile(.025), c.low}, {p.Quantile(.975), c.high}} {
			if math.Abs(x[0]-x[1]) > 1e-6 {
				t.Errorf("%v of %v, value %d: %v, want %v", c.hits, c.n, i, x[0], x[1])
			}
		}
	}
}

// The probabilities of sequences: of one trial ½, of two hits 3/8, of a hit and a miss 1/8.
func TestLogEvidence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ hits, n, want float64 }{{0, 0, 1}, {1, 1, .5}, {0, 1, .5}, {2, 2, .375}, {1, 2, .125}} {
		if got := math.Exp(LogEvidence(c.hits, c.n)); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v of %v: %v, want %v", c.hits, c.n, got, c.want)
		}
	}
}
