package eval

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TTest is Student's test of paired differences against a mean of 0.
type TTest struct {
	N         int     // pairs
	Mean, SD  float64 // of the differences, SD with N-1
	T         float64 // Mean / (SD / √N); ±Inf where all differences are one number, 0 where that is 0
	P         float64 // two-sided, of N-1 degrees of freedom
	Low, High float64 // 95% confidence interval of the mean
}

// PairedT tests whether the mean of the differences is 0 (Student, The probable
// error of a mean, Biometrika 6, 1908). At least two are needed, and all finite.
func PairedT(differences []float64) (TTest, error) {
	n := len(differences)
	if n < 2 {
		return TTest{}, fmt.Errorf("%d pairs: a paired test needs at least two", n)
	}
	for _, d := range differences {
		if math.IsInf(d, 0) || math.IsNaN(d) {
			return TTest{}, fmt.Errorf("a difference of %v cannot be tested", d)
		}
	}
	mean, sd := stat.MeanStdDev(differences, nil)
	if slices.Min(differences) == slices.Max(differences) {
		sd = 0 // whatever rounding left
	}
	test := TTest{N: n, Mean: mean, SD: sd, P: 1, Low: mean, High: mean}
	switch {
	case sd > 0:
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
		scale := sd / math.Sqrt(float64(n))
		test.T = mean / scale
		test.P = 2 * student.CDF(-math.Abs(test.T))
		half := student.Quantile(.975) * scale
		test.Low, test.High = mean-half, mean+half
	case mean != 0:
		test.T, test.P = math.Inf(1), 0
		if mean < 0 {
			test.T = math.Inf(-1)
		}
	}
	return test, nil
}

// Tested is one quantity of a comparison.
type Tested struct {
	Quantity string
	A, B     float64 // means over types
	TTest            // of B - A by type
}

// Comparison is two runs on the same samples.
type Comparison struct {
	A, B     Summary // of the rows that have a partner
	Unpaired int     // rows of either that have none
	Tests    []Tested
}

// Compare pairs the rows of two runs by type and draw, and tests the means of
// each type. The two must have had the same samples wherever they are paired.
func Compare(a, b []Row) (*Comparison, error) {
	partners := make(map[Key]*Row, len(b))
	for i := range b {
		partners[b[i].Key()] = &b[i]
	}
	var left, right []Row
	for i := range a {
		p := partners[a[i].Key()]
		if p == nil {
			continue
		}
		if !slices.Equal(a[i].URLs, p.URLs) {
			return nil, fmt.Errorf("draw %d of %s had other samples in the second run: compare runs of one --samples, --seed and choice", a[i].Draw, a[i].Type)
		}
		left, right = append(left, a[i]), append(right, *p)
	}
	if len(left) == 0 {
		return nil, errors.New("the two runs share no draw of any type")
	}
	c := &Comparison{A: Summarize(left), B: Summarize(right), Unpaired: len(a) + len(b) - 2*len(left)}
	for _, q := range quantities[:perEntity] {
		differences := make([]float64, len(c.A.Types))
		for i := range differences {
			differences[i] = *q.of(&c.B.Types[i].Mean) - *q.of(&c.A.Types[i].Mean)
		}
		test, err := PairedT(differences)
		if err != nil {
			return nil, fmt.Errorf("comparing %s over entity types: %w", q.name, err)
		}
		c.Tests = append(c.Tests, Tested{Quantity: q.name, A: *q.of(&c.A.Mean), B: *q.of(&c.B.Mean), TTest: test})
	}
	return c, nil
}
