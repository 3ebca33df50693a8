package extract

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// TestTypes checks the types of columns, in the table and in the wrapper.
func TestTypes(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 5 {
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i),
			fmt.Sprintf("<h1>Thing %c</h1><table><tr><th>Weight</th><td>%d.5 kg</td></tr><tr><th>Price</th><td>$%d</td></tr></table>", 'A'+i, i, 10+i)))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]string{"Weight": {"mass", "kg"}, "Price": {"money", ""}, "h1": {"", ""}, "Thing": {"", ""}}
	ofTable, ofWrapper := make(map[string][2]string), make(map[string][2]string)
	for _, c := range table.Columns {
		if c.Kind.Data() {
			ofTable[c.Label] = [2]string{c.Type, c.Unit}
		}
	}
	for _, c := range w.Columns {
		if c.Kind.Data() {
			ofWrapper[c.Label] = [2]string{c.Type, c.Unit}
		}
	}
	if diff := cmp.Diff(want, ofTable); diff != "" {
		t.Errorf("table (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(want, ofWrapper); diff != "" {
		t.Errorf("wrapper (-want +got)\n%s", diff)
	}
}

// TestAria checks that a value is called what it is for those who can't see.
func TestAria(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 4 {
		pages = append(pages, document(fmt.Sprintf("http://things.example/%d", i),
			fmt.Sprintf(`<h1>Thing %c</h1><p aria-label="Rating">%d.5</p><hr><p><span id="l7">Sold by</span></p><hr><div><div><div><em aria-labelledby="l7">shop %d</em></div></div></div><a aria-label="more of %d">m%d</a>`, 'A'+i, i, i, i, i)))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("Rating"); len(got) != 1 || got[0] != fmt.Sprintf("%d.5", i) {
			t.Errorf("rating %q of %v", got, r.ByLabel())
		}
		if got := r.Texts("Sold by"); len(got) != 1 || got[0] != fmt.Sprintf("shop %d", i) {
			t.Errorf("seller %q of %v", got, r.ByLabel())
		}
		if r.Texts("more of 0") != nil {
			t.Errorf("what one page says names a column: %v", r.ByLabel())
		}
	}
}
