package siteexpand

import (
	"errors"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/page"
)

// DropDead counts URLs that were not fetched because URLs like them are dead.
const DropDead = "dead class"

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

// liveShare is the share of URLs with a page.
func (a *answers) liveShare() float64 { return 1 - float64(a.dead)/float64(max(1, a.asked)) }

// likelyLive reports whether a URL that was not fetched is more likely than not
// to have a page.
func (a *answers) likelyLive() bool { return a.asked < classTrials || a.liveShare() >= likelyShare }

// conclusive reports whether further answers would hardly change likelyLive.
func (a *answers) conclusive() bool {
	return a.abandoned || jeffreys(float64(a.asked-a.dead), float64(a.asked)).CDF(likelyShare) < 1-confidence
}

// abandoned reports whether the class of a URL was abandoned as dead, or its
// part on the URL's link-path.
func (t *urlRecord) abandoned() bool { return t.class.abandoned || t.pathAnswers.abandoned }

// A class of URLs, or its part on one link-path, is abandoned if with
// probability confidence the share of its URLs that have a page is below
// minWorthwhile: a group that yields less is not fetched either (see
// [group.worthwhile]). Nine dead URLs are enough, or seventeen besides one that
// has a page.
const confidence = .95

// hopeless reports whether a class is to be abandoned of which so many URLs
// were asked for and so many of them are dead.
func hopeless(asked, dead int) bool {
	return jeffreys(float64(asked-dead), float64(asked)).CDF(minWorthwhile) > confidence
}

// jeffreys is Jeffreys' posterior distribution of a share, after it was found
// for hits of n: Beta(hits+½, n-hits+½). It stays valid when looked at after
// each observation.
func jeffreys(hits, n float64) distuv.Beta {
	return distuv.Beta{Alpha: hits + .5, Beta: n - hits + .5}
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
	case page.NotHTML, page.Redirects, page.Unparseable, DropOffSite:
		return true
	}
	return false
}

// countAnswer counts the site's answer for the class of a URL. A URL without a
// page is no member of its class.
func (f *crawl) countAnswer(u urlID, t *urlRecord) {
	had := f.seen(u) != nil
	if had || isDead(f.failure(u)) {
		t.class.count(!had)
		t.pathAnswers.count(!had)
	}
	if !had {
		t.class.members--
	}
	f.updateClass(t.class)
}

// Dead estimates how many of the pages that were taken without being fetched
// are dead, from URLs of their class and link-path that were asked for.
type Dead struct {
	Asked int     `json:"asked"` // URLs of the same classes and link-paths that the site answered for
	Dead  int     `json:"dead"`  // of them
	Share float64 `json:"share"` // of the pages not fetched; each class and link-path counts by its number of them
	Low   float64 `json:"low"`   // bounds of Share: with a probability of .95 it is between them
	High  float64 `json:"high"`
}

// stratum is the URLs of a class on one link-path that are in the result
// without having been fetched.
type stratum struct {
	*urlRecord // one of them, for what they have in common
	urls       []urlID
}

// estimateDead estimates the share of dead URLs among pages that were not
// fetched; nil if the site answered for no URL of any stratum. A stratum
// without answers is taken to be like the others. The interval is Jeffreys' for
// as many URLs as would tell as much without strata (Kish's effective sample
// size).
func estimateDead(strata []stratum) *Dead {
	all := 0
	for _, s := range strata {
		if s.pathAnswers.asked > 0 {
			all += len(s.urls)
		}
	}
	if all == 0 {
		return nil
	}
	d, variance := &Dead{}, 0.
	for _, s := range strata {
		if s.pathAnswers.asked > 0 {
			weight := float64(len(s.urls)) / float64(all)
			d.Asked, d.Dead = d.Asked+s.pathAnswers.asked, d.Dead+s.pathAnswers.dead
			d.Share += weight * (1 - s.pathAnswers.liveShare())
			variance += weight * weight / float64(s.pathAnswers.asked)
		}
	}
	posterior := jeffreys(d.Share/variance, 1/variance)
	if d.High = posterior.Quantile(.975); d.Dead > 0 {
		d.Low = posterior.Quantile(.025)
	}
	return d
}

// likelyDead is the expected number of dead pages in the result from which on
// it is in doubt: whoever reads it all will come upon one.
const likelyDead = 1

// diagnoseDead counts the URLs of abandoned classes that were not fetched, and
// says if pages in the result are likely to be dead.
func (f *crawl) diagnoseDead() {
	left := map[*answers]int{}
	all := 0
	var most *answers
	var example urlID
	f.eachPage(func(met urlID, t *urlRecord, in bool) {
		if in || !t.abandoned() || f.visited(met) {
			return
		}
		all++
		if !t.urlAdmitted {
			return // no page of the type is lost
		}
		dead := t.pathAnswers
		if t.class.abandoned {
			dead = &t.class.answers
		}
		if left[dead]++; left[dead] > left[most] {
			most, example = dead, met
		}
	})
	f.drop(DropDead, all)
	if most != nil {
		f.addDiagnosis(DeadLinks, "open one in a browser: if it is there, the site answers programs otherwise",
			"of %d URLs like %s that were asked for, %d have a page; %d like it were not asked for, and %d in all",
			most.asked, f.urls[example], most.asked-most.dead, left[most], all)
	}
	if d := f.report.Estimate.Dead; d != nil {
		_, n := f.inferred()
		if inferred := float64(n); d.Share*inferred >= likelyDead {
			f.addDiagnosis(DeadPages, "have all pages fetched: --verify",
				"of the %d pages that were not fetched about %.0f do not exist (%.0f to %.0f): of %d URLs like theirs that were asked for, %d are dead",
				n, d.Share*inferred, d.Low*inferred, d.High*inferred, d.Asked, d.Dead)
		}
	}
}
