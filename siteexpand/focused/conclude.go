package focused

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// conclude ends a run. It fetches some of the pages that were taken with their class, weighs all fetched
// pages, and adds the estimate and the diagnoses to the report.
func (f *crawl) conclude(ctx context.Context, starts []site.ID) ([]siteexpand.EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	required := f.profile.Required
	f.relearn()
	for n, before := 0, -1; n < mostDivided && f.Report.Downloads != before && (f.classes.Stale || f.kinds > 0 || f.profile.Required != required); n++ { // fetch the pages of classes that turned out to be mixed, and those that are admitted now
		before = f.Report.Downloads
		f.reclassify()
		f.rescoreAll = true
		if err := f.run(ctx, f.Options.Bounds.Fruitless); err != nil {
			return nil, err
		}
		f.relearn()
	}
	before := f.Report.Downloads
	if err := f.verifyAll(ctx); err != nil { // what the last classes have admitted
		return nil, err
	}
	checked += f.Report.Downloads - before
	listed := f.lists()
	f.weigh(listed)
	pages, unlike := f.result()
	for _, u := range unlike {
		f.LeaveOut(siteexpand.DropDistance, f.URL(u))
	}
	j := f.judge(listed)
	f.Report.Estimate, f.Report.Lacking = f.estimate(checked, j), j.lacking
	f.Report.Explained = f.explain(pages, listed)
	f.diagnose(starts, len(pages))
	f.diagnoseDead()
	f.diagnoseUnanswered()
	f.diagnoseEstimate(j)
	f.diagnoseLeftOut()
	for _, u := range starts {
		f.detectOdd(u, len(pages))
	}
	return pages, nil
}
