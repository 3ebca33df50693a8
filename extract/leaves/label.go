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

// MaxUp is how many elements, its own counted, are gone up from a label and
// from its value to find one that holds both: the row, the item, the list.
const MaxUp = 3

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

// Heading tells whether a leaf is a heading, which labels what follows it
// whether or not an element holds both.
func (c *Corpus) Heading(l *Leaf) bool {
	tag := c.Syms.Names[c.Paths.Last(c.Sigs[l.Sig].Path)]
	return tag == "legend" || tag == "caption" || HeadingTag(tag) && tag != "h1"
}

// HeadingTag tells whether a tag is one of h1 to h6.
func HeadingTag(tag string) bool {
	return len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6'
}

// headingLevel is that of h1 to h6, 0 for other elements.
func headingLevel(tag string) int8 {
	if HeadingTag(tag) {
		return int8(tag[1] - '0')
	}
	return 0
}

// Together tells whether two elements have a common one close above both. An element that holds no text besides those of the one in it
// lays that out, and is no step up. Rows of a table are apart.
//
// Cost: linear in the depth.
func (c *Corpus) Together(d *Doc, x, y int32) bool {
	up := func(e *int32, steps *int) {
		p := d.Elems[*e].Parent
		if p < 0 || d.Elems[p].texts != d.Elems[*e].texts {
			*steps++
		}
		*e = p
	}
	for i, j := 1, 1; x >= 0 && y >= 0 && i <= MaxUp && j <= MaxUp; {
		switch {
		case x == y:
			return !slices.Contains([]string{"body", "html", "table", "tbody"}, c.Syms.Names[d.Elems[x].Tag])
		case x > y: // parents have the lower numbers
			up(&x, &i)
		default:
			up(&y, &j)
		}
	}
	return false
}

// MarkupName is the first word of the first of some classes and ids that may name what it
// marks; -1 for none.
func (c *Corpus) MarkupName(symbols ...int32) string {
	for _, s := range symbols {
		if s < 0 {
			continue
		}
		if n := strings.Fields(c.Syms.Names[s]); len(n) > 0 && Namelike(n[0]) && !strings.ContainsAny(n[0], "0123456789") {
			return Clip(n[0], MaxLabel)
		}
	}
	return ""
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

// NearlyAll is the share of some pages, rows, lines or leaves that has to have something for all to be said to have it. A
// text on as many pages is the template's: a member of a list, as a genre or a colour, is hardly ever on as many. On
// the SWDE sites of bench/extract and on generated sites .6 to .9 makes little difference for labels, and .7 to .9 for
// kinds of pages; of documentation sites these come apart from .8.
const NearlyAll = .8

// headingShare is the share of the headings of a signature that must be those of many pages for a rarer one to be one, too.
// Tuned as NearlyAll is.
const headingShare = .6

// EndsLabel is what labels end in: a colon, or a dash behind a blank.
var EndsLabel = regexp.MustCompile(`[:：]$| [–—-]$`)

// Marked reports whether a leaf is marked up as a label: it ends as labels do or
// is in a th, dt or label element, or begins a row of attributes.
func (c *Corpus) Marked(l *Leaf) bool {
	if utf8.RuneCountInString(l.Text) > MaxLabel {
		return false
	}
	return l.Label || EndsLabel.MatchString(l.Text) || c.LabelElement(l)
}

// LabelElement reports whether a leaf is in an element for labels.
func (c *Corpus) LabelElement(l *Leaf) bool {
	return l.choice == noChoice && slices.Contains([]string{"th", "dt", "label"}, c.Syms.Names[c.Paths.Last(c.Sigs[l.Sig].Path)])
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

// RareLabel is the number of pages of which one at least has to have a label:
// thousands of pages would make a column of every word that some of them set
// in the labels' style.
const RareLabel = 100
