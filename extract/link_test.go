package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/record"
)

// TestLinkedOrNot checks that values of one field of which some are links, as only those have pages, are one column,
// in items and in lines, on pages that a wrapper was learned on and others; and that a trail, whose last step is no link, is
// told from it.
func TestLinkedOrNot(t *testing.T) {
	t.Parallel()
	names := []string{"Ada Moss", "Ben Hay", "Cleo Rye", "Dov Fern", "Eli Reed", "Fay Thorn", "Gil Oak"}
	of := func(i int) (all []string, marked []string) {
		for k := range []int{1, 3, 2, 1, 4, 2, 3}[i%7] {
			name := names[(i*3+k*2)%len(names)]
			all = append(all, name)
			if (i+k)%2 == 0 {
				name = "<a href='/" + fmt.Sprint(i, k) + "'>" + name + "</a>"
			}
			marked = append(marked, name)
		}
		return all, marked
	}
	for name, c := range map[string]struct{ page, between string }{
		"terms":           {"<dl><dt>Crew<dd>%s<dt>Port<dd>%s</dl>", "<dd>"},
		"lines of a cell": {"<table><tr><th>Crew<td>%s<tr><th>Port<td>%s</table>", "<br>"},
		"blocks":          {"<div><div>Crew</div><div>%s</div></div><div><div>Port</div><div>%s</div></div>", "</div><div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 15 {
				_, crew := of(i)
				body := fmt.Sprintf("<ul><li><a href=/>Home</a><li><a href=/%d>Yard %d</a><li>Ship %c</ul><h1>Ship %[3]c</h1>"+c.page, i%3, i%3, 'A'+i, strings.Join(crew, c.between), []string{"Kiel", "Bari", "Riga", "Cork"}[i%4])
				pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), body))
			}
			w, table, err := Learn(pages[:11], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[11:])...) {
				want, _ := of(i)
				if got := r.Texts("Crew"); !slices.Equal(got, want) {
					t.Errorf("page %d: %q, want %q", i, got, want)
				}
				if yard := fmt.Sprintf("Yard %d", i%3); !slices.ContainsFunc(r.Fields, func(f record.Field) bool {
					return len(f.Values) == 1 && f.Values[0].Text == yard
				}) {
					t.Errorf("page %d: no column has %s alone", i, yard)
				}
				for _, f := range r.Fields {
					for _, v := range f.Values {
						if linked := v.Href != ""; f.Label == "Crew" && linked != ((i+slices.Index(want, v.Text))%2 == 0) {
							t.Errorf("page %d: %s has link %q", i, v.Text, v.Href)
						}
					}
				}
			}
		})
	}
}
