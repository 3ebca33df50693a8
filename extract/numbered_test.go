package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestNumberedRows checks rows of label and value that begin with a cell which numbers them. Some pages lack some rows.
func TestNumberedRows(t *testing.T) {
	t.Parallel()
	number := func(form string) func(n int) string { return func(n int) string { return fmt.Sprintf(form, n) } }
	for name, form := range map[string]struct {
		before, row string
		count       func(n int) string
	}{
		"numbers":  {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", number("%d")},
		"headings": {"<table>", "<tr><td>%s</td><th>%s</th><td>%s</td></tr>", number("(%d)")},
		"tags":     {"<table>", "<tr><td class=tag>%s</td><td>%s</td><td>%s</td></tr>", func(n int) string { return fmt.Sprint([]int{245, 1}[n/9%2] + n) }},
		"again":    {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", func(n int) string { return fmt.Sprint(245 + n/2) }},
		"nothing":  {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", func(int) string { return "" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, boats, func(i int) string {
				var b strings.Builder
				n := 0
				for _, x := range boats(i) {
					n++
					fmt.Fprintf(&b, form.row, form.count(n), x.label, x.values[0])
				}
				return form.before + b.String() + "</table>"
			})
		})
	}
}

// TestNumbersAboveLabels checks that numbers before labels are values where no value stands behind, whatever one row has there.
func TestNumbersAboveLabels(t *testing.T) {
	t.Parallel()
	labels := []string{"Reviews", "Photos", "Fans", "Followers"}
	value := func(i, k int) string { return fmt.Sprint(3 + (i*7+k*13)%90 + k/3*100) }
	var pages []*page.Page
	for i := range 12 {
		body := fmt.Sprintf("<h1>Person %c</h1><table>", 'A'+i)
		for k, label := range labels {
			body += fmt.Sprintf("<tr><td>%s</td><td>%s</td>%s</tr>", value(i, k), label, strings.Repeat("<td>all</td>", k/3))
		}
		pages = append(pages, document(fmt.Sprintf("http://persons.example/%d", i), body+"</table>"))
	}
	for i, r := range mostLearned(t, pages) {
		for k, label := range labels[:3] {
			if got := r.Texts(label); !slices.Equal(got, []string{value(i, k)}) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, value(i, k))
			}
		}
	}
}
