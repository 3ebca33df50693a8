package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestOwnNames checks that classes which name the page, or say the value again, do not
// scatter a field over columns, on learned and on other pages.
func TestOwnNames(t *testing.T) {
	t.Parallel()
	kinds := []string{"Fire", "Water", "Grass", "Rock", "Ice", "Steel", "Dark", "Bug"}
	var pages []*page.Page
	for i := range kinds {
		pages = append(pages, document(fmt.Sprintf("http://kinds.example/%d", i), fmt.Sprintf(
			"<div class='skin page-%d'><h1>Being %d</h1><p><span class='type type-%s'>%s</span></p><p class='note'>seen %d times</p></div>", i, i, kinds[i/2], kinds[i/2], 10+i)))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		for label, want := range map[string]string{"type": kinds[i/2], "note": fmt.Sprintf("seen %d times", 10+i)} {
			if got := r.Texts(label); !slices.Equal(got, []string{want}) {
				t.Errorf("page %d: %s is %q, want %q; record %v", i, label, got, want, r.ByLabel())
			}
		}
	}
}

// TestClassesOfLists checks that a list is one column of all its values, whether their classes
// count them or change from page to page, and that classes which tell facts apart do so.
func TestClassesOfLists(t *testing.T) {
	t.Parallel()
	pool := strings.Fields("steel brick granite oak concrete iron clay slate lead zinc glass ash beech birch copper flint turf straw reed tile thatch lime marl bronze")
	values := func(i, of int) []string { return pool[(i*3+of*5)%19:][:1+(i*3+of)%4] }
	for name, class := range map[string]func(page, k int) string{
		"none":      func(int, int) string { return "" },
		"odd, even": func(_, k int) string { return "v " + []string{"odd", "even"}[k%2] },
		"of a text": func(page, k int) string { return fmt.Sprintf("id%d", 31*page+k) },
	} {
		for _, form := range []struct{ label, before, value, behind string }{
			{"<h4>%s</h4>", "<div>", "<a href=/x class='%s'>%s</a>", "</div>"},
			{"<div class=l>%s</div>", "", "<div class='%s'>%s</div>", ""},
			{"<tr><th>%s</th>", "<td>", "<span class='%s'>%s</span> ", "</td></tr>"},
		} {
			var pages []*page.Page
			for i := range 24 {
				body := fmt.Sprintf("<h1>Thing %d</h1>", i)
				for k, label := range []string{"Walls", "Roof", "Floor"} {
					if k == i%5 {
						continue
					}
					body += fmt.Sprintf(form.label, label) + form.before
					for n, v := range values(i, k) {
						body += fmt.Sprintf(form.value, class(i, n), v)
					}
					body += form.behind
				}
				if strings.HasPrefix(form.label, "<tr>") {
					body = "<table>" + body + "</table>"
				}
				pages = append(pages, document(fmt.Sprintf("http://walls.example/%d", i), body+"<p>Footer</p>"))
			}
			w, table, err := Learn(pages[:16], Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range slices.Concat(table.Records(), readAll(t, w, pages[16:])) {
				for k, label := range []string{"Walls", "Roof", "Floor"} {
					want := values(i, k)
					if k == i%5 {
						want = nil
					}
					if got := r.Texts(label); !slices.Equal(got, want) {
						t.Errorf("%s, %s: page %d: %s is %q, want %q, of %q", name, form.value, i, label, got, want, r.Labels())
					}
				}
			}
		}
	}
}
