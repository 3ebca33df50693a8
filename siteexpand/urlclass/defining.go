package urlclass

import (
	"math"
)

// Defining gives the features that define the type, and those that leave it open whether they do, of URLs that have
// all features that the samples share and of those that lack each alone. A feature of all n samples defines the type
// if it is too great a coincidence that they have it: chance < allowed, where
//
//	chance  = (with.Matching / (with.Matching + without.Matching))^(n-1)
//	allowed = MaxChance + chancePerScore·max(0, Δ-ScoreSlack), at most chanceCeiling
//
// If pages without the feature are of the type too, chance is the probability that of entities drawn at random all
// others have what the first has: whatever that is, it would have been noticed. Δ is the mean template score of pages
// with the feature minus that of pages without it: less of a coincidence is needed if these also look different. How
// names are written, with capitals or without, is a habit of a kind of page, so that it need be no great one. Where
// it is below OpenChance and the feature does not define the type, or above it and the feature does by a small Δ alone,
// either may be meant.
func (s *Profile) Defining(with Stats, without []Stats) (required, open FeatureSet) {
	for i, t := range s.Features {
		chance := math.Pow(with.Matching/max(1, with.Matching+without[i].Matching), float64(s.Samples-1))
		least := MaxChance
		if t.Kind == LetterCase || t.Kind == Initial {
			least = maxChanceCase
		}
		allowed := least
		if with.Scored > 0 && without[i].Scored > 0 {
			allowed += chancePerScore * max(0, with.ScoreSum/with.Scored-without[i].ScoreSum/without[i].Scored-ScoreSlack)
		}
		switch defines := chance < min(allowed, chanceCeiling); {
		case defines && chance >= max(least, OpenChance) && allowed < chanceCeiling:
			required |= 1 << i
			open |= 1 << i
		case defines:
			required |= 1 << i
		case chance < OpenChance:
			open |= 1 << i
		}
	}
	return required, open
}

// Stats sums up the URLs that have all shared features, or those that lack
// one certain feature only.
type Stats struct {
	URLs     float64 // number of URLs
	Matching float64 // expected number of them with pages at or above the threshold
	Scored   float64 // fetched pages at or above the threshold
	ScoreSum float64 // of their template scores
}

// The constants of [Profile.Defining].
const (
	MaxChance      = .05 // below which samples share nothing by coincidence: the usual level of a test
	OpenChance     = .2  // at lower odds what needs no chance is the better explanation, though it is not known to be right
	maxChanceCase  = .5  // as likely as not
	chancePerScore = 4.  // for each unit by which pages without the feature score lower: by hand; without it fpc-sysutils loses .21 from two samples (one draw), gimp-tools .31 (three)
	ScoreSlack     = .05 // Δ up to which makes no difference: by hand
	chanceCeiling  = .8  // by hand: what most pages of the template have, no looks make a mark of the type
)
