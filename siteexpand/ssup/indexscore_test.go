package ssup

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand/site"
)

// The terms of SSUP 2019, Figure 4, as the page source numbers them.
func TestTermsFig4(t *testing.T) {
	t.Parallel()
	s, _ := openRun(t, map[string]string{"/": "x"}, "/")
	u := s.Intern("http://website/drivers/2015/driver_02.htm")
	got := make(map[string]bool)
	for _, id := range s.termsOf(u) {
		for name, i := range s.terms.ids {
			if i == id {
				got[name.String()] = true
			}
		}
	}
	want := map[string]bool{"pos1_website": true, "pos2_drivers": true, "pos3_2015": true, "pos4_driver": true,
		"pos4_02": true, "pos4_htm": true, "size_4": true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

// On this index page two link-paths lead to drivers and to other pages, so a
// term's IDF is ln 2 if only the drivers' link-path has it, else 0.
func TestScoreIndex(t *testing.T) {
	t.Parallel()
	s, ip := openRun(t, map[string]string{
		"/2015/": sitetest.Anchors("div", "/d/driver_1.htm", "/d/driver_2.htm", "/d/season.htm") + sitetest.Anchors("nav", "/x/rules.htm", "/x/2.htm"),
	}, "/2015/")
	at := func(path string) site.ID { return s.Intern("http://e.org" + path) }
	st := s.scoreIndex(ip, at("/d/driver_2.htm"), []page.LinkPath{ip.Links[0].Path})
	// TF: pos2_d 3, pos3_driver 2, pos3_2 is on both link-paths, as are the host, htm and size_3.
	approx := cmpopts.EquateApprox(0, 1e-12)
	if diff := cmp.Diff(5*math.Ln2, st.weights.sum, approx); diff != "" {
		t.Errorf("sum of weights (-want +got):\n%s", diff)
	}
	for path, want := range map[string]float64{"/d/driver_2.htm": 1, "/d/driver_1.htm": 1, "/d/season.htm": .6, "/x/2.htm": 0, "/y/driver_9.htm": .4} {
		if diff := cmp.Diff(want, s.strongSimilarity(&st.weights, at(path)), approx); diff != "" {
			t.Errorf("Strong URL Similarity of %s (-want +got):\n%s", path, diff)
		}
	}
	if diff := cmp.Diff(2.6, st.score, approx); diff != "" {
		t.Errorf("Index_Score (-want +got):\n%s", diff)
	}
}

// With one link-path all weights are zero, and URLs are compared by the Jaccard
// coefficient of their terms.
func TestScoreIndexWeak(t *testing.T) {
	t.Parallel()
	s, ip := openRun(t, map[string]string{"/": sitetest.Anchors("div", "/a/1", "/b/2")}, "/")
	st := s.scoreIndex(ip, s.Intern("http://e.org/a/1"), []page.LinkPath{ip.Links[0].Path})
	// Terms: e, org, a, 1, size_3 against e, org, b, 2, size_3.
	if got := s.strongSimilarity(&st.weights, s.Intern("http://e.org/b/2")); got != 3./7 {
		t.Errorf("Weak URL Similarity %v, want 3/7", got)
	}
}

// Of several link-paths the one with the largest score counts.
func TestScoreIndexBest(t *testing.T) {
	t.Parallel()
	s, ip := openRun(t, map[string]string{
		"/": sitetest.Anchors("p", "/d/driver_2.htm") + sitetest.Anchors("div", "/d/driver_1.htm", "/d/driver_2.htm") + sitetest.Anchors("nav", "/about"),
	}, "/")
	gp := s.Intern("http://e.org/d/driver_2.htm")
	st := s.scoreIndex(ip, gp, s.linkPathsTo(ip, gp))
	if got, want := s.LinkPathName(st.path), "html/body/div/a[href]"; got != want {
		t.Errorf("is on link-path %s, want %s", got, want)
	}
}
