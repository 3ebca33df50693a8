package extract

import (
	"fmt"
	"testing"

	"verde/page"
)

// Rows of facts are thought to be about the entity, links to neighbours and what recurs below the same heading are not.
func TestAbout(t *testing.T) {
	t.Parallel()
	names := []string{"Amber Fjord", "Blue Harbour", "Cold Spring", "Dark Water", "Early Frost", "First Light", "Grey Morning", "High Tide"}
	advertisements := []string{"Lamps for long evenings, now at half their price", "Our readers recommend this armchair to everybody"}
	var pages []*page.Page
	for i, name := range names {
		next, after := (i+1)%len(names), (i+3)%len(names)
		pages = append(pages, &page.Page{URL: fmt.Sprintf("http://books.example/book/%d", i), Status: 200, Body: fmt.Appendf(nil, `<html><body><h1>%s</h1>
<dl><dt>Pages</dt><dd>%d</dd><dt>Published</dt><dd>%d</dd></dl>
<div class=more><h3>See also</h3><a href="/book/%d">%s</a><h3>More of this</h3><a href="/book/%d">%s</a></div>
<div class=ad><h3>Sponsored</h3><p>%s</p></div></body></html>`, name, 100+17*i, 1950+i, next, names[next], after, names[after], advertisements[i%2])})
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	about := map[string]float64{}
	for _, f := range table.Records()[0].Fields {
		about[f.Label] = f.About
	}
	for _, own := range []string{"Pages", "Published"} {
		for _, around := range []string{"See also", "More of this", "Sponsored"} {
			if about[around] == 0 || about[own] < .5 || about[around] >= about[own]*2/3 {
				t.Errorf("%s is about the entity by %v, %s by %v", own, about[own], around, about[around])
			}
		}
	}
}

func TestAddressForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"http://a.example/book/1", "http://a.example/book/22", true},
		{"http://a.example/emma", "http://a.example/persuasion", true},
		{"http://a.example/show.php?id=1", "http://a.example/show.php?id=2", true},
		{"http://a.example/show.php?id=1", "http://a.example/show.php?author=2", false},
		{"http://a.example/book/1", "http://a.example/author/1", false},
		{"http://a.example/book/1", "http://b.example/book/1", false},
		{"http://a.example/book/1.html", "http://a.example/book/1.pdf", false},
		{"http://a.example/book/1", "http://a.example/book/1/reviews", false},
		{"http://a.example/book/1", "http://[", false},
	} {
		if got := addressForm(c.a) == addressForm(c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
