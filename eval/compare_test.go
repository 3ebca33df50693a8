package eval

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Student's own example (1908, table on page 20: additional hours of sleep
// gained by two drugs, ten patients) with the figures that R's t.test gives for
// its data set sleep, paired.
func TestPairedT(t *testing.T) {
	t.Parallel()
	got, err := PairedT([]float64{1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, .8, 4.6, 1.4})
	if err != nil {
		t.Fatal(err)
	}
	want := TTest{N: 10, Mean: 1.58, SD: 1.229995, T: 4.062128, P: .00283289, Low: .7001142, High: 2.4598858}
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 5e-7 })); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestPairedTAtTheEdge(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		differences []float64
		t, p        float64
		err         string
	}{
		{name: "no difference", differences: []float64{0, 0, 0}, t: 0, p: 1},
		{name: "always the same", differences: []float64{.1, .1, .1}, t: math.Inf(1), p: 0},
		{name: "always the same below", differences: []float64{-2, -2}, t: math.Inf(-1), p: 0},
		{name: "even out", differences: []float64{-1, 1}, t: 0, p: 1},
		{name: "one pair", differences: []float64{1}, err: "at least two"},
		{name: "none", err: "at least two"},
		{name: "infinite", differences: []float64{1, math.Inf(1)}, err: "cannot be tested"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := PairedT(test.differences)
			switch {
			case test.err != "":
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v, want one with %q", err, test.err)
				}
			case err != nil || got.T != test.t || got.P != test.p:
				t.Errorf("t %v, p %v, error %v; want %v and %v", got.T, got.P, err, test.t, test.p)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	a := []Row{run("a", "books", 1, 4, 0, 10), run("a", "books", 2, 6, 0, 20), run("a", "films", 1, 5, 5, 8), run("a", "tools", 1, 1, 0, 1)}
	b := []Row{run("b", "films", 1, 5, 0, 4), run("b", "books", 2, 8, 0, 10), run("b", "books", 1, 6, 0, 10), run("b", "books", 3, 6, 0, 10)}
	c, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if c.Unpaired != 2 || len(c.A.Types) != 2 {
		t.Errorf("%d unpaired, %d types; want 2 and 2", c.Unpaired, len(c.A.Types))
	}
	// Recall of books rises from the mean of .4 and .6 to that of .6 and .8,
	// that of films stays .5: differences .2 and 0.
	got := c.Tests[1]
	want := Tested{Quantity: "recall", A: .5, B: .6, TTest: TTest{N: 2, Mean: .1, SD: math.Sqrt2 / 10, T: 1, P: .5, Low: got.Low, High: got.High}}
	if d := cmp.Diff(want, got, cmp.Comparer(near)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// With one degree of freedom the distribution is Cauchy's: its .975
	// quantile is tan(.475 π) = 12.7062.
	if !near(got.High, .1+.1*math.Tan(.475*math.Pi)) || !near(got.High-.1, .1-got.Low) {
		t.Errorf("interval %v to %v", got.Low, got.High)
	}
}

func TestCompareRefuses(t *testing.T) {
	t.Parallel()
	a := []Row{run("a", "books", 1, 4, 0, 10), run("a", "films", 1, 4, 0, 10)}
	moved := []Row{run("b", "books", 1, 4, 0, 10), run("b", "films", 1, 4, 0, 10)}
	moved[1].URLs = []string{"http://elsewhere.example/"}
	for _, test := range []struct {
		name string
		b    []Row
		want string
	}{
		{"nothing shared", []Row{run("b", "tools", 1, 4, 0, 10)}, "share no draw"},
		{"other samples", moved, "draw 1 of films had other samples"},
		{"one type", moved[:1], "1 pairs: a paired test needs at least two"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := Compare(a, test.b); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
