package focused

import (
	"math"
	"testing"
)

// Of 100 URLs of a class of which four pages were fetched, all there and matching,
// all are expected to be entity pages. Beta(4½, ½) has the variance
// 4.5·0.5/(5²·6) = .015, so that at least 100 - 1.96·100·√(2·.015) = 66 are with a
// probability of .95.
func TestExpectedInterval(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		urls, tried, matching, asked, dead int
		sum, low, high                     float64
	}{
		{100, 4, 4, 4, 0, 100, 66.052, 100},
		{100, 4, 2, 4, 0, 50, 8.231, 91.769},
		{100, 400, 400, 400, 0, 100, 99.512, 100},
		{10, 4, 4, 8, 4, 5, 1.677, 8.323},
	} {
		c := &classStats{tried: x.tried, matching: x.matching, answers: answers{asked: x.asked, dead: x.dead}}
		e := newExpected()
		for range x.urls {
			e.add(&urlRecord{class: c, pathAnswers: &pathStats{answers: c.answers, tried: c.tried, matching: c.matching}})
		}
		sum, low, high := e.interval()
		if math.Abs(sum-x.sum) > .01 || math.Abs(low-x.low) > .01 || math.Abs(high-x.high) > .01 {
			t.Errorf("%+v: %.3f (%.3f to %.3f)", x, sum, low, high)
		}
	}
}
