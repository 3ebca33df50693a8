package focused

import (
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

// diagnoseEstimate says if it is more likely than not that many of the pages found are
// of another kind, or many of the type are missing; or that there is no estimate. That few samples leave open whether the type
// goes on elsewhere is a remark, unless acceptShare of all pages that look alike are elsewhere, as where samples share a word by
// chance, and nobody asked for this scope: of 525 runs (one to three samples, five draws) 33 right ones
// had no other reason for doubt, and two that failed. Where samples alone are found, that is
// told already.
func (f *crawl) diagnoseEstimate(pages int) {
	e := f.Report.Estimate
	if pages <= len(f.Report.Samples) {
		return
	}
	if e == nil {
		_, n := f.inferred()
		f.AddDiagnosis(siteexpand.Unchecked, "raise the download limit, or run again when the site answers",
			"%d of the %d pages found were not fetched, and there is nothing by which to estimate how many of them are of another kind", n, pages)
		return
	}
	if e.Precision < tolerablePrecision {
		f.AddDiagnosis(siteexpand.Mistaken, "look at some, and give samples that show what pages of the type have in common",
			"an estimated share of %.2f of the pages found is of another kind%s", 1-e.Precision, such(e.Doubtful))
	}
	if e.Recall < tolerable {
		f.AddDiagnosis(siteexpand.Missed, "if one is meant, give it as a further sample, or raise the download limit",
			"an estimated share of %.2f of the type's pages that the site links to is in the result%s", e.Recall, such(e.Left))
	}
	if e.Elsewhere > tolerableElsewhere*float64(pages) {
		add := f.AddRemark
		if f.Options.Scope == "" && e.Elsewhere > acceptShare*(e.Elsewhere+float64(pages)) {
			add = f.AddDiagnosis
		}
		add(siteexpand.Elsewhere, "if one is meant, give it as a further sample; a scope wider than this one may hold them",
			"about %.0f pages look as the %d found do, but their URLs lack what the samples have in common%s", e.Elsewhere, pages, such(e.Outside))
	}
}

// diagnoseCoincidence says if it is open whether the type ends with what the samples' URLs share: see [urlclass.Profile.Defining].
func (f *crawl) diagnoseCoincidence(pages int) {
	if open := f.profile.Open; open != 0 && pages > len(f.starts) {
		f.AddDiagnosis(siteexpand.Coincident, "give a further sample, one that lacks it if such are meant",
			"pages that lack what the samples share are taken, though samples of all of them would seldom share it: %s", f.profile.Describe(open))
	}
}

// diagnoseUnanswered tells of pages that are likely of the type and gave no answer, apart from those that robots.txt forbids: no
// further run has these.
func (f *crawl) diagnoseUnanswered() {
	var silent, forbidden []*urlRecord
	for _, t := range f.unanswered() {
		switch {
		case !t.urlAdmitted || t.likelyEntityPage() < likelyShare:
		case f.forbidden(t):
			forbidden = append(forbidden, t)
		default:
			silent = append(silent, t)
		}
	}
	if len(silent) > 0 {
		f.AddRemark(siteexpand.Unanswered, "run again when the site answers",
			"%d pages that are likely of the type gave no answer and are left out, such as %s", len(silent), silent[0].url)
	}
	if len(forbidden) > 0 {
		f.AddRemark(siteexpand.Unanswered, "ask the site's owner if they are needed",
			"%d pages that are likely of the type are left out because robots.txt forbids them, such as %s", len(forbidden), forbidden[0].url)
	}
}

// diagnoseLeftOut tells of pages that are left out though one sample does not tell that they are of another type: they may be a form of this one. That is
// no reason for doubt.
func (f *crawl) diagnoseLeftOut() {
	if n := len(f.leftOut); n >= urlclass.Trials {
		f.AddRemark(siteexpand.OtherForm, "give one of these as a second sample if they are meant",
			"at least %d pages of the samples' template have other labels than the sample and are left out, such as %s", n, f.leftOut[0].url)
	}
}

// diagnoseLacking says if pages of the result lack labels that others of it, and the samples, have in common; the interval of the
// precision allows for them. That is a doubt if they are as likely of another type as not (see [crawl.anotherType]), or if no lists show
// them with the others. Else it is a remark: they may be of the type with little on them. Of 995 runs with one to three
// samples (35 real types, 22 generated webs) 16 of 17 with the doubt had F1 below .9, and 8 of 110 with the remark. Cost: that of [template.Pages.DivideByLabels].
func (f *crawl) diagnoseLacking(pages int) {
	c, doubt := f.candidates(f.isEntityPage), false
	other := c.pages.DivideByLabels(f.frame(c.records), func(other []bool, lacked, logOdds float64) bool {
		if lacked <= muchLacked || f.wrongShare(c.records, other) <= 1-tolerablePrecision {
			return false
		}
		p, _ := f.anotherType(c.records, other, lacked, logOdds)
		doubt = p >= likelyShare || !f.mixing(c.records, other).together()
		return true
	})
	others := which(c.records, other)
	if len(others) == 0 {
		return
	}
	if e := f.Report.Estimate; e != nil {
		e.Within.Precision[0] = min(e.Within.Precision[0], 1-float64(len(others))/float64(len(c.records)))
	}
	for _, t := range others {
		f.Report.Lacking = append(f.Report.Lacking, t.url)
	}
	f.Report.Diagnose(doubt, siteexpand.OtherForm, "look at some: verde extract tells what is on them; a further sample of one kind tells them apart",
		"of the %d pages found at least %d lack much of what is usual of the others and of the samples, such as %s", pages, len(others), others[0].url)
}

// such names an example, if there is one.
func such(urls []string) string {
	if len(urls) == 0 {
		return ""
	}
	return ", such as " + urls[0]
}
