package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestConjunctions checks that a conjunction between the members of a list is none of them, and
// that the same words are values in cells, properties and lists of their own.
func TestConjunctions(t *testing.T) {
	t.Parallel()
	names := []string{"Ames", "Bell", "Cole", "Dunn", "Ekman", "Ford", "Gray", "Hale"}
	cast := func(i int) []string { return names[i%3 : i%3+2+i%2] }
	language := func(i int) []string { return []string{"en", "de", "fr", "es"}[i%4 : i%4+1] }
	spoken := func(i int) []string { return []string{"i", "en", "o", "pt", "fr", "e"}[i%3 : i%3+1+i%3] }
	reprint := func(i int) []string { return []string{"y", "n"}[i/2%2 : i/2%2+i%2] } // on every other page
	var pages []*page.Page
	for i := range 12 {
		again := ""
		if len(reprint(i)) > 0 {
			again = "<tr><td>Reprint<td>" + reprint(i)[0]
		}
		pages = append(pages, document(fmt.Sprintf("http://libro.example/%d", i), fmt.Sprintf(
			"<h1>Libro %d</h1><p>Reparto: <a href=/p>%s</a></p><table><tr><td>Language<td>%s%s</table><p>Grade <b itemprop=grade>%s</b></p><p><b>Spoken:</b></p><ul><li>%s</ul>",
			i, strings.Join(cast(i), "</a> y <a href=/p>"), language(i)[0], again, spoken(i)[0], strings.Join(spoken(i), "<li>"))))
	}
	w, table, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[8:])...) {
		for label, want := range map[string][]string{"Reparto": cast(i), "Language": language(i), "Reprint": reprint(i), "Grade": spoken(i)[:1], "Spoken": spoken(i)} {
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s %q, want %q, of %q", i, label, got, want, r.Labels())
			}
		}
	}
}

// TestTakesTurns checks that a value that most pages share is none of the template where the
// others have another one in its place, though it is set apart as labels are and what stands before it comes and goes.
func TestTakesTurns(t *testing.T) {
	t.Parallel()
	value := func(i int) string {
		if i%4 == 3 {
			return []string{"Scrapped", "Laid up"}[i/4%2]
		}
		return "In service"
	}
	var pages []*page.Page
	for i := range 12 {
		owner := ""
		if i%2 == 0 {
			owner = fmt.Sprintf("<p class=owner>Line %d</p>", i)
		}
		pages = append(pages, document(fmt.Sprintf("http://ship.example/%d", i), fmt.Sprintf(
			"<h1>Ship %d</h1>%s<p class=status>%s</p><p class=port>Port %d</p><p>Ships &amp; more</p>", i, owner, value(i), 3*i)))
	}
	w, table, err := Learn(pages[:8], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[8:])...) {
		if got, want := r.Texts("status"), []string{value(i)}; !slices.Equal(got, want) {
			t.Errorf("page %d: status %q, want %q, of %q", i, got, want, r.Labels())
		}
	}
}

// TestUsualMember checks that what nearly all pages have among several values is one of these.
func TestUsualMember(t *testing.T) {
	t.Parallel()
	others := []string{"Danish", "Irish", "Latvian", "Maltese", "Basque"}
	for name, c := range map[string]struct {
		page, between string
		lack          int // one page of so many lacks the usual one
	}{
		"terms":           {"<dl><dt>Year<dd>%d<dt>Languages<dd>%s</dl>", "<dd>", 9},
		"inline elements": {"<p><b>Year</b> <i>%d</i></p><p><b>Languages</b> <i>%s</i></p>", "</i> <i>", 9},
		"lines":           {"<table><tr><th>Year<td>%d<tr><th>Languages<td>%s</table>", "<br>", 9},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			var want [][]string
			for i := range 18 {
				var of []string
				if i%c.lack != c.lack-1 {
					of = append(of, "English")
				}
				for k := range 1 + i%3 {
					of = append(of, others[(i+k)%len(others)])
				}
				want = append(want, of)
				pages = append(pages, document(fmt.Sprintf("http://books.example/%d", i), fmt.Sprintf("<h1>Book %c</h1>"+c.page, 'A'+i, 1900+i, strings.Join(of, c.between))))
			}
			w, table, err := Learn(pages[:14], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[14:])...) {
				if got := r.Texts("Languages"); !slices.Equal(got, want[i]) {
					t.Errorf("page %d: %q, want %q", i, got, want[i])
				}
			}
		})
	}
}
