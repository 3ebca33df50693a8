package extract

import (
	"fmt"
	"strings"
	"testing"
)

// TestCounters checks rows of label and value that begin with a cell which counts or marks them. Some pages lack some
// rows, and each of several values has one with the label again.
func TestCounters(t *testing.T) {
	t.Parallel()
	number := func(form string) func(n int) string { return func(n int) string { return fmt.Sprintf(form, n) } }
	for name, form := range map[string]struct {
		before, row, after string
		count              func(n int) string
	}{
		"numbers":        {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>", number("%d")},
		"below headings": {"<table><tr><th>No.</th><th>Property</th><th>Value</th></tr>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>", number("%02d")},
		"headings":       {"<table>", "<tr><td>%s</td><th>%s</th><td>%s</td></tr>", "</table>", number("(%d)")},
		"blocks":         {"<div>", "<div class=row><span class=n>%s</span><span class=l>%s</span><span class=v>%s</span></div>", "</div>", number("#%d")},
		"letters":        {"<table>", "<tr><td>%s</td><td><b>%s</b></td><td>%s</td></tr>", "</table>", func(n int) string { return string(rune('a'+n-1)) + ")" }},
		"signs":          {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>", func(int) string { return "▸" }},
		"nothing":        {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>", func(int) string { return "" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLabelled(t, crews, func(i int) string {
				var b strings.Builder
				n := 0
				for _, x := range crews(i) {
					for _, v := range x.values {
						n++
						fmt.Fprintf(&b, form.row, form.count(n), x.label, v)
					}
				}
				return form.before + b.String() + form.after
			})
		})
	}
}

func TestCountedBy(t *testing.T) {
	t.Parallel()
	for texts, want := range map[string]bool{
		"1 2 3": true, "1. 3. 10.": true, "a) b) c)": true, "• • •": true, "1988 1990 2001": true,
		"3 1 2": false, "1 2 2": false, "Age Team Height": false, "10 9 8": false, "• 1 •": false,
	} {
		if got := countedBy(strings.Fields(texts)); got != want {
			t.Errorf("%q: %t, want %t", texts, got, want)
		}
	}
}
