package pageeval

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/query"
)

// What a name heads is judged by its form, wherever on the page the name stands besides.
func TestHeaded(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	crumbs := `<ul class=crumbs><li><a href=/>Home</a><li><a href=/c>Cameras</a><li>Exilim EX-S12</ul>`
	sheet := `<table><tr><th>Maker<td>Casio<tr><th>Resolution<td>12 megapixels<tr><th>Optical zoom<td>3x<tr><th>Screen<td>2.7 inches
		<tr><th>Weight<td>112 g<tr><th>Memory<td>SD, SDHC<tr><th>Battery<td>NP-80<tr><th>Colour<td>black, silver, pink, green<tr><th>Movies<td>1280 x 720
		<tr><th>Sensitivity<td>ISO 64 to 1600<tr><th>Shutter<td>1/2 to 1/2000 s<tr><th>Interface<td>USB 2.0<tr><th>Released<td>January 2009<tr><th>Warranty<td>two years<tr><th>Dimensions<td>94 x 55 x 15 mm<tr><th>In the box<td>strap, cable, disc<tr><th>Storage<td>internal, 33 MB<tr><th>Flash<td>built in, automatic</table>`
	story := `<p>Last summer we took the little camera to the lake. It rained for a week and nobody wanted to leave the tent. When the sun came back we had forgotten that it was there.</p>
		<p>My brother found it again in October, at the bottom of a bag. He was not amused by what it had seen of him. We have decided to buy him a new one for his birthday.</p>`
	for name, test := range map[string]struct {
		html string
		ok   bool
		data bool
		tag  string
	}{
		"a data sheet":           {crumbs + `<div><h1>Exilim EX-S12</h1></div><div>` + sheet + `</div>`, true, true, "body"},
		"within a section":       {crumbs + `<section><h2>Exilim EX-S12</h2>` + sheet + `</section><p>All rights reserved.</p>`, true, true, "section"},
		"a story":                {crumbs + `<article><h1>Exilim EX-S12</h1>` + story + `</article>`, true, false, "article"},
		"no heading":             {`<div><b>Exilim EX-S12</b></div>` + sheet, true, true, "body"},
		"nothing after it":       {`<p>See also</p><h1>Exilim EX-S12</h1>`, false, false, ""},
		"another camera":         {`<h1>Exilim EX-S10</h1>` + sheet, false, false, ""},
		"a page of another name": {`<title>New cameras</title><h1>New cameras</h1><div><h3>Exilim EX-S12</h3>` + sheet + `</div>`, true, false, "div"},
	} {
		doc, err := html.Parse(strings.NewReader(test.html))
		if err != nil {
			t.Fatal(err)
		}
		f, ok := c.UnderHeading(doc, query.Query{Required: []query.Value{{Attribute: "name", Text: "Exilim EX-S12"}}})
		if ok != test.ok || ok && (f.Probability >= Threshold != test.data || f.Node.Data != test.tag) {
			t.Errorf("%s: %v, probability %.2f of %s %v", name, ok, f.Probability, f.XPath, f.Features)
		}
	}
	if _, ok := c.UnderHeading(&html.Node{}, query.Query{}); ok {
		t.Error("nothing heads something")
	}
}
