package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestListedValues checks that the values of a list in one text are given whole, and each of them, on pages that a
// wrapper was learned on and on others. Lists are told by a mark, or by commas and a word, after a label of any template.
// What has parts of its own, as a place with its country, is none.
func TestListedValues(t *testing.T) {
	t.Parallel()
	makers := []string{"Ada Moss", "Ben Hay", "Cleo Rye", "Dov Fern", "Eli Reed", "Fay Thorn", "Gil Oak", "Hua Pine", "Ivo Ash", "Joy Elm", "Kim Yew"}
	of := func(i int) []string {
		var out []string
		for k := range []int{1, 3, 2, 1, 4, 2, 3}[i%7] {
			out = append(out, fmt.Sprintf("%s %c.", makers[(i+k)%len(makers)], 'A'+i))
		}
		return out
	}
	places := []string{"Graz, Styria, Austria", "Linz, Austria", "Lyon, Rhône, France", "Metz, France", "Paris, France", "Wels, Austria", "Pau, Béarn, France"}
	and := func(values []string) string {
		last := len(values) - 1
		if last == 0 {
			return values[0]
		}
		return strings.Join(values[:last], ", ") + " and " + values[last]
	}
	for name, c := range map[string]struct {
		join func([]string) string
		page string
	}{
		"table, commas": {func(v []string) string { return strings.Join(v, ", ") }, "<table><tr><th>Makers<td>%s<tr><th>Place<td>%s<tr><th>Year<td>%d</table>"},
		"terms, dots":   {func(v []string) string { return strings.Join(v, " · ") }, "<dl><dt>Makers<dd>%s<dt>Place<dd>%s<dt>Year<dd>%d</dl>"},
		"tiles, a word": {and, "<div><p>%s</p><small>Makers</small></div><div><p>%s</p><small>Place</small></div><div><p>%d</p><small>Year</small></div>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*page.Page
			for i := range 18 {
				body := fmt.Sprintf("<h1>Chair %c%d</h1>"+c.page, 'A'+i, i, c.join(of(i)), places[i%len(places)], 1900+i)
				pages = append(pages, document(fmt.Sprintf("http://chairs.example/%d", i), body))
			}
			w, table, err := Learn(pages[:14], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range append(table.Records(), readAll(t, w, pages[14:])...) {
				if got, want := r.Texts("Makers, whole"), []string{c.join(of(i))}; !slices.Equal(got, want) {
					t.Errorf("page %d: whole %q, want %q", i, got, want)
				}
				if got, want := r.Texts("Makers"), of(i); !slices.Equal(got, want) {
					t.Errorf("page %d: each %q, want %q", i, got, want)
				}
				if got := r.Texts("Place, each"); got != nil {
					t.Errorf("page %d: places %q", i, got)
				}
			}
		})
	}
}
