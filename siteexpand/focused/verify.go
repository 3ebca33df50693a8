package focused

import (
	"context"

	"verde/siteexpand/site"
)

// verify fetches some of the pages that were taken with their class, mostChecked or all if they are
// fewer: one of each stratum, the largest stratum first, and more of large strata. In a stratum with dead
// URLs it goes on until it is clear whether too many are dead (see mostDead), up to mostChecked more. It
// returns the number of downloads.
func (f *crawl) verify(ctx context.Context) (checked int, err error) {
	before := f.Report.Downloads
	strata, all := f.inferred()
	budget := max(0, min(mostChecked, all, f.maxDownloads-before))
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
	err = f.verifyAll(ctx)
	return f.Report.Downloads - before, err
}

// verifyAll fetches all pages of the result, if the options ask for it. What they teach may admit
// others, which are fetched in turn.
func (f *crawl) verifyAll(ctx context.Context) error {
	if !f.Options.Verify {
		return nil
	}
	for strata, all := f.inferred(); all > 0 && !f.Spent(); strata, all = f.inferred() {
		for _, s := range strata {
			for _, u := range s.urls {
				if err := f.verifyURL(ctx, u); err != nil {
					return err
				}
			}
		}
		f.relearn()
	}
	return nil
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
