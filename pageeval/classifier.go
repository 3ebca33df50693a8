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

// Classifier is a logistic regression that separates data from prose by the features of
// an element (VerDE §VI). It does not change after it was made and is safe for
// concurrent use.
type Classifier struct {
	intercept   float64
	weight      Features // of standardised features
	mean, scale Features // a feature is standardised as (x-mean)/scale
}

// Default is the classifier that is shipped; see models/MODELS.md for what it
// was trained on and how well it does.
func Default() (*Classifier, error) {
	c := new(Classifier)
	if err := c.UnmarshalText(models.PageEval()); err != nil {
		return nil, fmt.Errorf("shipped weights of the page evaluator: %w", err)
	}
	return c, nil
}

// Probability is how likely an element with these features shows data.
func (c *Classifier) Probability(f Features) float64 {
	t := c.intercept
	for j, v := range c.standardise(f) {
		t += c.weight[j] * v
	}
	return sigmoid(t)
}

// standardise gives the features mean 0 and deviation 1 over the training examples.
func (c *Classifier) standardise(f Features) Features {
	for j := range f {
		f[j] = (f[j] - c.mean[j]) / c.scale[j]
	}
	return f
}

// sigmoid is the logistic function, 1/(1+exp(-t)), without overflow.
func sigmoid(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}

// interceptName is the name of the intercept's line in the text form of a classifier.
const interceptName = "intercept"

// digits is how many digits are written of a weight: more than the examples determine,
// and so few that all machines agree on them.
const digits = 6

// MarshalText writes a line for each feature (its name, mean, deviation, and the weight
// of the standardised feature) and one for the intercept, sorted by name. Numbers have
// six digits.
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
// lines that begin with # are skipped. There must be one line for each feature
// and one for the intercept, with finite numbers and positive deviations.
func (c *Classifier) UnmarshalText(text []byte) error {
	index := map[string]int{interceptName: numFeatures}
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
		case j == numFeatures && len(f) != 2, j < numFeatures && len(f) != 4:
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
		if j == numFeatures {
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
