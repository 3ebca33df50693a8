package focused

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

// diagnose looks for reasons to doubt the result of a focused crawl.
func (f *crawl) diagnose(starts []site.ID, found int) {
	f.DiagnoseStructure(starts, found)
	unfetched, example := map[*classStats]int{}, map[*classStats]site.ID{}
	var worst *classStats
	for _, u := range f.order {
		t := f.records[u]
		v := t.class
		if f.Resolve(u) != u || !t.urlAdmitted || t.done || v.likelyEntity() || v.matching == 0 {
			continue
		}
		if unfetched[v]++; unfetched[v] == 1 {
			example[v] = u
		}
		if unfetched[v] > unfetched[worst] {
			worst = v
		}
	}
	if unfetched[worst] >= urlclass.Trials {
		f.AddRemark(siteexpand.Mixed, "give more samples, or raise the download limit",
			"of pages with URLs like %s, %d of %d were alike, and %d more were not looked at", f.URL(example[worst]), worst.matching, worst.tried, unfetched[worst])
	}
}

// mostDoubt is the probability of an F1 below [siteexpand.PromisedF1] from which on a result is in
// doubt. It weighs misses against false alarms, on 130 runs from one and three samples (25 real types with URLs that were made to say
// nothing, as by go run ./bench/run expand-flat, and 40 generated sites of two verticals):
//
//	      F1 below .9, in doubt   F1 from .95 on, in doubt
//	.1    17 of 22                48 of 101
//	.15   15                      32
//	.2    13                      27
//	.25   12                      19
//
// All of these were looked at when it was chosen.
const mostDoubt = .15

// diagnoseEstimate puts a result in doubt whose F1 may be below what is promised, and says which loss
// is likely the greatest. It also says if there is no estimate, and names the pages of the result that
// lack labels. If nothing but the samples is found, another diagnosis says so.
func (f *crawl) diagnoseEstimate(j *judgement) {
	const lookAtSome = "look at some: verde extract tells what is on them; a further sample of one kind tells them apart"
	lacking := fmt.Sprintf("of the %d pages found at least %d lack much of what is usual of the others and of the samples%s", j.pages, len(j.lacking), such(j.lacking))
	switch e := f.Report.Estimate; {
	case j.pages <= len(f.Report.Samples):
	case e == nil:
		_, n := f.inferred()
		f.AddDiagnosis(siteexpand.Unchecked, "raise the download limit, or run again when the site answers",
			"%d of the %d pages found were not fetched, and there is nothing by which to estimate how many of them are of another kind", n, j.pages)
	case e.Short >= mostDoubt:
		type loss struct {
			pages               float64 // wrong ones, or missing ones
			name, remedy, about string
		}
		about := func(pages float64) float64 { return max(1, math.Round(pages)) } // the greatest part of a loss is told as no less than a page
		most := slices.MaxFunc([]loss{{j.differing(), siteexpand.OtherForm, lookAtSome, lacking},
			{j.mistaken(), siteexpand.Mistaken, "look at some, and give samples that show what pages of the type have in common",
				fmt.Sprintf("about %.0f of the %d pages found are of another kind%s", about(j.mistaken()), j.pages, such(e.Doubtful))},
			{j.missed, siteexpand.Missed, "if one is meant, give it as a further sample, or raise the download limit",
				fmt.Sprintf("about %.0f pages are missing beside the %d found%s", about(j.missed), j.pages, such(e.Left))},
			{j.elsewhere, siteexpand.Elsewhere, "if one is meant, give it as a further sample; a scope wider than this one may hold them",
				fmt.Sprintf("about %.0f pages are like the %d found, by what is on them and the lists that have them, but their URLs lack what the samples have in common%s", about(j.elsewhere), j.pages, such(e.Outside))},
		}, func(a, b loss) int { return cmp.Compare(a.pages, b.pages) })
		f.AddDiagnosis(most.name, most.remedy, "with a probability of %.2f F1 is below %.1f: %s", e.Short, siteexpand.PromisedF1, most.about)
	}
	if len(j.lacking) > 0 {
		f.AddRemark(siteexpand.OtherForm, lookAtSome, "%s", lacking)
	}
}

// diagnoseUnanswered counts the pages that are likely of the type and were not to be had in this run:
// those that gave no answer, and those that robots.txt forbids.
func (f *crawl) diagnoseUnanswered() {
	left := slices.DeleteFunc(f.unanswered(), func(t *urlRecord) bool { return !t.urlAdmitted || t.likelyEntityPage() < likelyShare })
	if len(left) > 0 {
		forbidden := len(slices.DeleteFunc(slices.Clone(left), func(t *urlRecord) bool { return !f.forbidden(t) }))
		f.AddRemark(siteexpand.Unanswered, "run again when the site answers; ask its owner for what robots.txt forbids",
			"%d pages that are likely of the type are left out, such as %s: %d gave no answer, and robots.txt forbids %d", len(left), left[0].url, len(left)-forbidden, forbidden)
	}
}

// diagnoseLeftOut counts the pages that are left out though they may be another form of the type: one
// sample is not enough to know. It is a doubt if nothing but their place in the site's hierarchy speaks
// against them and they are more than those found; otherwise it is a remark.
func (f *crawl) diagnoseLeftOut() {
	if n := len(f.elsewhere); n >= urlclass.Trials { // more than are found: nothing but the place tells
		f.AddDiagnosis(siteexpand.OneSample, "give one of these as a second sample if they are meant",
			"at least %d pages like the sample are elsewhere in the site's own order and are left out, such as %s", n, f.elsewhere[0].url)
	}
	if n := len(f.leftOut); n >= urlclass.Trials {
		f.AddRemark(siteexpand.OtherForm, "give one of these as a second sample if they are meant",
			"at least %d pages of the samples' template have other labels than the sample and are left out, such as %s", n, f.leftOut[0].url)
	}
}

// such names an example, if there is one.
func such(urls []string) string {
	if len(urls) == 0 {
		return ""
	}
	return ", such as " + urls[0]
}
