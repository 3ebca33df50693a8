package extract

import (
	"cmp"
	"strings"

	"verde/extract/embedded"
	"verde/extract/token"
	"verde/values"
)

// A leaf is a text of a page with what DCA §4.1 collects about it.
type leaf struct {
	text           string      // white space folded
	content        int32       // symbol of the text with its decorative tags
	sig            int32       // signature: path, ids, classes, decoration
	positionalPath int32       // positional path (tags with their ordinals)
	class          int32       // landmark equivalence class, -1 before lecs are made
	elem           int32       // the element that holds the text
	from           int32       // the element that holds its first text node: elem, or one below if it was joined of several
	nth            int32       // which text node of that element, from 1
	typed          string      // what the page has, of a label that others write otherwise, see spelling.go
	mark           string      // that parts it from the next label, behind the text and no part of it, unless it is joined with that
	pieces         []piece     // of a text that was joined of several nodes, in order
	offset         int32       // characters of these nodes, or of the one, before the text, if it is a part
	list           int32       // the list that it is part of, 0 for none
	types          token.Types // of the tokens in text

	landmark int32           // its template plus one, 0 for none
	spaced   bool            // white space before it
	broken   bool            // a br before it
	edge     bool            // the edge of a block before it
	heads    bool            // the label of a section, or a heading in an entry
	entry    bool            // in an entry, see entry.go
	open     bool            // white space, or the end of a line, behind it
	gaps     []gap           // that part its text as it is shown, until padded text is cut
	taken    bool            // in a column already
	further  relation        // to the value before it
	label    bool            // a label by its place: of a tile, a line, or a block of labels
	cut      bool            // a label that was cut out of a text
	pair     rowPart         // what it is of a label and its value, where the order of texts tells, see turns.go
	icon     bool            // what a picture says instead of a text, see icon.go
	choice   choice          // whether a control tells that it is chosen, see control.go
	titles   bool            // the title of an element that has a text
	apart    bool            // an icon that parts lines unless it is a label
	row      Row             // of the group that it is part of
	under    int32           // stem of the label of its section plus one, 0 for none
	field    int32           // symbol of the field that it is in, see field.go; 0 for none, noField for what is left out
	found    *embedded.Found // what it is of embedded data, nil for what is shown
	head     int32           // symbol of the label before it in the row plus one, 0 for none
}

// shown is the text as the page has it.
func (l *leaf) shown() string { return cmp.Or(l.typed, l.text) }

// relation is what is known of a text and the one before it, which look alike.
type relation int8

const (
	apart     relation = iota - 1 // two fields: a label stood between them
	unrelated                     // nothing is
	same                          // values of one field
)

// piece is a text node of a joined text.
type piece struct {
	at        int // where in the text it begins
	elem, nth int32
}

// signature is what leaves of one role have in common.
type signature struct {
	path       int32 // tags from the root, decorative tail cut off
	ids        int32
	classes    int32
	inlineTags int32 // symbol of the decorative tail
	prop       int32 // symbol of what markup calls it, 0 for nothing
}

// element is what is kept of a DOM element: enough to name it, no tree.
type element struct {
	parent             int32
	tag                int32
	nth                int32 // among siblings of its tag, from 1
	path, ids, classes int32
	positionalPath     int32
	id, class, prop    int32 // symbols of the attributes, -1 without
	name               int32 // symbol of the class attribute as the page has it, -1 without
	texts              int32 // text nodes within it that are not blank
	rows               int32 // that a cell spans, 0 if it says nothing of that
	link, time         int32 // places plus one in the links and times of the page of those that it is or is in, 0 for none
}

// doc is a page as the sequence of its leaves.
type doc struct {
	url    string
	title  string // the whole text of the title element
	elems  []element
	leaves []leaf

	embedded embedded.Data  // nil if it is not wanted
	termed   map[int32]bool // elements with lists of terms in them, once one is asked for
	heads    map[int32]bool // terms of definitions that are lists of terms, likewise

	links, times   []string      // href attributes of links, and datetime attributes
	baseHref, base string        // that of the base element; what links are relative to, once one is resolved
	rowsBefore     []int32       // by element: tr elements up to it, once a place needs them
	idCounts       map[int32]int // elements by id, likewise

	enclosing   map[tagSet][]int32 // by element, once wanted: the nearest of the tags at or above it
	cellNumbers []int32            // by element, once wanted
	groups      int                // groups of rows so far
	taken       []leaf             // those that were taken out of the leaves, see fieldColumns
	counts      []leaf             // numbers that were taken off labels, to be taken, too

	runs     []rowRun       // see runsOf
	zipped   map[int32]bool // elements whose texts stand among others now, see zipPairs
	rowElems map[int32]Row  // elements that are rows of groups
}

// wordCount is the number of words of a text whose white space is folded, by
// [values.CountWords] where it has characters of scripts without blanks.
func wordCount(text string) int {
	if strings.ContainsFunc(text, values.Ideographic) {
		return values.CountWords(text)
	}
	return strings.Count(text, " ") + 1
}
