package siteexpand

import (
	"math"
	"path"
	"strings"

	"verde/page"
)

// requireDefining decides which of the traits that all samples share are the type's.
func (f *crawl) requireDefining() {
	f.profile.required = 0
	if f.profile.samples == 1 {
		return
	}
	f.profile.required = f.profile.defining(f.statsByMissing)
	for _, u := range f.order {
		t := f.records[u]
		f.refreshURL(u, t)
		t.urlAdmitted = t.sampleForm && f.profile.hasRequired(t.features)
	}
}

// defining gives the traits that are the type's marks. Those that clearly are not,
// accidents of these samples, are left out of account one by one, the best
// attested first, and the others judged again: URLs that lack both an accident
// and a mark tell of the mark. Places of the path are judged once, for what is
// in another folder lacks many of them at a time.
// Cost: one call of sides for each accident, and another.
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

// urlStats sums up the URLs that have all traits of the samples, or those that lack
// a certain one only.
type urlStats struct {
	urls     float64
	matching float64 // of them, as many as are likely to be made like the samples
	scored   float64 // that were found to be
	scoreSum float64 // sum of their likeness
}

// matchShare is that of the URLs whose pages are likely to be made like the samples.
func (s urlStats) matchShare() float64 { return s.matching / max(1, s.urls) }

// statsByMissing sums up the URLs with all traits but for accidents, and for each other
// trait those without it. indexes tells that most of those at another depth are
// indexes above the others. Cost: linear in the URLs.
func (f *crawl) statsByMissing(coincidental featureSet) (with urlStats, without []urlStats, indexes bool) {
	without = make([]urlStats, len(f.profile.features))
	folders, higher := map[string]bool{}, []string{}
	for _, u := range f.order {
		t := f.records[u]
		if f.resolve(u) != u || t.featureShare == 0 {
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
		default: // not looked at: as its class is, whether that is accepted or not
			made = float64(t.class.nearTemplate) / float64(max(1, t.class.tried))
		}
		switch {
		case n == 0:
			folders[page.Dir(f.urls[u])] = true
		case !level:
			higher = append(higher, f.urls[u])
		}
		x.matching += made
		if t.scored && f.nearTemplate(t) {
			x.scored++
			x.scoreSum += t.templateScore
		}
	}
	return with, without, mostlyIndexes(higher, folders)
}

// isDefining reports whether a trait is the type's, going by the URLs with all traits
// of the samples and by those without this one. The samples would hardly share
// it by chance; less doubt is enough if pages without it are also made
// differently, or if few of them are made like the samples at all, for then
// those few may be so by accident. If nearly all are, more doubt is needed; but
// a folder may hold a type of its own that is made like its neighbours.
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

// mostlyIndexes reports whether most URLs are those of folders, but for an extension:
// what stands above pages of the type is an index of them.
func mostlyIndexes(urls []string, folders map[string]bool) bool {
	n := 0
	for _, u := range urls {
		if folders[strings.TrimSuffix(u, path.Ext(u))+"/"] {
			n++
		}
	}
	return 2*n > len(urls)
}

// How much chance is too much for a trait that all samples share to be taken for
// the type's: see [scope.isDefining]. Shares of pages without the trait that are made
// like the samples are counted against that of the pages with it.
const (
	maxChance      = .01  // with a dozen traits to share, a rarer coincidence than the usual
	maxChanceLast  = .002 // the same of the end of a name, of signs in it, and where nearly all without the trait are alike
	maxChanceCase  = .3   // the same of capitals and first letters
	chancePerScore = 2.   // doubt for each unit of likeness that pages without the trait fall short
	scoreSlack     = .05  // what is less makes no difference
	scoreSlackLast = .2   // ... of the end of a name, or of the signs in it
	scoreSlackAll  = .25  // ... where nearly all without the trait are alike
	nearlyAllShare = .97  // share from which on they are
	hardlyAnyShare = .5   // share below which those that are alike may be so by accident
	chanceIfRare   = .8   // doubt where hardly any is
	chanceCeiling  = .8
)
