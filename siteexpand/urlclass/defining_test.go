package urlclass

import (
	"testing"
)

// A feature of all samples defines the type if they would hardly have it by
// chance, or if the pages without it have another template.
func TestIsDefining(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name          string
		given         int
		kind          FeatureKind
		with, without float64 // pages of the template
		want          bool
	}{
		{"as many without", 3, First, 100, 90, false},
		{"hardly by chance", 3, First, 100, 800, true},
		{"two are not enough", 2, First, 100, 800, false},
		{"hardly any without", 2, First, 1000, 60, false},
		{"two, of a rarer one", 2, First, 30, 800, true},
		{"shared now and then", 2, First, 100, 300, false},
		{"capitals", 2, LetterCase, 100, 150, true},
		{"none without", 3, First, 100, 0, false},
	} {
		p := &Profile{Samples: x.given, Features: []Feature{{Kind: x.kind}}}
		if required := p.Defining(x.with, []float64{x.without}); required != 0 != x.want {
			t.Errorf("%s: required %v, want %v", x.name, required != 0, x.want)
		}
	}
}
