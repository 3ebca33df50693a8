package focused

import (
	"slices"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// A sample that lacks what the other pages of its type have, or is laid out like none of them, finds
// these or is in doubt: bare of all but its title it looks like the reviews.
func TestLoneSample(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		body string
		most int // pages that may be found
	}{
		"title alone":  {"<h1>Title 44</h1>", 30},
		"another form": {"<section><h3>Title 44</h3><table><tr><th>By</th><td>Author 44</td></tr></table><ul><li>Sold out</li></ul><form><input name=ask></form></section>", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := sitetest.Bookshop()
			pages["/books/poems/book-44.html"] = sitetest.Anchors("nav class=top", "/", "/books/", "/calendar/1/", "/about.html") + x.body
			got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, "/books/poems/book-44.html")
			if len(got) > x.most {
				t.Errorf("%d pages: %q", len(got), got)
			}
			if !slices.ContainsFunc(res.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Doubt }) {
				t.Errorf("%d pages and no doubt: %+v", len(got), res.Report.Diagnoses)
			}
		})
	}
}
