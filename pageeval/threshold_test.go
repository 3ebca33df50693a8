package pageeval

import (
	"strings"
	"testing"
)

// A fragment is data from probability one half on, not only above it, and one
// fragment of many is enough. The classifier here has no weights: all that it
// looks at is as likely as its intercept says.
func TestThreshold(t *testing.T) {
	t.Parallel()
	doc := parse(t, `<title>Dune</title><div><h1>Dune</h1><dl><dt>Author<dd>Frank Herbert<dt>Pages<dd>412</dl></div>`)
	for _, c := range []struct {
		intercept float64
		want      bool
	}{
		{1e-9, true}, {0, true}, {-1e-9, false}, {-3, false}, {3, true},
	} {
		flat := &Classifier{intercept: c.intercept}
		for j := range flat.scale {
			flat.scale[j] = 1
		}
		v := flat.Evaluate(doc, ask("Dune", "Frank Herbert"))
		if !v.Matched || v.SemiStructured != c.want {
			t.Errorf("intercept %g: %+v, want data %v", c.intercept, v, c.want)
		}
	}
}

// What is a listing or prose is no data, and an aside an open question, whatever
// the classifier says; nothing is made more likely.
func TestWeigh(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		f       Fragment
		p, want float64
	}{
		{Fragment{}, .9, .9},
		{Fragment{Listing: true}, .9, 0},
		{Fragment{Prose: true}, .9, 0},
		{Fragment{Aside: true}, .9, maxAside},
		{Fragment{Aside: true}, maxAside / 2, maxAside / 2},
		{Fragment{Aside: true, Listing: true}, .9, 0},
	} {
		if got := c.f.Adjust(c.p); got != c.want {
			t.Errorf("%+v of probability %g: %g, want %g", c.f, c.p, got, c.want)
		}
	}
	if maxAside >= Threshold {
		t.Errorf("an aside counts as data with %g", maxAside)
	}
}

// A label and its value in one text: a colon behind few words, and few words
// behind it.
func TestInlinePair(t *testing.T) {
	t.Parallel()
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	for text, want := range map[string]bool{
		"Pages: 320":                   true,
		"Pages : 320":                  true,
		"Pages 320":                    false,
		"Pages:":                       false,
		words(labelWords) + ": 320":    true,
		words(labelWords+1) + ": 32":   false,
		"Note: " + words(valueWords):   true,
		"Note: " + words(valueWords+1): false,
	} {
		doc := parse(t, "<div><p>"+text+"</p></div>")
		if got := formFeaturesOf(find(t, doc, "div"))[6] > 0; got != want { // the longest series of pairs
			t.Errorf("%q: a pair %v, want %v", text, got, want)
		}
	}
}
