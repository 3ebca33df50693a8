package urlclass

import (
	"testing"
)

// A feature of all samples defines the type if they would hardly have it by
// chance, or if the pages without it have another template.
func TestIsDefining(t *testing.T) {
	t.Parallel()
	of := func(urls, made, pages, score float64) Stats {
		return Stats{urls, made, pages, pages * score}
	}
	for _, x := range []struct {
		name          string
		given         int
		kind          FeatureKind
		with, without Stats
		want          bool
	}{
		{"as many without", 3, First, of(100, 100, 10, .95), of(100, 90, 10, .94), false},
		{"hardly by chance", 3, First, of(100, 100, 10, .95), of(900, 800, 10, .94), true},
		{"capitals are a habit", 3, LetterCase, of(100, 100, 10, .95), of(100, 90, 10, .94), true},
		{"the end of a name seldom", 3, Last, of(100, 100, 10, .95), of(600, 540, 10, .94), false},
		{"another template", 3, First, of(100, 100, 10, .95), of(100, 60, 10, .6), true},
		{"match by accident", 2, First, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), true},
		{"an end match by accident", 2, Last, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), false},
		{"another depth match by accident", 2, Depth, of(1000, 1000, 250, .99), of(18000, 120, 80, .95), false},
		{"all match, with lower scores", 2, First, of(166, 166, 32, .95), of(326, 326, 13, .84), false},
		{"all match in other directories", 2, Directory, of(166, 166, 32, .95), of(326, 326, 13, .84), true},
		{"all match, few fetched", 2, First, of(166, 166, 32, .95), of(326, 326, 3, .84), true},
		{"none without", 3, First, of(100, 100, 10, .95), Stats{}, false},
	} {
		if got := (&Profile{Samples: x.given}).isDefining(x.kind, x.with, x.without); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// URLs that lack a coincidental and a defining feature count for the defining one,
// once URLs that lack the other alone have shown that it is coincidental.
func TestDefining(t *testing.T) {
	t.Parallel()
	type pages struct {
		lacks       FeatureSet
		urls, alike float64
		score       float64
	}
	const capitals, underline, number, folder = 1 << 0, 1 << 1, 1 << 2, 1 << 3
	s := &Profile{Samples: 3, Features: []Feature{{Kind: LetterCase}, {Kind: Underlines}, {Kind: Digits}, {Kind: Directory}}}
	for _, x := range []struct {
		name  string
		pages []pages
		want  FeatureSet
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
		stats := func(coincidental FeatureSet) (with Stats, without []Stats, indexes bool) {
			without = make([]Stats, len(s.Features))
			for _, p := range x.pages {
				to := &with
				switch i, n := s.Missing(^p.lacks | coincidental); n {
				case 0:
				case 1:
					to = &without[i]
				default:
					continue
				}
				made := p.urls * p.alike
				to.URLs, to.Matching, to.Scored, to.ScoreSum = to.URLs+p.urls, to.Matching+made, to.Scored+made, to.ScoreSum+made*p.score
			}
			return with, without, false
		}
		if got := s.Defining(stats); got != x.want {
			t.Errorf("%s: %03b, want %03b", x.name, got, x.want)
		}
	}
}
