package focused

import (
	"errors"
	"math"

	"verde/internal/binomial"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/urlclass"
)

// answers counts what the site answered for the URLs of a class, or for those of them that were
// found on one link-path. Link-paths are counted by themselves because a page template that
// writes wrong addresses does so on every page, while lists of other templates are right.
type answers struct {
	asked, dead int  // URLs that the site answered for; of these without a page
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

// trial gives the answers by which URLs like t are judged. These are the answers of t's whole
// class, unless the URLs on t's link-path differ from the rest of the class with a probability of
// confidence, at equal prior odds. Then they are the answers on the link-path, and the share of the
// class counts as one more answer (a prior).
func (t *urlRecord) trial() trial {
	return trial{float64(t.class.asked), float64(t.class.dead)}.narrowed(trial{float64(t.pathAnswers.asked), float64(t.pathAnswers.dead)})
}

// narrowed chooses between the trial of a class and that of a part of it: see [urlRecord.trial].
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

// conclusive reports whether URLs can be taken without being fetched (at most mostDead are dead,
// with a probability of .975), or most of them are dead (with a probability of confidence).
func (a trial) conclusive() bool {
	dead := binomial.Posterior(a.dead, a.asked)
	return dead.CDF(mostDead) >= .975 || dead.CDF(1-likelyShare) < 1-confidence
}

// unclear reports whether more answers are needed before URLs like t can be taken without being
// fetched. If there was a dead one on t's link-path, the answers on the link-path alone have to be
// conclusive, since most answers for the class may be from other lists.
func (t *urlRecord) unclear() bool {
	path := trial{float64(t.pathAnswers.asked), float64(t.pathAnswers.dead)}
	return !t.abandoned() && (!t.trial().conclusive() || path.dead > 0 && !path.conclusive())
}

// abandoned reports whether the class of a URL was abandoned as dead, or its
// part on the URL's link-path.
func (t *urlRecord) abandoned() bool { return t.class.abandoned || t.pathAnswers.abandoned }

// hopeless reports whether a class is to be abandoned, given the number of its URLs that were
// asked for and how many of these are dead: see confidence.
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
