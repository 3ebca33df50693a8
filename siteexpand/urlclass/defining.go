package urlclass

import (
	"math"
)

// Defining gives the features that define the type. with is the expected number of
// pages of the samples' template that have all features that the samples share, without of those that lack each alone. A feature of all n samples defines the type
// if it is too great a coincidence that they have it: chance < maxChance, where
//
//	chance = (with / (with + without))^(n-1)
//
// If pages without the feature are of the type too, chance is the probability that of entities drawn at random all
// others have what the first has: whatever that is, it would have been noticed.
// How names are written, with capitals or without, is a habit of a kind of page, so that it need be no great coincidence: without
// that and less of one for pages that look different erlang-modules loses .27 from three samples (one draw).
func (s *Profile) Defining(with float64, without []float64) (required FeatureSet) {
	for i, t := range s.Features {
		least := maxChance
		if t.Kind == LetterCase || t.Kind == Initial {
			least = maxChanceCase
		}
		if chance := math.Pow(with/max(1, with+without[i]), float64(s.Samples-1)); chance < least {
			required |= 1 << i
		}
	}
	return required
}

// The constants of [Profile.Defining].
const (
	maxChance     = .05 // below which samples share nothing by coincidence: the usual level of a test
	maxChanceCase = .5  // as likely as not
)
