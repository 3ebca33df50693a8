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
