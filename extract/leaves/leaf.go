package leaves

import (
	"cmp"
	"strings"

	"verde/extract/embedded"
	"verde/extract/token"
	"verde/values"
)

// A leaf is a text of a page with what DCA §4.1 collects about it.
type Leaf struct {
	Text           string      // white space folded
	Content        int32       // symbol of the text with its decorative tags
	Sig            int32       // signature: path, ids, classes, decoration
	PositionalPath int32       // positional path (tags with their ordinals)
	Class          int32       // landmark equivalence class, -1 before lecs are made
	Elem           int32       // the element that holds the text
	from           int32       // the element that holds its first text node: elem, or one below if it was joined of several
	nth            int32       // which text node of that element, from 1
	typed          string      // what the page has, of a label that is read without a number in it
	names          []string    // what the page has for each NameMark in the text
	mark           string      // that parts it from the next label, behind the text and no part of it, unless it is joined with that
	pieces         []piece     // of a text that was joined of several nodes, in order
	offset         int32       // characters of these nodes, or of the one, before the text, if it is a part
	List           int32       // the list that it is part of, 0 for none
	Types          token.Types // of the tokens in text

	Landmark int32           // its template plus one, 0 for none
	spaced   bool            // white space before it
	broken   bool            // a br before it
	edge     bool            // the edge of a block before it
	InRows   bool            // a text of the template that all rows of a group have: it is kept once, and is no value of the page
	Heads    bool            // the label of a section, or a heading in an entry
	entry    bool            // in an entry, see entry.go
	open     bool            // white space, or the end of a line, behind it
	gaps     []gap           // that part its text as it is shown, until padded text is cut
	Taken    bool            // in a column already
	Further  relation        // to the value before it
	Label    bool            // a label by its place: of a tile, a line, or a block of labels
	Cut      bool            // a label that was cut out of a text
	pair     rowPart         // what it is of a label and its value, where the order of texts tells, see turns.go
	turn     int32           // symbol of this label plus one, of a value, 0 for none
	Icon     bool            // what a picture says instead of a text, see icon.go
	choice   choice          // whether a control tells that it is chosen, see control.go
	apart    bool            // an icon that parts lines unless it is a label
	Row      Row             // of the group that it is part of
	Under    int32           // stem of the label of its section plus one, 0 for none
	Field    int32           // symbol of the field that it is in, see field.go; 0 for none, noField for what is left out
	Found    *embedded.Found // what it is of embedded data, nil for what is shown
	Head     int32           // symbol of the label before it in the row plus one, 0 for none
}

// Shown is the text as the page has it.
func (l *Leaf) Shown() string { return cmp.Or(l.typed, withNames(l.Text, l.names)) }

// NameMark stands for the name of the page's entity in texts: a letter, as labels begin with one, that hardly any page writes, the cuneiform
// sign for name.
const NameMark = "\U0001222C"

// withNames is a text with names for their marks.
func withNames(text string, names []string) string {
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	for i, part := range strings.Split(text, NameMark) {
		switch {
		case i == 0:
		case i <= len(names):
			b.WriteString(names[i-1])
		default: // the page's own
			b.WriteString(NameMark)
		}
		b.WriteString(part)
	}
	return b.String()
}

// relation is what is known of a text and the one before it, which look alike.
type relation int8

const (
	apart     relation = iota - 1 // two fields: a label stood between them
	unrelated                     // nothing is
	Same                          // values of one field
)

// piece is a text node of a joined text.
type piece struct {
	at        int // where in the text it begins
	elem, nth int32
}

// Signature is what leaves of one role have in common.
type Signature struct {
	Path       int32 // tags from the root, decorative tail cut off
	IDs        int32
	Classes    int32
	InlineTags int32 // symbol of the decorative tail
	Prop       int32 // symbol of what markup calls it, 0 for nothing
}

// element is what is kept of a DOM element: enough to name it, no tree.
type element struct {
	Parent             int32
	Tag                int32
	Nth                int32 // among siblings of its tag, from 1
	path, ids, classes int32
	PositionalPath     int32
	ID, Class, Prop    int32 // symbols of the attributes, -1 without
	Name               int32 // symbol of the class attribute as the page has it, -1 without
	texts              int32 // text nodes within it that are not blank
	rows               int32 // that a cell spans, 0 if it says nothing of that
	link, time         int32 // places plus one in the links and times of the page of those that it is or is in, 0 for none
}

// Doc is a page as the sequence of its leaves.
type Doc struct {
	URL    string
	Title  string // the whole text of the title element
	Elems  []element
	Leaves []Leaf

	Embedded embedded.Data  // nil if it is not wanted
	termed   map[int32]bool // elements with lists of terms in them, once one is asked for
	heads    map[int32]bool // terms of definitions that are lists of terms, likewise

	links, times   []string      // href attributes of links, and datetime attributes
	baseHref, base string        // that of the base element; what links are relative to, once one is resolved
	rowsBefore     []int32       // by element: tr elements up to it, once a place needs them
	idCounts       map[int32]int // elements by id, likewise

	enclosing   map[tagSet][]int32 // by element, once wanted: the nearest of the tags at or above it
	cellNumbers []int32            // by element, once wanted
	spanHeads   map[int32]string   // by row, once wanted: what is beside it and others
	groups      int                // groups of rows so far
	Taken       []Leaf             // those that were taken out of the leaves, see fieldColumns
	Counts      []Leaf             // numbers that were taken off labels, to be taken, too

	runs     []rowRun       // see runsOf
	zipped   map[int32]bool // elements whose texts stand among others now, see zipPairs
	rowElems map[int32]Row  // elements that are rows of groups
}

// takeOut takes texts out. What is seen before one is before what follows, then.
//
// Cost: linear in the leaves.
func (d *Doc) takeOut(gone func(k int) bool) {
	out, last := d.Leaves[:0], Leaf{}
	for k := range d.Leaves {
		is, l := gone(k), d.Leaves[k]
		l.edge, l.broken, l.spaced = l.edge || last.edge, l.broken || last.broken, l.spaced || last.spaced
		if last = (Leaf{}); is {
			l.edge = l.edge || l.apart
			last = l
			continue
		}
		out = append(out, l)
	}
	d.Leaves, d.runs = out, nil
}

// wordCount is the number of words of a text whose white space is folded, by
// [values.CountWords] where it has characters of scripts without blanks.
func wordCount(text string) int {
	if strings.ContainsFunc(text, values.Ideographic) {
		return values.CountWords(text)
	}
	return strings.Count(text, " ") + 1
}

// Row tells which occurrence of what repeats on a page a value is of: the
// third offer, the first review. Values of different columns with the same Row
// belong together, a small record within the page's.
type Row struct {
	Group  int    // from 1, in order of the page; 0 is none
	Number int    // within the group, from 1
	Label  string // of the group
	Above  string // the text right before the group, "" for none that may name it
}

// drop takes texts out, and out of the number of those that elements hold.
func (d *Doc) drop(which map[int32]bool) {
	d.takeOut(func(k int) bool {
		for e := d.Leaves[k].Elem; e >= 0 && which[int32(k)]; e = d.Elems[e].Parent {
			d.Elems[e].texts--
		}
		return which[int32(k)]
	})
}
