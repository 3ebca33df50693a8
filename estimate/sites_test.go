package estimate

import (
	"fmt"
	"math"
	"testing"

	"verde/catalog"
)

// found gives sources that so many queries led to each.
func found(support ...int) (list []catalog.Source) {
	for i, n := range support {
		list = append(list, catalog.Source{Site: fmt.Sprint("s", i, ".example"), Role: catalog.Discovered, State: catalog.Expanded, Support: n, Round: 1})
	}
	return list
}

func TestUnreached(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		support []int   // queries that led to each site found
		want    float64 // NaN for no estimate
	}{
		{"no site", nil, math.NaN()},
		{"all found many times", []int{7, 10, 16, 24}, 0},
		{"too few", []int{7, 10, 16}, math.NaN()},
		{"none twice", []int{3, 3, 9, 9}, 0},
		{"one twice, one thrice", []int{2, 3, 8, 9}, 2./3 + 2./9},
		{"one twice, none thrice", []int{2, 8, 9, 9}, 2./3 + 2./9},
		{"two twice, four thrice", []int{2, 2, 3, 3, 3, 3}, 2./3 + 1./9},
		{"three twice", []int{2, 2, 2, 9}, 6 + 6},
	} {
		sources := []catalog.Source{
			{Site: "training.example", Role: catalog.Training, State: catalog.Expanded, Support: 2},
			{Site: "refused.example", Role: catalog.Discovered, State: catalog.Refused, Support: 2},
		}
		for _, n := range test.support {
			sources = append(sources, catalog.Source{Role: catalog.Discovered, State: catalog.Expanded, Support: n})
		}
		got := Sites(sources)
		if (got == nil) != math.IsNaN(test.want) {
			t.Errorf("%s: an estimate: %v", test.name, got != nil)
		} else if got != nil && math.Abs(got.Unreached-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, got.Unreached, test.want)
		}
	}
}

// A doubtful site may well be a source if as many queries led to it as to the median source, or its pages are data.
func TestLikelySources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what                    string
		state                   string
		support, data, of, want int
	}{
		{"as many queries", catalog.Doubtful, 9, 0, 6, 1},
		{"fewer queries", catalog.Doubtful, 8, 1, 6, 0},
		{"fewer queries, data", catalog.Doubtful, 8, 2, 4, 1},
		{"one page of data", catalog.Doubtful, 8, 1, 1, 0},
		{"refused", catalog.Refused, 30, 3, 3, 0},
	} {
		sources := append(found(3, 7, 9, 20), catalog.Source{Role: catalog.Discovered, State: c.state, Support: c.support, SemiStructured: c.data, Evaluated: c.of})
		if got := likelySources(sources); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		if missing := Sites(sources).Total; math.Abs(missing-(sourcesAmongDoubtful*float64(c.want)+4*refusedPerFound)) > 1e-9 {
			t.Errorf("%s: %v are missing", c.what, missing)
		}
	}
}

// The quantiles are those of tables of the Poisson distribution.
func TestPoissonQuantile(t *testing.T) {
	t.Parallel()
	for mean, want := range map[float64]float64{0: 0, 0.05: 0, 0.5: 2, 1: 3, 3: 6} {
		if got := poissonQuantile(mean, 0.95); got != want {
			t.Errorf("mean %v: %v, want %v", mean, got, want)
		}
	}
}

// The total contains what is unreached, and the interval contains the total.
func TestSites(t *testing.T) {
	t.Parallel()
	got := Sites(found(2, 3, 8, 9))
	if in := got.Interval; in.Low > got.Total || in.High < got.Total || got.Total <= got.Unreached {
		t.Errorf("%+v", got)
	}
}
