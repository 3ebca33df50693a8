package siteexpand

import "testing"

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name string
		sims []float64
		own  float64
		want float64
	}{
		{"nothing", nil, 1, .5},
		{"two kinds", []float64{.1, .9, .2, 1, .95, .15}, 1, .55},
		{"one kind that varies", []float64{.74, .8, .85, .9, .95, 1}, .96, .48},
		{"never above nine tenths of the judges' own", []float64{.1, .1, .1, .97, .97}, .5, .45},
		{"never below half of it", []float64{.01, .01, .3, .3}, 1, .5},
	} {
		if got := split(x.sims, x.own); got < x.want-1e-9 || got > x.want+1e-9 {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}
