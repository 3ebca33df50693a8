package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

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

// corpus holds what the pages of one alignment share: the numbering of
// everything that is compared.
type corpus struct {
	syms            symbols
	paths           *sequences
	ids             *sequences
	classes         *sequences
	positionalPaths *sequences
	below           *sequences // tags and classes from a row down to a leaf
	kinds           *sequences // path and class of a text
	sigs            []signature
	sigIDs          map[signature]int32
	types           []token.Types // by content, 0 when unknown
	sims            [][]float32   // sims[a][b] of signatures, negative when unknown
	symbolOf        map[any]int32 // what has a name of its own, see named
	rules
	partClasses map[step]int32 // see classInRow
	breaks      bool           // br elements are leaves, as in the paper
	machine     bool           // embedded data are read
	unnamed     bool           // ids and classes say nothing
}

// rules are what tells labels, sections and rows from other texts on all pages. Those that
// are sets have the symbols of what they name.
type rules struct {
	compared    map[int32]bool    // kinds of grids that compare the page's entity with others
	spelt       map[string]string // labels that pages write in several ways, as most do, by their stems
	nameless    map[string]bool   // labels with the name of the entity in them, without it
	padded      map[string]bool   // labels of lines of padded text
	inline      map[string]bool   // labels within texts, by themselves
	entries     map[int32]bool    // kinds of rows that are entries, and of lines in them that are one text, and headings in them
	partFields  map[int32]bool    // fields of the parts of rows
	parts       map[int32]bool    // classes that tell the parts of rows of groups apart
	regions     sectionLabels
	fixedTexts  map[int32]bool  // texts that are of no section, wherever they stand
	rowKinds    map[int32]bool  // kinds of rows of groups
	rowTexts    map[int32]bool  // texts in these that nearly all pages have
	rowLabels   map[string]bool // stems of labels of attributes, which are labels in these, too
	labelPlaces map[int32]bool  // places of such labels in rows of groups
	facts       map[int32]bool  // kinds of rows of attributes
	tiles       map[int32]bool  // those of these whose labels are below their values
	pairs       map[int32]bool  // labels in blocks before those of their values
	icons       map[int32]bool  // labels that are seen as pictures, and their places
	counted     map[string]bool // labels that say how many values they have, without that
	choices     map[int32]bool  // places of texts that are chosen on some pages alone
	byTurns     map[int32]bool  // labels in blocks of labels and values by turns
}

func newCorpus() *corpus {
	c := &corpus{paths: newSequences(), ids: newSequences(), classes: newSequences(), positionalPaths: newSequences(), below: newSequences(), kinds: newSequences(),
		sigIDs: make(map[signature]int32), symbolOf: make(map[any]int32), partClasses: make(map[step]int32)}
	c.syms.intern("") // 0
	return c
}

// decorative lists the tags that belong to the content of a leaf and not to
// its path (DCA, footnote 2).
func decorative(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Cite, atom.Dfn, atom.Font, atom.Em, atom.I, atom.Mark, atom.Small,
		atom.Span, atom.Sub, atom.Sup, atom.Strike, atom.U, atom.Strong:
		return true
	}
	return false
}

// unread tells elements whose text nobody sees.
func unread(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.Script, atom.Style, atom.Iframe, atom.Noembed, atom.Noframes, atom.Template}, n.DataAtom) || n.DataAtom == atom.Textarea && strings.ContainsRune(soleText(n), '<') // to be copied into a page
}

// mark tells elements that only lead to another place of the page: a sign in a heading or
// term, or beside it, that links to it or to a note, or the number of a note. What is code
// is none: an operator may link to what it does.
func (r *reader) mark(n *html.Node) bool {
	if r.code > 0 {
		return false
	}
	switch n.DataAtom {
	case atom.A:
		link := ""
		for _, a := range n.Attr {
			if a.Key == "href" {
				link = a.Val
			}
		}
		text := soleText(n)
		if !strings.HasPrefix(link, "#") || text == "" {
			return false
		}
		note := n.Parent != nil && n.Parent.DataAtom == atom.Sup && !strings.ContainsFunc(text, unicode.IsLetter)
		return note || linkSign(text)
	case atom.Sup:
		marks := 0
		for c := range n.ChildNodes() {
			switch {
			case c.Type == html.ElementNode && r.mark(c):
				marks++
			case c.Type == html.ElementNode || c.Type == html.TextNode && !separator(strings.TrimSpace(c.Data)):
				return false
			}
		}
		return marks > 0
	}
	return false
}

