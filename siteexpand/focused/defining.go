package focused

import (
	"verde/siteexpand/template"
	"verde/siteexpand/urlclass"
)

// requireDefining decides which of the URL features that all samples share
// define the type, and admits URLs by them; what is refuted by other pages does not. Once a scope was chosen that is
// wider than the samples' directory, it is not asked any more whether that does.
func (f *crawl) requireDefining() {
	f.profile.Required, f.profile.Open = 0, 0
	if f.profile.Samples == 1 {
		return
	}
	f.profile.Required, f.profile.Open = f.profile.Defining(f.statsByMissing())
	refuted := f.refuted()
	f.profile.Required &^= refuted
	f.profile.Open &^= refuted
	if f.scopeChosen {
		f.profile.Required &^= f.profile.OfPath()
		f.profile.Open &^= f.profile.OfPath()
	}
	for _, u := range f.order {
		t := f.records[u]
		f.refreshURL(u, t)
		t.urlAdmitted = f.admitsURL(t, f.split(u))
	}
}

// statsByMissing sums up the URLs by the shared features that they lack: with has
// all, without[i] lacks the i-th only. A URL that was not fetched counts by the share
// of its class. Cost: linear in the URLs.
func (f *crawl) statsByMissing() (with urlclass.Stats, without []urlclass.Stats) {
	without = make([]urlclass.Stats, len(f.profile.Features))
	for _, u := range f.order {
		t := f.records[u]
		if f.Resolve(u) != u || t.featureShare == 0 {
			continue
		}
		if f.refreshURL(u, t); !t.sampleForm {
			continue
		}
		x := &with
		switch i, n := f.profile.Missing(t.features); n {
		case 0:
		case 1:
			x = &without[i]
		default:
			continue
		}
		x.URLs++
		switch {
		case f.nearTemplate(t):
			x.Matching++
		case !t.scored && t.class.tried >= min(urlclass.Trials, t.class.members): // the share of its class, whether that is accepted or not
			x.Matching += float64(t.class.nearTemplate) / float64(max(1, t.class.tried))
		}
		if t.scored && f.nearTemplate(t) {
			x.Scored++
			x.ScoreSum += t.templateScore
		}
	}
	return with, without
}

// refuted gives the features that may define the type and that samples share by chance: pages of the template that lack one differ in
// nothing else from those that have it. Cost: that of [template.OneKind] for each.
func (f *crawl) refuted() (set urlclass.FeatureSet) {
	if f.profile.Required|f.profile.Open == 0 {
		return 0
	}
	alike := f.candidates(func(t *urlRecord) bool { return t.sampleForm && f.nearTemplate(t) && !t.view })
	for i := range f.profile.Features {
		lacks := make([]bool, len(alike.records))
		for j, t := range alike.records {
			lacks[j] = t.features&(1<<i) == 0
		}
		if (f.profile.Required|f.profile.Open)&(1<<i) != 0 && template.OneKind(alike.pages, lacks) {
			set |= 1 << i
		}
	}
	return set
}
