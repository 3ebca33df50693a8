package extract

import (
	"fmt"
	"slices"
	"testing"

	"verde/page"
)

// What only leads to another place of the page is neither label nor value.
func TestMarks(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		notes := `<sup id="r1"><a href="#n1">[1]</a></sup>`
		lustre := ""
		if i%3 > 0 {
			lustre = fmt.Sprintf("<tr><th>Lustre%s</th><td>dull %d</td></tr>", notes, i)
		}
		pages = append(pages, document(fmt.Sprintf("http://stones.example/%d", i), fmt.Sprintf(`<h1>%cite<a class="anchor" href="#top">¶</a></h1>
<table><tr><th>Group%s</th><td>Group %c<sup><a href="#n2">2</a>, <a href="#n3">3</a></sup></td></tr>%s<tr><th>Formula</th><td>Zn%d</td></tr>
<tr><th>Chapter</th><td><a href="#c%d">%d</a></td></tr></table>`, 'A'+i, notes, 'A'+i, lustre, i+2, i, i+10)))
	}
	w, table, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range append(table.Records(), readAll(t, w, pages[6:])...) {
		want := map[string][]string{"Group": {fmt.Sprintf("Group %c", 'A'+i)}, "Formula": {fmt.Sprintf("Zn%d", i+2)}, "Chapter": {fmt.Sprint(i + 10)}}
		if i%3 > 0 {
			want["Lustre"] = []string{fmt.Sprintf("dull %d", i)}
		}
		for label, texts := range want {
			if got := r.Texts(label); !slices.Equal(got, texts) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, texts)
			}
		}
	}
}
