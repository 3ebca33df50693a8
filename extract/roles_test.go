package extract

import (
	"fmt"
	"testing"

	"verde/page"
)

// TestCellAmidCells checks that a th between td cells is a value, though many pages share it, and labels nothing; and that
// one at the edge of its row labels it.
func TestCellAmidCells(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	chapter := func(i int) string { return []string{"Opcodes of the orchestra", "Statements of the score"}[max(0, i%4-2)] }
	for i := range 12 {
		pages = append(pages, document(fmt.Sprint("http://opcodes.example/", i), fmt.Sprintf("<table><tr><td><a href=%d>Prev</a></td><th>%s</th><td><a href=%d>Next</a></td></tr></table>"+
			"<h2>opcode%[4]d</h2><p>What the opcode number %[4]d does.</p><table><tr><th>Rate</th><td>%[5]d Hz</td></tr><tr><th>Author</th><td>Ann %[4]d</td></tr></table>", i-1, chapter(i), i+1, i, 7*i)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		of := map[string]string{}
		for _, f := range r.Fields {
			for _, v := range f.Values {
				of[v.Text] = f.Label
			}
		}
		if of[chapter(i)] == "" || of["Next"] != "" || of[fmt.Sprint(7*i, " Hz")] != "Rate" || of[fmt.Sprint("Ann ", i)] != "Author" {
			t.Errorf("%s: %q", r.URL, of)
		}
	}
}
