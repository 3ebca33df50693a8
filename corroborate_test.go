package verde

import "testing"

// The others of a site are asked what is usual, and not the site itself; of none nothing is.
func TestUsualOf(t *testing.T) {
	t.Parallel()
	said := map[string]float64{"a": 14, "b": 2, "c": 12, "d": 13}
	for but, want := range map[string]float64{"b": 13, "a": 12, "": 13} {
		if got := usualOf(said, but); got != want {
			t.Errorf("beside %q: %v, want %v", but, got, want)
		}
	}
	if got := usualOf(map[string]float64{"a": 3}, "a"); got != 0 {
		t.Errorf("of none: %v", got)
	}
}
