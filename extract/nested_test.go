package extract

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"verde/page"
)

// TestPaired checks that the fields of what repeats stay paired where some rows
// lack one, on pages learned from and on others.
func TestPaired(t *testing.T) {
	t.Parallel()
	reviews := [][][2]string{ // by page: who, and a comment that may be missing
		{{"Ann", "fine"}, {"Ben", ""}, {"Cid", "too long"}},
		{{"Dot", ""}, {"Eve", "a joy"}, {"Fay", ""}, {"Gus", "dull"}},
		{{"Hal", "again"}, {"Ida", "never"}, {"Jim", ""}},
		{{"Kim", "so so"}, {"Lea", ""}, {"Max", "thin"}},
		{{"Ned", ""}, {"Ola", ""}, {"Pat", "loud"}},
	}
	var pages []*page.Page
	for i, rows := range reviews {
		body := fmt.Sprintf("<h1>Book %d</h1><h2>Reviews</h2><div>", i)
		for _, r := range rows {
			body += "<div class=review><b>" + r[0] + "</b>"
			if r[1] != "" {
				body += "<p class=said>" + r[1] + "</p>"
			}
			body += "<i>" + r[0] + "@mail.example</i></div>"
		}
		pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), body+"</div><h2>Imprint</h2>"))
	}
	w, table, err := Learn(pages[:4], Options{})
	if err != nil {
		t.Fatal(err)
	}
	last, err := w.Extract(pages[4])
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), last) {
		var who, said, mail []string
		for _, row := range reviews[i] {
			who, said, mail = append(who, row[0]), append(said, row[1]), append(mail, row[0]+"@mail.example")
		}
		lists := slices.Collect(maps.Values(r.Columns()))
		for _, want := range [][]string{who, said, mail} {
			if !slices.ContainsFunc(lists, func(got []string) bool { return slices.Equal(got, want) }) {
				t.Errorf("page %d: no column is %q: %q", i, want, lists)
			}
		}
	}
}

// TestFlags checks that a text which only some rows have is told for each.
func TestFlags(t *testing.T) {
	t.Parallel()
	offers := []string{"NON", "ONN", "NNOO", "ON", "NNN"} // N is new
	var pages []*page.Page
	for i, o := range offers {
		body := fmt.Sprintf("<h1>Book %d</h1><h2>Offers</h2><div>", i)
		for k, state := range o {
			body += fmt.Sprintf("<div class=offer><b>seller %d of %d</b>", k, i)
			if state == 'N' {
				body += "<i class=flag>new</i>"
			}
			body += fmt.Sprintf("<p>Price</p><p>$%d</p></div>", 10*i+k)
		}
		pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), body+"</div><h2>Imprint</h2>"))
	}
	w, table, err := Learn(pages[:4], Options{})
	if err != nil {
		t.Fatal(err)
	}
	last, err := w.Extract(pages[4])
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), last) {
		var want []string
		for _, state := range offers[i] {
			if state == 'N' {
				want = append(want, "new")
			} else {
				want = append(want, "")
			}
		}
		lists := slices.Collect(maps.Values(r.Columns()))
		if !slices.ContainsFunc(lists, func(got []string) bool { return slices.Equal(got, want) }) {
			t.Errorf("page %d: no column is %q: %q", i, want, r.Columns())
		}
		if got := r.Texts("Price"); len(got) != len(offers[i]) {
			t.Errorf("page %d: prices %q of %q", i, got, r.ByLabel())
		}
	}
}
