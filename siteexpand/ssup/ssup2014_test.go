package ssup

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// cars is a site of the kind of SSUP 2014, Figures 1 and 2: an index of years,
// those of cars, and a second page of 2014 that only the first one points to.
// Some pages are neither.
func cars() map[string]string {
	nav := sitetest.Anchors("nav", "/", "/cars/", "/about.html")
	pages := map[string]string{
		"/":           nav + sitetest.Anchors("p", "/cars/", "/help.html"),
		"/about.html": nav + sitetest.Anchors("h2", "/help.html"),
		"/help.html":  nav + sitetest.Anchors("h2", "/about.html"),
		"/cars/":      nav + sitetest.Anchors("ul", "/cars/2013/list.html", "/cars/2014/list.html"),
	}
	lists := map[string][]string{
		"/cars/2013/list.html":   {"/cars/2013/ford_1.html", "/cars/2013/fiat_2.html"},
		"/cars/2014/list.html":   {"/cars/2014/ford_3.html", "/cars/2014/fiat_4.html"},
		"/cars/2014/list_2.html": {"/cars/2014/audi_5.html", "/cars/2014/saab_6.html"},
	}
	for list, of := range lists {
		pages[list] = nav + sitetest.Anchors("div", of...) + sitetest.Anchors("s", "/cars/")
		for _, car := range of {
			pages[car] = nav + sitetest.Anchors("h1", list) + sitetest.Anchors("table", "http://maker.example/")
		}
	}
	pages["/cars/2014/list.html"] += sitetest.Anchors("h3", "/cars/2014/list_2.html")
	pages["/cars/2014/list_2.html"] += sitetest.Anchors("h3", "/cars/2014/list.html")
	pages["/cars/2013/list.html"] += sitetest.Anchors("h3", "/help.html")
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
		m      siteexpand.Method
		opt    siteexpand.Options
		sample string
		want   []string
	}{
		{"2014", SSUP2014{}, siteexpand.Options{Height: 2}, "/cars/2014/ford_3.html", allCars},
		{"2014, from another year", SSUP2014{}, siteexpand.Options{}, "/cars/2013/ford_1.html", allCars},
		{"2014 as printed", SSUP2014{}, siteexpand.Options{Height: 2, Exact: true}, "/cars/2014/ford_3.html", firstCars},
		{"2014, one level", SSUP2014{}, siteexpand.Options{Height: 1}, "/cars/2014/ford_3.html", []string{"/cars/2014/fiat_4.html", "/cars/2014/ford_3.html"}},
		{"2019", SSUP{}, siteexpand.Options{Height: 2}, "/cars/2014/ford_3.html", firstCars},
		{"2019 with pagination", SSUP{Pagination: true}, siteexpand.Options{Height: 2}, "/cars/2014/ford_3.html", allCars},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := sitetest.Expand(t, test.m, cars(), test.opt, test.sample)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("page-path %v, pages (-want +got):\n%s", res.Report.PagePath, diff)
			}
			if res.Report.Method != test.m.Name() {
				t.Errorf("the report says method %s", res.Report.Method)
			}
		})
	}
}

// The terms of SSUP 2014, Example 4.
func TestTermsExample4(t *testing.T) {
	t.Parallel()
	got := page.Terms("http://cmm.ap.gov.br/pagina.php?pg=exibir_parlamentar&iddeputado=6")
	want := []string{"pos1_ap", "pos1_br", "pos1_cmm", "pos1_gov", "pos2_pagina", "pos2_php", "pos3_exibir", "pos3_parlamentar", "pos3_pg",
		"pos4_6", "pos4_iddeputado", "size_4"}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

// Definition 10, on URLs of the site of Table 1.
func TestWeakly(t *testing.T) {
	t.Parallel()
	s, car := openRun(t, cars(), "/cars/2014/ford_3.html")
	for path, want := range map[string]float64{
		"/cars/2014/ford_3.html": 1,
		"/cars/2014/fiat_4.html": 6. / 10, // e, org, cars, 2014, html, size_4 of these and two each
		"/cars/":                 3. / 9,  // e, org, cars; this one has size_2 besides
	} {
		if got := weakSimilarity(s.termsOf(car.ID), s.termsOf(s.Intern("http://e.org"+path))); math.Abs(got-want) > 1e-12 {
			t.Errorf("Weak URL Similarity of %s is %v, want %v", path, got, want)
		}
	}
}

// Candidates for an index page are one link away and point back.
func TestTopLinkedPage(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/e/1":     sitetest.Anchors("p", "/one", "/many", "/deaf", "/e/1", "/gone"),
		"/one":     sitetest.Anchors("b", "/e/1") + sitetest.Anchors("i", "/x", "/further"),
		"/many":    sitetest.Anchors("b", "/e/1", "/e/2", "/e/3") + sitetest.Anchors("i", "/x"),
		"/deaf":    sitetest.Anchors("b", "/e/2", "/e/3", "/e/4", "/e/5"),
		"/further": sitetest.Anchors("b", "/e/1", "/e/2", "/e/3", "/e/4", "/e/5") + sitetest.Anchors("i", "/x"),
	}
	s, e1 := openRun(t, pages, "/e/1")
	ip, on, err := s.topLinkedPage(t.Context(), e1.ID)
	if err != nil || ip == nil || s.URL(ip.ID) != "http://e.org/many" {
		t.Fatalf("index page %v, %v; want /many", ip, err)
	}
	if name := s.LinkPathName(on.path); name != "html/body/b/a[href]" {
		t.Errorf("is on link-path %s", name)
	}
	if s.Visited(s.Intern("http://e.org/further")) {
		t.Error("a page two links away was fetched")
	}
}

// Algorithm 3: a group of links, on one link-path and equally like the level
// below, is taken if its first page is at least as much like the level.
func TestPaginate(t *testing.T) {
	t.Parallel()
	list := func(links string) string {
		return sitetest.Anchors("div", "/item/9") + sitetest.Anchors("nav", "/") + links
	}
	item := sitetest.Schema("x", 3)
	pages := map[string]string{
		"/list/1": list(sitetest.Anchors("p", "/list/2", "/list/3", "/item/7", "/gone/4/5", "/list/4/5") + sitetest.Anchors("b", "/item/8", "http://other.example/list/2")),
		"/item/1": item, "/item/7": item, "/item/8": item, "/item/9": item,
		"/list/2": list(""), "/list/3": list(""), "/list/4/5": list(""), "/": sitetest.Anchors("s", "/item/1"),
	}
	s, first := openRun(t, pages, "/list/1")
	below, err := s.Fetch(t.Context(), s.Intern("http://e.org/item/1"))
	if err != nil {
		t.Fatal(err)
	}
	level, err := s.paginate(t.Context(), first.ID, below.ID, []site.ID{first.ID})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range level {
		got = append(got, strings.TrimPrefix(s.URL(u), "http://e.org"))
	}
	// The page at / is as little like the one as like the other.
	want := []string{"/list/1", "/", "/list/2", "/list/3", "/gone/4/5", "/list/4/5"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("level (-want +got):\n%s", diff)
	}
	for path, want := range map[string]bool{"/list/2": true, "/list/3": false, "/gone/4/5": true, "/list/4/5": true, "/item/8": true} {
		if got := s.Visited(s.Intern("http://e.org" + path)); got != want {
			t.Errorf("%s fetched: %v, want %v", path, got, want)
		}
	}
}
