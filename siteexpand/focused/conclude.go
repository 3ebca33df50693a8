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
	f.relearn()
	if f.splitByNames() {
		f.reclassify()
		if err := f.run(ctx, f.Options.Bounds.Fruitless); err != nil {
			return nil, err
		}
		f.relearn()
	}
	pages, unlike := f.result()
	f.Drop(siteexpand.DropDistance, unlike)
	f.Report.Estimate = f.estimate(checked)
	f.Report.Explained = f.explain(pages)
	f.diagnose(starts, len(pages))
	f.diagnoseDead()
	f.diagnoseEstimate(len(pages))
	f.detect(starts, pages)
	return pages, nil
}

// splitByNames splits from classes the URLs whose file names are, or begin with, a
// word, where the pages with it are known to match less, or more, than the others, as it
// is known of a link-path: see [urlRecord.trial]. So the print page that each entity has
// is told from the entities. That pages match more tells nothing where there is
// one sample, whose word the exemplars may share. It reports whether it did. (By last words too, or
// by any, classes are split that are of one kind.) Cost: linear in the fetched pages.
func (f *crawl) splitByNames() (changed bool) {
	type part struct{ class, word string }
	parts := map[part]trial{}
	for _, u := range f.fetched {
		t := f.record(f.Resolve(u))
		if t == nil || !t.scored || !t.urlAdmitted {
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
			changed = true
		}
	}
	return changed
}
