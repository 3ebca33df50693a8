package focused

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// On a plain site the estimate is next to perfect, as far as it can be: 20 of 20 checked pages are right with a
// probability of .05 if .86 of all are.
func TestEstimate(t *testing.T) {
	t.Parallel()
	res := expandShop(t, sitetest.Bookshop(), siteexpand.Options{})
	e := res.Report.Estimate
	if e == nil || e.Precision < .99 || e.Recall < .99 || e.Within.Precision[0] < .86 || e.Within.Recall[0] < .79 || len(e.Doubtful)+len(e.Left)+len(e.Outside) > 0 {
		t.Errorf("estimate %+v, want 1 and 1", e)
	}
	if sitetest.HasCase(res.Report, siteexpand.Mixed) {
		t.Errorf("diagnoses %v of a plain site", res.Report.Diagnoses)
	}
}

// Where one class of URLs holds pages of two kinds, the rest is undecided when the downloads end, and the report says so.
func TestMixedClass(t *testing.T) {
	t.Parallel()
	pages := sitetest.Bookshop()
	n := 0
	for _, p := range slices.Sorted(maps.Keys(pages)) {
		if strings.Contains(p, "/book-") {
			if n++; n%6 != 0 {
				pages[p] = "<nav class=top></nav><h1>Toy</h1><table><tr><th>Age</th><td>3</td></tr></table>"
			}
		}
	}
	pages["/books/crime/book-1.html"], pages["/books/poems/book-31.html"] = sitetest.Bookshop()["/books/crime/book-1.html"], sitetest.Bookshop()["/books/poems/book-31.html"]
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(pages), []string{"http://e.org/books/crime/book-1.html", "http://e.org/books/poems/book-31.html"}, siteexpand.Options{MaxDownloads: 30})
	if err != nil {
		t.Fatal(err)
	}
	if !sitetest.HasCase(res.Report, siteexpand.Mixed) || !sitetest.HasCase(res.Report, siteexpand.CutShort) {
		t.Errorf("diagnoses %v after %d downloads", res.Report.Diagnoses, res.Report.Downloads)
	}
	if e := res.Report.Estimate; e.Recall >= 1 {
		t.Errorf("estimate %+v of half a result", e)
	}
}

// An expansion of a known site fetches no known entity page, and tells what is
// new, gone, moved and unlinked.
func TestKnown(t *testing.T) {
	t.Parallel()
	before := expandShop(t, sitetest.Bookshop(), siteexpand.Options{})
	var known []string
	for _, e := range before.Pages {
		known = append(known, e.URL)
	}
	pages := sitetest.Bookshop()
	list := "/books/travel/?page=3"
	pages[list] = strings.Replace(pages[list], "<ol class=books>", `<ol class=books><a href="/books/travel/book-999.html">new</a>`, 1)
	pages["/books/travel/book-999.html"] = pages["/books/travel/book-90.html"]
	for _, gone := range []string{"81", "82"} {
		pages[list] = strings.ReplaceAll(pages[list], "/books/travel/book-"+gone+".html", "/about.html")
	}
	delete(pages, "/books/travel/book-81.html") // and 82 is only linked from nowhere
	for p, body := range pages {
		if strings.Contains(p, "review-8") {
			pages[p] = strings.NewReplacer("/books/travel/book-81.html", "/", "/books/travel/book-82.html", "/").Replace(body)
		}
	}
	m := sitetest.NewMemory(pages)
	res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org/books/crime/book-3.html"}, siteexpand.Options{Known: known})
	if err != nil {
		t.Fatal(err)
	}
	want := &siteexpand.Changes{New: []string{"http://e.org/books/travel/book-999.html"}, Gone: []string{"http://e.org/books/travel/book-81.html"}, Unlinked: []string{"http://e.org/books/travel/book-82.html"}}
	if diff := cmp.Diff(want, res.Report.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if len(res.Pages) != 90 {
		t.Errorf("%d pages, want 90", len(res.Pages))
	}
	fetched := 0
	for u := range m.Fetched {
		if strings.Contains(u, "/book-") {
			fetched++
		}
	}
	if fetched > 6 { // the sample, its exemplars, the new one, the two that nothing links to
		t.Errorf("%d entity pages fetched", fetched)
	}
}

func expandShop(t *testing.T, pages map[string]string, opt siteexpand.Options) *siteexpand.Result {
	t.Helper()
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(pages), []string{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// With Verify nothing is in the result that was not fetched, whatever classes are split at the end.
func TestVerifyLeavesNothingInferred(t *testing.T) {
	t.Parallel()
	site := library(func(n int, title string) (string, string) {
		return fmt.Sprintf("/book/%d/print.htm", n), "<h1>" + title + "</h1><div class=cover><p>" + title + "</p></div>"
	})
	for _, samples := range [][]string{{"/book/3/doa.htm"}, {"/book/3/doa.htm", "/book/44/eoc.htm", "/book/135/pog.htm"}} {
		for _, verify := range []bool{true, false} {
			_, res, _ := sitetest.Expand(t, Method{}, site, siteexpand.Options{Verify: verify}, samples...)
			if (res.Report.Inferred == 0) != verify {
				t.Errorf("%d samples, verify %t: %d pages were not fetched", len(samples), verify, res.Report.Inferred)
			}
		}
	}
}
