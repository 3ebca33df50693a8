package extract

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestDrawnRows checks rows that begin or end with one of few texts, of which many pages have each: they are rows of a
// group, for a page has some twice, and the pages have them in any order.
func TestDrawnRows(t *testing.T) {
	t.Parallel()
	countries, media := strings.Fields("Spain Sweden France Norway Estonia Greece Poland Chile Peru Japan India Kenya Cuba Malta"), []string{"Cinema", "TV", "DVD"}
	var all [][][]string // by page
	for r := rand.New(rand.NewPCG(2, 0)); len(all) < 10; {
		var rows [][]string
		for range 2 + r.IntN(5) {
			rows = append(rows, []string{countries[r.IntN(len(countries))], fmt.Sprintf("%d.%d.%d", 1+r.IntN(28), 1+r.IntN(12), 1960+r.IntN(60)), media[r.IntN(len(media))]})
		}
		all = append(all, rows)
	}
	for name, form := range map[string]struct{ before, row, after string }{
		"cells":  {"<table>", "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", "</table>"},
		"blocks": {"<div class=dates>", "<div class=r><span class=c>%s</span><span class=d>%s</span><span class=m>%s</span></div>", "</div>"},
		"items":  {"<ul>", "<li><b>%s</b> <i>%s</i> <span>%s</span></li>", "</ul>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 10 {
				body := form.before
				for _, r := range all[i] {
					body += fmt.Sprintf(form.row, r[0], r[1], r[2])
				}
				pages = append(pages, document(fmt.Sprintf("http://films.example/%d", i), fmt.Sprintf("<h1>Film %d</h1><p>Studio: Studio %c</p><h2>Release dates</h2>%s%s", i, 'A'+i*5%11, body, form.after)))
			}
			table, err := Align(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range table.Records() {
				var got [][]string
				for _, g := range r.Groups {
					for _, row := range g.Rows {
						var texts []string
						for _, f := range row {
							for _, v := range f.Values {
								texts = append(texts, v.Text)
							}
						}
						got = append(got, texts)
					}
				}
				if want := all[i]; !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("page %d: %q, want %q; there is %s", i, got, want, strings.Join(r.Labels(), ", "))
				}
			}
		})
	}
}
