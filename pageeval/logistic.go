package pageeval

import (
	"errors"
	"fmt"
	"math"

	"github.com/sajari/regression"
)

// FitOptions of [Fit]. The zero value means the defaults.
type FitOptions struct {
	Ridge      float64   // penalty on the squared standardised weights, the intercept excepted; default 1
	Iterations int       // at most; default 50
	Weights    []float64 // how much each example counts; nil: all the same

	// Prior is a classifier that the new one differs from only as far as the examples
	// ask for it: the penalty is on how far the weights are from its own, and features are
	// standardised as its are. So a few examples are enough to fit a classifier to a
	// domain (Chelba and Acero 2004, "Adaptation of maximum entropy capitalizer"). nil: the
	// examples alone count.
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

// Fit trains a classifier by ridge logistic regression: features standardised,
// weights by iteratively reweighted least squares. y tells data (true) from
// prose. Both kinds must be there, and numbers must be finite.
//
// Each step is a weighted ridge regression. It is handed to an ordinary least
// squares solver as 4p rows (p features) which have the same normal equations
// (see compress), so that cost and memory of the solver do not depend on the
// number of examples. The result is Newton's method for the penalised
// likelihood.
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
	before := model{} // what the weights are added to, and not penalised for
	if opt.Prior != nil {
		c = &Classifier{mean: opt.Prior.mean, scale: opt.Prior.scale}
		before[0] = opt.Prior.intercept
		copy(before[1:], opt.Prior.weight[:])
	} else {
		c = standardise(x, weight)
	}
	e := examples{z: make([]Features, len(x)), y: y, weight: weight, offset: make([]float64, len(x)), ridge: opt.Ridge}
	for i := range x {
		e.z[i] = c.standard(x[i])
		e.offset[i] = before.margin(&e.z[i])
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
		m[j] += before[j]
	}
	c.intercept, c.weight = m[0], Features(m[1:])
	return c, nil
}

// examples are what a model is fitted to.
type examples struct {
	z      []Features // standardised
	y      []bool
	weight []float64
	offset []float64 // of the margin, what is there before the model
	ridge  float64
}

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

// standardise sets mean and deviation of each feature. A feature that is the
// same everywhere keeps its scale and so gets no weight.
func standardise(x []Features, weight []float64) *Classifier {
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

// model is the intercept and the weights of standardised features.
type model [1 + len(Features{})]float64

func (m model) margin(z *Features) float64 {
	s := m[0]
	for j, v := range z {
		s += m[1+j] * v
	}
	return s
}

// loss is the penalised negative log-likelihood.
func (m model) loss(e *examples) float64 {
	sum := 0.0
	for _, b := range m[1:] {
		sum += e.ridge / 2 * b * b
	}
	for i := range e.z {
		t := e.offset[i] + m.margin(&e.z[i])
		if e.y[i] {
			t = -t
		}
		sum += e.weight[i] * (math.Max(t, 0) + math.Log1p(math.Exp(-math.Abs(t))))
	}
	return sum
}

func (m model) middle(o model) model {
	for j := range m {
		m[j] = (m[j] + o[j]) / 2
	}
	return m
}

func (m model) distance(o model) float64 {
	d := 0.0
	for j := range m {
		d = math.Max(d, math.Abs(m[j]-o[j]))
	}
	return d
}

const (
	features = len(Features{})
	columns  = features + 1 // the features and the response
)

// step is one step of iteratively reweighted least squares: the weighted ridge
// regression of the working response, less the offset, on the features.
func (m model) step(e *examples) (model, error) {
	z, ridge := e.z, e.ridge
	response := func(i int) (w, r float64) {
		t := m.margin(&z[i])
		p := logistic(e.offset[i] + t)
		v := math.Max(p*(1-p), minVariance)
		target := 0.0
		if e.y[i] {
			target = 1
		}
		return e.weight[i] * v, t + (target-p)/v
	}
	// Weighted mean, then weighted scatter around it, of features and response.
	var mean [columns]float64
	total := 0.0
	for i := range z {
		w, r := response(i)
		total += w
		for j, v := range z[i] {
			mean[j] += w * v
		}
		mean[features] += w * r
	}
	for j := range mean {
		mean[j] /= total
	}
	var scatter [columns][columns]float64
	var d [columns]float64
	for i := range z {
		w, r := response(i)
		for j, v := range z[i] {
			d[j] = v - mean[j]
		}
		d[features] = r - mean[features]
		for j := range d {
			for k := 0; k <= j; k++ {
				scatter[j][k] += w * d[j] * d[k]
			}
		}
	}
	var r regression.Regression
	for _, row := range compress(mean, scatter, ridge) {
		r.Train(regression.DataPoint(row[features], row[:features]))
	}
	if err := r.Run(); err != nil {
		return m, err
	}
	var next model
	for j := range next {
		next[j] = r.Coeff(j)
		if math.IsNaN(next[j]) || math.IsInf(next[j], 0) {
			return m, fmt.Errorf("%w: the features depend on each other; use a larger ridge than %v", ErrTraining, ridge)
		}
	}
	return next, nil
}

// compress gives 4p rows whose ordinary least squares solution, with an
// intercept, is the weighted ridge solution of the data with this mean and
// scatter (lower triangle; the response is the last column).
//
// With the scatter as LLᵀ, the pairs mean ± column of L / √2 have that mean
// and that scatter. The last column touches the response alone and cancels.
// The pairs mean ± √(ridge/2) along one feature, response at its mean, add the
// ridge to the diagonal.
func compress(mean [columns]float64, scatter [columns][columns]float64, ridge float64) [][]float64 {
	l := cholesky(scatter)
	rows := make([][]float64, 0, 4*features)
	pair := func(offset func(j int) float64) {
		for _, sign := range [2]float64{1, -1} {
			row := make([]float64, columns)
			for j := range row {
				row[j] = mean[j] + sign*offset(j)
			}
			rows = append(rows, row)
		}
	}
	for k := range features {
		pair(func(j int) float64 { return l[j][k] / math.Sqrt2 })
		pair(func(j int) float64 {
			if j == k {
				return math.Sqrt(ridge / 2)
			}
			return 0
		})
	}
	return rows
}

// rank is the share of a diagonal element below which what is left of it is
// rounding: the feature depends on those before it.
const rank = 1e-13

// cholesky factors a positive semidefinite matrix, given by its lower
// triangle. A dependent column becomes zero.
func cholesky(a [columns][columns]float64) (l [columns][columns]float64) {
	for k := range columns {
		pivot := a[k][k]
		for i := range k {
			pivot -= l[k][i] * l[k][i]
		}
		if pivot <= rank*a[k][k] {
			continue
		}
		l[k][k] = math.Sqrt(pivot)
		for j := k + 1; j < columns; j++ {
			v := a[j][k]
			for i := range k {
				v -= l[j][i] * l[k][i]
			}
			l[j][k] = v / l[k][k]
		}
	}
	return l
}

func logistic(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}

func (c *Classifier) standard(f Features) Features {
	for j := range f {
		f[j] = (f[j] - c.mean[j]) / c.scale[j]
	}
	return f
}
