package eval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGrade(t *testing.T) {
	t.Parallel()
	truth := Truth{"a": true, "b": true, "c": true, "d": true, "a2": false}
	for _, test := range []struct {
		name  string
		found []string
		want  Score
	}{
		{name: "nothing", want: Score{Missing: 4}},
		{name: "all", found: []string{"a", "b", "c", "d"}, want: Score{Precision: 1, Recall: 1, F1: 1, Found: 4, Right: 4}},
		{name: "some", found: []string{"a", "b", "x", "y", "z", "w"}, want: Score{Precision: 1. / 3, Recall: .5, F1: .4, Found: 6, Right: 2, Wrong: 4, Missing: 2}},
		{name: "twice is once", found: []string{"a", "a", "x", "x"}, want: Score{Precision: .5, Recall: .25, F1: 1. / 3, Found: 2, Right: 1, Wrong: 1, Missing: 3}},
		{name: "neither way", found: []string{"a", "a2"}, want: Score{Precision: 1, Recall: .25, F1: .4, Found: 1, Right: 1, Missing: 3}},
		{name: "none right", found: []string{"x"}, want: Score{Found: 1, Wrong: 1, Missing: 4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := Grade(test.found, truth)
			if d := cmp.Diff(test.want, got, cmp.Comparer(near)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// near compares to what published figures give.
func near(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-9 }

func TestErrors(t *testing.T) {
	t.Parallel()
	truth := Truth{"d": true, "c": true, "b": true, "a": true, "a2": false}
	wrong, missing := Errors([]string{"z", "a", "a2", "z", "y", "x"}, truth, 2)
	if d := cmp.Diff([][]string{{"z", "y"}, {"b", "c"}}, [][]string{wrong, missing}); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
