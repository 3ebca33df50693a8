package siteexpand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cars is a site of the kind of SSUP 2014, Figures 1 and 2: an index of years,
// those of cars, and a second page of 2014 that only the first one points to.
// Some pages are neither.
func cars() map[string]string {
	nav := anchors("nav", "/", "/cars/", "/about.html")
	pages := map[string]string{
		"/":           nav + anchors("p", "/cars/", "/help.html"),
		"/about.html": nav + anchors("h2", "/help.html"),
		"/help.html":  nav + anchors("h2", "/about.html"),
		"/cars/":      nav + anchors("ul", "/cars/2013/list.html", "/cars/2014/list.html"),
	}
	lists := map[string][]string{
		"/cars/2013/list.html":   {"/cars/2013/ford_1.html", "/cars/2013/fiat_2.html"},
		"/cars/2014/list.html":   {"/cars/2014/ford_3.html", "/cars/2014/fiat_4.html"},
		"/cars/2014/list_2.html": {"/cars/2014/audi_5.html", "/cars/2014/saab_6.html"},
	}
	for list, of := range lists {
		pages[list] = nav + anchors("div", of...) + anchors("s", "/cars/")
		for _, car := range of {
			pages[car] = nav + anchors("h1", list) + anchors("table", "http://maker.example/")
		}
	}
	pages["/cars/2014/list.html"] += anchors("h3", "/cars/2014/list_2.html")
	pages["/cars/2014/list_2.html"] += anchors("h3", "/cars/2014/list.html")
	pages["/cars/2013/list.html"] += anchors("h3", "/help.html")
	return pages
}

var (
	firstCars = []string{"/cars/2013/fiat_2.html", "/cars/2013/ford_1.html", "/cars/2014/fiat_4.html", "/cars/2014/ford_3.html"}
	allCars   = []string{"/cars/2013/fiat_2.html", "/cars/2013/ford_1.html", "/cars/2014/audi_5.html", "/cars/2014/fiat_4.html", "/cars/2014/ford_3.html", "/cars/2014/saab_6.html"}
)

func TestPagination(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		m      Method
		opt    Options
		sample string
		want   []string
	}{
		{"2014", SSUP2014{}, Options{Height: 2}, "/cars/2014/ford_3.html", allCars},
		{"2014, from another year", SSUP2014{}, Options{}, "/cars/2013/ford_1.html", allCars},
		{"2014 as printed", SSUP2014{}, Options{Height: 2, Exact: true}, "/cars/2014/ford_3.html", firstCars},
		{"2014, one level", SSUP2014{}, Options{Height: 1}, "/cars/2014/ford_3.html", []string{"/cars/2014/fiat_4.html", "/cars/2014/ford_3.html"}},
		{"2019", SSUP{}, Options{Height: 2}, "/cars/2014/ford_3.html", firstCars},
		{"2019 with pagination", SSUP{Pagination: true}, Options{Height: 2}, "/cars/2014/ford_3.html", allCars},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := expandBy(t, test.m, cars(), test.opt, test.sample)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("page-path %v, pages (-want +got):\n%s", res.Report.PagePath, diff)
			}
			if res.Report.Method != test.m.Name() {
				t.Errorf("the report says method %s", res.Report.Method)
			}
		})
	}
}
