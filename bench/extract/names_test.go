package extract

import (
	"testing"

	"verde/page"
)

// A name is one that most pages show or mark, and no class, id or number.
func TestOriginOf(t *testing.T) {
	t.Parallel()
	var on []*words
	for _, body := range []string{
		`<meta name=twitter:title content=x><meta property=og:image content=x><script type="application/ld+json">{"author": {"jobTitle": "x"}}</script><p class=price>Pages: 12</p><dt>ISBN</dt><dd itemprop=isbn13>1</dd><h2>Offers</h2><p>Published 1999</p><td>2026-04-11</td>`,
		`<meta name=twitter:title content=y><meta property=og:image content=y><script type="application/ld+json">{"author": {"jobTitle": "y"}}</script><p class=price>Pages：7</p><dt>ISBN:</dt><dd itemprop=isbn13>2</dd><h2>offers</h2><p>Published 2001</p><td>2026-04-12</td>`,
	} {
		w, err := wordsOf(&page.Page{URL: "http://a.example/", Status: 200, Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		on = append(on, w)
	}
	for label, want := range map[string]origin{
		"Pages": byText, "ISBN": byText, "ISBN 2": byText, "Offers": byText, "Published": byText, "isbn13": byMachines, "json-ld:author.jobTitle": byMachines, "meta:twitter:title": byMachines, "meta:twitter:image": byNothing,
		"name": byHeading, "title 2": byHeading, "price": byNothing, "2026-04-11": byNothing, "c12": byNothing, "Pub": byNothing, "Pages, part": byText, "Pages 2, part 2": byText, "image": byMachines,
		"ISBN (Offers)": byText, "Pages (offers) 2": byText, "ISBN (Prices)": byNothing, "c12 (Offers)": byNothing,
	} {
		if got := originOf(label, false, on); got != want {
			t.Errorf("%s: %d, want %d", label, got, want)
		}
	}
	for label, want := range map[string]origin{"1999": byNothing, "ages": byNothing, "Published": byText} {
		if got := originOf(label, true, on); got != want {
			t.Errorf("part %s: %d, want %d", label, got, want)
		}
	}
}
