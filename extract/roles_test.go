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
	chapter := func(i int) string {
		return []string{"Opcodes of the orchestra", "Statements of the score"}[max(0, i%4-2)]
	}
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

// TestSeparatorsLabelNothing checks that what all pages have behind a bar or a bracket is no value, as it would be behind a label.
func TestSeparatorsLabelNothing(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 10 {
		kind := []string{"Raster", "Vector", "Display"}[i%3]
		pages = append(pages, document(fmt.Sprint("http://modules.example/", i), fmt.Sprintf("<h1>module%[1]d</h1><p>What module %[1]d does.</p>"+
			"<p>Source: <a href=%[1]d.c>module%[1]d.c</a> (<a href=%[1]d.log>history</a>)</p><p>Changed: <b>%[2]d May</b></p>"+
			"<p><a href=m>Main index</a> | <a href=%[3]s>%[3]s index</a> | <a href=t>Topics index</a> | <a href=k>Keywords index</a> | <a href=f>Full index</a></p>", i, 1+i*7%31, kind)))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		if got := r.Texts("Source"); len(got) != 1 || got[0] != fmt.Sprintf("module%d.c", i) {
			t.Errorf("%s: source is %q", r.URL, got)
		}
		for _, f := range r.Fields {
			for _, v := range f.Values {
				if v.Text == "history" || v.Text == "Topics index" || v.Text == "Full index" {
					t.Errorf("%s: %s is %q", r.URL, f.Label, v.Text)
				}
			}
		}
	}
}
