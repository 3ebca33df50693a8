package focused

import (
	"path"
	"strings"

	"verde/page"
	"verde/siteexpand/urlclass"
)

// requireDefining decides which of the URL features that all samples share
// define the type, and admits URLs by them.
func (f *crawl) requireDefining() {
	f.profile.Required = 0
	if f.profile.Samples == 1 {
		return
	}
	f.profile.Required = f.profile.Defining(f.statsByMissing)
	for _, u := range f.order {
		t := f.records[u]
		f.refreshURL(u, t)
		t.urlAdmitted = f.admitsURL(t, f.split(u))
	}
}

// statsByMissing sums up the URLs by the shared features that they lack, apart
// from coincidental ones: with has all, without[i] lacks the i-th only. indexes
// says that most URLs that differ in depth alone are index pages above the
// others. A URL that was not fetched counts by the share of its class. Cost:
// linear in the URLs.
func (f *crawl) statsByMissing(coincidental urlclass.FeatureSet) (with urlclass.Stats, without []urlclass.Stats, indexes bool) {
	without = make([]urlclass.Stats, len(f.profile.Features))
	dirs, higher := map[string]bool{}, []string{}
	for _, u := range f.order {
		t := f.records[u]
		if f.Resolve(u) != u || t.featureShare == 0 {
			continue
		}
		if f.refreshURL(u, t); !t.sampleForm || t.odd {
			continue
		}
		x, level := &with, true
		i, n := f.profile.Missing(t.features | coincidental)
		switch n {
		case 0:
		case 1:
			x, level = &without[i], f.profile.Features[i].Kind != urlclass.Depth
		default:
			continue
		}
		x.URLs++
		made := 1.
		switch {
		case f.nearTemplate(t):
		case t.scored || t.class.tried < min(urlclass.Trials, t.class.members):
			continue
		default: // not fetched: the share of its class, whether that is accepted or not
			made = float64(t.class.nearTemplate) / float64(max(1, t.class.tried))
		}
		switch {
		case n == 0:
			dirs[page.Dir(f.URL(u))] = true
		case !level:
			higher = append(higher, f.URL(u))
		}
		x.Matching += made
		if t.scored && f.nearTemplate(t) {
			x.Scored++
			x.ScoreSum += t.templateScore
		}
	}
	return with, without, mostlyIndexes(higher, dirs)
}

// mostlyIndexes reports whether most URLs, without their extension, are the
// directories given: /a/b.html above /a/b/1.html is an index of these pages.
func mostlyIndexes(urls []string, dirs map[string]bool) bool {
	n := 0
	for _, u := range urls {
		if dirs[strings.TrimSuffix(u, path.Ext(u))+"/"] {
			n++
		}
	}
	return 2*n > len(urls)
}
