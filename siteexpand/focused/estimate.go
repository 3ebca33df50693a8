package focused

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// estimate computes the [siteexpand.Estimate] from the evidence of every fetched page.
// A URL that was not fetched counts by the evidence of those of its class that were, taken or
// not, and by the share of them that exist; of a class that is left out, also by the share that
// match. (In one that is taken, pages that don't match are right as often as others: to
// count them as wrong moves the estimate from .037 to .048 off the truth.) It is nil if
// nothing was fetched to check it though more URLs than may be wrong had to be judged by others of their
// class; a few that gave no answer count as missed, but what robots.txt forbids does not. listed is that of [crawl.lists]. Cost: a few
// comparisons for each fetched page.
func (f *crawl) estimate(checked int, listed map[site.ID]float64) *siteexpand.Estimate {
	j := f.judge(listed)
	for _, t := range f.unanswered() {
		if t.urlAdmitted && !f.forbidden(t) { // nobody may have what robots.txt forbids
			j.missed += t.likelyEntityPage()
			if t.likelyEntityPage() >= likelyShare {
				j.unseen++
			}
		}
	}
	if checked == 0 && float64(j.unseen) > (1-tolerablePrecision)*float64(j.pages) {
		return nil
	}
	e := &siteexpand.Estimate{Checked: checked, Doubtful: j.doubtful.urls(f), Left: j.left.urls(f)}
	if j.pages > 0 {
		pages := float64(j.pages)
		wrong := shareWithin(1 - j.right/pages)
		lost := shareWithin(j.missed / max(j.right+j.missed, 1))
		e.Precision, e.Within.Precision = 1-wrong[1], [2]float64{1 - wrong[2], 1 - wrong[0]}
		e.Recall, e.Within.Recall = 1-lost[1], [2]float64{1 - lost[2], 1 - lost[0]}
		if len(f.Report.Samples) <= fewSamples || f.oneDirectory && f.Options.Chosen != siteexpand.Independently {
			e.Elsewhere, e.Outside = j.elsewhere, j.outside.urls(f)
			e.Within.Recall[0] /= 1 + j.elsewhere/pages
		}
	}
	strata, _ := f.inferred()
	e.Dead = estimateDead(strata)
	return e
}

// sharedErrors is the correlation of the errors of one run: what made one page wrong
// made others wrong. With .15, .2, .25 and .3 the intervals for precision hold the truth in .91, .93, .95
// and .97 of the runs that [siteexpand.Bounded] tells of, and those for recall in .93, .93, .92 and .91: .25 is
// the least that keeps what is promised of precision.
const sharedErrors = .25

// shareWithin gives, of a share of errors that is expected, the quantiles .025, .5 and
// .975 of the share that a run has, by a Beta distribution with that mean and with
// sharedErrors between the pages (R. L. Prentice, "Binary Regression Using an Extended
// Beta-Binomial Distribution", JASA 1986). Where a share of 0 or 1 is the likeliest of
// all, it is the bound.
func shareWithin(expected float64) (at [3]float64) {
	const least = .002 // below, the quantiles are next to 0, and costly
	if expected <= 0 {
		return at
	}
	expected = min(max(expected, least), 1-least)
	n := 1/sharedErrors - 1
	d := distuv.Beta{Alpha: expected * n, Beta: (1 - expected) * n}
	for i, p := range [...]float64{.025, .5, .975} {
		at[i] = d.Quantile(p)
	}
	if d.Alpha <= 1 {
		at[0] = 0
	}
	if d.Beta <= 1 {
		at[2] = 1
	}
	return at
}

// judgement is what the evidence says of a result: expected numbers of pages.
type judgement struct {
	pages                   int     // in the result
	unseen                  int     // of them not fetched
	right                   float64 // pages of the result that are of the type
	missed                  float64 // pages of the type that are left out though their URLs admit them
	elsewhere               float64 // and though these don't
	doubtful, left, outside examples
}

// judge sums up the evidence. listed is that of [crawl.lists].
func (f *crawl) judge(listed map[site.ID]float64) *judgement {
	type mean struct{ sum, pages float64 }
	of, taken := map[*classStats]mean{}, mean{} // of all fetched pages of a class, and of those in the result
	j, strange := &judgement{}, f.strange()
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		u := f.Resolve(met)
		n := f.Page(u)
		if in {
			j.pages++
		}
		if t.sample || t.known || n == nil {
			return
		}
		p := 0.
		if t.kind == 0 && (in || !strange[t]) { // of another kind it is not of the type
			p = f.evidenceOf(t, n, listed[u]).right()
		}
		x := of[t.class]
		of[t.class] = mean{x.sum + p, x.pages + 1}
		switch {
		case in:
			j.right += p
			taken = mean{taken.sum + p, taken.pages + 1}
			j.doubtful.add(u, 1-p, 1-tolerablePrecision)
		case t.urlAdmitted:
			j.missed += p
			j.left.add(u, p, 1-tolerablePrecision)
		default:
			j.elsewhere += p
			j.outside.add(u, p, 1-tolerablePrecision)
		}
	})
	usual := 1.
	if taken.pages > 0 {
		usual = taken.sum / taken.pages
	}
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		if t.sample || t.known {
			j.right++
			return
		}
		if f.Page(f.Resolve(met)) != nil {
			return
		}
		x := of[t.class]
		switch {
		case in && x.pages > 0:
			j.unseen++
			j.right += (1 - t.trial().deadShare()) * x.sum / x.pages
		case in:
			j.unseen++
			j.right += (1 - t.trial().deadShare()) * usual
		case t.urlAdmitted:
			j.missed += t.likelyEntityPage() * usual
		case x.pages > 0:
			j.elsewhere += (1 - t.trial().deadShare()) * x.sum / x.pages
		}
	})
	return j
}

// examples are the pages of a kind that show it best: the first few of the greatest
// probability.
type examples []example

type example struct {
	page site.ID
	p    float64
}

// mostExamples is how many are told: a look at each is a matter of minutes.
const mostExamples = 5

// add takes in a page that is one with probability p, unless that is below least: a result is
// no surer.
func (x *examples) add(u site.ID, p, least float64) {
	if p < least || len(*x) == mostExamples && p <= (*x)[mostExamples-1].p {
		return
	}
	*x = append(*x, example{u, p})
	slices.SortStableFunc(*x, func(a, b example) int { return cmp.Compare(b.p, a.p) })
	*x = (*x)[:min(len(*x), mostExamples)]
}

func (x examples) urls(f *crawl) (urls []string) {
	for _, e := range x {
		urls = append(urls, f.URL(e.page))
	}
	return urls
}

// likelyEntityPage is the probability that a URL without an answer is an entity
// page.
func (t *urlRecord) likelyEntityPage() float64 {
	return t.matchShare() * (1 - t.trial().deadShare())
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

// forbidden tells whether robots.txt forbids a page.
func (f *crawl) forbidden(t *urlRecord) bool {
	why, _ := page.ReasonOf(f.Failure(f.Resolve(t.id)))
	return why == page.Robots
}
