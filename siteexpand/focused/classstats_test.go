package focused

import (
	"testing"

	"verde/siteexpand/urlclass"
)

// A class of URLs is taken or left out as a whole once four of its pages were
// fetched, or all if it has fewer: taken if seven of ten match the template, left
// out if no more than one of ten does. In between the crawl goes on, and what it
// has not fetched at its end is taken if at least every second page matched.
func TestDecided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                     string
		members, tried, matching int
		accept, done, likely     bool
	}{
		{"not enough pages", 100, urlclass.Trials - 1, urlclass.Trials - 1, false, false, false},
		{"enough pages", 100, urlclass.Trials, urlclass.Trials, true, true, true},
		{"all there are", 2, 2, 2, true, true, true},
		{"one of all there are", 2, 1, 1, false, false, false},
		{"seven of ten", 100, 10, 7, true, true, true},
		{"less", 100, 13, 9, false, false, true},
		{"half", 100, 10, 5, false, false, true},
		{"less than half", 100, 10, 4, false, false, false},
		{"two of ten", 100, 10, 2, false, false, false},
		{"one of ten", 100, 10, 1, false, true, false},
		{"none", 100, urlclass.Trials, 0, false, true, false},
		{"not fetched", 100, 0, 0, false, false, false},
	} {
		v := classStats{members: c.members, tried: c.tried, matching: c.matching}
		if accept, done := v.decided(); accept != c.accept || done != c.done {
			t.Errorf("%s: accept %v, done %v", c.name, accept, done)
		}
		if got := v.likelyEntity(); got != c.likely {
			t.Errorf("%s: likely %v", c.name, got)
		}
	}
	for _, x := range []struct {
		tried, other int
		accept       bool
	}{{100, 3, true}, {100, 5, false}, {20, 1, false}} { // at least .95 that no more than .08 are of another kind
		v := classStats{members: 1000, tried: x.tried, matching: x.tried - x.other, otherKind: x.other}
		if accept, done := v.decided(); accept != x.accept || done != x.accept {
			t.Errorf("%d of %d of another kind: accept %v, done %v", x.other, x.tried, accept, done)
		}
	}
	v := classStats{members: 100, tried: 10, matching: 10, answers: answers{abandoned: true}}
	if accept, done := v.decided(); accept || !done || v.likelyEntity() {
		t.Errorf("what does not answer any more: accept %v, done %v", accept, done)
	}
}

// A page needs the more of the template, up to the least score of an exemplar, the more features of the samples' URLs its URL lacks.
func TestMatchThreshold(t *testing.T) {
	t.Parallel()
	f := &exemplarModel{}
	f.threshold, f.leastExemplarScore = .4, .8
	for _, c := range []struct {
		share, near, match float64
	}{
		{1, .4, .4},
		{.5, .4, .6},
		{0, .4, .8},
	} {
		u := &urlRecord{urlMatch: urlMatch{featureShare: c.share, urlAdmitted: true}, scored: true, class: &classStats{}}
		for _, score := range []float64{c.near - .01, c.near + 1e-9, c.match - .01, c.match + 1e-9} {
			u.templateScore = score
			if got, want := f.nearTemplate(u), score >= c.near; got != want {
				t.Errorf("%+v: score %g is near: %v", c, score, got)
			}
			if got, want := f.matchesTemplate(u), score >= c.match; got != want {
				t.Errorf("%+v: score %g matches: %v", c, score, got)
			}
		}
	}
}
