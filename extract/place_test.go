package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/antchfx/htmlquery"
	"github.com/antchfx/xpath"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
	"verde/page"
	"verde/record"
	"verde/values"
)

// shown is the text within nodes, white space folded, a br for white space.
func shown(nodes []*html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.DataAtom == atom.Br:
			b.WriteByte(' ')
		case leaves.Unread(n):
			return
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	return values.FoldOnly(b.String(), values.Space)
}

// within compares what is at a place with a value: all of it, or the part from the
// offset on. Between nodes, blanks are the reader's.
func within(v *record.Value, text string, nodes int) bool {
	if nodes > 1 || v.Offset == 0 && len(text) != len(v.Text) {
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		return strings.Contains(squeeze(text), squeeze(v.Text))
	}
	runes := []rune(text)
	return v.Offset <= len(runes) && strings.HasPrefix(string(runes[v.Offset:]), v.Text)
}

// checkPlaces checks that every value stands where a record says, in the tree that
// browsers build of a page and in one without the rows' bodies.
func checkPlaces(t *testing.T, root *html.Node, r *Record) {
	t.Helper()
	check := func(tree string) {
		for f := range r.All {
			for i := range f.Values {
				v := &f.Values[i]
				if v.XPath == "" && v.Key != "" {
					continue
				}
				if v.XPath == "" {
					t.Errorf("%s: %s: %q has no place", r.URL, f.Label, v.Text)
					continue
				}
				expr, err := xpath.Compile(v.XPath)
				if err != nil {
					t.Errorf("%s: %s: %s: %v", r.URL, f.Label, v.XPath, err)
					continue
				}
				nodes := htmlquery.QuerySelectorAll(root, expr)
				if len(nodes) != strings.Count(v.XPath, " | ")+1 {
					t.Errorf("%s, %s: %s: %d nodes at %s", r.URL, tree, f.Label, len(nodes), v.XPath)
					continue
				}
				if v.Key != "" {
					continue // markup that holds it
				}
				if text := shown(nodes); v.Src != "" && strings.HasSuffix(v.Src, text) {
					continue // an address, which is relative on the page
				} else if !within(v, text, len(nodes)) {
					t.Errorf("%s, %s: %s: %q is said to be at %s (%d), where %q is", r.URL, tree, f.Label, v.Text, v.XPath, v.Offset, text)
				}
			}
		}
	}
	check("as browsers have it")
	unwrap(root)
	check("without tbody")
}

// unwrap puts the rows of tables in the place of their tbody elements, as parsers do
// that add none.
func unwrap(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		unwrap(child)
		if child.DataAtom == atom.Tbody {
			for row := child.FirstChild; row != nil; row = child.FirstChild {
				child.RemoveChild(row)
				n.InsertBefore(row, child)
			}
			n.RemoveChild(child)
		}
		child = next
	}
}

// TestPlacesInTables checks places in tables: with and without a head, in tables
// within tables, of pages that write tbody and of pages that do not.
func TestPlacesInTables(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"no tbody":         `<table><tr><th>Author</th><td>Ada %[1]d</td></tr><tr><th>Year</th><td>19%[1]d0</td></tr></table>`,
		"tbody":            `<table><tbody><tr><th>Author</th><td>Ada %[1]d</td></tr></tbody><tbody><tr><th>Year</th><td>19%[1]d0</td></tr></tbody></table>`,
		"head and body":    `<table><thead><tr><th>Author</th><th>Year</th></tr></thead><tr><td>Ada %[1]d</td><td>19%[1]d0</td></tr></table>`,
		"table in a table": `<table><tr><td><table><tr><td>Logo</td></tr><tr><td>Menu</td></tr></table></td></tr><tr><td><table><tr><th>Author</th><td>Ada %[1]d</td></tr><tr><th>Year</th><td><b>19%[1]d0</b></td></tr></table></td></tr></table>`,
	} {
		pages := pagesOf(body, 5)
		w, table, err := Learn(pages[:4], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages[4:])...) {
			root, err := pages[i].Parse()
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, root, &r)
			if got := r.Value("Author"); got != fmt.Sprintf("Ada %d", i) {
				t.Errorf("%s: author %q of %v", name, got, r.ByLabel())
			}
			if strings.Contains(r.Fields[0].Values[0].XPath, "tbody") {
				t.Errorf("%s: %s", name, r.Fields[0].Values[0].XPath)
			}
		}
	}
}

// pagesOf are pages of a body with their number in it.
func pagesOf(body string, n int) []*page.Page {
	var out []*page.Page
	for i := range n {
		text := body
		if strings.Contains(body, "%") {
			text = fmt.Sprintf(body, i)
		}
		out = append(out, document(fmt.Sprintf("http://books.example/%d", i), text))
	}
	return out
}

// TestPlaces checks that a value is said to be where it is: in several text nodes, in
// the middle of one, in elements with a colon in their names.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body, value, xpath string
		offset             int
	}{
		{"<p><a href=/x>Ada %d</a> wrote this book when she was young and poor.</p>", "Ada", "/html/body/p[1]", 0},
		{"<p>Written by: nobody at all, says <b>Ada %d</b>, who had it from her own father.</p>", "nobody", "/html/body/p[1]", 12},
		{"<p><i>By:</i> <a href=/x>Ada %d</a> and others, who wrote it in a year or two.</p>", "Ada", "/html/body/p[1]/a[1]/text()[1] | /html/body/p[1]/text()[2]", 0},
		{"<div>Größe: <b>no</b></div><div>Author: Ada %d</div>", "Ada", "/html/body/div[2]/text()[1]", 8},
		{"<div><o:p>Ada %d</o:p></div>", "Ada", `/html/body/div[1]/*[name()="o:p"][1]/text()[1]`, 0},
		{`<p>x<sup>2</sup> is <math><mi>Ada %d</mi></math>`, "Ada", `/html/body/p[1]/*[local-name()="math"][1]/*[local-name()="mi"][1]/text()[1]`, 0},
		{`<a"b'c>Ada %d`, "Ada", `/html/body/*[name()=concat("a",'"',"b'c")][1]/text()[1]`, 0},
	} {
		pages := pagesOf(tt.body, 4)
		w, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(table.Records(), readAll(t, w, pages)...) {
			root, err := pages[i%4].Parse()
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, root, &r)
			found := false
			for f := range r.All {
				v := f.Values[0]
				found = found || strings.HasPrefix(v.Text, tt.value) && v.XPath == tt.xpath && v.Offset == tt.offset
			}
			if !found {
				t.Errorf("%s: no value %s at %s (%d), but %+v", tt.body, tt.value, tt.xpath, tt.offset, r.Fields)
			}
		}
	}
}
