package golden

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// block is a text that a browser sets apart from what stands before and behind
// it: what a reader of the page takes for one.
type block struct {
	section string // text of the heading above, "" before the first
	kind    string // name of the innermost element that is no inline one, of cells with their number in the row: td2
	text    string // white space collapsed
	cell    int    // number of the cell in its row that it is in, 0 for none

	before string // text of the block before; set while reading, as is the next
	first  bool   // it is below the first heading
}

// inline elements do not set a text apart.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.Acronym: true, atom.B: true, atom.Big: true, atom.Cite: true, atom.Code: true, atom.Dfn: true, atom.Em: true,
	atom.Font: true, atom.I: true, atom.Kbd: true, atom.Mark: true, atom.Q: true, atom.S: true, atom.Samp: true, atom.Small: true, atom.Span: true,
	atom.Strike: true, atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.Time: true, atom.Tt: true, atom.U: true, atom.Var: true, atom.Wbr: true,
}

var heading = regexp.MustCompile(`^h[1-6]$`)

// hidden tells elements that a browser does not show, or shows only when
// pointed at, as the marks of links to a heading.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Textarea, atom.Noscript, atom.Iframe:
		return true
	}
	return slices.Contains(strings.Fields(attribute(n, "class")), "headerlink")
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// reading is the walk of render.
type reading struct {
	out     []block
	section string
	cell    int
	text    strings.Builder
}

// render lists the blocks of a page in order. It shares nothing with package
// extract, whose columns are compared with what it finds.
func render(root *html.Node) []block {
	var r reading
	r.visit(root, "")
	return r.out
}

// visit reads what is below n, which is in a block element of some kind.
func (r *reading) visit(n *html.Node, kind string) {
	switch {
	case n.Type == html.TextNode:
		r.text.WriteString(n.Data)
		return
	case n.Type == html.ElementNode && hidden(n):
		return
	case n.DataAtom == atom.Br && kind == "pre":
		r.text.WriteByte('\n')
		return
	case n.DataAtom == atom.Br:
		r.end(kind)
		return
	}
	apart := n.Type == html.ElementNode && !inline[n.DataAtom]
	inner, cell := kind, r.cell
	if apart {
		r.end(kind)
		inner = kindOf(n)
	}
	if k := cellOf(n); k > 0 {
		r.cell = k
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.visit(c, inner)
	}
	if apart {
		r.end(inner)
	}
	r.cell = cell
}

// kindOf names an element.
func kindOf(n *html.Node) string {
	if k := cellOf(n); k > 0 {
		return n.Data + strconv.Itoa(k)
	}
	return n.Data
}

// cellOf is the number of a cell in its row, 0 for what is no cell.
func cellOf(n *html.Node) int {
	if n.DataAtom != atom.Td && n.DataAtom != atom.Th {
		return 0
	}
	k := 1
	for c := n.PrevSibling; c != nil; c = c.PrevSibling {
		if c.Type == html.ElementNode {
			k++
		}
	}
	return k
}

// end closes the block that is open, if it has text.
func (r *reading) end(kind string) {
	text := strings.Join(strings.Fields(r.text.String()), " ")
	r.text.Reset()
	if text == "" {
		return
	}
	r.out = append(r.out, block{section: r.section, kind: kind, text: text, cell: r.cell})
	if heading.MatchString(kind) {
		r.section = text
	}
}
