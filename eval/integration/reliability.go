package integration

import (
	"math"
	"slices"

	"verde/integrate"
)

// Reliability is how well the probabilities of values hold that a catalog shows, of entities and attributes whose true values are known. A value
// is true if it is one of those that most of the web's pages show, or stands for one that the page it was read from shows.
type Reliability struct {
	Values int     `json:"values"`
	Said   float64 `json:"said"`  // mean probability
	True   float64 `json:"true"`  // share that is true
	Brier  float64 `json:"brier"` // mean square of what lies between a probability and 1 if the value is true, 0 if not
	// Error is the expected calibration error: what lies between probability and share in each of ten bins of probability, weighted by their values.
	Error float64 `json:"error"`
}

// reliabilityBins is how many bins of probability there are for the error, as is usual (Guo et al. 2017 have 15).
const reliabilityBins = 10

// believed is a value's probability, and whether it is true.
type believed struct {
	p     float64
	right bool
}

func reliabilityOf(list []believed) Reliability {
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

// reliability grades the probabilities of values of attributes of one value, and of lists: those of which an entity has several.
// truth is of keys, which keys gives of entities, and attributes are the true ones of the result's. Cost: linear in the claims.
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
	var ones, several []believed
	for i := range r.Fused {
		f := &r.Fused[i]
		a := attributes[f.Attribute]
		known := truth[keys[f.Entity]][a]
		if len(known) == 0 {
			continue
		}
		for _, g := range chosen(f) {
			b := believed{g.Probability, slices.ContainsFunc(known, func(list []string) bool {
				return holds([]string{g.Value}, list) || slices.ContainsFunc(g.Claims, func(c integrate.Claim) bool {
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
