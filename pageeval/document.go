package pageeval

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// maxNeedles is how many values are looked for on a page, required ones
// first; further ones are ignored.
const maxNeedles = 64

// element is an element of the document in document order.
type element struct {
	node        *html.Node
	parent      int // index, -1 for the topmost
	depth       int
	end         int // index after that of the last element in it
	first, last int // its pieces: from first up to last, that one excluded
	heading     bool
}

// piece is a text node.
type piece struct {
	node    *html.Node
	element int
	words   int // as values.CountWords counts them
	before  int // words in the pieces before it

	unspaced int // characters of scripts without blanks, until they are words
	line     int // number of its line: text without a block's edge or line break
}

// occurrence of a needle in an element: the lowest one that holds all of it.
type occurrence struct {
	needle, element int
	first, last     int  // pieces that it spans
	beside, inLine  int  // words beside it in those pieces, and in their lines
	prose           bool // its text says much more than the value
}

// reader walks a document once and notes where the needles occur.
type reader struct {
	needles     []values.Pattern
	names       map[int]values.Form // needles that may be names of several words
	quantities  bool                // some needle is a quantity
	m           *values.Matcher
	folder      values.Folder
	elements    []element
	pieces      []piece
	line        int   // number of the current line
	lines       []int // words of each line
	run         []byte
	starts      []int // where each piece of the run starts in run
	firstPiece  int   // of the run
	occurrences []occurrence
}

// read finds all occurrences of the needles under root, in document order of
// their elements. Cost: linear in the document, for each needle.
func read(root *html.Node, needles []values.Pattern) *reader {
	r := &reader{needles: needles, m: values.NewMatcher(needles), names: map[int]values.Form{}}
	for i, n := range needles {
		r.quantities = r.quantities || n.IsQuantity()
		if f, ok := n.Name(); ok {
			r.names[i] = f
		}
	}
	if root != nil && root.Type != html.ElementNode { // the document node
		root = root.FirstChild
		for root != nil && root.Type != html.ElementNode {
			root = root.NextSibling
		}
	}
	if root == nil {
		return r
	}
	r.folder.Emit = func(w []byte, first, last int) {
		if c, _ := utf8.DecodeRune(w); values.Ideographic(c) {
			r.pieces[last].unspaced++
		} else {
			r.pieces[last].words++
		}
		r.m.Word(w, first, last, r.found)
	}
	r.walk(root)
	r.endRun()
	r.sortOccurrences()
	return r
}

// maxBeside is how many words there may be beside a value in its text nodes
// before the text counts as prose. Of 530 values of the SWDE pages, 99.5 % have
// an occurrence with at most one word beside it; the bound leaves room for a
// subtitle that only some sites print. What a page calls its entity is a name, however long it is, as those of
// goods are, of which others have a few words: in a heading the value that names it (the first) is no prose.
const maxBeside = 8

// maxInLine is the same for the line around those text nodes: a link or bold
// name within a sentence is prose, too. 99.5 % of those values have at most 11;
// the bound leaves room for the names of a cast.
const maxInLine = 40

// sortOccurrences sorts the occurrences, marks those in prose, and keeps one
// for each needle and element, one outside prose if there is one.
func (r *reader) sortOccurrences() {
	r.lines = make([]int, r.line+1)
	before := 0
	for i := range r.pieces {
		p := &r.pieces[i]
		p.words, p.unspaced = p.words+values.WordsOf(p.unspaced), 0
		p.before = before
		before += p.words
		r.lines[p.line] += p.words
	}
	for i := range r.occurrences {
		o := &r.occurrences[i]
		o.beside, o.inLine = r.around(*o)
		o.prose = (o.beside > maxBeside || o.inLine > maxInLine) && !(o.needle == 0 && r.elements[o.element].heading)
	}
	slices.SortFunc(r.occurrences, func(a, b occurrence) int {
		switch {
		case a.prose == b.prose:
		case a.element == b.element && a.needle == b.needle && a.prose:
			return 1
		case a.element == b.element && a.needle == b.needle:
			return -1
		}
		return cmp.Or(a.element-b.element, a.needle-b.needle, a.first-b.first)
	})
	r.occurrences = slices.CompactFunc(r.occurrences, func(a, b occurrence) bool {
		return a.element == b.element && a.needle == b.needle
	})
}

// around counts the words beside a value in its text nodes and in its line.
func (r *reader) around(o occurrence) (beside, inLine int) {
	value := r.needles[o.needle].Len()
	for _, p := range r.pieces[o.first : o.last+1] {
		beside += p.words
	}
	for l := r.pieces[o.first].line; l <= r.pieces[o.last].line; l++ {
		inLine += r.lines[l]
	}
	return max(beside-value, 0), max(inLine-value, 0)
}

