package integration

import (
	"math"
	"slices"

	"verde/integrate"
)

// Reliability is how well calibrated the probabilities of a catalog's values are, for entities and attributes
// whose true values are known. A value is true if most of the web's pages show it, or if the page it was read from
// shows a form of it.
type Reliability struct {
	Values int     `json:"values"`
	Said   float64 `json:"said"`  // mean probability
	True   float64 `json:"true"`  // share of values that are true
	Brier  float64 `json:"brier"` // mean squared difference of the probability from 1 for true values, from 0 for others
	// Error is the expected calibration error: the difference of mean probability and share of true values in each
	// of ten bins of probability, weighted by their values.
	Error float64 `json:"error"`
}

// reliabilityBins is the number of bins for the calibration error; ten or so is usual (Guo et al. 2017 have 15).
const reliabilityBins = 10

// prediction is a value's probability, and whether it is true.
type prediction struct {
	p     float64
	right bool
}

func reliabilityOf(list []prediction) Reliability {
	out := Reliability{Values: len(list)}
	if len(list) == 0 {
		return out
	}
	var gaps [reliabilityBins]float64
	n := float64(len(list))
	for _, b := range list {
		y := 0.
		if b.right {
			y = 1
		}
		out.Said, out.True, out.Brier = out.Said+b.p/n, out.True+y/n, out.Brier+(b.p-y)*(b.p-y)/n
		gaps[min(int(b.p*reliabilityBins), reliabilityBins-1)] += (b.p - y) / n
	}
	for _, g := range gaps {
		out.Error += math.Abs(g)
	}
	return out
}

// reliability grades the probabilities of values, separately for attributes of one value and of lists, of which
// some entity has several. truth is by key, keys maps entities to keys, and attributes maps the result's
// attributes to true ones. Cost: linear in the claims.
func (w *Web) reliability(r *integrate.Result, truth map[string]map[string][][]string, keys, attributes map[string]string) (single, lists Reliability) {
	chosen := func(f *integrate.Fused) (out []*integrate.Group) {
		for i := range f.Groups {
			if f.Groups[i].Chosen {
				out = append(out, &f.Groups[i])
			}
		}
		return out
	}
	many := make(map[string]bool)
	for i := range r.Fused {
		many[r.Fused[i].Attribute] = many[r.Fused[i].Attribute] || len(chosen(&r.Fused[i])) > 1
	}
	var ones, several []prediction
	for i := range r.Fused {
		f := &r.Fused[i]
		a := attributes[f.Attribute]
		known := truth[keys[f.Entity]][a]
		if len(known) == 0 {
			continue
		}
		for _, g := range chosen(f) {
			b := prediction{g.Probability, slices.ContainsFunc(known, func(list []string) bool {
				return agrees([]string{g.Value}, list) || slices.ContainsFunc(g.Claims, func(c integrate.Claim) bool {
					shown := w.records[c.URL].values[a]
					return len(shown) > 0 && slices.Equal(shown, list)
				})
			})}
			if many[f.Attribute] {
				several = append(several, b)
			} else {
				ones = append(ones, b)
			}
		}
	}
	return reliabilityOf(ones), reliabilityOf(several)
}
