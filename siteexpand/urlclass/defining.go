package urlclass

import (
	"math"
)

// Defining gives the features that define the type, of URLs that lack each of them
// alone and of the names of all: see isDefining and Words.share. Of these, unsure are
// those that samples of a wider type would share now and then.
func (s *Profile) Defining(with Stats, without []Stats, words *Words) (required, unsure FeatureSet) {
	for i, t := range s.Features {
		share := words.share(t.Kind, i)
		byChance := math.Pow(share, float64(s.Samples)) >= maxChance
		switch {
		case s.isDefining(t.Kind, with, without[i]) || !byChance:
			required |= 1 << i
		case share <= lesserShare:
			required |= 1 << i
			unsure |= 1 << i
		}
	}
	return required, unsure
}

// Stats sums up the URLs that have all shared features, or those that lack
// one certain feature only.
type Stats struct {
	URLs     float64 // number of URLs
	Matching float64 // expected number of them with pages at or above the threshold
	Scored   float64 // fetched pages at or above the threshold
	ScoreSum float64 // of their template scores
}

// matchShare is the expected share of the URLs with pages at or above the threshold.
func (s Stats) matchShare() float64 { return s.Matching / max(1, s.URLs) }

// isDefining reports whether a feature that all n samples share defines the
// type rather than being shared by coincidence: whether chance < allowed, where
//
//	chance  = (with.Matching / (with.Matching + without.Matching))^n
//	allowed = maxChance + chancePerScore·max(0, Δ-slack) + chanceIfRare·max(0, 1-r/hardlyAnyShare), at most chanceCeiling
//
// chance is the probability that n entities drawn at random all have the
// feature, if pages without it are of the type too. Δ is the mean template
// score of pages with the feature minus that of pages without it, and r the
// matching share without it over that with it. So less evidence is needed if
// pages without the feature also look different, or if so few of them match
// that these may match by accident. maxChance and the slack depend on
// the kind of feature.
func (s *Profile) isDefining(kind FeatureKind, with, without Stats) bool {
	chance := math.Pow(with.Matching/max(1, with.Matching+without.Matching), float64(s.Samples))
	allowed, slack := maxChance, ScoreSlack
	switch kind {
	case LetterCase, Initial: // how names are written is a habit of a kind of page
		allowed = maxChanceCase
	case Last, Others: // the end of a name is seldom a kind of page, nor are signs in a title
		allowed, slack = maxChanceLast, scoreSlackName
	case Digits, Hyphens, Underlines: // what is in some names says little
		slack = scoreSlackName
	}
	if with.Scored > 0 && without.Scored > 0 {
		allowed += chancePerScore * max(0, with.ScoreSum/with.Scored-without.ScoreSum/without.Scored-slack)
	}
	switch kind {
	case Depth, Last, Others, Digits: // in which all kinds of page beside the type may differ
	default:
		rest := without.matchShare() / max(with.matchShare(), 1e-9)
		allowed += chanceIfRare * max(0, 1-rest/hardlyAnyShare)
	}
	return chance < min(allowed, chanceCeiling)
}

// The constants of [Profile.isDefining]. "Without it" tells how the mean F1 of 35
// entity types with one, two and three samples changes, one draw of each.
const (
	maxChance      = .01  // with a dozen features that may be shared by coincidence, one in a hundred is rare
	maxChanceLast  = .002 // for the last subtoken and for punctuation; without it one of 56 types loses .63 from one sample (one draw); without it and scoreSlackName one loses .17 with two samples, one .12 with three (five draws)
	maxChanceCase  = .3   // for letter case and the first character, which are habits of a kind of page; without it one of 56 types loses .57 from two samples (one draw)
	chancePerScore = 2.   // for each unit by which pages without the feature score lower
	ScoreSlack     = .05  // Δ up to which makes no difference
	scoreSlackName = .2   // for what is at the end of names or in some, which says little
	hardlyAnyShare = .5   // r below which those that match may do so by accident
	chanceIfRare   = .8   // where none matches; without it nothing changes on 56 types, and one of nine further ones loses .21 from two samples (one draw)
	chanceCeiling  = .8
)
