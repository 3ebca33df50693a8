package focused

import (
	"verde/internal/binomial"
	"verde/siteexpand/urlclass"
)

// classStats counts the pages of a URL class.
type classStats struct {
	members, tried, matching int // URLs; of them fetched; of these matching the template
	nearTemplate             int // of the fetched ones, at or above the threshold
	foreignKind              int // of the fetched ones, told to be of another kind than the samples': see [crawl.tellKinds]
	foreign                  int // of the fetched ones, in another language than the samples
	answers

	groups   []*group // the URLs of the class in the frontier, by link-path
	standing standing // by which these were scored last
	entities int      // members that are entity pages by what is known, as counted in crawl.entities
}

// standing is what of a class the scores of its groups depend on: see [frontier.score].
type standing struct {
	tried, matching, foreign int
	accept, done, abandoned  bool
}

// decided reports whether the fetched pages decide for the whole class, and if
// so whether it is of the type: after classTrials pages (or all, if there are
// fewer) matchShare is at least acceptShare, or at most refuseShare. Where some were told to be of
// another kind, the class is mixed, and each page decides, unless with a probability of confidence the share of these in it is tolerable:
// without that each page of petsc-manpages is asked for until the limit of downloads ends the crawl (three samples, one draw: 6,886
// downloads and F1 .80, with it 5,476 and .96).
func (v *classStats) decided() (accept, done bool) {
	switch {
	case v.abandoned:
		return false, true
	case v.tried < min(urlclass.Trials, v.members):
		return false, false
	case v.matchShare() <= refuseShare:
		return false, true
	case v.foreignKind > 0 && binomial.Posterior(float64(v.foreignKind), float64(v.tried)).CDF(1-tolerablePrecision) < confidence:
		return false, false
	case v.matchShare() >= acceptShare:
		return true, true
	}
	return false, false
}

// likelyEntity reports whether an unfetched URL of the class is more likely
// than not an entity page.
func (v *classStats) likelyEntity() bool {
	accept, done := v.decided()
	return accept || !done && v.tried >= min(urlclass.Trials, v.members) && v.matchShare() >= likelyShare
}

// matchShare is the share of the fetched pages that match the template.
func (v *classStats) matchShare() float64 { return float64(v.matching) / float64(max(1, v.tried)) }

// pathStats counts the pages of the URLs of a class on one link-path, which may be of
// another kind than the others: each page of a player links to its own reviews.
type pathStats struct {
	answers
	tried, matching int // pages fetched; of them matching the template
}

// matched is the trial of the pages like t, a page that does not match counting as
// dead: those of its class, or if its link-path is known to differ from the others,
// those on it (see [urlRecord.trial]).
func (t *urlRecord) matched() trial {
	all := trial{float64(t.class.tried), float64(t.class.tried - t.class.matching)}
	return all.narrowed(trial{float64(t.pathAnswers.tried), float64(t.pathAnswers.tried - t.pathAnswers.matching)})
}

// likelyEntity reports whether the URL, which was not fetched, is more likely than not
// that of an entity page. The matches on its link-path alone decide nothing: where they did,
// types whose sparse pages stand on one list lost .3 to .6 (cmake-commands from three
// samples, futbol-teams from one, a draw of five each).
func (t *urlRecord) likelyEntity() bool {
	return t.class.likelyEntity() && t.trial().likelyLive()
}

// matchShare is the share of pages like t that match the template, by the fetched ones.
func (t *urlRecord) matchShare() float64 {
	if t.class.tried == 0 {
		return 0
	}
	return 1 - t.matched().deadShare()
}

// matchesTemplate reports whether a fetched page has enough of the template, by
// [exemplarModel.matchThreshold]. Samples and known pages do by definition.
func (f *exemplarModel) matchesTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.kind == 0 && t.templateScore >= f.matchThreshold(t)
}

// matchThreshold is the least template score of an entity page: the threshold for a URL that has
// all features that the samples' URLs share. If it lacks some, it is at least usualScore, since
// such a page has to look like an ordinary one; but the features of few samples' URLs may be
// coincidental, and then it rises linearly with those that lack to leastExemplarScore. Without that
// two of 56 types lose .32 and .10 from one sample (one draw).
func (f *exemplarModel) matchThreshold(t *urlRecord) float64 {
	if f.manySamples && t.featureShare < 1 {
		return max(f.threshold, f.usualScore)
	}
	return max(f.threshold, f.threshold+(f.leastExemplarScore-f.threshold)*(1-t.featureShare))
}

// nearTemplate reports whether a fetched page is at or above the threshold: as
// matchesTemplate, without the additional demand on URLs that lack a shared feature.
func (f *exemplarModel) nearTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.kind == 0 && t.templateScore >= f.threshold
}

// isEntityPage reports whether a fetched page is in the result: its URL is
// admitted, and it is likely of the type or, as long as that was not weighed, matches the template.
func (f *exemplarModel) isEntityPage(t *urlRecord) bool {
	switch {
	case t.sample || t.known:
		return true
	case t.weighed:
		return t.urlAdmitted && t.kind == 0 && t.likely
	}
	return t.urlAdmitted && f.matchesTemplate(t)
}
