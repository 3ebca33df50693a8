package extract

import (
	"fmt"
	"testing"

	"verde/page"
)

// TestConfidenceOfDashes checks that a dash beside a value, which is none, adds nothing to the
// confidence in it.
func TestConfidenceOfDashes(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		rows := ""
		for n := range 4 {
			rows += fmt.Sprintf("<tr><td>19%d%d</td><td>%s</td></tr>", n, i, []string{"&ndash;", fmt.Sprintf("port %d", i*n), "&ndash;"}[(i+n)%3])
		}
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1><table><tr><th>Year</th><th>Port</th></tr>%s</table><p>All ships</p>", i, rows)))
	}
	w, _, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, r := range readAll(t, w, pages) {
		fields := r.Fields
		for _, g := range r.Groups {
			for _, row := range g.Rows {
				fields = append(fields, row...)
			}
		}
		for _, f := range fields {
			if read++; f.Confidence <= 0 || f.Confidence > 1 {
				t.Errorf("%s: confidence in %s %v is %v", r.URL, f.Label, f.Values, f.Confidence)
			}
		}
	}
	if read < len(pages) {
		t.Errorf("%d fields of %d pages", read, len(pages))
	}
}
