package focused

import (
	"fmt"
	"math"
	"testing"

	"verde/siteexpand"
	"verde/siteexpand/site"
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

// Pages at the paths of the directories of entity pages are indexes of them.
func TestAbove(t *testing.T) {
	t.Parallel()
	folders := map[string]bool{"http://e.org/c/vector/": true, "http://e.org/c/list/": true}
	for _, x := range []struct {
		urls []string
		want bool
	}{
		{nil, false},
		{[]string{"http://e.org/c/vector.html", "http://e.org/c/list"}, true},
		{[]string{"http://e.org/c/vector.html", "http://e.org/c/about.html"}, false},
		{[]string{"http://e.org/c/vector.html", "http://e.org/c/list.html", "http://e.org/c/about.html"}, true},
	} {
		if got := mostlyIndexes(x.urls, folders); got != x.want {
			t.Errorf("above(%q) = %v, want %v", x.urls, got, x.want)
		}
	}
}

// A page whose URL lacks what the samples share has to be about as like them as
// the pages that have it, unless those differ among themselves.
func TestBar(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name string
		have []float64 // scores of the pages with all common features
		near float64
		want float64
	}{
		{"all features: the threshold", []float64{.98, .97, .99, .98}, 1, .5},
		{"most features, pages with equal scores", []float64{.98, .97, .99, .98}, .9, .78},
		{"most features, pages that vary", []float64{1, .2, .6, .6}, .9, .54},
		{"most features, no page to compare with", nil, .9, .54},
	} {
		f := &crawl{expansion: &expansion{Site: site.New("test", nil, siteexpand.Options{})}, profile: &urlProfile{samples: 2}, exemplarModel: exemplarModel{severalSamples: true, threshold: .5, leastExemplarScore: .9}}
		for i, like := range x.have {
			f.records = append(f.records, &urlRecord{urlMatch: urlMatch{featureShare: 1}, scored: true, templateScore: like})
			f.fetched = append(f.fetched, f.Intern(fmt.Sprintf("http://e.org/%d", i)))
		}
		f.usualScore = f.leastUsualScore()
		if got := f.matchThreshold(&urlRecord{urlMatch: urlMatch{featureShare: x.near}}); math.Abs(got-x.want) > .001 {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// A feature of all samples defines the type if they would hardly have it by
// chance, or if the pages without it have another template.
func TestIsDefining(t *testing.T) {
	t.Parallel()
	of := func(urls, made, pages, likeness float64) urlStats {
		return urlStats{urls, made, pages, pages * likeness}
	}
	for _, x := range []struct {
		name          string
		given         int
		kind          featureKind
		with, without urlStats
		want          bool
	}{
		{"as many without", 3, first, of(100, 100, 10, .95), of(100, 90, 10, .94), false},
		{"hardly by chance", 3, first, of(100, 100, 10, .95), of(900, 800, 10, .94), true},
		{"capitals are a habit", 3, letterCase, of(100, 100, 10, .95), of(100, 90, 10, .94), true},
		{"the end of a name seldom", 3, last, of(100, 100, 10, .95), of(600, 540, 10, .94), false},
		{"another template", 3, first, of(100, 100, 10, .95), of(100, 60, 10, .6), true},
		{"match by accident", 2, first, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), true},
		{"an end match by accident", 2, last, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), false},
		{"another depth match by accident", 2, depth, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), false},
		{"all match, with lower scores", 2, first, of(166, 166, 32, .95), of(326, 326, 13, .84), false},
		{"all match in other directories", 2, directory, of(166, 166, 32, .95), of(326, 326, 13, .84), true},
		{"all match, few fetched", 2, first, of(166, 166, 32, .95), of(326, 326, 3, .84), true},
		{"none without", 3, first, of(100, 100, 10, .95), urlStats{}, false},
	} {
		if got := (&urlProfile{samples: x.given}).isDefining(x.kind, x.with, x.without); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// URLs that lack a coincidental and a defining feature count for the defining one,
// once URLs that lack the other alone have shown that it is coincidental.
func TestDefining(t *testing.T) {
	t.Parallel()
	type pages struct {
		lacks        featureSet
		urls, alike float64
		likeness     float64
	}
	const capitals, underline, number, folder = 1 << 0, 1 << 1, 1 << 2, 1 << 3
	s := &urlProfile{samples: 3, features: []urlFeature{{kind: letterCase}, {kind: underlines}, {kind: digits}, {kind: directory}}}
	for _, x := range []struct {
		name  string
		pages []pages
		want  featureSet
	}{
		{"nothing but the type", []pages{{0, 100, 1, .95}}, 0},
		{"a coincidental feature", []pages{{0, 100, 1, .95}, {underline, 60, 1, .95}}, 0},
		{"a defining feature behind a coincidental one", []pages{{0, 100, 1, .95}, {underline, 60, 1, .95}, {underline | capitals, 120, 1, .95}}, capitals},
		{"two coincidental features, one behind the other", []pages{{0, 100, 1, .95}, {underline, 60, 1, .95}, {underline | number, 40, 1, .95}}, 0},
		{"the best attested first", []pages{{0, 100, 1, .95}, {number, 20, 1, .95}, {underline, 95, 1, .95}, {underline | number, 1800, 1, .95}}, number},
		{"a directory is tested once", []pages{{0, 100, 1, .95}, {underline, 60, 1, .95}, {underline | folder, 900, 1, .95}}, 0},
		{"a folder", []pages{{0, 100, 1, .95}, {folder, 900, 1, .95}}, folder},
		{"too few to show it", []pages{{0, 100, 1, .95}, {underline, 3, 1, .95}, {underline | capitals, 120, 1, .95}}, 0},
		{"those few are match by accident", []pages{{0, 100, 1, .95}, {number, 60, .1, .95}, {number | capitals, 120, 1, .95}}, 0},
	} {
		sides := func(accidents featureSet) (with urlStats, without []urlStats, indexes bool) {
			without = make([]urlStats, len(s.features))
			for _, p := range x.pages {
				to := &with
				switch i, n := s.missing(^p.lacks | accidents); n {
				case 0:
				case 1:
					to = &without[i]
				default:
					continue
				}
				made := p.urls * p.alike
				to.urls, to.matching, to.scored, to.scoreSum = to.urls+p.urls, to.matching+made, to.scored+made, to.scoreSum+made*p.likeness
			}
			return with, without, false
		}
		if got := s.defining(sides); got != x.want {
			t.Errorf("%s: %03b, want %03b", x.name, got, x.want)
		}
	}
}

// A URL that lacks coincidental features and one other counts for the other, and one
// that lacks coincidental features alone has all.
func TestStatsByMissing(t *testing.T) {
	t.Parallel()
	const capitals, underline = 1 << 0, 1 << 1
	f := &crawl{expansion: &expansion{Site: site.New("test", nil, siteexpand.Options{})}, profile: &urlProfile{samples: 2, features: []urlFeature{{kind: letterCase}, {kind: underlines}}}, exemplarModel: exemplarModel{severalSamples: true, threshold: .5, leastExemplarScore: .5}}
	for i, lacks := range []featureSet{0, 0, underline, capitals, underline | capitals} {
		u := fmt.Sprintf("http://e.org/%d", i)
		f.order = append(f.order, f.Intern(u))
		has := ^lacks & (capitals | underline)
		f.records = append(f.records, &urlRecord{urlMatch: urlMatch{url: u, features: has, featureShare: max(.1, f.profile.featureShare(has)), sampleForm: true}, scored: true, templateScore: 1, class: &classStats{}})
	}
	for _, x := range []struct {
		accidents featureSet
		with      float64
		without   [2]float64
	}{
		{0, 2, [2]float64{1, 1}},
		{underline, 3, [2]float64{2, 0}},
		{underline | capitals, 5, [2]float64{0, 0}},
	} {
		with, without, _ := f.statsByMissing(x.accidents)
		if with.matching != x.with || without[0].matching != x.without[0] || without[1].matching != x.without[1] {
			t.Errorf("without %02b: %v have all, %v and %v lack one; want %v and %v", x.accidents, with.matching, without[0].matching, without[1].matching, x.with, x.without)
		}
	}
}

// Pages above the type are indexes of it, however much it matches.
func TestMarkedDepth(t *testing.T) {
	t.Parallel()
	s := &urlProfile{samples: 2, features: []urlFeature{{kind: depth}}}
	for _, indexes := range []bool{false, true} {
		sides := func(featureSet) (with urlStats, without []urlStats, _ bool) {
			same := urlStats{urls: 50, matching: 50, scored: 10, scoreSum: 10}
			return same, []urlStats{same}, indexes
		}
		if got := s.defining(sides) != 0; got != indexes {
			t.Errorf("indexes %v: depth defines the type: %v", indexes, got)
		}
	}
}
