package siteexpand

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// expandBy runs a method on a site in memory, and lists the sorted paths of
// what it found.
func expandBy(t *testing.T, m Method, pages map[string]string, opt Options, samples ...string) ([]string, *Result, *inMemory) {
	t.Helper()
	at := make([]string, len(samples))
	for i, s := range samples {
		at[i] = "http://e.org" + s
	}
	src := newMemory(pages)
	res, err := m.Expand(t.Context(), src, at, opt)
	if err != nil {
		t.Fatal(err)
	}
	got := urls(res.Pages)
	slices.Sort(got)
	for u, n := range src.fetched {
		if n > 1 {
			t.Errorf("%s: %s fetched %d times", m.Name(), u, n)
		}
	}
	return got, res, src
}

// schema makes the links of a page on n link-paths of its own, so that pages
// with different names are at a distance of the sum of their numbers.
func schema(name string, n int) (html string) {
	for i := range n {
		html += anchors(name+string(rune('a'+i)), "http://other.example/")
	}
	return html
}

// shop is a site of the kind of INDESIT 2004, §2.2: products that point to a
// page of their category, which points to all its products, and from category
// to category. Products, categories and other pages are at a distance of 10
// and more.
func shop() map[string]string {
	pages := map[string]string{
		"/help":  schema("h", 8) + anchors("p", "/terms"),
		"/terms": schema("t", 8) + anchors("p", "/help"),
	}
	for _, c := range []string{"1", "2", "3"} {
		var products []string
		for _, i := range []string{"a", "b", "c", "d"} {
			products = append(products, "/product/"+c+i)
			pages["/product/"+c+i] = schema("p", 8) + anchors("b", "/category/"+c) + anchors("i", "/help")
		}
		pages["/category/"+c] = schema("c", 8) + anchors("ul", products...) + anchors("nav", "/category/1", "/category/2", "/category/3") + anchors("i", "/help")
	}
	return pages
}

var products = []string{"/product/1a", "/product/1b", "/product/1c", "/product/1d", "/product/2a", "/product/2b", "/product/2c", "/product/2d",
	"/product/3a", "/product/3b", "/product/3c", "/product/3d"}

// shopTest is what a method finds in the shop, and the height that it reports.
type shopTest struct {
	name   string
	opt    Options
	sample string
	want   []string
	height int
}

func testShop(t *testing.T, m Method, tests []shopTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := expandBy(t, m, shop(), test.opt, test.sample)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if res.Report.Height != test.height {
				t.Errorf("the report says height %d, want %d", res.Report.Height, test.height)
			}
			if hasCase(res.Report, NoIndex) != (len(test.want) == 1) {
				t.Errorf("diagnoses %v", res.Report.Diagnoses)
			}
		})
	}
}

func TestTrivial(t *testing.T) {
	t.Parallel()
	testShop(t, Trivial{}, []shopTest{
		{"depth 2", Options{}, "/product/2b", products, 2},
		{"depth 1", Options{Height: 1}, "/product/2b", products[4:8], 1},
		// As Figure 2 has it, C0 is empty: no page next to the product is one.
		{"exact", Options{Exact: true}, "/product/2b", []string{"/product/2b"}, 2},
		{"index", Options{}, "/category/3", []string{"/category/1", "/category/2", "/category/3"}, 2},
		{"neither", Options{}, "/help", []string{"/help"}, 2},
	})
}

// What is known of a page: where it was met, and how much it is like the sample.
func TestTrivialPage(t *testing.T) {
	t.Parallel()
	_, res, src := expandBy(t, Trivial{}, shop(), Options{Height: 1}, "/product/2b")
	if got := res.Pages[0]; got.Status != Sample || got.URL != "http://e.org/product/2b" {
		t.Errorf("first page %+v", got)
	}
	want := EntityPage{URL: "http://e.org/product/2a", Site: "e.org", From: "http://e.org/category/2", LinkPath: "html/body/ul/a[href]", HTMLSimilarity: 1, Status: Fetched}
	if diff := cmp.Diff(want, res.Pages[1]); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if len(src.fetched) != res.Report.Downloads || res.Report.Evaluations == 0 {
		t.Errorf("%d pages fetched, report %+v", len(src.fetched), res.Report)
	}
}

// Pages are similar below a distance of 10, or from a Jaccard coefficient of .8 on.
func TestSimilar(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/":      anchors("ul", "/1", "/same", "/fifth", "/near", "/far"),
		"/1":     schema("x", 9) + anchors("p", "/"),
		"/same":  schema("x", 9) + anchors("p", "/"),
		"/fifth": schema("x", 7) + anchors("p", "/"),                  // 8 of 10 link-paths
		"/near":  schema("x", 7) + schema("y", 7) + anchors("p", "/"), // 9 differ
		"/far":   schema("x", 7) + schema("y", 8) + anchors("p", "/"), // 10 differ
	}
	for _, test := range []struct {
		jaccard bool
		want    []string
	}{
		{false, []string{"/1", "/fifth", "/near", "/same"}},
		{true, []string{"/1", "/fifth", "/same"}},
	} {
		got, _, _ := expandBy(t, Trivial{Jaccard: test.jaccard}, pages, Options{}, "/1")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Jaccard %v (-want +got):\n%s", test.jaccard, diff)
		}
	}
}
