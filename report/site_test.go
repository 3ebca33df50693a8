package report

import "testing"

// A site that could not be read better is tried again once results name twice as much that it lacks, or twice as much is known by which to decide.
func TestExhausted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		last           *Rereading
		missing, known int
		want           bool
	}{
		{nil, 2, 10, false},
		{&Rereading{Missing: 2, Known: 10}, 2, 10, true},
		{&Rereading{Missing: 2, Known: 10}, 3, 100, true}, // it was taken
		{&Rereading{Missing: 2, Known: 10}, 4, 10, false},
		{&Rereading{Missing: 2, Known: 10, Refused: "it has no further pages"}, 3, 19, true},
		{&Rereading{Missing: 2, Known: 10, Refused: "it has no further pages"}, 2, 20, false},
		{&Rereading{Known: 10}, 2, 10, false},
		{&Rereading{Known: 10, Refused: "it has no further pages"}, 0, 10, true}, // only its search names some
		{&Rereading{Known: 10, Refused: "it has no further pages"}, 0, 20, false},
	} {
		if got := c.last.Exhausted(c.missing, c.known); got != c.want {
			t.Errorf("%+v, and then %d missing, %d known: exhausted %v", c.last, c.missing, c.known, got)
		}
	}
}
