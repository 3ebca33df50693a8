package focused

import (
	"math"
	"testing"

	"verde/siteexpand/site"
)

// The more samples there are, and none of the other pages is one, the less likely are these of the samples' type.
func TestSameType(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		samples     int
		share, want float64
	}{
		{1, .5, 1. / 3},
		{3, .5, 1. / 9},
		{3, .1, .729 / 1.729},
		{8, 1, 0},
		{1, 0, .5},
	} {
		f := &crawl{start: start{starts: make([]site.ID, x.samples)}}
		if got := f.sameType(x.share); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%d samples, other pages a share of %v: %v, want %v", x.samples, x.share, got, x.want)
		}
	}
}
