package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestOrderedLines checks that lines which br elements end are told apart by their order alone, in one block of a page and in several,
// in running text, below a heading, and in the cells of rows; and that those of a list are not.
func TestOrderedLines(t *testing.T) {
	t.Parallel()
	lines := func(i, n int) []string {
		return []string{fmt.Sprintf("Firm %c", 'A'+(i*3+n)%23), fmt.Sprintf("Canal %c %d", 'A'+(i*7+n)%19, 10+i*5%80), fmt.Sprintf("%d Port %c", 10000+i*977+n, 'A'+i*5%11)}
	}
	for _, x := range []struct {
		form string
		most int // blocks on a page
	}{
		{"<p>%s</p><p>What is told of the firm at some length in a paragraph below is other text here.</p>", 1},
		{"<h2>Where</h2><p>%s</p>", 1}, {"<li>%s</li>", 4}, {"<p>%s</p>", 4}, {"<tr><td>%s</td><td>open</td></tr>", 4},
	} {
		var pages []*page.Page
		for i := range 15 {
			body := ""
			for n := range 1 + i%x.most {
				body += fmt.Sprintf(x.form, strings.Join(lines(i, n), "<br>"))
			}
			if strings.HasPrefix(body, "<tr>") {
				body = "<table>" + body + "</table>"
			}
			pages = append(pages, document(fmt.Sprintf("http://firms.example/%d", i), fmt.Sprintf("<h1>Page %d</h1>%s<p>Footer</p>", i, body)))
		}
		w, _, err := Learn(pages[:12], Options{})
		if err != nil {
			t.Fatal(err)
		}
		columns := make(map[string]int) // by the place of the line
		for i, r := range readAll(t, w, pages) {
			for place := range lines(i, 0) {
				var want []string
				for n := range 1 + i%x.most {
					want = append(want, lines(i, n)[place])
				}
				if slices.ContainsFunc(r.Labels(), func(label string) bool { return slices.Equal(r.Texts(label), want) }) {
					columns[fmt.Sprint(place)]++
				}
			}
		}
		for place := range lines(0, 0) {
			if n := columns[fmt.Sprint(place)]; n < len(pages) {
				t.Errorf("%s: line %d is a column on %d of %d pages", x.form, place+1, n, len(pages))
			}
		}
	}
}
