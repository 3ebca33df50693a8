package siteexpand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestINDESIT(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		opt    Options
		sample string
		want   []string
	}{
		{"default", Options{}, "/product/2b", products},
		{"no recursion", Options{Height: 1}, "/product/2b", products[4:8]},
		{"neither", Options{}, "/help", []string{"/help"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := expandBy(t, INDESIT{}, shop(), test.opt, test.sample)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if hasCase(res.Report, NoIndex) != (len(test.want) == 1) {
				t.Errorf("diagnoses %v", res.Report.Diagnoses)
			}
		})
	}
}
