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
		{"two are not enough", 2, First, of(100, 100, 10, .95), of(900, 800, 10, .94), false},
		{"another template", 3, First, of(100, 100, 10, .95), of(100, 60, 10, .6), true},
		{"another template, hardly any", 2, First, of(1000, 1000, 250, .99), of(18000, 60, 80, .4), false},
		{"lower scores", 2, First, of(166, 166, 32, .95), of(326, 326, 13, .84), true},
		{"lower scores, without an ending", 2, Last, of(166, 166, 32, .95), of(326, 326, 13, .84), false},
		{"none fetched without", 2, First, of(166, 166, 32, .95), of(326, 326, 0, 0), false},
		{"none without", 3, First, of(100, 100, 10, .95), Stats{}, false},
	} {
		if got := (&Profile{Samples: x.given}).isDefining(x.kind, x.with, x.without); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}
