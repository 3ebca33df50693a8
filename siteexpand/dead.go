package siteexpand

import (
	"errors"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/page"
)

// DropDead counts URLs that were not asked for since those like them are dead.
const DropDead = "dead class"

// answers counts what the site answered for the URLs of a class, or for those of
// them that were found on one link-path. Dead links are of one make: a template
// that spells addresses wrong does so wherever it is used, and lists made by
// another are sound.
type answers struct {
	asked, dead int
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

// likelyLive reports whether a URL that was not asked for rather has a page than not.
func (a *answers) likelyLive() bool { return a.asked < classTrials || a.liveShare() >= likelyShare }

// conclusive reports whether more answers would hardly change what is likely.
func (a *answers) conclusive() bool {
	return a.abandoned || jeffreys(float64(a.asked-a.dead), float64(a.asked)).CDF(likelyShare) < 1-confidence
}

// abandoned reports whether a URL is of a dead class, or of the dead part of one.
func (t *urlRecord) abandoned() bool { return t.class.abandoned || t.pathAnswers.abandoned }

// A class of URLs, or what of it hangs on one link-path, is dead if with a
// probability of sure the share of those with a page is below worth: what brings
// less is not gone through where it brings new pages either (see
// [group.worthwhile]). Nine without a page are enough, or seventeen beside one
// that has a page.
const confidence = .95

// hopeless reports whether a class is dead of which so many URLs were asked for
// and so many of them are dead.
func hopeless(asked, dead int) bool {
	return jeffreys(float64(asked-dead), float64(asked)).CDF(minWorthwhile) > confidence
}

// jeffreys tells what share of all is to be expected where so many of those seen
// are: Jeffreys' posterior, which may be looked at after each.
func jeffreys(are, of float64) distuv.Beta {
	return distuv.Beta{Alpha: are + .5, Beta: of - are + .5}
}

// isDead reports whether the site has answered that there is no page at a URL.
// What gave no answer, or was told to come again later, may yet be had.
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

// countAnswer takes in for the class of a URL what the site has answered. What
// can't be had is no member of it.
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

// Dead is the share of URLs that are dead among those of the pages that were
// taken without being fetched, going by URLs of their class and link-path that were
// asked for.
type Dead struct {
	Asked int     `json:"asked"` // URLs like theirs that the site answered for
	Dead  int     `json:"dead"`  // of them
	Share float64 `json:"share"` // of the pages not fetched; each class and link-path counts by how many of them it has
	Low   float64 `json:"low"`   // bounds of Share: with a probability of .95 it is between them
	High  float64 `json:"high"`
}

// stratum is what is in the result unfetched of a class on one link-path.
type stratum struct {
	*urlRecord // any of them
	urls       []urlID
}

// estimateDead estimates the share of dead URLs among the pages that were not fetched,
// nil if nothing was asked for of any stratum; those of which nothing was are
// taken for like the others. The interval is Jeffreys' for as many URLs as would
// tell as much without strata (Kish's effective sample size).
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

// likelyDead is the expected number of pages in the result that do not exist from
// which on it is in doubt: whoever reads it will come upon one.
const likelyDead = 1

// diagnoseDead counts the URLs of dead classes that were not asked for, and looks
// for pages in the result that do not exist.
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
