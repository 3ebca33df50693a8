package focused

import (
	"verde/siteexpand/urlclass"
)

// requireDefining decides which of the URL features that all samples share
// define the type, and admits URLs by them. Once a scope was chosen that is
// wider than the samples' directory, it is not asked any more whether that does.
func (f *crawl) requireDefining() {
	f.profile.Required = 0
	if f.profile.Samples == 1 {
		return
	}
	f.profile.Required = f.profile.Defining(f.matchingByMissing())
	if f.scopeChosen {
		f.profile.Required &^= f.profile.OfPath()
	}
	f.readmit(f.starts)
}

// tellNames finds out whether a file name that comes with a query is that of the entity and not a script's: the URLs of
// the same form in its directory have so many different names that there are no more than two of each in the mean. A
// script has many. URLs are admitted by that. Cost: linear in the URLs.
func (f *crawl) tellNames() {
	names, urls := make(map[string]bool), 0
	for _, u := range f.order {
		if a := f.split(u); f.profile.MayBeScript(a) && f.classes.HasSamplePath(a) {
			names[a.Name] = true
			urls++
		}
	}
	if urls < urlclass.Trials || 2*len(names) < urls {
		return
	}
	f.profile.Named = true
	f.readmit(f.starts)
}

// matchingByMissing counts the pages at or above the threshold by the shared features that their URLs lack: with has
// all, without[i] lacks the i-th only. A URL that was not fetched counts by the share
// of its class. Cost: linear in the URLs.
func (f *crawl) matchingByMissing() (with float64, without []float64) {
	without = make([]float64, len(f.profile.Features))
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
		switch {
		case f.nearTemplate(t):
			*x++
		case !t.scored && t.class.tried >= min(urlclass.Trials, t.class.members): // the share of its class, whether that is accepted or not
			*x += float64(t.class.nearTemplate) / float64(max(1, t.class.tried))
		}
	}
	return with, without
}
