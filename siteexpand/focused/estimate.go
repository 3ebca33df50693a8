package focused

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// estimate computes the [siteexpand.Estimate]. A URL without an answer is an entity page
// with probability p = matchShare of its class · share of pages that exist (see
// [urlRecord.trial]). Precision is (fetched entity pages + Σp over the unfetched
// URLs in the result) / pages in the result, and recall the same numerator over
// itself plus Σp over the admitted URLs without an answer that are left out:
// not fetched, or asked for in vain, such as those of a host that asked to be
// left alone. The intervals are normal, from the variance of both sums.
//
// It is nil if nothing was fetched to check it though URLs had to be judged by
// others of their class.
func (f *crawl) estimate(checked int) *siteexpand.Estimate {
	right, missed := newExpected(), newExpected()
	seen, judged := 0, 0
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		switch unvisited := !f.Visited(met) && !t.known; {
		case in && unvisited:
			right.add(t)
			judged++
		case in:
			seen++
		case t.urlAdmitted && unvisited:
			missed.add(t)
		}
	})
	for _, t := range f.unanswered() {
		if t.urlAdmitted {
			missed.add(t)
			if t.likelyEntityPage() >= likelyShare {
				judged++
			}
		}
	}
	if checked == 0 && judged > 0 {
		return nil
	}
	e := &siteexpand.Estimate{Checked: checked}
	fetched, all := float64(seen), float64(seen+right.urls)
	if all > 0 {
		sum, low, high := right.interval()
		lost, few, many := missed.interval()
		e.Precision, e.Recall = (fetched+sum)/all, recall(fetched+sum, lost)
		e.Within.Precision = [2]float64{(fetched + low) / all, (fetched + high) / all}
		e.Within.Recall = [2]float64{recall(fetched+low, many), recall(fetched+high, few)}
	}
	strata, _ := f.inferred()
	e.Dead = estimateDead(strata)
	return e
}

// recall is the share of right pages that are had, 0 if there are none.
func recall(right, missed float64) float64 {
	if right == 0 {
		return 0
	}
	return right / (right + missed)
}

// likelyEntityPage is the probability that a URL without an answer is an entity
// page.
func (t *urlRecord) likelyEntityPage() float64 {
	return t.matchShare() * (1 - t.trial().deadShare())
}

// expected sums up how many of some URLs without an answer are entity pages.
type expected struct {
	urls  int
	likes map[likeness]int // of them
	sum   float64
	order []*urlRecord // one of each, so that sums are always the same
}

// likeness is what is known of a URL without an answer: URLs of which the same is known
// are right or wrong together.
type likeness struct {
	class         *classStats
	matched, live trial
}

func newExpected() *expected { return &expected{likes: map[likeness]int{}} }

// add takes in a URL.
func (x *expected) add(t *urlRecord) {
	x.urls++
	x.sum += t.likelyEntityPage()
	of := likeness{t.class, t.matched(), t.trial()}
	if x.likes[of]++; x.likes[of] == 1 {
		x.order = append(x.order, t)
	}
}

// interval gives the expected number of entity pages, and bounds between which it
// is with a probability of .95. The variance of the number is Σ n²·(l²·v + m²·w)
// over what is known of them: n URLs, l and m the shares of pages that exist and of
// those that match, w and v the variances of Jeffreys' posteriors of both.
func (x *expected) interval() (sum, low, high float64) {
	variance := 0.
	for _, t := range x.order {
		matched, answered := t.matched(), t.trial()
		n := float64(x.likes[likeness{t.class, matched, answered}])
		m, live := 1-matched.deadShare(), 1-answered.deadShare()
		v := jeffreys(matched.dead, matched.asked).Variance()
		w := jeffreys(answered.dead, answered.asked).Variance()
		variance += n * n * (live*live*v + m*m*w)
	}
	half := distuv.UnitNormal.Quantile(.975) * math.Sqrt(variance)
	return x.sum, max(0, x.sum-half), min(float64(x.urls), x.sum+half)
}

// unanswered lists the pages that were met and may exist, but can't be fetched
// in this run: there was no answer, or none is to be asked for.
func (f *crawl) unanswered() (records []*urlRecord) {
	seen := map[site.ID]bool{}
	for _, met := range f.order {
		u, t := f.Resolve(met), f.records[met]
		failed := f.Failure(u)
		if seen[u] || t.known || t.sample || failed == nil || isDead(failed) {
			continue
		}
		seen[u] = true
		records = append(records, t)
	}
	return records
}
