package focused

import (
	"math"
	"path"
	"strings"

	"verde/page"
)

// requireDefining decides which of the URL features that all samples share
// define the type, and admits URLs by them.
func (f *crawl) requireDefining() {
	f.profile.required = 0
	if f.profile.samples == 1 {
		return
	}
	f.profile.required = f.profile.defining(f.statsByMissing)
	for _, u := range f.order {
		t := f.records[u]
		f.refreshURL(u, t)
		t.urlAdmitted = f.admitsURL(t, f.split(u))
	}
}

// defining gives the features that define the type (see isDefining). A URL that
// lacks two shared features says nothing of either. So features that clearly
// are coincidental are taken out one by one, the one with most matching pages
// without it first, and the others tested again: if "-" in all samples' names
// is coincidental, "a_b" against "a-b" tells about "_". Directories and depth
// are tested in the first round only, since URLs in another directory lack many
// features at a time.
//
// Cost: one call of stats for each coincidental feature, and one more.
func (s *urlProfile) defining(stats func(coincidental featureSet) (with urlStats, without []urlStats, indexes bool)) (required featureSet) {
	for coincidental := featureSet(0); ; {
		with, without, indexes := stats(coincidental)
		next, made := -1, float64(classTrials)
		for i, t := range s.features {
			switch place := t.kind == directory || t.kind == depth; {
			case (required|coincidental)&(1<<i) != 0, coincidental != 0 && place:
			case t.kind == depth && indexes || s.isDefining(t.kind, with, without[i]):
				required |= 1 << i
			case without[i].matching >= made && without[i].matchShare() >= hardlyAnyShare*with.matchShare():
				next, made = i, without[i].matching
			}
		}
		if next < 0 {
			return required
		}
		coincidental |= 1 << next
	}
}

// urlStats sums up the URLs that have all shared features, or those that lack
// one certain feature only.
type urlStats struct {
	urls     float64 // number of URLs
	matching float64 // expected number of them with pages at or above nearThreshold
	scored   float64 // fetched pages at or above nearThreshold
	scoreSum float64 // of their template scores
}

// matchShare is the expected share of the URLs with pages at or above
// nearThreshold.
func (s urlStats) matchShare() float64 { return s.matching / max(1, s.urls) }

// statsByMissing sums up the URLs by the shared features that they lack, apart
// from coincidental ones: with has all, without[i] lacks the i-th only. indexes
// says that most URLs that differ in depth alone are index pages above the
// others. A URL that was not fetched counts by the share of its class. Cost:
// linear in the URLs.
func (f *crawl) statsByMissing(coincidental featureSet) (with urlStats, without []urlStats, indexes bool) {
	without = make([]urlStats, len(f.profile.features))
	dirs, higher := map[string]bool{}, []string{}
	for _, u := range f.order {
		t := f.records[u]
		if f.Resolve(u) != u || t.featureShare == 0 {
			continue
		}
		if f.refreshURL(u, t); !t.sampleForm {
			continue
		}
		x, level := &with, true
		i, n := f.profile.missing(t.features | coincidental)
		switch n {
		case 0:
		case 1:
			x, level = &without[i], f.profile.features[i].kind != depth
		default:
			continue
		}
		x.urls++
		made := 1.
		switch {
		case f.nearTemplate(t):
		case t.scored || t.class.tried < min(classTrials, t.class.members):
			continue
		default: // not fetched: the share of its class, whether that is accepted or not
			made = float64(t.class.nearTemplate) / float64(max(1, t.class.tried))
		}
		switch {
		case n == 0:
			dirs[page.Dir(f.URL(u))] = true
		case !level:
			higher = append(higher, f.URL(u))
		}
		x.matching += made
		if t.scored && f.nearTemplate(t) {
			x.scored++
			x.scoreSum += t.templateScore
		}
	}
	return with, without, mostlyIndexes(higher, dirs)
}

// isDefining reports whether a feature that all n samples share defines the
// type rather than being shared by coincidence: whether chance < allowed, where
//
//	chance  = (with.matching / (with.matching + without.matching))^n
//	allowed = maxChance + chancePerScore·max(0, Δ-scoreSlack) + chanceIfRare·max(0, 1-r/hardlyAnyShare), at most chanceCeiling
//
// chance is the probability that n entities drawn at random all have the
// feature, if pages without it are of the type too. Δ is the mean template
// score of pages with the feature minus that of pages without it, and r the
// matching share without it over that with it. So less evidence is needed if
// pages without the feature also look different, or if so few of them match
// that these may match by accident. The constants depend on the kind of
// feature. If nearly all pages without it match, the strictest are used, except
// for directories and letters: a directory may hold a type of its own whose
// pages look like its neighbours'.
func (s *urlProfile) isDefining(kind featureKind, with, without urlStats) bool {
	chance := math.Pow(with.matching/max(1, with.matching+without.matching), float64(s.samples))
	allowed, slack := maxChance, scoreSlack
	switch kind {
	case last, others: // the end of a name is seldom a kind of page, nor are signs in a title
		allowed, slack = maxChanceLast, scoreSlackLast
	case letterCase, initial: // how names are written is a habit of a kind of page
		allowed = maxChanceCase
	case digits, hyphens, underlines: // what is in some names says little
		slack = scoreSlackLast
	}
	rest := without.matchShare() / max(with.matchShare(), 1e-9)
	folderOrHabit := kind == directory || kind == letterCase || kind == initial
	if rest > nearlyAllShare && without.scored >= classTrials && !folderOrHabit {
		allowed, slack = maxChanceLast, scoreSlackAll
	}
	if with.scored > 0 && without.scored > 0 {
		allowed += chancePerScore * max(0, with.scoreSum/with.scored-without.scoreSum/without.scored-slack)
	}
	switch kind {
	case depth, last, others, digits: // in which all kinds of page beside the type may differ
	default:
		allowed += chanceIfRare * max(0, 1-rest/hardlyAnyShare)
	}
	return chance < min(allowed, chanceCeiling)
}

// mostlyIndexes reports whether most URLs, without their extension, are the
// directories given: /a/b.html above /a/b/1.html is an index of these pages.
func mostlyIndexes(urls []string, dirs map[string]bool) bool {
	n := 0
	for _, u := range urls {
		if dirs[strings.TrimSuffix(u, path.Ext(u))+"/"] {
			n++
		}
	}
	return 2*n > len(urls)
}

// The constants of [urlProfile.isDefining].
const (
	maxChance      = .01  // with a dozen features that may be shared by coincidence, one in a hundred is rare
	maxChanceLast  = .002 // for the last subtoken and for punctuation, and where nearly all pages without the feature match
	maxChanceCase  = .3   // for letter case and the first character, which are habits of a kind of page
	chancePerScore = 2.   // for each unit by which pages without the feature score lower
	scoreSlack     = .05  // Δ up to which makes no difference
	scoreSlackLast = .2   // for the last subtoken, digits and punctuation, which say little
	scoreSlackAll  = .25  // where nearly all pages without the feature match
	nearlyAllShare = .97  // r from which on nearly all pages without the feature match
	hardlyAnyShare = .5   // r below which those that match may do so by accident
	chanceIfRare   = .8   // where none matches
	chanceCeiling  = .8
)
