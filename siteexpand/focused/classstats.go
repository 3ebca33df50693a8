package focused

import (
	"verde/internal/binomial"
	"verde/siteexpand/urlclass"
)

// classStats counts the pages of a URL class.
type classStats struct {
	members, tried, matching int // URLs; of them fetched; of these matching the template
	nearTemplate             int // of the fetched ones, at or above the threshold
	otherKind                int // of the fetched ones, found to be of another kind than the samples: see [crawl.tellKinds]
	otherLanguage            int // of the fetched ones, in another language than the samples
	answers

	groups   []*group // the URLs of the class in the frontier, by link-path
	standing standing // by which these were scored last
	entities int      // members that are entity pages by what is known, as counted in crawl.entities
}

// standing is the part of a class's state that the scores of its groups depend on: see
// [frontier.score].
type standing struct {
	tried, matching, otherLanguage int
	accept, done, abandoned        bool
}

// decided reports whether the fetched pages decide for the whole class (done), and if so
// whether it is of the type (accept). It takes [urlclass.Trials] pages, or all if there are fewer,
// and a matchShare of at least acceptShare or at most refuseShare.
//
// A class with fetched pages of another kind is mixed: then each page is fetched and decides for
// itself. The exception is a class in which the share of such pages is tolerable, with a
// probability of confidence. What supports the exception is one site, petsc-manpages with three
// samples in one draw: F1 .96 after 5,476 downloads, and without it .80 after 6,886, when
// the limit ended the crawl.
func (v *classStats) decided() (accept, done bool) {
	switch {
	case v.abandoned:
		return false, true
	case v.tried < min(urlclass.Trials, v.members):
		return false, false
	case v.matchShare() <= refuseShare:
		return false, true
	case v.otherKind > 0 && binomial.Posterior(float64(v.otherKind), float64(v.tried)).CDF(1-tolerablePrecision) < confidence:
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

// likelyEntity reports whether the URL, which was not fetched, is more likely than not
// that of an entity page. The matches on its link-path alone decide nothing: where they did,
// types whose sparse pages stand on one list lost .3 to .6 (cmake-commands from three
// samples, futbol-teams from one, a draw of five each).
func (t *urlRecord) likelyEntity() bool {
	return t.class.likelyEntity() && t.trial().likelyLive()
}

// matchesTemplate reports whether a fetched page has enough of the template, by
// [exemplarModel.matchThreshold]. Samples and known pages do by definition.
func (f *exemplarModel) matchesTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.kind == 0 && t.templateScore >= f.matchThreshold(t)
}

// matchThreshold is the least template score of an entity page. If the URL has all features that
// the samples' URLs share, it is the threshold. A page whose URL lacks some has to look more like
// the type: the demand rises with the share of features that are missing, linearly up to
// leastExemplarScore. Without this rise two of 56 types lose .32 and .10 from one sample (one draw);
// no more than these two is known to support it.
func (f *exemplarModel) matchThreshold(t *urlRecord) float64 {
	return max(f.threshold, f.threshold+(f.leastExemplarScore-f.threshold)*(1-t.featureShare))
}

// nearTemplate reports whether a fetched page is at or above the threshold. Unlike
// matchesTemplate it demands no more of pages whose URLs lack a shared feature.
func (f *exemplarModel) nearTemplate(t *urlRecord) bool {
	return t.sample || t.known || t.scored && t.kind == 0 && t.templateScore >= f.threshold
}

// isEntityPage reports whether a fetched page is in the result: its URL is admitted, and the
// page is likely of the type (see [crawl.weigh]). Before pages are weighed, at the end of the
// crawl, it has to match the template instead.
func (f *exemplarModel) isEntityPage(t *urlRecord) bool {
	switch {
	case t.sample || t.known:
		return true
	case t.weighed:
		return t.urlAdmitted && t.kind == 0 && t.likely
	}
	return t.urlAdmitted && f.matchesTemplate(t)
}
