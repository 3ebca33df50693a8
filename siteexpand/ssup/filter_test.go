package ssup

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/siteexpand/site"
)

// fig5 is the input of SSUP 2019, Figure 5, without the sample page 3.2.
func fig5() ([]child, map[site.ID]float64) {
	html := map[site.ID]float64{31: .85, 33: .75, 34: .80, 35: .82, 36: .45, 37: .40}
	return []child{
		{id: 30, samePath: false},
		{id: 31, samePath: true, url: .94},
		{id: 33, samePath: true, url: .94},
		{id: 34, samePath: true, url: .75},
		{id: 35, samePath: true, url: .75},
		{id: 36, samePath: true, url: .56},
		{id: 37, samePath: true, url: .62},
		{id: 38, samePath: false},
	}, html
}

func ids(children []child) (list []site.ID) {
	for _, c := range children {
		list = append(list, c.id)
	}
	return list
}

func TestFilterFig5(t *testing.T) {
	t.Parallel()
	children, html := fig5()
	var fetched []site.ID
	f, err := filter(children, func(c *child) (bool, error) {
		fetched = append(fetched, c.id)
		c.html = html[c.id]
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]site.ID{31, 33, 34, 35}, ids(f.children)); diff != "" {
		t.Errorf("returned beside the sample (-want +got):\n%s", diff)
	}
	if f.minHTML != .75 || f.minURL != .75 || f.first != 2 || len(f.refused) != 2 || len(f.offPath) != 2 {
		t.Errorf("got %+v; want threshold .75 from 2 pages, last group .75, 2 refused, 2 on other link-paths", f)
	}
	// 3.4 passes, so 3.5 need not be fetched; 3.7 fails, so the walk ends before 3.6.
	if diff := cmp.Diff([]site.ID{31, 33, 34, 37}, fetched); diff != "" {
		t.Errorf("fetched (-want +got):\n%s", diff)
	}
}

func TestFilterGroups(t *testing.T) {
	t.Parallel()
	type in struct {
		url, html float64 // html < 0: the page can't be had
	}
	for _, test := range []struct {
		name string
		in   []in
		want []site.ID
		min  float64
	}{
		{"nothing", nil, nil, 1},
		{"one group", []in{{.5, .2}, {.5, .9}}, []site.ID{0, 1}, .2},
		{"equal but for rounding", []in{{.3 + 1e-12, .2}, {.3, .9}}, []site.ID{0, 1}, .2},
		{"the first group can't be had", []in{{.9, -1}, {.8, .7}, {.5, .6}}, []site.ID{1}, .7},
		{"one page of it can't be had", []in{{.9, -1}, {.9, .7}, {.5, .8}}, []site.ID{1, 2}, .7},
		{"a later group can't be had", []in{{.9, .7}, {.8, -1}, {.5, .8}}, []site.ID{0, 2}, .7},
		{"the second of a later group passes", []in{{.9, .7}, {.8, .1}, {.8, .7}, {.8, -1}}, []site.ID{0, 1, 2, 3}, .7},
		{"a better group below one that failed", []in{{.9, .7}, {.8, .1}, {.5, 1}}, []site.ID{0}, .7},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var children []child
			for i, x := range test.in {
				children = append(children, child{id: site.ID(i), samePath: true, url: x.url})
			}
			f, err := filter(children, func(c *child) (bool, error) {
				c.html = test.in[c.id].html
				return c.html >= 0, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, ids(f.children)); diff != "" {
				t.Errorf("returned (-want +got):\n%s", diff)
			}
			if f.minHTML != test.min {
				t.Errorf("threshold %v, want %v", f.minHTML, test.min)
			}
		})
	}
}

func TestFilterError(t *testing.T) {
	t.Parallel()
	children, _ := fig5()
	ended := errors.New("the run ends")
	if _, err := filter(children, func(*child) (bool, error) { return false, ended }); !errors.Is(err, ended) {
		t.Errorf("got %v, want %v", err, ended)
	}
}