// linkSign tells whether a text is one of the signs that link to the heading that they
// stand at, or to a note: with a selector of its form or none, or nothing that is seen, where
// a style sheet has the sign.
func linkSign(text string) bool {
	sign := strings.Trim(text, "\u200b\ufe0e\ufe0f")
	switch sign {
	case "", "¶", "#", "§", "∞", "🔗", "↑", "^", "†", "‡", "*",
		"\uf0c1": // the chain of the font Font Awesome
		return true
	}
	return false
}

// nest counts the elements around what is read that tell marks from texts: by is 1 where
// one begins, -1 where it ends.
func (r *reader) nest(n *html.Node, by int) {
	switch n.DataAtom {
	case atom.Pre:
		r.code, r.pre = r.code+by, r.pre+by
	case atom.Code:
		r.code += by
	}
	if inlineTag(n.DataAtom) && notDisplayed(n) {
		r.dark += by
	}
}

// notDisplayed tells whether an element says itself that browsers don't show it. Within a line that is a text for machines,
// as a key to sort rows by (HTML, the hidden attribute; CSS 2.2 §9.2.4); a block may be a tab that a click shows.
func notDisplayed(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			for declaration := range strings.SplitSeq(a.Val, ";") {
				property, is, _ := strings.Cut(declaration, ":")
				is, _, _ = strings.Cut(is, "!") // important
				if strings.EqualFold(strings.TrimSpace(property), "display") && strings.EqualFold(strings.TrimSpace(is), "none") {
					return true
				}
			}
		}
	}
	return false
}

// soleText is the text of an element whose children are texts or hold them alone, "" for
// another, and for code.
func soleText(n *html.Node) string {
	c := n.FirstChild
	switch {
	case c == nil || c.NextSibling != nil || c.DataAtom == atom.Code:
		return ""
	case c.Type == html.TextNode:
		return strings.TrimSpace(c.Data)
	}
	return soleText(c)
}

// read turns a document into leaves (DCA §4.1) by rules that are known. Cost: one walk over the tree.
func (c *corpus) read(url string, root *html.Node) *doc {
	d := c.walk(url, root)
	c.settle(d)
	return d
}

// settle makes of the texts of a page those that are read.
func (c *corpus) settle(d *doc) {
	if !c.breaks {
		c.keepIcons(d)
		c.dropUnchosen(d)
		c.dropNumbers(d)
		c.joinScripts(d)
		c.markLabelRuns(d)
	}
}

