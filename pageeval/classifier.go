package pageeval

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"verde/models"
)

// Classifier tells data from prose by the form of an element (VerDE §VI). It
// does not change after it was made and is safe for concurrent use.
type Classifier struct {
	intercept   float64
	weight      Features // of standardised features
	mean, scale Features
}

// Threshold is the probability from which on a fragment is semi-structured.
const Threshold = 0.5

// Default is the classifier that is shipped; see models/MODELS.md for what it
// was trained on and how well it does.
func Default() (*Classifier, error) {
	c := new(Classifier)
	if err := c.UnmarshalText(models.PageEval()); err != nil {
		return nil, fmt.Errorf("shipped weights of the page evaluator: %w", err)
	}
	return c, nil
}

// Probability that an element with these features shows data.
func (c *Classifier) Probability(f Features) float64 {
	t := c.intercept
	for j, v := range c.standard(f) {
		t += c.weight[j] * v
	}
	return logistic(t)
}

// interceptName is the name of the line that has no feature.
const interceptName = "intercept"

// digits that are kept of a weight: more than the examples determine, and
// fewer than differ between machines.
const digits = 6

// MarshalText writes the weights, a line for each in the order of the names:
// feature, mean, deviation, weight of the standardised feature; and the
// intercept. Numbers have six digits.
func (c *Classifier) MarshalText() ([]byte, error) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) }
	lines := []string{interceptName + " " + number(c.intercept) + "\n"}
	for j, name := range FeatureNames() {
		lines = append(lines, fmt.Sprintf("%s %s %s %s\n", name, number(c.mean[j]), number(c.scale[j]), number(c.weight[j])))
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "")), nil
}

// UnmarshalText reads what [Classifier.MarshalText] wrote. Empty lines and
// lines that begin with # are skipped. Each feature and the intercept must be
// there once, with finite numbers and a positive deviation.
func (c *Classifier) UnmarshalText(text []byte) error {
	index := map[string]int{interceptName: features}
	for j, name := range FeatureNames() {
		index[name] = j
	}
	var got Classifier
	seen := make(map[string]bool)
	for i, line := range bytes.Split(text, []byte("\n")) {
		f := strings.Fields(string(line))
		if len(f) == 0 || f[0][0] == '#' {
			continue
		}
		j, ok := index[f[0]]
		switch {
		case !ok:
			return fmt.Errorf("line %d: no feature is named %.40q", i+1, f[0])
		case seen[f[0]]:
			return fmt.Errorf("line %d: %s is there twice", i+1, f[0])
		case j == features && len(f) != 2, j < features && len(f) != 4:
			return fmt.Errorf("line %d: %s has %d numbers", i+1, f[0], len(f)-1)
		}
		seen[f[0]] = true
		var v [3]float64
		for k, s := range f[1:] {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
				return fmt.Errorf("line %d: %.40q is no finite number", i+1, s)
			}
			v[k] = n
		}
		if j == features {
			got.intercept = v[0]
			continue
		}
		if v[1] <= 0 {
			return fmt.Errorf("line %d: the deviation of %s is %v, must be positive", i+1, f[0], v[1])
		}
		got.mean[j], got.scale[j], got.weight[j] = v[0], v[1], v[2]
	}
	if len(seen) != len(index) {
		return fmt.Errorf("%d of %d lines are there", len(seen), len(index))
	}
	*c = got
	return nil
}
