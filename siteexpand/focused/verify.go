package focused

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// verify fetches a few of the pages that were taken with their class: one on
// each link-path, the largest stratum first, and some more by size. That also
// decides these classes better. It goes on in a stratum until it is clear
// whether too many are dead for the others to be taken unseen (see mostDead). If the options ask for it, it fetches all. It
// returns the number of downloads.
func (f *crawl) verify(ctx context.Context) (checked int, err error) {
	before := f.Report.Downloads
	strata, all := f.inferred()
	budget := max(0, min(mostChecked, max(len(strata), int(partChecked*float64(all))), f.maxDownloads-before))
	spare := max(0, budget-len(strata))
	for _, s := range strata[:min(budget, len(strata))] {
		n := 1 + spare*len(s.urls)/all
		for i := range n {
			if err := f.verifyURL(ctx, s.urls[i*len(s.urls)/n]); err != nil {
				return 0, err
			}
		}
		for i := 0; i < min(len(s.urls), mostChecked) && s.unclear() && s.pathAnswers.asked < mostChecked; i++ {
			if err := f.verifyURL(ctx, s.urls[i]); err != nil {
				return 0, err
			}
		}
	}
	for f.Options.Verify && all > 0 && !f.Spent() {
		for _, s := range strata {
			for _, u := range s.urls {
				if err := f.verifyURL(ctx, u); err != nil {
					return 0, err
				}
			}
		}
		f.relearn()
		strata, all = f.inferred()
	}
	return f.Report.Downloads - before, nil
}

// verifyURL visits a URL unless its page was visited already, by this URL or an
// alias, or no more downloads are allowed.
func (f *crawl) verifyURL(ctx context.Context, u site.ID) error {
	if f.Visited(u) || f.Spent() {
		return nil
	}
	_, err := f.visit(ctx, u)
	return err
}

// estimate computes the [siteexpand.Estimate]. A URL without an answer is an entity page
// with probability p = matchShare of its class · share of pages that exist (see
// [urlRecord.trial]). Precision is (fetched entity pages + Σp over the unfetched
// URLs in the result) / pages in the result, and recall the same numerator over
// itself plus Σp over the admitted URLs without an answer that are left out:
// not fetched, or asked for in vain, such as those of a host that asked to be
// left alone.
//
// It is nil if nothing was fetched to check it though URLs had to be judged by
// others of their class.
func (f *crawl) estimate(checked int) *siteexpand.Estimate {
	right, found, missed := 0., 0., 0.
	judged := 0
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		chance := t.class.matchShare() * (1 - t.trial().deadShare())
		switch unvisited := !f.Visited(met) && !t.known; {
		case in && unvisited:
			right, found, judged = right+chance, found+1, judged+1
		case in:
			right, found = right+1, found+1
		case t.urlAdmitted && unvisited:
			missed += chance
		}
	})
	for _, t := range f.unanswered() {
		if chance := t.class.matchShare() * (1 - t.trial().deadShare()); t.urlAdmitted {
			missed += chance
			if chance >= likelyShare {
				judged++
			}
		}
	}
	if checked == 0 && judged > 0 {
		return nil
	}
	e := &siteexpand.Estimate{Checked: checked}
	if found > 0 {
		e.Precision, e.Recall = right/found, right/(right+missed)
	}
	strata, _ := f.inferred()
	e.Dead = estimateDead(strata)
	return e
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
