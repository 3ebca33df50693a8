package leaves

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// namedBy is the name that an attribute of an element gives to its text, "" for none.
func namedBy(n *html.Node, a html.Attribute) string {
	switch a.Key {
	case "itemprop", "property":
		return Clip(values.FoldOnly(a.Val, values.Space), 2*MaxLabel)
	case "data-th", "data-label", "data-title", "data-header", "data-heading":
		if n.DataAtom != atom.A { // of a link it is what a box says that opens
			return Clip(strings.TrimRight(values.FoldOnly(a.Val, values.Space), ":： "), 2*MaxLabel)
		}
	}
	return ""
}

// HeadingTag tells whether a tag is one of h1 to h6.
func HeadingTag(tag string) bool {
	return len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6'
}

// HeadingLevel is that of h1 to h6, 0 for other elements.
func HeadingLevel(tag string) int8 {
	if HeadingTag(tag) {
		return int8(tag[1] - '0')
	}
	return 0
}

// Namelike tells whether a text may name a column: short, with letters.
func Namelike(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= MaxLabel && strings.ContainsFunc(s, unicode.IsLetter)
}

// Clip is the beginning of a text, of so many runes at most.
func Clip(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i]
		}
	}
	return s
}

// MaxLabel is the longest text, in runes, that is taken for a label.
const MaxLabel = 48

// EndsLabel is what labels end in: a colon, the mark of a question, or a dash behind a blank.
var EndsLabel = regexp.MustCompile(`[:：?？]$| [–—-]$`)

// Asks reports whether a text is a question. A value may be one, too, as the title of a song or a year that is not sure ("1850?"), so that the mark
// makes no label by itself.
func Asks(text string) bool { return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") }

// LabelElement reports whether a leaf is in an element for labels.
func (c *Corpus) LabelElement(l *Leaf) bool {
	return l.Choice == NoChoice && slices.Contains([]string{"th", "dt", "label"}, c.Syms.Names[c.Paths.Last(c.Sigs[l.Sig].Path)])
}

// amidCells tells whether a th, the only one of its row, has other cells with content before and behind it, and no scope. Then
// it heads neither the row nor a column. It is a cell in bold type, as the chapter between the links to the page before and
// the next.
//
// Cost: linear in the cells up to the next th on both sides, and what is in them.
func amidCells(th *html.Node) bool {
	if slices.ContainsFunc(th.Attr, func(a html.Attribute) bool { return a.Key == "scope" }) {
		return false
	}
	before, after := false, false
	for c := th.PrevSibling; c != nil; c = c.PrevSibling {
		if c.DataAtom == atom.Th {
			return false
		}
		before = before || c.DataAtom == atom.Td && hasText(c)
	}
	for c := th.NextSibling; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Th {
			return false
		}
		after = after || c.DataAtom == atom.Td && hasText(c)
	}
	return before && after
}

// hasText tells whether a cell has text that is not blank.
func hasText(cell *html.Node) bool {
	for n := range cell.Descendants() {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
			return true
		}
	}
	return false
}
