package focused

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// conclude fetches some of the pages that were taken with their class, and adds
// the estimate and the diagnoses to the report.
func (f *crawl) conclude(ctx context.Context, starts []site.ID) ([]siteexpand.EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	f.relearn()
	pages, unlike := f.result()
	f.Drop(siteexpand.DropDistance, unlike)
	f.Report.Estimate = f.estimate(checked)
	f.Report.Explained = f.explain(pages)
	f.diagnose(starts, len(pages))
	f.diagnoseDead(len(pages))
	f.diagnoseEstimate()
	f.detect(starts, pages)
	return pages, nil
}