// walk visits the tree without recursion: its depth is the author's choice.
func (r *reader) walk(root *html.Node) {
	current, depth := -1, 0
	for n := root; n != nil; {
		enter := true
		switch n.Type {
		case html.ElementNode:
			if enter = !invisible(n); enter {
				r.boundary(n)
				heading := isHeading(n) || current >= 0 && r.elements[current].heading
				r.elements = append(r.elements, element{node: n, parent: current, depth: depth, first: len(r.pieces), heading: heading})
				current = len(r.elements) - 1
				depth++
			}
		case html.TextNode:
			r.text(n, current)
		}
		if enter && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			if current >= 0 && r.elements[current].node == n {
				r.boundary(n)
				r.elements[current].end, r.elements[current].last = len(r.elements), len(r.pieces)
				current = r.elements[current].parent
				depth--
			}
			if n == root {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
}

// boundary tells what the edge of an element does to the text around it: a
// block ends it, a line break or a span separates words, and bold type or a
// drop cap does not.
func (r *reader) boundary(n *html.Node) {
	switch {
	case block(n):
		r.endRun()
		r.line++
	case !seamless(n):
		if n.DataAtom == atom.Br {
			r.line++
		}
		r.folder.Flush()
		if r.quantities && len(r.run) > 0 {
			r.run = append(r.run, ' ')
		}
	}
}

func (r *reader) text(n *html.Node, element int) {
	s := n.Data
	if element < 0 || strings.TrimSpace(s) == "" {
		r.folder.Flush()
		if r.quantities && len(r.run) > 0 && s != "" {
			r.run = append(r.run, ' ')
		}
		return
	}
	at := len(r.pieces)
	r.pieces = append(r.pieces, piece{node: n, element: element, line: r.line})
	r.named(s, at)
	s = values.FoldOnly(s, values.Letters)
	for _, c := range s {
		r.folder.Rune(c, at)
	}
	if r.quantities {
		r.starts = append(r.starts, len(r.run))
		r.run = append(r.run, s...)
	}
}

// named notes the needles that a text node names in another form, as persons: one or several, with a label before them or not.
// Cost: that of [values.Form.Is] for each needle that has other forms.
func (r *reader) named(s string, at int) {
	if len(r.names) == 0 || len(s) > values.MaxValue {
		return
	}
	for part := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(":;/|&", c) }) {
		form := values.NewForm(part)
		for i, name := range r.names {
			if form.Is(name) {
				r.found(i, at, at)
			}
		}
	}
}

// endRun ends a run, which is text without a block boundary in it, and looks
// for quantities there.
func (r *reader) endRun() {
	r.folder.Flush()
	r.m.Interrupt()
	if r.quantities && values.HasDigit(string(r.run)) {
		run := string(r.run)
		for i, start := range r.starts { // a text node or a run that is nothing but the value
			end := len(run)
			if i+1 < len(r.starts) {
				end = r.starts[i+1]
			}
			r.wholly(run[start:end], r.firstPiece+i, r.firstPiece+i)
		}
		if len(r.starts) > 1 {
			r.wholly(run, r.firstPiece, len(r.pieces)-1)
		}
		values.Scan(run, func(q values.Reading, labelled bool, start, end int) {
			for i, n := range r.needles {
				if n.Means(q, labelled) {
					r.found(i, r.pieceAt(start), r.pieceAt(end-1))
				}
			}
		})
	}
	r.run, r.starts, r.firstPiece = r.run[:0], r.starts[:0], len(r.pieces)
}

// wholly notes the needles that a text as a whole says, even without a unit.
func (r *reader) wholly(s string, first, last int) {
	if got := values.Readings(s); len(got) > 0 {
		for i, n := range r.needles {
			if n.Matches(got) {
				r.found(i, first, last)
			}
		}
	}
}

func (r *reader) pieceAt(offset int) int {
	return r.firstPiece + sort.SearchInts(r.starts, offset+1) - 1
}

// found notes an occurrence that spans pieces first to last.
func (r *reader) found(needle, first, last int) {
	e := r.pieces[first].element
	for _, p := range r.pieces[first+1 : last+1] {
		e = r.common(e, p.element)
	}
	r.occurrences = append(r.occurrences, occurrence{needle: needle, element: e, first: first, last: last})
}

// common is the lowest common ancestor of two elements.
func (r *reader) common(a, b int) int {
	for a != b {
		if r.elements[a].depth >= r.elements[b].depth {
			a = r.elements[a].parent
		} else {
			b = r.elements[b].parent
		}
	}
	return a
}

// invisible elements hold no text that a reader sees, or only the choices of a
// form.
func invisible(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Template, atom.Noscript, atom.Iframe, atom.Noframes, atom.Noembed, atom.Object, atom.Svg, atom.Math,
		atom.Select, atom.Datalist, atom.Textarea, atom.Button:
		return true
	}
	return false
}

// block elements start and end a block of text when no style sheet says
// otherwise.
func block(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Button, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Legend, atom.Li, atom.Main,
		atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option, atom.P, atom.Pre, atom.Section, atom.Select, atom.Summary, atom.Table,
		atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// seamless elements change the look of letters within a word. Spans and links
// do not: style sheets set them apart.
func seamless(n *html.Node) bool {
	switch n.DataAtom {
	case atom.B, atom.Big, atom.Em, atom.Font, atom.I, atom.Mark, atom.S, atom.Small, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Wbr:
		return true
	}
	return false
}

// isHeading reports whether n is a heading of any level.
func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}
