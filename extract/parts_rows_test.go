package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestRowsOfParts checks lists of parts below a heading, beside rows of facts: they are rows of a group,
// whatever their first cell counts by, whether or not the facts are marked up as they are, and whether what they
// consist of stands in blocks or in a line.
func TestRowsOfParts(t *testing.T) {
	t.Parallel()
	words := []string{"River", "Stone", "Night", "Harbour", "Glass", "Winter", "Ember", "Salt", "Meadow", "Lantern", "Arrow", "Quarry", "Violet"}
	title := func(i, k int) string {
		return words[(i*5+k*3)%13] + " " + words[(i*7+k*11+4)%13] + fmt.Sprint(" ", i*9+k)
	}
	length := func(i, k int) string { return fmt.Sprintf("%d:%02d", 2+(i+k)%5, (i*17+k*23)%60) }
	code := func(k int) string { return fmt.Sprintf("%c%d", 'A'+k/4, 1+k%4) }
	for name, form := range map[string]struct{ fact, before, after, head, row string }{
		"codes in cells":      {"<tr><th>%s</th><td>%s</td></tr>", "<table>", "</table>", "<h3>Parts</h3><table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>"},
		"blocks as of facts":  {"<div class=r><div class=c>%s</div><div class=c>%s</div></div>", "<div>", "</div>", "<h3>Parts</h3><div>", "<div class=r><div class=c>%s</div><div class=c>%s</div><div class=c>%s</div></div>"},
		"blocks of their own": {"<div class=r><div class=c>%s</div><div class=c>%s</div></div>", "<div>", "</div>", "<h3>Parts</h3><div>", "<div class=q><div class=c>%s</div><div class=c>%s</div><div class=c>%s</div></div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 18 {
				body := fmt.Sprintf("<title>Work %d</title><h1>Work %[1]d</h1>", i) + form.before
				for _, x := range boats(i) {
					body += fmt.Sprintf(form.fact, x.label, x.values[0])
				}
				body += form.after + form.head
				for k := range 4 + i%5 {
					body += fmt.Sprintf(form.row, code(k), title(i, k), length(i, k))
				}
				pages = append(pages, document(fmt.Sprintf("http://works.example/%d", i), body+form.after+"<h3>Notes</h3><p>What somebody said of it, "+title(i, 30)+"</p>"))
			}
			w, table, err := Learn(pages[:12], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[12:])) {
				var want []string
				for k := range 4 + i%5 {
					want = append(want, title(i, k))
				}
				found := false
				for _, label := range r.Labels() {
					found = found || slices.Equal(r.Texts(label), want)
				}
				if !found {
					t.Errorf("page %d: no column is %q; there is %q", i, want, r.ByLabel())
				}
			}
		})
	}
}
