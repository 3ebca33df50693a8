package pageeval

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of a label and its value, in words. Labels of the SWDE pages have one to four
// words ("Release Date (USA)").
const (
	labelWords = 5
	valueWords = 12
)

// pairPart is a text node that may be the label or the value of a pair.
type pairPart struct {
	node  *html.Node
	words int
	colon bool // the text ends in one
}

// isPair reports whether two text nodes that follow each other are a label and its
// value. The label has a letter and at most labelWords words, the value at most
// valueWords and no colon at its end, and one of these holds:
//   - the label ends in a colon: Pages: <i>320</i>
//   - the label is a run-in heading: <b>Pages</b> 320
//   - they are a dt and its dd, or a th and its td
//   - their elements are all that the parent holds, and the label is no link:
//     <div><span>Pages</span><span>320</span></div>
func isPair(label, value pairPart) bool {
	if label.node == nil || label.words > labelWords || value.words > valueWords || value.colon || !strings.ContainsFunc(label.node.Data, unicode.IsLetter) {
		return false
	}
	if label.colon || isRunIn(label.node, value.node) {
		return true
	}
	x, y := wrapperOf(label.node), wrapperOf(value.node)
	if x == nil || y == nil || x == y || x.Parent != y.Parent {
		return false
	}
	switch x.DataAtom {
	case atom.Dt:
		return y.DataAtom == atom.Dd
	case atom.Th:
		return y.DataAtom == atom.Td
	}
	return areOnlyChildren(x, y) && label.node.Parent.DataAtom != atom.A
}

// isRunIn reports whether label is a run-in heading of value: it is marked up as b,
// span, label or the like, begins a line, and value follows on that line, as in
// <b>Pages</b> 320.
func isRunIn(label, value *html.Node) bool {
	e := label.Parent
	switch e.DataAtom {
	case atom.B, atom.Strong, atom.Em, atom.I, atom.Label, atom.Span, atom.Font, atom.U, atom.Small:
	default:
		return false
	}
	if before := sibling(e, false); before != nil && before.DataAtom != atom.Br && !(before.Type == html.ElementNode && isBlock(before)) {
		return false
	}
	after := sibling(e, true)
	return after != nil && (after == value || value.Parent == after && !isBlock(after))
}

// maxWrappers bounds how many inline elements may wrap a label or value.
const maxWrappers = 4

// wrapperOf is the highest element that holds a text node and nothing else, up to a list
// or table cell and at most maxWrappers above the parent. In <td><b>320</b></td> it is
// the td.
func wrapperOf(n *html.Node) *html.Node {
	e := n.Parent
	for i := 0; i < maxWrappers && e != nil && e.Parent != nil && sibling(e, false) == nil && sibling(e, true) == nil && !isCell(e); i++ {
		e = e.Parent
	}
	return e
}

// areOnlyChildren reports whether x and then y are all that their parent holds but white
// space, and y is an element.
func areOnlyChildren(x, y *html.Node) bool {
	return sibling(x, true) == y && sibling(x, false) == nil && sibling(y, true) == nil && y.Type == html.ElementNode
}

// sibling is the next or previous sibling that is an element, or a text that is not
// white space; nil if there is none.
func sibling(e *html.Node, next bool) *html.Node {
	for {
		if next {
			e = e.NextSibling
		} else {
			e = e.PrevSibling
		}
		if e == nil || e.Type == html.ElementNode || e.Type == html.TextNode && strings.TrimSpace(e.Data) != "" {
			return e
		}
	}
}

// leadingLabel counts the words of the label that a text begins with: up to a
// colon after one of the first words, but not after the last of all.
func leadingLabel(s string) int {
	n, found := 0, false
	for w := range strings.FieldsSeq(s) {
		if found {
			return n
		}
		if n++; n > labelWords {
			return 0
		}
		found = endsInColon(w)
	}
	return 0
}

func endsInColon(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r == ':' || r == '：'
}
