package extract

import (
	"fmt"
	"strings"
	"testing"
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
