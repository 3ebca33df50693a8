package focused

import (
	"errors"
	"math"

	"verde/internal/binomial"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/urlclass"
)

// answers counts what the site answered for the URLs of a class, or for those
// of them that were found on one link-path. Dead links share a template: one
// that spells addresses wrong does so wherever it is used, and lists made by
// another template are sound.
type answers struct {
	asked, dead int  // URLs that the site answered for; of them dead
	abandoned   bool // too many are dead: see [hopeless]
}

// count counts an answer.
func (a *answers) count(dead bool) {
	a.asked++
	if dead {
		a.dead++
	}
	a.abandoned = hopeless(a.asked, a.dead)
}

// trial is the answers from which the share of dead URLs is estimated: the
// posterior of the share is Beta(dead+½, asked-dead+½).
type trial struct {
	asked, dead float64
}

// trial gives the answers that tell of the URLs like t: those of the whole
// class, as long as the URLs on t's link-path are not known to differ from the
// others. If they are, with a probability of confidence at equal odds, it is
// those on the link-path and, as a prior that counts for one answer, the share
// of the class.
func (t *urlRecord) trial() trial {
	return trial{float64(t.class.asked), float64(t.class.dead)}.narrowed(trial{float64(t.pathAnswers.asked), float64(t.pathAnswers.dead)})
}

// narrowed gives what tells of some URLs, of the trial of all URLs of their class and
// that of those on their link-path: see [urlRecord.trial].
func (all trial) narrowed(path trial) trial {
	if all.dead == 0 || path.asked == 0 || path.asked == all.asked {
		return all
	}
	rest := trial{all.asked - path.asked, all.dead - path.dead}
	if path.logEvidence()+rest.logEvidence()-all.logEvidence() < math.Log(confidence/(1-confidence)) {
		return all
	}
	return trial{path.asked + 1, path.dead + all.deadShare()}
}

// logEvidence is the logarithm of the probability of the answers, if nothing is known of
// the share of dead URLs.
func (a trial) logEvidence() float64 { return binomial.LogEvidence(a.dead, a.asked) }

// deadShare is the share of URLs without a page.
func (a trial) deadShare() float64 { return a.dead / max(1, a.asked) }

// likelyLive reports whether a URL that was not fetched is more likely than not
// to have a page.
func (a trial) likelyLive() bool { return a.asked < urlclass.Trials || a.deadShare() <= 1-likelyShare }

// conclusive reports whether it is sure enough, at a probability of .975, that
// URLs can be taken without being fetched, or that most can't.
func (a trial) conclusive() bool {
	dead := binomial.Posterior(a.dead, a.asked)
	return dead.CDF(mostDead) >= .975 || dead.CDF(1-likelyShare) < 1-confidence
}

// unclear reports whether more answers are needed before URLs like t can be
// taken without being fetched. Where a dead one came up on their link-path, the
// link-path itself has to be clear: most answers for the class may be from
// lists that are sound.
func (t *urlRecord) unclear() bool {
	path := trial{float64(t.pathAnswers.asked), float64(t.pathAnswers.dead)}
	return !t.abandoned() && (!t.trial().conclusive() || path.dead > 0 && !path.conclusive())
}

// abandoned reports whether the class of a URL was abandoned as dead, or its
// part on the URL's link-path.
func (t *urlRecord) abandoned() bool { return t.class.abandoned || t.pathAnswers.abandoned }

// hopeless reports whether a class is to be abandoned of which so many URLs
// were asked for and so many of them are dead.
func hopeless(asked, dead int) bool {
	return binomial.Posterior(float64(asked-dead), float64(asked)).CDF(minWorthwhile) > confidence
}

// isDead reports whether the site has answered that there is no page at a URL.
// One that gave no answer, or asked to come again later, may yet be there.
func isDead(err error) bool {
	var failed *page.Error
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Reason {
	case page.Status:
		return failed.Status != 429 && failed.Status != 503 // RFC 6585, §4; RFC 9110, §15.6.4
	case page.NotHTML, page.Redirects, page.Unparseable, siteexpand.DropOffSite:
		return true
	}
	return false
}
