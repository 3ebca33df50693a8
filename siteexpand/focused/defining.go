package focused

import (
	"verde/siteexpand/urlclass"
)

// requireDefining decides which of the URL features that all samples share define the type, and
// admits URLs by them. Features of the path are left out if a scope was chosen that is wider than
// the samples' directory.
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

// tellNames decides whether file names that come with a query are names of entities
// ("pine-lodge.html?id=86") or of scripts ("item.php?id=86"), and admits URLs by that. They are names
// of entities if the URLs of the samples' form and path have on average at most two URLs to a name; a
// script has many. The two is by hand. Cost: linear in the URLs.
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

// matchingByMissing counts the pages at or above the threshold by the shared features that their
// URLs lack: with counts those that lack none, without[i] those that lack only the i-th. A URL that
// was not fetched counts as the share of its class that is at or above the threshold. Cost: linear in
// the URLs.
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
