package integrate

import "math"

// wilsonQuantile is of the normal distribution: 80 % lie between both bounds.
const wilsonQuantile = 1.2816

// wilsonLow is the lower bound of Wilson's interval for a share p of n.
func wilsonLow(p, n float64) float64 { return wilsonBound(p, n, -wilsonQuantile) }

// wilsonHigh is the upper bound of Wilson's interval for a share p of n; it is exceeded in one case of 200.
func wilsonHigh(p, n float64) float64 { return wilsonBound(p, n, 2.576) }

// wilsonBound is a bound of Wilson's interval for the quantile z, the lower bound if z is negative.
func wilsonBound(p, n, z float64) float64 {
	return (p + z*z/(2*n) + z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
}

// divergence is the Kullback-Leibler divergence of a rate p from a rate q, in nats.
func divergence(p, q float64) (d float64) {
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return d
}
