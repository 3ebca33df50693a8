package verde

import (
	"math"
	"testing"

	"verde/catalog"
)

// What results name on some sites, and how much of it is on no page read, gives the share of their entities that is missing: none if little is named,
// and a wider interval where it is one site's.
func TestEstimateUnread(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		sites     []recount
		text      string
		much      bool
		low, high float64
	}{
		"nothing is named":       {nil, "no estimate", false, 0, 0},
		"too little is named":    {[]recount{{4, 0}}, "no estimate", false, 0, 0},
		"all was read":           {[]recount{{30, 0}, {20, 0}, {10, 0}}, "0 % (0 to 3)", false, 0, .031},
		"a little on each":       {[]recount{{40, 4}, {40, 4}, {40, 4}}, "10 % (6 to 15)", false, .06, .153},
		"as much, on one":        {[]recount{{40, 12}, {40, 0}, {40, 0}}, "12 % (2 to 35)", false, .016, .346},
		"half of everything":     {[]recount{{20, 10}, {30, 15}}, "50 % (39 to 61)", true, .39, .61},
		"one site, a third":      {[]recount{{30, 10}}, "34 % (21 to 48)", true, .2, .48},
		"nothing of it was read": {[]recount{{10, 10}, {10, 10}}, "99 % (91 to 100)", true, .9, 1},
	} {
		got := estimateUnread(c.sites)
		if got.String() != c.text || got.much() != c.much {
			t.Errorf("%s: %s, much %v; want %s, %v", what, got, got.much(), c.text, c.much)
		}
		if i := got.Interval; i != nil && (math.Abs(i.Low-c.low) > .02 || math.Abs(i.High-c.high) > .02) {
			t.Errorf("%s: %+v", what, *i)
		}
	}
}

// Of a site that later rounds have held against their results these count, else those that led to it; of the training site and of doubtful ones none.
func TestCountUnread(t *testing.T) {
	t.Parallel()
	sources := []catalog.Source{
		{Site: "training.example", Role: catalog.Training, State: catalog.Expanded},
		{Site: "early.example", Role: catalog.Discovered, State: catalog.Expanded},
		{Site: "late.example", Role: catalog.Discovered, State: catalog.Expanded},
		{Site: "doubtful.example", Role: catalog.Discovered, State: catalog.Doubtful},
	}
	rounds := []RoundReport{{}, {Recaptured: map[string]Recapture{
		"training.example": {Named: 50, Missing: map[string]string{"mill": "http://training.example/mill"}},
		"early.example":    {Named: 20, Sampled: 3, Missing: map[string]string{"mill": "http://early.example/mill"}},
	}}}
	settled := map[string]settledReport{"early.example": {Named: 4, Unread: 4}, "late.example": {Named: 5, Unread: 2}, "doubtful.example": {Named: 9}}
	got := estimateUnread(countUnread(sources, rounds, settled))
	if got.Named != 22 || got.Unread != 3 {
		t.Errorf("%d of %d, want 3 of 22", got.Unread, got.Named)
	}
}
