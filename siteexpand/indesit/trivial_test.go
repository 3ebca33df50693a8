package indesit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

var products = []string{"/product/1a", "/product/1b", "/product/1c", "/product/1d", "/product/2a", "/product/2b", "/product/2c", "/product/2d",
	"/product/3a", "/product/3b", "/product/3c", "/product/3d"}

// shopTest is what a method finds in the shop, and the height that it reports.
type shopTest struct {
	name   string
	opt    siteexpand.Options
	sample string
	want   []string
	height int
}

func testShop(t *testing.T, m siteexpand.Method, tests []shopTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := sitetest.Expand(t, m, sitetest.Shop(), test.opt, test.sample)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if res.Report.Height != test.height {
				t.Errorf("the report says height %d, want %d", res.Report.Height, test.height)
			}
			if sitetest.HasCase(res.Report, siteexpand.NoIndex) != (len(test.want) == 1) {
				t.Errorf("diagnoses %v", res.Report.Diagnoses)
			}
		})
	}
}

func TestTrivial(t *testing.T) {
	t.Parallel()
	testShop(t, Trivial{}, []shopTest{
		{"depth 2", siteexpand.Options{}, "/product/2b", products, 2},
		{"depth 1", siteexpand.Options{Height: 1}, "/product/2b", products[4:8], 1},
		// As Figure 2 has it, C0 is empty: no page next to the product is one.
		{"exact", siteexpand.Options{Exact: true}, "/product/2b", []string{"/product/2b"}, 2},
		{"index", siteexpand.Options{}, "/category/3", []string{"/category/1", "/category/2", "/category/3"}, 2},
		{"neither", siteexpand.Options{}, "/help", []string{"/help"}, 2},
	})
}

// What is known of a page: where it was met, and how much it is like the sample.
func TestTrivialPage(t *testing.T) {
	t.Parallel()
	_, res, src := sitetest.Expand(t, Trivial{}, sitetest.Shop(), siteexpand.Options{Height: 1}, "/product/2b")
	if got := res.Pages[0]; got.Status != siteexpand.Sample || got.URL != "http://e.org/product/2b" {
		t.Errorf("first page %+v", got)
	}
	want := siteexpand.EntityPage{URL: "http://e.org/product/2a", Site: "e.org", From: "http://e.org/category/2", LinkPath: "html/body/ul/a[href]", HTMLSimilarity: 1, Status: siteexpand.Fetched}
	if diff := cmp.Diff(want, res.Pages[1]); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if len(src.Fetched) != res.Report.Downloads || res.Report.Evaluations == 0 {
		t.Errorf("%d pages fetched, report %+v", len(src.Fetched), res.Report)
	}
}

// Pages are similar below a distance of 10, or from a Jaccard coefficient of .8 on.
func TestSimilar(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/":      sitetest.Anchors("ul", "/1", "/same", "/fifth", "/near", "/far"),
		"/1":     sitetest.Schema("x", 9) + sitetest.Anchors("p", "/"),
		"/same":  sitetest.Schema("x", 9) + sitetest.Anchors("p", "/"),
		"/fifth": sitetest.Schema("x", 7) + sitetest.Anchors("p", "/"),                           // 8 of 10 link-paths
		"/near":  sitetest.Schema("x", 7) + sitetest.Schema("y", 7) + sitetest.Anchors("p", "/"), // 9 differ
		"/far":   sitetest.Schema("x", 7) + sitetest.Schema("y", 8) + sitetest.Anchors("p", "/"), // 10 differ
	}
	for _, test := range []struct {
		jaccard bool
		want    []string
	}{
		{false, []string{"/1", "/fifth", "/near", "/same"}},
		{true, []string{"/1", "/fifth", "/same"}},
	} {
		got, _, _ := sitetest.Expand(t, Trivial{Jaccard: test.jaccard}, pages, siteexpand.Options{}, "/1")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Jaccard %v (-want +got):\n%s", test.jaccard, diff)
		}
	}
}
