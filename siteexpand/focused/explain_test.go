package focused

import (
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Of each URL is told why it is in the result or not.
func TestExplain(t *testing.T) {
	t.Parallel()
	site := sitetest.Bookshop()
	site["/books/poems/"] += sitetest.Anchors("p class=broken", "/books/poems/book-999.html")
	why := []struct {
		url, why string
		taken    bool
	}{
		{"http://e.org/books/poems/book-44.html", "it stands for the type", true},
		{"http://e.org/books/poems/book-31.html", "it was fetched and has the samples' template", true},
		{"http://e.org/books/crime/book-3.html", "the directory poems", false},
		{"http://e.org/books/poems/review-44.html", "another template", false},
		{"http://e.org/calendar/1/", "are not the samples'", false},
		{"http://e.org/nowhere.html", "no page that was fetched links to it", false},
		{"http://other.org/books/", "it is not of the site e.org", false},
		{"mailto:me", "", false},
	}
	opt := siteexpand.Options{}
	for _, x := range why {
		opt.Explain = append(opt.Explain, x.url)
	}
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(site), []string{why[0].url}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Report.Explained) != len(why) {
		t.Fatalf("%d explanations of %d URLs", len(res.Report.Explained), len(why))
	}
	for i, x := range res.Report.Explained {
		if x.URL != why[i].url || x.Taken != why[i].taken || x.Why == "" || !strings.Contains(x.Why, why[i].why) {
			t.Errorf("%+v; want %+v", x, why[i])
		}
	}
	in := map[string]bool{}
	for _, p := range res.Pages {
		in[p.URL] = true
	}
	for _, x := range res.Report.Explained {
		if in[x.URL] != x.Taken {
			t.Errorf("%s: taken %v, in the result %v", x.URL, x.Taken, in[x.URL])
		}
	}
}
