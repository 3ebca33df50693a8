package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestRecordRows checks that rows of two kinds in turn, a function and below it what it is for, are rows of a group, though each
// is unlike the one before it.
func TestRecordRows(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 10 {
		var rows strings.Builder
		for n := range 3 + i%4 {
			fmt.Fprintf(&rows, "<tr><td class=type>%s<td class=name><a href=#f%d>f%d</a> <i>(%c)</i>", []string{"void", "int"}[(i+n)%2], n, 10*i+n, 'p'+(i+n)%5)
			fmt.Fprintf(&rows, "<tr><td class=description colspan=2>Asks for %d. <a href=#f%d>More</a>", 10*i+n, n)
		}
		pages = append(pages, document(fmt.Sprintf("http://classes.example/%d", i), fmt.Sprintf("<h1>Class %c%d</h1><h2>Functions</h2><table>%s</table><p>Since %d</p>", 'a'+i, i, &rows, 2+i)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Functions: void f0 (p); Asks for 0. More; int f1 (q); Asks for 1. More; void f2 (r); Asks for 2. More"
	if got := cardsOf(table.Records()[0]); got != want {
		t.Errorf("the rows are\n%s\nwant\n%s", got, want)
	}
}
