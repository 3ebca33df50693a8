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
		want, open    bool
	}{
		{"as many without", 3, First, of(100, 100, 10, .95), of(100, 90, 10, .94), false, false},
		{"hardly by chance", 3, First, of(100, 100, 10, .95), of(900, 800, 10, .94), true, false},
		{"two are not enough", 2, First, of(100, 100, 10, .95), of(900, 800, 10, .94), false, true},
		{"another template", 3, First, of(100, 100, 10, .95), of(100, 60, 10, .6), true, false},
		{"another template, hardly any", 2, First, of(1000, 1000, 250, .99), of(18000, 60, 80, .4), false, false},
		{"lower scores", 2, First, of(166, 166, 32, .95), of(326, 326, 13, .82), true, true},
		{"lower scores, without an ending", 2, Last, of(166, 166, 32, .95), of(326, 326, 13, .84), false, false},
		{"none fetched without", 2, First, of(166, 166, 32, .95), of(326, 326, 0, 0), false, false},
		{"two, of a rarer one", 2, First, of(30, 30, 10, .95), of(900, 800, 10, .94), true, false},
		{"shared now and then", 2, First, of(100, 100, 10, .95), of(300, 300, 10, .95), false, false},
		{"capitals", 2, LetterCase, of(100, 100, 10, .95), of(150, 150, 10, .95), true, false},
		{"none without", 3, First, of(100, 100, 10, .95), Stats{}, false, false},
	} {
		p := &Profile{Samples: x.given, Features: []Feature{{Kind: x.kind}}}
		required, open := p.Defining(x.with, []Stats{x.without})
		if required != 0 != x.want || open != 0 != x.open {
			t.Errorf("%s: required %v, want %v; open %v, want %v", x.name, required != 0, x.want, open != 0, x.open)
		}
	}
}