// walk gives the texts of a document in order, pictures that say something among them.
func (c *corpus) walk(url string, root *html.Node) *doc {
	d := &doc{url: url, zipped: make(map[int32]bool), rowElems: make(map[int32]Row)}
	r := reader{c: c, d: d}
	if c.machine {
		r.data.Data = make(embedded.Data)
		d.embedded = r.data.Data
	}
	for n := root; n != nil; {
		descend := r.enter(n)
		if descend && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for n != nil {
			if descend && n.Type == html.ElementNode {
				r.leave(n)
			}
			descend = true
			if n == root {
				return d
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
	return d
}

// reader is the walk of read: the chain of open elements and, for each, how
// many children of each tag it has had.
type reader struct {
	c     *corpus
	d     *doc
	open  []int32
	count []map[int32]int32
	data  embedded.Reader
	space bool // white space or a br since the last leaf
	br    bool // a br since then
	edge  bool // the edge of a block since then
	code  int  // pre and code elements that are open
	pre   int  // pre elements that are open
	dark  int  // inline elements that are open and not displayed
	shown printed

	pictured *html.Node // the last picture in a line that is an icon

	chooser, option *html.Node // whose texts a control tells to be chosen or not; the option that the select element around shows
	choice          choice     // which of both
}

// enter visits n and tells whether its children are to be visited.
func (r *reader) enter(n *html.Node) bool {
	switch n.Type {
	case html.DocumentNode:
		return true
	case html.ElementNode:
		if unread(n) {
			if nth := r.ordinal(r.c.syms.intern(n.Data)); n.DataAtom == atom.Script && r.c.machine && len(r.open) > 0 {
				r.data.Script(n, r.open[len(r.open)-1], nth)
			}
			return false
		}
		if !r.c.breaks && r.mark(n) {
			r.ordinal(r.c.syms.intern(n.Data))
			return false
		}
		if drawn(n) {
			r.icon(n)
		}
		r.element(n)
		r.nest(n, 1)
		if is := r.choiceOf(n); is != noChoice && r.chooser == nil {
			r.chooser, r.choice = n, is
		}
		r.br, r.edge = r.br || n.DataAtom == atom.Br, r.edge || r.edges(n)
		r.space = r.space || r.br || r.edge
		if r.br || r.edge {
			r.shown = printed{}
		}
		if n.DataAtom == atom.Br && r.c.breaks {
			r.text("", 1)
		}
		if !drawn(n) {
			r.icon(n)
		}
		if value := shownValue(n); value != "" && !r.c.breaks && r.dark == 0 {
			r.shows(value, valueAttribute)
			r.d.leaves[len(r.d.leaves)-1].open = true
		}
		return true
	case html.TextNode:
		if len(r.open) == 0 {
			return false
		}
		nth := r.ordinal(-1)
		if r.dark > 0 && !r.c.breaks {
			return false
		}
		if text := values.FoldOnly(n.Data, values.Space); text != "" {
			r.space = r.space || !strings.HasPrefix(n.Data, text[:1])
			l := r.shows(text, nth)
			l.open = !strings.HasSuffix(n.Data, text[len(text)-1:])
			l.gaps = r.shown.gaps(n.Data, r.pre > 0)
			if r.chooser == nil {
				l.choice = r.choiceOf(n)
			}
		} else {
			r.space = true
			r.shown.gaps(n.Data, r.pre > 0)
		}
	}
	return false
}

// shows appends a leaf that is shown, with what stands before it.
func (r *reader) shows(text string, nth int32) *leaf {
	r.text(text, nth)
	r.d.elems[r.open[len(r.open)-1]].texts++
	l := &r.d.leaves[len(r.d.leaves)-1]
	l.spaced, l.broken, l.edge = r.space, r.br, r.edge
	r.space, r.br, r.edge = false, false, false
	if r.chooser != nil {
		l.choice = r.choice
	}
	return l
}

// leave ends the visit of n's children.
func (r *reader) leave(n *html.Node) {
	texts := r.d.elems[r.open[len(r.open)-1]].texts
	if r.open = r.open[:len(r.open)-1]; len(r.open) > 0 {
		r.d.elems[r.open[len(r.open)-1]].texts += texts
	}
	if n == r.chooser {
		r.chooser = nil
	}
	r.nest(n, -1)
	r.edge = r.edge || r.edges(n)
	r.space = r.space || r.edge
}

// ordinal counts the children of the innermost open element by tag.
func (r *reader) ordinal(tag int32) int32 {
	k := len(r.open)
	for len(r.count) <= k {
		r.count = append(r.count, make(map[int32]int32))
	}
	r.count[k][tag]++
	return r.count[k][tag]
}

func (r *reader) element(n *html.Node) {
	c := r.c
	e := element{parent: -1, id: -1, class: -1, name: -1, prop: -1}
	if len(r.open) > 0 {
		e.parent = r.open[len(r.open)-1]
		p := &r.d.elems[e.parent]
		e.path, e.ids, e.classes, e.positionalPath = p.path, p.ids, p.classes, p.positionalPath
		e.link, e.time = p.link, p.time
	}
	name := n.Data
	switch n.DataAtom {
	case atom.Strong: // strong and b, em and i say the same (DCA §4.2)
		name = "b"
	case atom.Em:
		name = "i"
	case atom.Th:
		if amidCells(n) {
			name = "td"
		}
	}
	e.tag = c.syms.intern(n.Data)
	e.nth = r.ordinal(e.tag)
	e.path = c.paths.extend(e.path, c.syms.intern(name))
	e.positionalPath = c.positionalPaths.extend(c.positionalPaths.extend(e.positionalPath, e.tag), e.nth)
	for _, a := range n.Attr {
		if a.Namespace != "" || a.Val == "" {
			continue
		}
		if name := namedBy(n, a); name != "" && e.prop < 0 {
			e.prop = c.syms.intern(name)
		}
		switch a.Key {
		case "id":
			e.id = c.syms.intern(values.FoldOnly(a.Val, values.Space))
			e.ids = c.ids.extend(e.ids, e.id)
		case "class":
			e.class = c.syms.intern(values.FoldOnly(a.Val, values.Space))
			e.name, e.classes = e.class, c.classes.extend(e.classes, e.class)
		case "rowspan":
			rows, _ := strconv.Atoi(a.Val) // 0 where it is no number
			e.rows = int32(min(max(rows, 0), maxRowSpan))
		case "href", "datetime":
			r.d.refer(n.DataAtom, &e, a.Key, a.Val)
		}
	}
	r.d.elems = append(r.d.elems, e)
	at := int32(len(r.d.elems) - 1)
	if r.c.machine {
		r.data.Element(n, at)
	}
	r.open = append(r.open, at)
	if k := len(r.open); k < len(r.count) {
		clear(r.count[k])
	}
}

// maxRowSpan is the most rows that a cell may span in HTML.
const maxRowSpan = 65534

// text appends a leaf under the innermost open element.
func (r *reader) text(text string, nth int32) {
	c, d := r.c, r.d
	at := r.open[len(r.open)-1]
	l := leaf{text: text, sig: c.signatureAt(d, at), elem: at, from: at, nth: nth, class: -1}
	l.positionalPath = c.positionalPaths.extend(c.positionalPaths.extend(d.elems[at].positionalPath, -1), nth)
	l.content = c.contentOf(c.sigs[l.sig].inlineTags, text)
	l.types = c.typesOf(l.content, text)
	if d.title == "" && c.syms.names[d.elems[at].tag] == "title" {
		d.title = text
	}
	d.leaves = append(d.leaves, l)
}

// signatureAt is the signature of a text in an element. Decorative tags at the end of its
// path, and br, move into its content.
func (c *corpus) signatureAt(d *doc, at int32) int32 {
	e := &d.elems[at]
	var tags []string
	block := at
	for block >= 0 {
		name := c.syms.names[d.elems[block].tag]
		if a := atom.Lookup([]byte(name)); !decorative(a) && a != atom.Br {
			break
		}
		tags = append(tags, "<"+c.syms.names[c.paths.last(d.elems[block].path)]+">")
		block = d.elems[block].parent
	}
	if h := c.block(d, block); !c.breaks && h >= 0 && headingTag(c.syms.names[d.elems[h].tag]) {
		block, tags = h, nil // a heading says the same in any markup
	}
	sig := signature{ids: e.ids, classes: e.classes, inlineTags: c.syms.intern(strings.Join(tags, ""))}
	if block >= 0 {
		sig.path = d.elems[block].path
	}
	for up := at; up >= 0 && up >= block && sig.prop == 0; up = d.elems[up].parent {
		sig.prop = max(0, d.elems[up].prop)
	}
	return c.signature(sig)
}

func (c *corpus) contentOf(inlineTags int32, text string) int32 {
	return c.syms.intern(c.syms.names[inlineTags] + text)
}

// typesOf gives the types of the tokens of a text, which is looked at once for each
// content that it is part of: most texts come again on the next page.
func (c *corpus) typesOf(content int32, text string) token.Types {
	for len(c.types) <= int(content) {
		c.types = append(c.types, 0)
	}
	if c.types[content] == 0 {
		c.types[content] = token.Of(text)
	}
	return c.types[content]
}

func (c *corpus) signature(s signature) int32 {
	if id, ok := c.sigIDs[s]; ok {
		return id
	}
	id := int32(len(c.sigs))
	c.sigIDs[s], c.sigs = id, append(c.sigs, s)
	return id
}

// enclosing is the nearest element of one of the tags, of which there are few, at or above e, -1 if
// there is none.
//
// Cost: linear in the elements the first time that a page is asked for the tags, else constant.
func (c *corpus) enclosing(d *doc, e int32, tags ...atom.Atom) int32 {
	if e < 0 {
		return -1
	}
	var key tagSet
	copy(key[:], tags)
	nearest, ok := d.enclosing[key]
	if !ok {
		nearest = make([]int32, len(d.elems))
		for i := range d.elems { // parents come first
			x := &d.elems[i]
			nearest[i] = -1
			if slices.Contains(tags, atom.Lookup([]byte(c.syms.names[x.tag]))) {
				nearest[i] = int32(i)
			} else if x.parent >= 0 {
				nearest[i] = nearest[x.parent]
			}
		}
		if d.enclosing == nil {
			d.enclosing = make(map[tagSet][]int32)
		}
		d.enclosing[key] = nearest
	}
	return nearest[e]
}

// tagSet is a few tags, in the order that they are asked for in.
type tagSet [8]atom.Atom
