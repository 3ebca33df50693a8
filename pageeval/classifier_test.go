package pageeval

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"verde/models"
)

// The shipped weights are exactly what writing them again gives, so that
// training can be compared byte for byte.
func TestDefault(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.MarshalText()
	if err != nil || !bytes.Equal(text, models.PageEval()) {
		t.Errorf("weights written again: %v\n%s\nwant\n%s", err, text, models.PageEval())
	}
	data := Features{4, .9, .3, 0, 1, 0, 1, .8, 0, 0, .5, 1}
	prose := Features{5.7, 3.5, .05, .25, 0, .05, 0, 0, 3, 3, 0, 3}
	links := Features{5, 1.1, 0, 0, 1, 1, 0, .9, 0, 0, 0, 2}
	if p := c.Probability(data); p < .9 {
		t.Errorf("a table has probability %v", p)
	}
	for _, f := range []Features{prose, links} {
		if p := c.Probability(f); p > .1 {
			t.Errorf("%v has probability %v", f, p)
		}
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	t.Parallel()
	good := string(models.PageEval())
	lines := strings.SplitAfter(good, "\n")
	for name, text := range map[string]string{
		"empty":              "",
		"a line is missing":  strings.Join(lines[1:], ""),
		"a line is twice":    good + lines[0],
		"an unknown feature": good + "colour 0 1 2\n",
		"a word":             strings.Replace(good, "intercept ", "intercept x", 1),
		"not finite":         strings.Replace(good, "intercept ", "intercept Inf\n#", 1),
		"too few numbers":    strings.Replace(good, "link-share ", "link-share 1\n#", 1),
		"no deviation":       strings.Replace(good, "link-share ", "link-share 1 0 1\n#", 1),
		"too many numbers":   strings.Replace(good, "intercept ", "intercept 1 2\n#", 1),
	} {
		var c Classifier
		if err := c.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
		if c != (Classifier{}) {
			t.Errorf("%s: half read", name)
		}
	}
	var c Classifier
	if err := c.UnmarshalText([]byte("# comment\n\n" + good)); err != nil {
		t.Errorf("comments and empty lines: %v", err)
	}
}

func TestProbabilityIsFinite(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float64{0, 1e300, -1e300} {
		var f Features
		for j := range f {
			f[j] = v
		}
		if p := c.Probability(f); math.IsNaN(p) || p < 0 || p > 1 {
			t.Errorf("probability %v of %v", p, v)
		}
	}
}
