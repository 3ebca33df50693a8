package estimate

import (
	"math"
	"testing"
)

// What results name on some sites, and how much of it is on no page read, gives the share of their entities that is missing: none if little is named,
// and a wider interval where it is one site's.
func TestPages(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		sites     []EntityCount
		text      string
		much      bool
		low, high float64
	}{
		"nothing is named":       {nil, "no estimate", false, 0, 0},
		"too little is named":    {[]EntityCount{{4, 0}}, "no estimate", false, 0, 0},
		"all was read":           {[]EntityCount{{30, 0}, {20, 0}, {10, 0}}, "0 % (0 to 3)", false, 0, .031},
		"a little on each":       {[]EntityCount{{40, 4}, {40, 4}, {40, 4}}, "10 % (6 to 15)", false, .06, .153},
		"as much, on one":        {[]EntityCount{{40, 12}, {40, 0}, {40, 0}}, "12 % (2 to 35)", false, .016, .346},
		"half of everything":     {[]EntityCount{{20, 10}, {30, 15}}, "50 % (39 to 61)", true, .39, .61},
		"one site, a third":      {[]EntityCount{{30, 10}}, "34 % (21 to 48)", true, .2, .48},
		"nothing of it was read": {[]EntityCount{{10, 10}, {10, 10}}, "99 % (91 to 100)", true, .9, 1},
	} {
		got := Pages(c.sites)
		if got.String() != c.text || got.Much() != c.much {
			t.Errorf("%s: %s, much %v; want %s, %v", what, got, got.Much(), c.text, c.much)
		}
		if i := got.Interval; i != nil && (math.Abs(i.Low-c.low) > .02 || math.Abs(i.High-c.high) > .02) {
			t.Errorf("%s: %+v", what, *i)
		}
	}
}
