package pageeval

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// newton is the reference: Newton's method in closed form on the full data,
// for the same penalised likelihood, in standardised features, around a prior.
func newton(z []Features, y []bool, weight []float64, ridge float64, prior model) model {
	m := prior
	for range 60 {
		gradient := mat.NewVecDense(columns, nil)
		hessian := mat.NewSymDense(columns, nil)
		for j := 1; j < columns; j++ {
			gradient.SetVec(j, -ridge*(m[j]-prior[j]))
			hessian.SetSym(j, j, ridge)
		}
		for i := range z {
			p := sigmoid(m.margin(&z[i]))
			target := 0.0
			if y[i] {
				target = 1
			}
			x := append([]float64{1}, z[i][:]...)
			for j, v := range x {
				gradient.SetVec(j, gradient.AtVec(j)+weight[i]*(target-p)*v)
				for k := j; k < columns; k++ {
					hessian.SetSym(j, k, hessian.At(j, k)+weight[i]*p*(1-p)*v*x[k])
				}
			}
		}
		var step mat.VecDense
		if err := step.SolveVec(hessian, gradient); err != nil {
			panic(err)
		}
		for j := range m {
			m[j] += step.AtVec(j)
		}
	}
	return m
}

// sample draws n examples of a noisy linear rule. If degenerate is set, one
// feature is constant and another one repeats the first.
func sample(n int, seed uint64, degenerate bool) (x []Features, y []bool, w []float64) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		var f Features
		s := -0.4
		for j := range f {
			f[j] = r.NormFloat64()*float64(1+j) + float64(j*j)
			s += (f[j] - float64(j*j)) / float64(1+j) * float64(j%3-1)
		}
		if degenerate {
			f[6], f[7] = f[0], 3
		}
		x, y, w = append(x, f), append(y, s+r.NormFloat64() > 0), append(w, .2+r.Float64())
	}
	return x, y, w
}

func TestFitEqualsNewton(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		n          int
		ridge      float64
		weighted   bool
		degenerate bool
		prior      bool
	}{
		{"default", 400, 1, false, false, false},
		{"weights", 400, 1, true, false, false},
		{"small ridge", 300, 1e-3, true, false, false},
		{"large ridge", 300, 100, false, false, false},
		{"fewer rows than the compressed ones", 20, .5, false, false, false},
		{"dependent features", 300, 1, true, true, false},
		{"many", 5000, 1, true, false, false},
		{"around a prior", 60, 1, true, false, true},
		{"around a prior, large ridge", 300, 100, false, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			x, y, w := sample(test.n, 7, test.degenerate)
			opt := FitOptions{Ridge: test.ridge, Weights: w}
			if !test.weighted {
				opt.Weights = nil
				for i := range w {
					w[i] = 1
				}
			}
			var prior model
			if test.prior {
				ox, oy, _ := sample(500, 8, false)
				var err error
				if opt.Prior, err = Fit(ox, oy, FitOptions{}); err != nil {
					t.Fatal(err)
				}
				prior[0] = opt.Prior.intercept
				copy(prior[1:], opt.Prior.weight[:])
			}
			c, err := Fit(x, y, opt)
			if err != nil {
				t.Fatal(err)
			}
			z := make([]Features, len(x))
			for i := range x {
				z[i] = c.standardise(x[i])
			}
			want := newton(z, y, w, test.ridge, prior)
			if math.Abs(c.intercept-want[0]) > 1e-9 {
				t.Errorf("intercept %v, Newton has %v", c.intercept, want[0])
			}
			for j, v := range c.weight {
				if math.Abs(v-want[1+j]) > 1e-9 {
					t.Errorf("weight %d is %v, Newton has %v", j, v, want[1+j])
				}
			}
		})
	}
}

// A rule that separates the examples has no finite optimum without the ridge;
// with it the fit ends, and is right.
func TestFitSeparable(t *testing.T) {
	t.Parallel()
	var x []Features
	var y []bool
	for i := range 40 {
		x, y = append(x, Features{float64(i)}), append(y, i >= 20)
	}
	c, err := Fit(x, y, FitOptions{Ridge: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	for i := range x {
		if got := c.Probability(x[i]) >= Threshold; got != y[i] {
			t.Errorf("%v: %v", x[i], c.Probability(x[i]))
		}
	}
}

// The stronger the penalty, the nearer a classifier stays to its prior.
func TestFitStaysNear(t *testing.T) {
	t.Parallel()
	x, y, _ := sample(500, 8, false)
	prior, err := Fit(x, y, FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range y {
		y[i] = !y[i]
	}
	away := func(ridge float64) (most float64) {
		c, err := Fit(x[:20], y[:20], FitOptions{Prior: prior, Ridge: ridge})
		if err != nil {
			t.Fatal(err)
		}
		for j := range c.weight {
			most = max(most, math.Abs(c.weight[j]-prior.weight[j]))
		}
		return most
	}
	if weak, strong := away(1), away(1e6); weak < .1 || strong > 1e-4 {
		t.Errorf("weights move by %v, and by %v under a strong penalty", weak, strong)
	}
}

func TestFitRefuses(t *testing.T) {
	t.Parallel()
	x, y, w := sample(20, 1, false)
	nan := append([]Features{{math.NaN()}}, x[1:]...)
	all := make([]bool, len(x))
	for _, test := range []struct {
		name string
		x    []Features
		y    []bool
		opt  FitOptions
	}{
		{"no examples", nil, nil, FitOptions{}},
		{"one class", x, all, FitOptions{}},
		{"labels missing", x, y[1:], FitOptions{}},
		{"weights missing", x, y, FitOptions{Weights: w[1:]}},
		{"zero weight", x, y, FitOptions{Weights: make([]float64, len(x))}},
		{"not a number", nan, y, FitOptions{}},
	} {
		if _, err := Fit(test.x, test.y, test.opt); !errors.Is(err, ErrTraining) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
	if _, err := Fit(x, y, FitOptions{Ridge: -1}); err == nil {
		t.Error("a negative ridge is taken")
	}
}

func BenchmarkFit(b *testing.B) {
	x, y, w := sample(2000, 3, false)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Fit(x, y, FitOptions{Weights: w}); err != nil {
			b.Fatal(err)
		}
	}
}
