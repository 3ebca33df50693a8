package focused

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// conclude ends a run. It fetches some of the pages that were taken with their class, splits classes in
// which these turn out to be of two kinds, weighs all fetched pages, and adds the estimate and the
// diagnoses to the report.
func (f *crawl) conclude(ctx context.Context, starts []site.ID) ([]siteexpand.EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	required := f.profile.Required
	f.relearn()
	f.splitByNames()
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

// splitByNames splits off the URLs of a class whose file names begin with one word, or are that word, if
// their pages match the template less or more often than those of the class. It separates the print
// page that each entity has from the entity's own page. The difference has to be as sure as for a
// link-path (see [urlRecord.trial]).
//
// With one sample, only words whose pages match less often count: exemplars may have the sample's word by
// chance, and then its pages match more often. Words inside or at the end of names are not tried, since
// they split classes of one kind. Cost: linear in the fetched pages.
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
