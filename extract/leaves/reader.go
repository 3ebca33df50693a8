package leaves

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/embedded"
	"verde/values"
)

// reader is the walk of read: the chain of open elements and, for each, how
// many children of each tag it has had.
type reader struct {
	c     *Corpus
	d     *Doc
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

	titled   bool       // in a heading that says something outside of brackets
	pictured *html.Node // the last picture in a line that is an icon

	chooser, option *html.Node // whose texts a control tells to be chosen or not; the option that the select element around shows
	choice          Choice     // which of both
}

// enter visits n and tells whether its children are to be visited.
func (r *reader) enter(n *html.Node) bool {
	switch n.Type {
	case html.DocumentNode:
		return true
	case html.ElementNode:
		if Unread(n) {
			if nth := r.ordinal(r.c.Syms.Intern(n.Data)); n.DataAtom == atom.Script && r.c.Machine && len(r.open) > 0 {
				r.data.Script(n, r.open[len(r.open)-1], nth)
			}
			return false
		}
		if !r.c.Breaks && r.mark(n) {
			r.ordinal(r.c.Syms.Intern(n.Data))
			return false
		}
		if drawn(n) {
			r.icon(n)
		}
		r.element(n)
		r.nest(n, 1)
		if is := r.choiceOf(n); is != NoChoice && r.chooser == nil {
			r.chooser, r.choice = n, is
		}
		r.br, r.edge = r.br || n.DataAtom == atom.Br, r.edge || r.edges(n)
		r.space = r.space || r.br || r.edge
		if r.br || r.edge {
			r.shown = printed{}
		}
		if n.DataAtom == atom.Br && r.c.Breaks {
			r.text("", 1)
		}
		if !drawn(n) {
			r.icon(n)
		}
		if value := shownValue(n); value != "" && !r.c.Breaks && r.dark == 0 {
			r.shows(value, valueAttribute)
			r.d.Leaves[len(r.d.Leaves)-1].Open = true
		}
		return true
	case html.TextNode:
		if len(r.open) == 0 {
			return false
		}
		nth := r.ordinal(-1)
		if r.dark > 0 && !r.c.Breaks {
			return false
		}
		if text := values.FoldOnly(n.Data, values.Space); text != "" {
			r.space = r.space || !strings.HasPrefix(n.Data, text[:1])
			l := r.shows(text, nth)
			l.Open = !strings.HasSuffix(n.Data, text[len(text)-1:])
			l.Gaps = r.shown.gaps(n.Data, r.pre > 0)
			if r.chooser == nil {
				l.Choice = r.choiceOf(n)
			}
		} else {
			r.space = true
			r.shown.gaps(n.Data, r.pre > 0)
		}
	}
	return false
}

// shows appends a leaf that is shown, with what stands before it.
func (r *reader) shows(text string, nth int32) *Leaf {
	r.text(text, nth)
	r.d.Elems[r.open[len(r.open)-1]].Texts++
	l := &r.d.Leaves[len(r.d.Leaves)-1]
	l.Spaced, l.Broken, l.Edge = r.space, r.br, r.edge
	r.space, r.br, r.edge = false, false, false
	if r.chooser != nil {
		l.Choice = r.choice
	}
	return l
}

