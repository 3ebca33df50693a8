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

// TestParagraphsAreNoRows checks that a line with the maker and the year and paragraphs of sentences, which some pages have more of
// than others, are no rows of a group: no two of them are of the same several parts.
func TestParagraphsAreNoRows(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"The boat is": fmt.Sprint(8+i*7%30, ".5 m"), "Her mast is of": []string{"spruce", "carbon", "pine"}[i%3], "Rigs": []string{"ketch", "sloop", "yawl"}[i*2%3]}
	}
	checkFacts(t, facts, func(i int) string {
		f := facts(i)
		further := ""
		if i%3 > 0 {
			further = fmt.Sprintf("<p>Who has sailed with her in the year %d is told to have come back gladly.</p>", 1900+i)
		}
		return fmt.Sprintf("<p><span><a href=/y/%d>Yard %c</a></span> &middot; %d</p><p>The boat is <b>%s</b> long and built of planks. Her mast is of <b>%s</b>, as others are.</p>%s<p>Rigs: %s</p>",
			i*5%7, 'A'+i*5%7, 1950+i*3%60, f["The boat is"], f["Her mast is of"], further, f["Rigs"])
	})
}
