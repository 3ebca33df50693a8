package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"verde/catalog"
)

// The interval holds the true number of missing sites in most of the worlds in which
// queries lead to sites more or less often.
func TestMissingInterval(t *testing.T) {
	t.Parallel()
	if in := missingInterval(found(30, 25, 20, 28, 15, 22, 18, 30, 9)); in.Low != 0 || in.High > 1 {
		t.Errorf("all found many times: %v", in)
	}
	few := missingInterval(found(5, 9, 7, 6, 8))
	for s, want := range map[*catalog.Source]float64{{State: catalog.Doubtful}: 1, {State: catalog.Refused, SemiStructured: 1}: 1, {State: catalog.Refused}: 0} {
		s.Role = catalog.Discovered
		if in := missingInterval(append(found(5, 9, 7, 6, 8), *s)); in.High != few.High+want {
			t.Errorf("a %s site of which %d pages show data counts %v, want %v", s.State, s.SemiStructured, in.High-few.High, want)
		}
	}
	for _, mean := range []float64{2, 5, 12} {
		rng := rand.New(rand.NewPCG(1, uint64(mean)))
		held, worlds := 0, 0
		for range 60 {
			const sites = 20
			var support []int
			for range sites {
				rate := mean * (rng.ExpFloat64() + rng.ExpFloat64()) / 2 // a gamma distribution of shape 2
				n, p := 0, math.Exp(-rate)
				for sum := rng.Float64(); sum > p && n < 1000; n++ { // Poisson by products of uniform numbers
					sum *= rng.Float64()
				}
				if n >= 2 {
					support = append(support, n)
				}
			}
			in := missingInterval(found(support...))
			worlds++
			if missing := float64(sites - len(support)); in.Low <= missing && missing <= in.High {
				held++
			}
		}
		if worlds < 40 || float64(held) < .85*float64(worlds) {
			t.Errorf("mean %v: the interval holds the truth in %d of %d worlds", mean, held, worlds)
		}
	}
}
