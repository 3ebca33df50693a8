package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// TestQuantities checks that a number and a unit in markup of its own are one value below their label, whatever stands
// in its other places, on learned and on other pages; and that a unit with nothing else by it stays the label.
func TestQuantities(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		quantity, field string // how the number is written, and a field with its label and value
		below           bool   // the label is below the value
		label, want     string
	}{
		"tiles, unit within": {"%d <small>km</small>", "<div class=t><b>%s</b><span>%s</span></div>", true, "Range", "%d km"},
		"table":              {"<span>%d</span> <span>km</span>", "<table><tr><th>%s<td>%s</table>", false, "Range", "%d km"},
		"terms":              {"%d <abbr>km</abbr>", "<dl><dt>%s<dd>%s</dl>", false, "Range", "%d km"},
		"the unit is all":    {"%d", "<div class=t><b>%s</b><span>%s</span></div>", true, "minutes", "%d"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 9 {
				body := fmt.Sprintf("<h1>Glider %c%d</h1><div>", 'A'+i, i)
				for k, x := range [][2]string{{"Maker", fmt.Sprintf("Maker %c", 'K'+i)}, {c.label, fmt.Sprintf(c.quantity, 310+7*i)}, {"Seats", fmt.Sprint(1 + i%4)}, {"Built", fmt.Sprint(1950 + 3*i)}} {
					if c.below {
						x[0], x[1] = x[1], x[0]
					}
					if k != 2 || i%5 > 0 {
						body += fmt.Sprintf(c.field, x[0], x[1])
					}
				}
				pages = append(pages, document(fmt.Sprintf("http://gliders.example/%d", i), body+"</div><p>Back to the list</p>"))
			}
			w, table, err := Learn(pages[:6], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
				if got, want := r.Texts(c.label), []string{fmt.Sprintf(c.want, 310+7*i)}; !slices.Equal(got, want) {
					t.Errorf("page %d: %s is %q, want %q", i, c.label, got, want)
				}
			}
		})
	}
}
