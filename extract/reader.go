package extract

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/embedded"
	"verde/values"
)

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

// unread tells elements whose text nobody sees.
func unread(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.Script, atom.Style, atom.Iframe, atom.Noembed, atom.Noframes, atom.Template}, n.DataAtom) || n.DataAtom == atom.Textarea && strings.ContainsRune(soleText(n), '<') // to be copied into a page
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

// icon appends the label that an element is, if it is one, as a text of the innermost open element. Whether it counts is
// known once all pages are.
func (r *reader) icon(n *html.Node) {
	text := icon(n)
	if text == "" || r.c.breaks || r.dark > 0 || len(r.open) == 0 || notDisplayed(n) {
		return
	}
	if k := len(r.d.leaves) - 1; k >= 0 && r.d.leaves[k].icon && r.d.leaves[k].text == text && slices.Contains(r.open, r.d.leaves[k].elem) {
		r.br, r.edge = r.br || r.d.leaves[k].broken, r.edge || r.d.leaves[k].edge // what is around the picture says the same
		r.d.leaves = r.d.leaves[:k]
	}
	r.text(text, 0)
	l := &r.d.leaves[len(r.d.leaves)-1]
	r.c.tag(l, iconMark)
	left := maxIconNodes
	l.titles = !wordless(n, &left)
	l.icon, l.spaced, l.broken, l.edge, l.open = true, r.space, r.br, r.edge, true
	if drawn(n) {
		l.apart, r.pictured = r.edges(n) || n.FirstChild != nil && r.edges(n.FirstChild), n
	}
	r.space, r.br, r.edge = true, false, false
}