// leave ends the visit of n's children.
func (r *reader) leave(n *html.Node) {
	texts := r.d.Elems[r.open[len(r.open)-1]].Texts
	if r.open = r.open[:len(r.open)-1]; len(r.open) > 0 {
		r.d.Elems[r.open[len(r.open)-1]].Texts += texts
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
	e := Element{Parent: -1, ID: -1, Class: -1, Name: -1, Prop: -1}
	if len(r.open) > 0 {
		e.Parent = r.open[len(r.open)-1]
		p := &r.d.Elems[e.Parent]
		e.Path, e.ids, e.Classes, e.PositionalPath = p.Path, p.ids, p.Classes, p.PositionalPath
		e.Link, e.time = p.Link, p.time
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
	e.Tag, e.Atom = c.Syms.Intern(n.Data), n.DataAtom
	e.Nth = r.ordinal(e.Tag)
	e.Path = c.Paths.Extend(e.Path, c.Syms.Intern(name))
	e.PositionalPath = c.PositionalPaths.Extend(c.PositionalPaths.Extend(e.PositionalPath, e.Tag), e.Nth)
	for _, a := range n.Attr {
		if a.Namespace != "" || a.Val == "" {
			continue
		}
		if name := namedBy(n, a); name != "" && e.Prop < 0 {
			e.Prop = c.Syms.Intern(name)
		}
		switch a.Key {
		case "id":
			e.ID = c.Syms.Intern(values.FoldOnly(a.Val, values.Space))
			e.ids = c.IDs.Extend(e.ids, e.ID)
		case "class":
			e.Class = c.Syms.Intern(values.FoldOnly(a.Val, values.Space))
			e.Name, e.Classes = e.Class, c.Classes.Extend(e.Classes, e.Class)
		case "rowspan":
			rows, _ := strconv.Atoi(a.Val) // 0 where it is no number
			e.Rows = int32(min(max(rows, 0), maxRowSpan))
		case "href", "datetime":
			r.d.refer(n.DataAtom, &e, a.Key, a.Val)
		}
	}
	r.d.Elems = append(r.d.Elems, e)
	at := int32(len(r.d.Elems) - 1)
	if r.c.Machine {
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
	l := Leaf{Text: text, Sig: c.SignatureAt(d, at), Elem: at, From: at, nth: nth, Class: -1}
	l.PositionalPath = c.PositionalPaths.Extend(c.PositionalPaths.Extend(d.Elems[at].PositionalPath, -1), nth)
	l.Content = c.ContentOf(c.Sigs[l.Sig].InlineTags, text)
	l.Types = c.TypesOf(l.Content, text)
	if d.Title == "" && c.Syms.Names[d.Elems[at].Tag] == "title" {
		d.Title = text
	}
	d.Leaves = append(d.Leaves, l)
}

// mark tells elements that only lead to another place: a sign in a heading or term, or beside it,
// that links to it or to a note, or the number of a note; and what wikis and documentation put in square
// brackets beside a heading, "[edit]" or "[source]", or above the line, "[2]". What is code
// is none: an operator may link to what it does.
func (r *reader) mark(n *html.Node) bool {
	if r.code > 0 {
		return false
	}
	if n.DataAtom == atom.Sup && bracketed(n) || r.titled && InlineTag(n.DataAtom) && action(n) {
		return true
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
			case c.Type == html.ElementNode || c.Type == html.TextNode && !Separator(strings.TrimSpace(c.Data)):
				return false
			}
		}
		return marks > 0
	}
	return false
}

// bracketed reports whether all that an element says stands in one pair of square brackets, is no longer than a label, and is no
// code. An element of more nodes than a label has characters is none, so that a page costs no more than that for each element.
func bracketed(n *html.Node) bool {
	var b strings.Builder
	nodes := 0
	for c := range n.Descendants() {
		if nodes++; nodes > MaxLabel || c.DataAtom == atom.Code {
			return false
		}
		if c.Type != html.TextNode {
			continue
		}
		if b.WriteString(c.Data); b.Len() > utf8.UTFMax*MaxLabel {
			return false
		}
	}
	text := strings.TrimSpace(b.String())
	return n.DataAtom != atom.Code && len(text) > 2 && text[0] == '[' && strings.IndexByte(text, ']') == len(text)-1
}

// action reports whether an element in a heading says in square brackets what one can do with the section: in words, and not
// within one. "[2009]" is a year, and "[a]" part of a name.
func action(n *html.Node) bool {
	if !bracketed(n) {
		return false
	}
	for c := range n.Descendants() {
		if c.Type == html.TextNode && strings.ContainsFunc(c.Data, unicode.IsDigit) {
			return false
		}
	}
	behind := n.NextSibling
	if behind == nil || behind.Type != html.TextNode {
		return true
	}
	first, _ := utf8.DecodeRuneInString(behind.Data)
	return !unicode.IsLetter(first)
}

// titled reports whether a heading says something outside of square brackets: what stands in them is all that others say.
//
// Cost: linear in what is in the heading.
func titled(heading *html.Node) bool {
	within := false
	for c := range heading.Descendants() {
		if c.Type != html.TextNode {
			continue
		}
		for _, r := range c.Data {
			switch {
			case r == '[':
				within = true
			case r == ']':
				within = false
			case !within && (unicode.IsLetter(r) || unicode.IsDigit(r)):
				return true
			}
		}
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
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.titled = by > 0 && titled(n)
	}
	if InlineTag(n.DataAtom) && notDisplayed(n) {
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

// Unread tells elements whose text nobody sees.
func Unread(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.Script, atom.Style, atom.Iframe, atom.Noembed, atom.Noframes, atom.Template}, n.DataAtom) || n.DataAtom == atom.Textarea && strings.ContainsRune(soleText(n), '<') // to be copied into a page
}

// Walk gives the texts of a document in order, pictures that say something among them.
func (c *Corpus) Walk(url string, root *html.Node) *Doc {
	d := &Doc{URL: url}
	r := reader{c: c, d: d}
	if c.Machine {
		r.data.Data = make(embedded.Data)
		d.Embedded = r.data.Data
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
			if next := n.NextSibling; next != nil {
				n = next
				break
			}
			n = n.Parent
		}
	}
	return d
}

// icon appends the label that an element is, if it is one, as a text of the innermost open element. Whether it counts is
// known once all pages are.
func (r *reader) icon(n *html.Node) {
	text := icon(n)
	if text == "" || r.c.Breaks || r.dark > 0 || len(r.open) == 0 || notDisplayed(n) {
		return
	}
	if k := len(r.d.Leaves) - 1; k >= 0 && r.d.Leaves[k].Icon && r.d.Leaves[k].Text == text && slices.Contains(r.open, r.d.Leaves[k].Elem) {
		r.br, r.edge = r.br || r.d.Leaves[k].Broken, r.edge || r.d.Leaves[k].Edge // what is around the picture says the same
		r.d.Leaves = r.d.Leaves[:k]
	}
	r.text(text, 0)
	l := &r.d.Leaves[len(r.d.Leaves)-1]
	r.c.tag(l, iconMark)
	l.Icon, l.Spaced, l.Broken, l.Edge, l.Open = true, r.space, r.br, r.edge, true
	if drawn(n) {
		l.apart, r.pictured = r.edges(n) || n.FirstChild != nil && r.edges(n.FirstChild), n
	}
	r.space, r.br, r.edge = true, false, false
}
