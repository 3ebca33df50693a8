package focused

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// conclude fetches some of the pages that were taken with their class, splits classes
// in which these turn out to be of two kinds, and adds the estimate and the diagnoses
// to the report.
func (f *crawl) conclude(ctx context.Context, starts []site.ID) ([]siteexpand.EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	required := f.profile.Required
	f.relearn()
	f.splitByNames()
	for n, before := 0, -1; n < mostDivided && f.Report.Downloads != before && (f.classes.Stale || f.kinds > 0 || f.profile.Required != required); n++ { // pages of classes that turned out to be mixed have to be fetched, and those that may be of the type now
		before = f.Report.Downloads
		f.reclassify()
		f.rescoreAll = true
		if err := f.run(ctx, f.Options.Bounds.Fruitless); err != nil {
			return nil, err
		}
		f.relearn()
	}
	listed := f.lists()
	f.weigh(listed)
	f.leaveOutOwned()
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

// splitByNames makes classes of their own of the URLs of a class whose file names begin
// with one word, or are that word, where these pages match less often than the class, or
// more often. That has to be as sure as for the pages of one link-path, see
// [urlRecord.trial]. It tells the print page that each entity has from the entity's page.
// With one sample, only words whose pages match less count: the exemplars may share the
// sample's word, and so match more. Words at the end of names or inside are not tried:
// they split classes that are of one kind. Cost: linear in the fetched pages.
func (f *crawl) splitByNames() {
	type part struct{ class, word string }
	parts := map[part]trial{}
	for _, t := range f.pages(f.fetched...) {
		if !t.scored || !t.urlAdmitted {
			continue
		}
		at := part{t.classKey, urlparts.Word(f.split(t.id).Name)}
		x := parts[at]
		if x.asked++; !f.matchesTemplate(t) {
			x.dead++
		}
		parts[at] = x
	}
	for at, x := range parts {
		v := f.stats[at.class]
		all := trial{float64(v.tried), float64(v.tried - v.matching)}
		if at.word != "" && (f.severalSamples || x.deadShare() > all.deadShare()) && all.narrowed(x) != all {
			f.classes.Split(at.class, at.word)
		}
	}
}
