package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestLayouts checks that pages of two layouts in one frame are two templates, and that parts which pages lack, or a value
// that is a link on some pages, divide none.
func TestLayouts(t *testing.T) {
	t.Parallel()
	const frame = "<nav><a>Home</a> <b>Search</b></nav><h1>Thing %s</h1><p>About it</p>%s<footer><i>Made by us</i></footer>"
	table := func(i int, labels ...string) string {
		var b strings.Builder
		for k, label := range labels {
			fmt.Fprintf(&b, "<tr><th>%s</th><td>%d %c</td></tr>", label, 10*k+i, 'a'+i)
		}
		return "<table>" + b.String() + "</table>"
	}
	list := func(i int, labels ...string) string {
		var b strings.Builder
		for k, label := range labels {
			fmt.Fprintf(&b, "<li>%s: %d %c</li>", label, 10*k+i, 'a'+i)
		}
		return "<ul>" + b.String() + "</ul>"
	}
	for _, test := range []struct {
		name      string
		body      func(i int) string
		templates int
	}{
		{"two layouts", func(i int) string {
			if i%3 == 0 {
				return table(i, "Height", "Width", "Depth", "Weight")
			}
			return list(i, "Height", "Width", "Depth", "Weight")
		}, 2},
		{"two parts, of which pages lack one or both", func(i int) string {
			out := "<p>Height: <b>" + fmt.Sprint(i) + "</b></p>"
			if i%2 == 0 {
				out += table(i, "Height", "Width", "Depth", "Weight")
			}
			if i%3 == 0 {
				out += list(i, "First", "Second", "Third", "Fourth")
			}
			return out
		}, 1},
		{"a value that is a link on some pages", func(i int) string {
			value := fmt.Sprintf("%d %c", i, 'a'+i)
			if i%2 == 0 {
				value = "<a href=/x>" + value + "</a>"
			}
			return "<dl><dt>Height</dt><dd>" + value + "</dd></dl>"
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 12 {
				pages = append(pages, document(fmt.Sprintf("http://layouts.example/%d", i), fmt.Sprintf(frame, fmt.Sprintf("%c%d", 'q'-i, i), test.body(i))))
			}
			w, _, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if n := 1 + len(w.Others); n != test.templates {
				t.Errorf("%d templates, want %d", n, test.templates)
			}
		})
	}
}
