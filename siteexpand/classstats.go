package siteexpand

// classStats is what is known of a class.
type classStats struct {
	members, tried, matching int
	nearTemplate             int // of the tried ones
	foreign                  int // downloaded and in another language
	answers

	groups   []*group // of the class
	summary  classSummary
	entities int // entity pages counted
}

func (v *classStats) decided() (accept, done bool) {
	switch {
	case v.abandoned:
		return false, true
	case v.tried < min(classTrials, v.members):
		return false, false
	case v.matchShare() >= acceptShare:
		return true, true
	case v.matchShare() <= refuseShare:
		return false, true
	}
	return false, false
}

// likelyEntity reports whether a page of the class that was not looked at is rather of
// the type than not.
func (v *classStats) likelyEntity() bool {
	accept, done := v.decided()
	return accept || !done && v.tried >= min(classTrials, v.members) && v.matchShare() >= likelyShare
}

// likelyShare is the share of alike pages of an undecided class from which on
// the rest of it is taken when the crawl ends.
const likelyShare = .5

// matchShare is that of the tried pages which are alike.
func (v *classStats) matchShare() float64 { return float64(v.matching) / float64(max(1, v.tried)) }

// countPage counts a fetched page for its class.
func (f *crawl) countPage(t *urlRecord) {
	t.class.tried++
	if f.matchesTemplate(t) {
		t.class.matching++
	}
	if f.nearTemplate(t) {
		t.class.nearTemplate++
	}
	f.updateClass(t.class)
}

// matchesTemplate reports whether a fetched page is made like the samples.
func (f *crawl) matchesTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.templateScore >= f.matchThreshold(t)
}

// matchThreshold is the likeness from which on a page is taken for one of the type: enough
// to resemble the samples, and if its URL lacks some of what theirs share, about
// as much as is usual among the pages that have it all.
func (f *crawl) matchThreshold(t *urlRecord) float64 {
	bar := f.nearThreshold(t)
	if t.featureShare < 1 && f.profile.samples > 1 { // what one sample's URL has may be chance
		bar = max(bar, f.usualScore)
	}
	return bar
}

// nearTemplate reports whether a fetched page is made like the samples as far as
// the threshold tells.
func (f *crawl) nearTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.templateScore >= f.nearThreshold(t)
}

// nearThreshold is the threshold if a page's URL has all that the samples'
// share, more if it lacks some.
func (f *crawl) nearThreshold(t *urlRecord) float64 {
	return f.threshold + max(0, f.leastExemplarScore-f.threshold)*(1-t.featureShare)
}

// isEntityPage reports whether a fetched page is like the samples, its URL too. Where
// nearly all of a class are, less will do: some things have little to show.
func (f *crawl) isEntityPage(t *urlRecord) bool {
	switch {
	case t.sample, t.known:
		return true
	case !t.urlAdmitted || !t.scored:
		return false
	case t.class.tried >= classTrials && t.class.matchShare() >= pureShare:
		return t.templateScore >= pureClassFactor*f.matchThreshold(t)
	}
	return f.matchesTemplate(t)
}

const (
	pureShare       = .9 // of a class's pages that are alike, from which on it is pure
	pureClassFactor = .5 // share of the usual likeness that is enough there
)
