package focused

import (
	"verde/internal/binomial"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// stratum is the URLs of a class on one link-path that are in the result
// without having been fetched.
type stratum struct {
	*urlRecord // one of them, for what they have in common
	urls       []site.ID
}

// estimateDead estimates the share of dead URLs among pages of the result that were not fetched;
// nil if the site answered for no URL of any class. A class without answers is taken to be like the
// others. Strata that are judged by the same answers count as one. The interval is Jeffreys', for
// Kish's effective sample size: the number of URLs that would tell as much without strata.
func estimateDead(strata []stratum) *siteexpand.Dead {
	type source struct {
		class *classStats
		trial trial
	}
	d, all := &siteexpand.Dead{}, 0.
	sizes, counted := map[source]float64{}, map[*classStats]bool{}
	var sources []source // in the order of the strata, so that sums are always the same
	for _, s := range strata {
		from := source{s.class, s.trial()}
		if from.trial.asked == 0 {
			continue
		}
		if !counted[s.class] {
			counted[s.class] = true
			d.Asked, d.Dead = d.Asked+s.class.asked, d.Dead+s.class.dead
		}
		if sizes[from] == 0 {
			sources = append(sources, from)
		}
		sizes[from] += float64(len(s.urls))
		all += float64(len(s.urls))
	}
	if all == 0 {
		return nil
	}
	variance := 0.
	for _, from := range sources {
		weight := sizes[from] / all
		d.Share += weight * from.trial.deadShare()
		variance += weight * weight / from.trial.asked
	}
	posterior := binomial.Posterior(d.Share/variance, 1/variance)
	if d.High = posterior.Quantile(.975); d.Dead > 0 {
		d.Low = posterior.Quantile(.025)
	}
	return d
}

// diagnoseDead counts the URLs of abandoned classes that were not fetched. It also says whether
// unfetched pages of the result may be dead: at least one is expected to be, or too few were asked
// for to rule out that many are. Neither is a doubt about the result: a class with many dead URLs is
// not taken unseen, and no result with this remark was wrong (bench/RESULTS.md has the table).
func (f *crawl) diagnoseDead() {
	left := map[*answers]int{}
	var all []string
	var most *answers
	var example site.ID
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		if in || !t.abandoned() || f.Visited(met) {
			return
		}
		all = append(all, f.URL(met))
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
	f.LeaveOut(siteexpand.DropDead, all...)
	if most != nil {
		f.AddRemark(siteexpand.DeadLinks, "open one in a browser: if it is there, the site answers programs otherwise",
			"of %d URLs like %s that were asked for, %d have a page; %d like it were not asked for, and %d in all",
			most.asked, f.URL(example), most.asked-most.dead, left[most], len(all))
	}
	strata, n := f.inferred()
	d, inferred := estimateDead(strata), float64(n)
	if d != nil && (d.Share*inferred >= 1 || d.High > mostDead) { // whoever reads it all will come upon one
		f.AddRemark(siteexpand.DeadPages, "have all pages fetched: --verify",
			"of the %d pages that were not fetched %.0f to %.0f may not exist: of %d URLs like theirs that were asked for, %d are dead",
			n, d.Low*inferred, d.High*inferred, d.Asked, d.Dead)
	}
}
