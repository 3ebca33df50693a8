package main

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"verde/pageeval"
)

// shippedRidge is the ridge of the shipped weights: the largest of ridges whose
// log loss is within 5 % of the least.
const shippedRidge = 0.3

// ridges are what it was chosen among.
var ridges = []float64{0.1, 0.3, 1, 3}

// every how many owners one is kept apart.
const every = 3

// apart are owners that no choice was made by: which features there are and how
// large the ridge is was settled on the others, by holding out one of them
// after the other. They are every third owner in the order of a hash of the
// names, of those with data and of those without.
func (s set) apart() map[string]bool {
	withData := map[string]bool{}
	for _, e := range s {
		if e.data {
			withData[owner(e.site)] = true
		}
	}
	hash := func(name string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(name))
		return h.Sum64()
	}
	out := map[string]bool{}
	for _, data := range []bool{true, false} {
		names := slices.DeleteFunc(s.owners(), func(o string) bool { return withData[o] != data })
		slices.SortFunc(names, func(a, b string) int { return cmp.Compare(hash(a), hash(b)) })
		for i := 0; i < len(names); i += every {
			out[names[i]] = true
		}
	}
	return out
}

// of are the examples of owners that keep approves.
func (s set) of(keep func(owner string) bool) set {
	return slices.DeleteFunc(slices.Clone(s), func(e example) bool { return !keep(owner(e.site)) })
}

// formFeatures is how many features, the first ones, are of the form of an
// element alone.
const formFeatures = 8

// byForm are the examples without what is known beyond the form of the element.
func (s set) byForm() set {
	out := slices.Clone(s)
	for i := range out {
		clear(out[i].fragment.Features[formFeatures:])
	}
	return out
}

// tried is a ridge with what came out of it.
type tried struct {
	Ridge   float64
	LogLoss share
	score
}

// tryRidges judges each ridge by holding out one owner after the other.
func (s set) tryRidges() ([]tried, error) {
	var out []tried
	for _, r := range ridges {
		h, err := s.holdOut(pageeval.FitOptions{Ridge: r}, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, tried{r, h.logLoss(), h.fragments(alone, byKind).total()})
	}
	return out, nil
}

// logLoss is the mean of -ln of the probability that was given to what is true.
// Both classes weigh the same.
func (h heldOut) logLoss() share {
	var sum, count [2]float64
	for _, j := range h.examples {
		class, p := 0, 1-j.p
		if j.data {
			class, p = 1, j.p
		}
		sum[class] -= math.Log(max(p, math.SmallestNonzeroFloat64))
		count[class]++
	}
	return share{sum[0]/max(count[0], 1) + sum[1]/max(count[1], 1), 2}
}
