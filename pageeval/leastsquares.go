package pageeval

import (
	"fmt"
	"math"

	"github.com/sajari/regression"
)

// columns are those of a regression: the features and the response.
const columns = numFeatures + 1

// model is the intercept, then the weights of standardised features.
type model [1 + numFeatures]float64

// margin is the log-odds of an example.
func (m model) margin(z *Features) float64 {
	s := m[0]
	for j, v := range z {
		s += m[1+j] * v
	}
	return s
}

// examples are what a model is fitted to.
type examples struct {
	z      []Features // standardised
	y      []bool
	weight []float64
	offset []float64 // margin of each example under the prior, to which the model's is added
	ridge  float64
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

// middle is halfway between two models.
func (m model) middle(o model) model {
	for j := range m {
		m[j] = (m[j] + o[j]) / 2
	}
	return m
}

// distance is the greatest difference of any weight.
func (m model) distance(o model) float64 {
	d := 0.0
	for j := range m {
		d = math.Max(d, math.Abs(m[j]-o[j]))
	}
	return d
}

// step is one step of iteratively reweighted least squares: the weighted ridge
// regression of the working response, less the offset, on the features.
func (m model) step(e *examples) (model, error) {
	z, ridge := e.z, e.ridge
	response := func(i int) (w, r float64) {
		t := m.margin(&z[i])
		p := sigmoid(e.offset[i] + t)
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
		mean[numFeatures] += w * r
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
		d[numFeatures] = r - mean[numFeatures]
		for j := range d {
			for k := 0; k <= j; k++ {
				scatter[j][k] += w * d[j] * d[k]
			}
		}
	}
	var r regression.Regression
	for _, row := range compress(mean, scatter, ridge) {
		r.Train(regression.DataPoint(row[numFeatures], row[:numFeatures]))
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

// compress gives 4p rows (p features) whose ordinary least squares solution, with an
// intercept, is the weighted ridge solution of the data with this mean and scatter. Of
// the scatter the lower triangle is used; the response is the last column.
//
// With the scatter as LLᵀ, the pairs of rows mean ± (column of L)/√2 have that mean and
// that scatter. The last column of L changes the response alone, so its pair would
// cancel and is left out. The pairs mean ± √(ridge/2) along one feature, with the
// response at its mean, add the ridge to the diagonal.
func compress(mean [columns]float64, scatter [columns][columns]float64, ridge float64) [][]float64 {
	l := cholesky(scatter)
	rows := make([][]float64, 0, 4*numFeatures)
	pair := func(offset func(j int) float64) {
		for _, sign := range [2]float64{1, -1} {
			row := make([]float64, columns)
			for j := range row {
				row[j] = mean[j] + sign*offset(j)
			}
			rows = append(rows, row)
		}
	}
	for k := range numFeatures {
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

// rankTolerance is the share of a diagonal element up to which its pivot is a rounding
// error: the feature depends linearly on those before it.
const rankTolerance = 1e-13

// cholesky factors a positive semidefinite matrix, given by its lower
// triangle. A dependent column becomes zero.
func cholesky(a [columns][columns]float64) (l [columns][columns]float64) {
	for k := range columns {
		pivot := a[k][k]
		for i := range k {
			pivot -= l[k][i] * l[k][i]
		}
		if pivot <= rankTolerance*a[k][k] {
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
