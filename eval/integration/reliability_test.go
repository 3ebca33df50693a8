package integration

import (
	"math"
	"testing"
)

// Of ten values with .9 nine are true, as was said; of two with .5 none is, and the bins' gaps are weighted by
// their values.
func TestReliabilityOf(t *testing.T) {
	t.Parallel()
	list := []prediction{{.5, false}, {.5, false}}
	for i := range 10 {
		list = append(list, prediction{.9, i > 0})
	}
	got := reliabilityOf(list)
	for what, x := range map[string][2]float64{
		"said": {got.Said, 10. / 12}, "true": {got.True, 9. / 12}, "Brier score": {got.Brier, (2*.25 + 9*.01 + .81) / 12}, "error": {got.Error, 1. / 12},
	} {
		if math.Abs(x[0]-x[1]) > 1e-9 {
			t.Errorf("%s is %v, want %v", what, x[0], x[1])
		}
	}
	if got := reliabilityOf(nil); got != (Reliability{}) {
		t.Errorf("of nothing: %+v", got)
	}
}
