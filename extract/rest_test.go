package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/record"
)

// TestRest checks that what one page alone says below a heading of its own is the rest of its record, below that heading, of
// pages that the wrapper was learned on and of others; and that navigation and the words of the template are none of it.
func TestRest(t *testing.T) {
	t.Parallel()
	ship := func(i int, more string) *page.Page {
		body := fmt.Sprintf("<div><a>Home</a></div><div><a>Ships</a></div><div><a>Yards</a></div><h1>Ship %d</h1><h2>Facts</h2><table><tr><th>Built<td>%d<tr><th>Length<td>%d m</table>%s<div><small>All rights reserved</small></div>",
			i, 1860+7*i, 20+3*i, more)
		return document(fmt.Sprintf("http://ships.example/%d", i), body)
	}
	fire := "<h2>The fire</h2><div class=x><div><i>She burnt in 1871.</i></div><div><i>All hands were saved.</i></div></div><h2>Wreck</h2>"
	var pages []*page.Page
	for i := range 6 {
		more := ""
		if i == 3 {
			more = fire
		}
		pages = append(pages, ship(i, more))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rest := func(r *Record) []string {
		var out []string
		for _, f := range r.Rest {
			for _, v := range f.Values {
				out = append(out, f.Label+" = "+v.Text)
			}
		}
		return out
	}
	want := []string{"The fire = She burnt in 1871.", "The fire = All hands were saved.", " = Wreck"}
	for i, r := range table.Records() {
		if got := rest(&r); i == 3 && !slices.Equal(got, want) || i != 3 && got != nil {
			t.Errorf("page %d: rest %q", i, got)
		}
	}
	r, err := w.Extract(ship(9, strings.ReplaceAll(fire, "1871", "1904")))
	if err != nil {
		t.Fatal(err)
	}
	if got := rest(&r); len(got) != 3 || got[0] != "The fire = She burnt in 1904." {
		t.Errorf("a further page: rest %q", got)
	}
	if slices.ContainsFunc(r.Labels(), func(label string) bool { return label == "The fire" }) {
		t.Errorf("the rest is among the fields: %q", r.Labels())
	}
	if v := r.Rest[0].Values[0]; v.XPath == "" {
		t.Errorf("no XPath: %+v", v)
	}
	var d record.Doubt
	if d.Add(&r); d.Rest != 3 || d.RestPages != 1 {
		t.Errorf("%d texts of %d pages are told, want 3 of 1", d.Rest, d.RestPages)
	}
}

// TestRestHeading checks that a heading of the template that ends with a colon is no rest of a page that has nothing below it.
func TestRestHeading(t *testing.T) {
	t.Parallel()
	x := &compiled{frame: setOf([]string{"Notes"})}
	for text, want := range map[string]bool{"Notes": true, "Notes:": true, "Notes on it": false, "": false} {
		if got := x.inFrame(text); got != want {
			t.Errorf("%q is in the frame: %v, want %v", text, got, want)
		}
	}
}

// TestRestBound checks that the rest of a page is bounded, which the record says, and that what the frame of a wrapper keeps of long texts
// is known again.
func TestRestBound(t *testing.T) {
	t.Parallel()
	legal := strings.Repeat("All rights reserved, also those of the authors. ", 8)
	ship := func(i int, more string) *page.Page {
		return document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1><table><tr><th>Built<td>%d<tr><th>Length<td>%d m</table>%s", i, 1860+7*i, 20+3*i, more))
	}
	var pages []*page.Page
	for i := range 6 {
		pages = append(pages, ship(i, ""))
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Frame = []string{frameText(legal)}
	w.drop()
	var many strings.Builder
	for i := range 3 * maxRest / 100 {
		fmt.Fprintf(&many, "<div><p>Sighting %d %s</div>", i, strings.Repeat("x", 80))
	}
	for more, told := range map[string]bool{"<div><p>" + legal + "</div>": false, many.String(): true} {
		r, err := w.Extract(ship(9, more))
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, f := range r.Rest {
			for _, v := range f.Values {
				size += len(v.Text) + len(v.XPath)
			}
		}
		if (r.Partial != "") != told || size > maxRest+1000 || told != (size > maxRest/2) {
			t.Errorf("%d bytes of rest, partial %q", size, r.Partial)
		}
	}
}
