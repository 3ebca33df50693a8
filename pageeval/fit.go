package pageeval

import (
	"errors"
	"fmt"
	"math"
)

// FitOptions of [Fit]. The zero value means the defaults.
type FitOptions struct {
	Ridge      float64   // penalty on the squared standardised weights, the intercept excepted; default 1
	Iterations int       // at most; default 50
	Weights    []float64 // how much each example counts; nil: all the same

	// Prior is a classifier to adapt to the examples: the penalty is on the distance of
	// the weights from the prior's, and features are standardised by the prior's mean and
	// deviation. So a few examples are enough to fit a classifier to a domain (Chelba and
	// Acero 2004, "Adaptation of maximum entropy capitalizer"). nil: the examples alone
	// count.
	Prior *Classifier
}

const (
	defaultRidge      = 1
	defaultIterations = 50
	// converged is the change of the weights that ends the iteration, far
	// below the digits that are kept of them.
	converged = 1e-12
	// minVariance of an example under the model, p(1-p): where the model is
	// certain, its working response would overflow.
	minVariance = 1e-12
)

// ErrTraining is wrapped by the errors of [Fit] that are about the examples.
var ErrTraining = errors.New("can't train on these examples")

// Fit trains a classifier by ridge logistic regression on standardised features, with
// iteratively reweighted least squares, which is Newton's method for the penalised
// likelihood. y is true for data and false for prose. There must be examples of both,
// and numbers must be finite.
//
// Each step is a weighted ridge regression. An ordinary least squares solver solves it
// from 4p rows (p features) with the same normal equations (see compress), so that the
// solver's cost and memory do not depend on the number of examples.
//
// Cost: iterations × examples × p², 8 iterations as a rule.
func Fit(x []Features, y []bool, opt FitOptions) (*Classifier, error) {
	if opt.Ridge == 0 {
		opt.Ridge = defaultRidge
	}
	if opt.Iterations == 0 {
		opt.Iterations = defaultIterations
	}
	if err := opt.check(x, y); err != nil {
		return nil, err
	}
	weight := opt.Weights
	if weight == nil {
		weight = make([]float64, len(x))
		for i := range weight {
			weight[i] = 1
		}
	}
	var c *Classifier
	prior := model{} // the weights found are differences from it
	if opt.Prior != nil {
		c = &Classifier{mean: opt.Prior.mean, scale: opt.Prior.scale}
		prior[0] = opt.Prior.intercept
		copy(prior[1:], opt.Prior.weight[:])
	} else {
		c = scaleOf(x, weight)
	}
	e := examples{z: make([]Features, len(x)), y: y, weight: weight, offset: make([]float64, len(x)), ridge: opt.Ridge}
	for i := range x {
		e.z[i] = c.standardise(x[i])
		e.offset[i] = prior.margin(&e.z[i])
	}
	m := model{}
	loss := m.loss(&e)
	for range opt.Iterations {
		next, err := m.step(&e)
		if err != nil {
			return nil, fmt.Errorf("training: %w", err)
		}
		nextLoss := next.loss(&e)
		for halvings := 0; nextLoss > loss+math.Abs(loss)*1e-15 && halvings < 30; halvings++ {
			next = m.middle(next)
			nextLoss = next.loss(&e)
		}
		change := m.distance(next)
		m, loss = next, nextLoss
		if change < converged {
			break
		}
	}
	for j := range m {
		m[j] += prior[j]
	}
	c.intercept, c.weight = m[0], Features(m[1:])
	return c, nil
}

// check reports options and examples that no classifier can be fitted to.
func (o FitOptions) check(x []Features, y []bool) error {
	if len(x) != len(y) || o.Weights != nil && len(o.Weights) != len(x) {
		return fmt.Errorf("%w: %d examples, %d labels, %d weights", ErrTraining, len(x), len(y), len(o.Weights))
	}
	if o.Ridge < 0 {
		return fmt.Errorf("ridge %v: must not be negative", o.Ridge)
	}
	positive := 0
	for i := range x {
		if y[i] {
			positive++
		}
		for _, v := range x[i] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%w: example %d has the feature %v", ErrTraining, i, v)
			}
		}
		if o.Weights != nil && !(o.Weights[i] > 0 && o.Weights[i] <= math.MaxFloat32) {
			return fmt.Errorf("%w: example %d has the weight %v", ErrTraining, i, o.Weights[i])
		}
	}
	if positive == 0 || positive == len(x) {
		return fmt.Errorf("%w: %d of %d are data, both kinds are needed", ErrTraining, positive, len(x))
	}
	return nil
}

// scaleOf is a classifier with the weighted mean and deviation of each feature. A
// feature that is the same everywhere keeps its scale and so gets no weight.
func scaleOf(x []Features, weight []float64) *Classifier {
	c := &Classifier{}
	total := 0.0
	for i, w := range weight {
		total += w
		for j, v := range x[i] {
			c.mean[j] += w * v
		}
	}
	for j := range c.mean {
		c.mean[j] /= total
	}
	for i, w := range weight {
		for j, v := range x[i] {
			d := v - c.mean[j]
			c.scale[j] += w * d * d
		}
	}
	for j := range c.scale {
		if c.scale[j] = math.Sqrt(c.scale[j] / total); c.scale[j] == 0 {
			c.scale[j] = 1
		}
	}
	return c
}
