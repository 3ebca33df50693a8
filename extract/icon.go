package extract

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// Some pages label a value by a picture before it, whose words are told in another way: by the alt attribute of an image, or
// the aria-label or title of an element, which has no text or the value. Whoever hears the page is read these words (HTML §4.8.4.4, WAI-ARIA
// §5.2.8.4), so they are texts of the page where they are labels, and nothing where they are not.

const (
	iconMark     = "<icon>" // the tag of a label that is seen as a picture
	minIcons     = 2        // different ones in a list of facts: one alone may be an ornament
	maxIconNodes = 16       // elements in one, as the paths of a drawing
)

// iconAttributes say what an element is called, the first that does (Accessible Name and Description Computation, step 2).
var iconAttributes = [...]string{"aria-label", "alt", "title"}

// icon is what the picture that an element is says instead of a text, "" if it is none.
func icon(n *html.Node) string {
	var said [len(iconAttributes)]string
	for _, a := range n.Attr {
		if k := slices.Index(iconAttributes[:], a.Key); k >= 0 && (a.Key != "alt" || n.DataAtom == atom.Img) {
			said[k] = values.FoldOnly(a.Val, values.Space)
		}
	}
	text := cmp.Or(said[:]...)
	if left := maxIconNodes; !namelike(text) || explains(n) || !wordless(n, &left) && text == said[1] {
		return ""
	}
	return text
}

// wordless tells whether no text is in an element, of which few are looked at.
func wordless(n *html.Node, left *int) bool {
	for c := range n.ChildNodes() {
		if *left--; *left < 0 || c.Type == html.TextNode && values.FoldOnly(c.Data, values.Space) != "" || c.Type == html.ElementNode && !wordless(c, left) {
			return false
		}
	}
	return true
}

// drawn tells elements that stand in a line with the texts around them, as pictures do.
func drawn(n *html.Node) bool {
	return n.DataAtom == atom.Img || n.DataAtom == atom.Svg || inlineTag(n.DataAtom)
}

// edges tells whether an element parts the texts around it, as blocks do, and pictures but for a label.
func (r *reader) edges(n *html.Node) bool {
	return !inlineTag(n.DataAtom) && (r.pictured == nil || n != r.pictured && n.Parent != r.pictured)
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

// tag gives a text a signature of its own among those of its place, as markup of its own would.
func (c *corpus) tag(l *leaf, name string) {
	sig := c.sigs[l.sig]
	sig.inlineTags = c.syms.intern(name + c.syms.names[sig.inlineTags])
	l.sig, l.content = c.signature(sig), c.contentOf(sig.inlineTags, l.text)
	l.types = c.typesOf(l.content, l.text)
}

// besideText tells whether the text behind an icon is in its line, in the block beside one that is nothing else, or in
// another cell of its row.
func (c *corpus) besideText(d *doc, k int) bool {
	if k+1 == len(d.leaves) || d.leaves[k+1].icon {
		return false
	}
	next := &d.leaves[k+1]
	x, y := c.block(d, d.leaves[k].elem), c.block(d, next.elem)
	if x < 0 || y < 0 || c.headingAt(d, y) >= 0 {
		return false
	}
	within := d.elems[x].parent
	return x == y && !next.edge || within >= 0 && (d.elems[y].parent == within && d.elems[x].texts == 0 || d.below(y, within) >= 0 && c.cells(d, within))
}

// findIcons gives the icons that label values, and their places. Many pages have them, the first on nearly each beside a text, and
// the texts differ. Few have one twice in a row, as stars and what explains labels. Most pages with one have another, as facts
// come in lists.
//
// Cost: linear in the leaves and their depth.
func (a *pageSet) findIcons() map[int32]bool {
	usual := a.usualTexts(usualShare)
	titled, behind := make(map[int32]int), make(map[int32]int) // by place: titles of texts, and those of them that a label is before
	for _, d := range a.docs {
		for k := range d.leaves {
			if l := &d.leaves[k]; l.titles {
				place := a.iconPlace(d, l)
				if titled[place]++; a.labelBefore(d, k, usual) {
					behind[place]++
				}
			}
		}
	}
	says := func(d *doc, l *leaf) bool { // what has a label already is explained by its title
		return l.icon && !(l.titles && 2*behind[a.iconPlace(d, l)] > titled[a.iconPlace(d, l)])
	}
	type use struct {
		pageCount
		beside, again int
		text          int32 // the last beside
		differs       bool
	}
	uses := make(map[int32]*use)
	for i, d := range a.docs {
		before := int32(-1) // the icon before, if it is the first of its kind
		for k := range d.leaves {
			l := &d.leaves[k]
			if !says(d, l) {
				continue
			}
			u := tallyOf(uses, l.content)
			if u.pages > 0 && u.last == i { // what comes again may be a neighbour's
				if before == l.content {
					u.again++
				}
				before = -1
				continue
			}
			before = l.content
			if u.pageCount = u.on(i); a.besideText(d, k) {
				next := d.leaves[k+1].content
				u.differs = u.differs || u.beside > 0 && next != u.text
				u.text = next
				u.beside++
			}
		}
	}
	labels := func(content int32) bool {
		u := uses[content]
		return u != nil && usual(content) && float64(u.beside) >= nearlyAll*float64(u.pages) && u.differs && 2*u.again <= u.pages
	}
	pages, several := 0, 0
	for _, d := range a.docs {
		n := 0
		for k := range d.leaves {
			if says(d, &d.leaves[k]) && labels(d.leaves[k].content) {
				n++
			}
		}
		pages, several = pages+min(1, n), several+min(1, n/minIcons)
	}
	out := make(map[int32]bool)
	if pages < minIcons || 2*several <= pages {
		return out
	}
	type tally struct{ labels, all int }
	places := make(map[int32]*tally)
	for _, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			if !says(d, l) || !a.besideText(d, k) {
				continue
			}
			t := tallyOf(places, a.iconPlace(d, l))
			if t.all++; labels(l.content) {
				t.labels++
				out[l.content] = true
			}
		}
	}
	for place, t := range places {
		if float64(t.labels) >= nearlyAll*float64(t.all) {
			out[place] = true
		}
	}
	return out
}

// iconPlace names the element that an icon stands in. Where nearly all icons are labels, those are that few pages have.
func (c *corpus) iconPlace(d *doc, l *leaf) int32 {
	e := &d.elems[l.elem]
	kind := blockKind{e.path, e.classes}
	return c.named(kind, func() string { return c.blockName(kind) })
}

// keepIcons marks the icons that label values, and takes the others out of the texts.
func (c *corpus) keepIcons(d *doc) {
	out := d.leaves[:0]
	for k := range d.leaves {
		l := d.leaves[k]
		if l.icon && !((c.icons[l.content] || c.icons[c.iconPlace(d, &l)]) && c.besideText(d, k)) {
			if k+1 < len(d.leaves) { // what is seen before the icon is before what follows
				next := &d.leaves[k+1]
				next.edge, next.broken = next.edge || l.edge || l.apart, next.broken || l.broken
				next.spaced = next.spaced || l.spaced
			}
			continue
		}
		l.label = l.label || l.icon
		out = append(out, l)
	}
	d.leaves = out
}

// explains tells elements whose title says their own text in other words, those that do something, and those that markup names.
func explains(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A, atom.Abbr, atom.Acronym, atom.Button, atom.Dfn, atom.Time:
		return n.FirstChild != nil
	}
	return n.FirstChild != nil && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return namedBy(n, a) != "" })
}
