package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestValuesSetApart checks that values which come again on other pages label nothing, though each is set apart as labels are, in a
// paragraph with a class or in bold, and several of them stand below one heading.
func TestValuesSetApart(t *testing.T) {
	t.Parallel()
	colours := []string{"red", "grey", "black", "yellow", "white"}
	of := func(i int) []string {
		var out []string
		for k := range []int{1, 2, 3, 2, 1}[i%5] {
			out = append(out, colours[(i*i+k)%len(colours)])
		}
		return out
	}
	for name, c := range map[string]struct{ head, value string }{
		"paragraphs in sections": {`<section><h3>%s</h3>%s</section>`, `<p class="v">%s</p>`},
		"paragraphs in a row":    {`<h2 class="k">%s</h2>%s`, `<p class="v">%s</p>`},
		"bold paragraphs":        {`<div><h4>%s</h4>%s</div>`, `<p><b>%s</b></p>`},
		"bold boxes":             {`<div class="f"><h5>%s</h5>%s</div>`, `<div><strong>%s</strong></div>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			part := func(head string, values ...string) string {
				var out strings.Builder
				for _, v := range values {
					fmt.Fprintf(&out, c.value, v)
				}
				return fmt.Sprintf(c.head, head, out.String())
			}
			yards := []string{"Cork", "Graz", "Metz", "Oslo", "Riga", "Linz", "Pau"}
			for i := range 10 {
				body := fmt.Sprintf("<h1>Ship %c%d</h1>", 'A'+i, i) + part("Tonnage", fmt.Sprint(200+17*i))
				if i%4 > 0 {
					body += part("Rig", []string{"Full rig", "Full rig", "Barque"}[i%3])
				}
				body += part("Colours", of(i)...) + part("Yard", yards[i%7]) + part("Mast", fmt.Sprint(i%3+1, " of ", 30+i))
				pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), body))
			}
			_, table, err := Learn(pages, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range table.Records() {
				if got := r.Texts("Colours"); !slices.Equal(got, of(i)) {
					t.Errorf("page %d: colours %q, want %q", i, got, of(i))
				}
				if got := r.Texts("Rig"); i%4 > 0 && !slices.Equal(got, []string{[]string{"Full rig", "Full rig", "Barque"}[i%3]}) {
					t.Errorf("page %d: rig %q", i, got)
				}
			}
		})
	}
}
