package focused

import (
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

// diagnose looks for reasons to doubt the result of a focused crawl.
func (f *crawl) diagnose(starts []site.ID, found int) {
	f.DiagnoseStructure(starts, found)
	type mix struct {
		class     string
		v         *classStats
		unfetched int
		example   site.ID
	}
	mixes := map[string]*mix{}
	for _, u := range f.order {
		t := f.records[u]
		v := t.class
		if f.Resolve(u) != u || !t.urlAdmitted || t.done || v.likelyEntity() || v.matching == 0 {
			continue
		}
		if mixes[t.classKey] == nil {
			mixes[t.classKey] = &mix{class: t.classKey, v: v, example: u}
		}
		mixes[t.classKey].unfetched++
	}
	var worst *mix
	for _, m := range mixes {
		if worst == nil || m.unfetched > worst.unfetched || m.unfetched == worst.unfetched && m.class < worst.class {
			worst = m
		}
	}
	if worst != nil && worst.unfetched >= urlclass.Trials {
		f.AddRemark(siteexpand.Mixed, "give more samples, or raise the download limit",
			"of pages with URLs like %s, %d of %d were alike, and %d more were not looked at", f.URL(worst.example), worst.v.matching, worst.v.tried, worst.unfetched)
	}
	if f.leastExemplarScore < looseExemplars {
		f.AddRemark(siteexpand.Loose, "check the pages; give samples that have more in common",
			"one of the %d pages that stand for the type has %.0f %% of what the others share", len(f.exemplars), 100*f.leastExemplarScore)
	}
}

// diagnoseEstimate says if many pages of the type are likely to be missing. A low
// estimate of precision is told with the result, and is no reason for doubt by itself.
func (f *crawl) diagnoseEstimate() {
	if e := f.Report.Estimate; e != nil && e.Recall < tolerable {
		f.AddDiagnosis(siteexpand.Missed, "give more samples, or raise the download limit",
			"an estimated share of %.2f of the type's pages that the site links to is in the result", e.Recall)
	}
}
