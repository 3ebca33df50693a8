package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestLeftover checks that template in the values of a column is told, with the column and a phrase, where there is as much as labels,
// and lowers the confidence in the column; and that running text, values with the same words, and sentences that are read are none.
func TestLeftover(t *testing.T) {
	t.Parallel()
	builders := []string{"Olsen", "Brown", "Ives", "the dockyard", "Kerr"}
	for _, x := range []struct {
		name, column string
		body         func(i int) string
	}{
		{"sentences in several wordings", "Story", func(i int) string {
			wordings := [][2]string{{"Her keel was laid in %d.", "She came from the slip of %s."}, {"They put her together in %d.", "Her drawings were made by %s."}}
			said := []string{fmt.Sprintf(wordings[i%2][0], 1860+7*i), fmt.Sprintf(wordings[i/2%2][1], builders[i%5]), fmt.Sprintf("We like her %s.", strings.Repeat("very ", i%3)+"much")}
			if i%3 == 0 {
				said[0], said[1] = said[1], said[0]
			}
			return "<h2>Story</h2><p>" + strings.Join(said, " ") + "</p><h2>Note</h2>"
		}},
		{"labels", "", func(i int) string {
			return fmt.Sprintf("<dl><dt>Year of the launch<dd>%d<dt>Name of the builder<dd>%s</dl>", 1860+7*i, builders[i%5])
		}},
		{"values with the same words", "", func(i int) string {
			return fmt.Sprintf("<dl><dt>Built<dd>%d by the yard in Hull<dt>Port<dd>%s</dl>", 1860+i%3, []string{"port of the Isle of Man", "Kiel"}[i%2])
		}},
		{"running text", "", func(i int) string {
			words := strings.Fields("sea wind of the in a ship that was old and had no mast then came to port with all hands on deck")
			text := ""
			for k := range 40 {
				text += words[(k*k+7*i+k*i)%len(words)] + " "
			}
			return "<h2>Story</h2><p>" + text + "</p><h2>Note</h2>"
		}},
	} {
		var pages []*page.Page
		for i := range 12 {
			pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1>%s<p>All ships</p>", i*i, x.body(i))))
		}
		w, _, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		left := w.Leftover()
		if x.column == "" {
			if len(left) > 0 {
				t.Errorf("%s: left %v, want nothing", x.name, left)
			}
			continue
		}
		if len(left) == 0 || left[0].Column != x.column || left[0].Share <= 0 || left[0].Share > 1 || left[0].Phrase == "" {
			t.Errorf("%s: left %v, want %s", x.name, left, x.column)
			continue
		}
		for _, c := range w.Columns {
			if sure := 1 - left[0].Share; c.Label == x.column && c.Confidence > sure {
				t.Errorf("%s: confidence %v, want at most %v", x.name, c.Confidence, sure)
			}
		}
	}
}
