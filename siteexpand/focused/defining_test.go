package focused

import (
	"fmt"
	"testing"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name string
		sims []float64
		own  float64
		want float64
	}{
		{"nothing", nil, 1, .5},
		{"two kinds", []float64{.1, .9, .2, 1, .95, .15}, 1, .55},
		{"never above nine tenths of the least exemplar's score", []float64{.1, .1, .1, .97, .97}, .5, .45},
		{"never below half of it", []float64{.01, .01, .3, .3}, 1, .5},
	} {
		if got := boundedOtsu(x.sims, x.own); got < x.want-1e-9 || got > x.want+1e-9 {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// A URL counts for the one feature that it lacks, and for none if it lacks several.
func TestMatchingByMissing(t *testing.T) {
	t.Parallel()
	const capitals, underline = 1 << 0, 1 << 1
	f := &crawl{expansion: &expansion{Site: site.New("test", nil, siteexpand.Options{})}, profile: &urlclass.Profile{Samples: 2, Features: []urlclass.Feature{{Kind: urlclass.LetterCase}, {Kind: urlclass.Underlines}}}, exemplarModel: exemplarModel{severalSamples: true, threshold: .5, leastExemplarScore: .5}}
	for i, lacks := range []urlclass.FeatureSet{0, 0, underline, capitals, underline | capitals} {
		u := fmt.Sprintf("http://e.org/%d", i)
		f.order = append(f.order, f.Intern(u))
		has := ^lacks & (capitals | underline)
		f.records = append(f.records, &urlRecord{urlMatch: urlMatch{url: u, features: has, featureShare: max(.1, f.profile.FeatureShare(has)), sampleForm: true}, scored: true, templateScore: 1, class: &classStats{}})
	}
	with, without := f.matchingByMissing()
	if with != 2 || without[0] != 1 || without[1] != 1 {
		t.Errorf("%v have all, %v and %v lack one; want 2, 1 and 1", with, without[0], without[1])
	}
}
