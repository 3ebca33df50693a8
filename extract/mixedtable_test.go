package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestLinesAndRowsInOneMarkup checks pages of a shop whose lists of features and tables of specifications have the same markup, apart from the
// IDs that number the rows: lines of one text below a heading are no evidence against the labels below another. A label that two pages have
// is one as well where most rows begin with labels, and so is one that is below the other heading, too.
func TestLinesAndRowsInOneMarkup(t *testing.T) {
	t.Parallel()
	labels := []string{"Battery Life", "Screen Size", "Sensor", "Weight", "Image Formats", "Zoom", "Mount"}
	has := func(i, k int) bool { return i%3 > 0 && (k < 2 || k == 6 && i < 3 || k < 6 && (i+k)%4 > 0) }
	value := func(i, k int) string { return fmt.Sprintf("%d units %c", 100+13*i*(k+2), 'p'+k) }
	var pages []*page.Page
	for i := range 12 {
		var lines, rows strings.Builder
		for n := range 3 + i%3 {
			fmt.Fprintf(&lines, "<tr><td><i></i></td><td>Line %d speaks of the matter %d at length</td></tr>", n, 7*i+n)
		}
		for k, label := range labels {
			if has(i, k) {
				fmt.Fprintf(&rows, "<tr><td><i></i></td><td id=spec%d_name>%s</td><td id=spec%[1]d_value>%[3]s</td></tr>", strings.Count(rows.String(), "<tr>"), label, value(i, k))
			}
		}
		if i == 4 || i == 8 { // these have a table below the first heading, too
			lines.Reset()
			for n, k := range []int{0, 3, 1} {
				fmt.Fprintf(&lines, "<tr><td><i></i></td><td id=feature%d_name>%s</td><td id=feature%[1]d_value>%[3]s</td></tr>", n, labels[k], value(i, k))
			}
		}
		body := fmt.Sprintf("<title>Camera %d</title><h1>Camera %[1]d</h1><div><b>Features</b></div><table>%s</table><div><b>Tech Specs</b></div><table>%s</table><p>All cameras</p>", 31*i, &lines, &rows)
		pages = append(pages, document(fmt.Sprintf("http://cameras.example/%d", i), body))
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range readAll(t, w, pages) {
		got := make(map[string]string)
		for _, f := range r.Fields {
			got[f.Label] = f.Values[0].Text
		}
		for k, label := range labels {
			if want := value(i, k); has(i, k) && got[label] != want {
				t.Errorf("camera %d: %s = %q, want %q", i, label, got[label], want)
			}
		}
	}
}
