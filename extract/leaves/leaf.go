package leaves

import (
	"cmp"
	"regexp"
	"strings"

	"verde/extract/embedded"
	"verde/extract/token"
)

// A Leaf is a text of a page with what DCA §4.1 collects about it.
type Leaf struct {
	Text           string      // white space folded
	Content        int32       // symbol of the text with its decorative tags
	Sig            int32       // signature: path, ids, classes, decoration
	PositionalPath int32       // positional path (tags with their ordinals)
	Class          int32       // landmark equivalence class, -1 before lecs are made
	Elem           int32       // the element that holds the text
	From           int32       // the element that holds its first text node: elem, or one below if it was joined of several
	nth            int32       // which text node of that element, from 1
	Typed          string      // what the page has, of a label that is read without a number in it
	Names          []string    // what the page has for each NameMark in the text
	Mark           string      // that parts it from the next label, behind the text and no part of it, unless it is joined with that
	pieces         []piece     // of a text that was joined of several nodes, in order
	offset         int32       // characters of these nodes, or of the one, before the text, if it is a part
	List           int32       // the list that it is part of, 0 for none
	Types          token.Types // of the tokens in text

	Landmark int32           // its template plus one, 0 for none
	Spaced   bool            // white space before it
	Broken   bool            // a br before it
	Edge     bool            // the edge of a block before it
	InRows   bool            // a text of the template that all rows of a group have: it is kept once, and is no value of the page
	Heads    bool            // the label of a section, or a heading in an entry
	Entry    bool            // in an entry, see package rules
	Open     bool            // white space, or the end of a line, behind it
	Gaps     []Gap           // that part its text as it is shown, until padded text is cut
	Taken    bool            // in a column already
	Further  Relation        // to the value before it
	Label    bool            // a label by its place: of a tile, a line, or a block of labels
	Cut      bool            // a label that was cut out of a text
	Pair     RowPart         // what it is of a label and its value, where the order of texts tells
	Line     int32           // its number in a block whose lines are known by their order, 0 in another
	Turn     int32           // symbol of this label plus one, of a value, 0 for none
	Icon     bool            // what a picture says instead of a text, see icon.go
	Choice   Choice          // whether a control tells that it is chosen, see control.go
	apart    bool            // an icon that parts lines unless it is a label
	Row      Row             // of the group that it is part of
	Under    int32           // stem of the label of its section plus one, 0 for none
	Field    int32           // symbol of the field that it is in, 0 for none, -1 for what is left out
	Found    *embedded.Found // what it is of embedded data, nil for what is shown
	Head     int32           // symbol of the label before it in the row plus one, 0 for none
}

// Shown is the text as the page has it.
func (l *Leaf) Shown() string { return cmp.Or(l.Typed, withNames(l.Text, l.Names)) }

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

// Relation is what is known of a text and the one before it, which look alike.
type Relation int8

const (
	Apart     Relation = iota - 1 // two fields: a label stood between them
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

// Doc is a page as the sequence of its leaves.
type Doc struct {
	URL    string
	Title  string // the whole text of the title element
	Elems  []Element
	Leaves []Leaf

	Embedded embedded.Data // nil if it is not wanted

	links, times   []string      // href attributes of links, and datetime attributes
	baseHref, base string        // that of the base element; what links are relative to, once one is resolved
	rowsBefore     []int32       // by element: tr elements up to it, once a place needs them
	idCounts       map[int32]int // elements by id, likewise

	enclosing map[tagSet][]int32 // by element, once wanted: the nearest of the tags at or above it
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

// RowPart is what a line is in a row of a label and its value.
type RowPart uint8

const (
	NoPart RowPart = iota
	RowLabel
	RowValue
	RowLine // of a block whose lines are known by their order
)

// MayTurn tells whether a text may be a label by its form.
func (l *Leaf) MayTurn() bool { return Namelike(l.Text) && l.Types&^token.Numeric != 0 }

// Counts tells whether a text says of a row how manieth it is, or is a number anyway.
func (l *Leaf) Counts() bool { return l.Types&^token.Numeric == 0 || counter.MatchString(l.Text) }

// counter is what counts rows: a number, or one with the letter of the side or part that it is of. A label of this
// form ("Q1") is lost as a name, and its values are in a column with those of its neighbours.
var counter = regexp.MustCompile(`^\pL?\d+\.?$`)
