package pageeval

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"

	"verde/values"
)

// document is a page as lists of its visible elements and text nodes, with every place
// where one of the patterns occurs. Elements and text nodes are referred to by index;
// both lists are in document order.
type document struct {
	patterns    []values.Pattern
	elements    []element
	textNodes   []textNode
	lineWords   []int // words of each line
	occurrences []occurrence
}

// element is a visible element.
type element struct {
	node        *html.Node
	parent      int // -1 for the topmost element
	depth       int
	end         int // elements[i+1:end] are the descendants of element i
	first, last int // textNodes[first:last] are the text nodes in it
	heading     bool
}

// textNode is a visible text node that is not white space.
type textNode struct {
	node        *html.Node
	element     int // its parent
	words       int // as values.CountWords counts them
	wordsBefore int // words of all text nodes before it
	line        int // a line is the text between two edges of blocks or line breaks
}

// occurrence is one place where a pattern occurs.
type occurrence struct {
	pattern                     int
	element                     int  // the lowest one that holds all of the occurrence
	first, last                 int  // text nodes that it spans, last included
	besideInNodes, besideInLine int  // words besides the value in these text nodes, and in their lines
	prose                       bool // the value is a small part of a longer text
}

// maxBesideInNodes is how many words there may be beside a value in its text nodes
// before the text counts as prose. Of 530 values of the SWDE pages, 99.5 % have an
// occurrence with at most one word beside it; the bound leaves room for a subtitle that
// only some sites print. The first value names the entity. In a heading it is never
// prose: the heading is the name that the page uses, and shops use names far longer than
// those of other sites.
const maxBesideInNodes = 8

// maxBesideInLine is the same bound for the line of those text nodes: a link or bold
// name within a sentence is prose, too. 99.5 % of those values have at most 11 words
// beside them in their line; the bound leaves room for the names of a cast.
const maxBesideInLine = 40

// addOccurrence adds an occurrence of a pattern that spans the text nodes first to last.
func (d *document) addOccurrence(pattern, first, last int) {
	e := d.textNodes[first].element
	for _, t := range d.textNodes[first+1 : last+1] {
		e = d.commonAncestor(e, t.element)
	}
	d.occurrences = append(d.occurrences, occurrence{pattern: pattern, element: e, first: first, last: last})
}

// commonAncestor is the lowest element that holds both a and b.
func (d *document) commonAncestor(a, b int) int {
	for a != b {
		if d.elements[a].depth >= d.elements[b].depth {
			a = d.elements[a].parent
		} else {
			b = d.elements[b].parent
		}
	}
	return a
}

// within reports whether element e is ancestor or inside it.
func (d *document) within(e, ancestor int) bool {
	return ancestor <= e && (e == ancestor || e < d.elements[ancestor].end)
}

// finishOccurrences marks the occurrences in prose, sorts them by element and pattern,
// and keeps one of each pattern and element, outside prose if there is one. The words
// of all text nodes must be known.
func (d *document) finishOccurrences() {
	for i := range d.occurrences {
		o := &d.occurrences[i]
		o.besideInNodes, o.besideInLine = d.wordsBeside(*o)
		o.prose = (o.besideInNodes > maxBesideInNodes || o.besideInLine > maxBesideInLine) && !(o.pattern == 0 && d.elements[o.element].heading)
	}
	slices.SortFunc(d.occurrences, func(a, b occurrence) int {
		if a.element == b.element && a.pattern == b.pattern && a.prose != b.prose {
			if a.prose {
				return 1
			}
			return -1
		}
		return cmp.Or(a.element-b.element, a.pattern-b.pattern, a.first-b.first)
	})
	d.occurrences = slices.CompactFunc(d.occurrences, func(a, b occurrence) bool {
		return a.element == b.element && a.pattern == b.pattern
	})
}

// wordsBeside counts the words besides a value in its text nodes and in its lines.
func (d *document) wordsBeside(o occurrence) (inNodes, inLine int) {
	value := d.patterns[o.pattern].Len()
	for _, t := range d.textNodes[o.first : o.last+1] {
		inNodes += t.words
	}
	for l := d.textNodes[o.first].line; l <= d.textNodes[o.last].line; l++ {
		inLine += d.lineWords[l]
	}
	return max(inNodes-value, 0), max(inLine-value, 0)
}
