package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestGenericHeadRow checks that a table of labels and values is one of attributes though a
// row of headings stands above it, and that one of rows stays one.
func TestGenericHeadRow(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Beam", "Builder", "Home port", "Crew"}
	value := func(i, k int) string {
		if k%2 == 1 {
			return fmt.Sprintf("%d of %d", (i+3*k)%7, i)
		}
		return fmt.Sprintf("%c%c of old", 'p'+k, 'a'+i)
	}
	for _, form := range []struct{ head, row, end string }{
		{"<table><tr><th>Field</th><th>Value</th></tr>", "<tr><td>%s</td><td>%s</td></tr>", "</table>"},
		{"<table><thead><tr><th>Property</th><th>Details</th></tr></thead><tbody>", "<tr><th>%s</th><td>%s</td></tr>", "</tbody></table>"},
	} {
		var pages []*page.Page
		for i := range 10 {
			facts, voyages := form.head, ""
			for k, label := range labels {
				if (i+2*k)%5 > 0 {
					facts += fmt.Sprintf(form.row, label, value(i, k))
				}
			}
			for n := range 2 + i%4 {
				voyages += fmt.Sprintf("<tr><td>19%d%d</td><td>to harbour %d</td></tr>", n, i, i*n)
			}
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1>", i)+facts+form.end+
				"<h2>Log</h2><table class=log><tr><th>Year</th><th>Voyage</th></tr>"+voyages+"</table><p>All ships</p>"))
		}
		w, table, err := Learn(pages[:7], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[7:])...) {
			for k, label := range labels {
				var want []string
				if (i+2*k)%5 > 0 {
					want = []string{value(i, k)}
				}
				if got := r.Texts(label); !slices.Equal(got, want) {
					t.Errorf("%s page %d: %s is %q, want %q", form.head, i, label, got, want)
				}
			}
			if len(r.Groups) != 1 || len(r.Groups[0].Rows) != 2+i%4 || !strings.Contains(fmt.Sprint(r.Groups[0].Rows[0]), "Voyage") {
				t.Errorf("%s page %d: groups %v, want the %d voyages", form.head, i, r.Groups, 2+i%4)
			}
		}
	}
}
