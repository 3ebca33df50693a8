package urlclass

import (
	"math"
)

// Defining gives the features that define the type, of those that all n samples share. with is the expected
// number of pages of the samples' template that have all shared features, without[i] of those that lack
// only the i-th. A feature defines the type if it would be too great a coincidence that all samples have it:
//
//	chance = (with / (with + without))^(n-1) < maxChance
//
// If pages without the feature are of the type too, chance is the probability that n-1 entities drawn at
// random have the same as the first one. The exponent is n-1 because whatever the first one has could have
// become the feature.
//
// For capitals the limit is maxChanceCase: how names are written is a habit of a kind of page, so less of a
// coincidence is enough. One site supports this: without it erlang-modules loses .27 from three samples
// (one draw).
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
	maxChance     = .05 // probability below which what samples share is no coincidence: the usual level of a test
	maxChanceCase = .5  // the same for capitals: more likely no coincidence than one
)
