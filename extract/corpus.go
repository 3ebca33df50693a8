package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/token"
)

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

// block is the nearest element at or above e that is no inline one.
func (c *corpus) block(d *doc, e int32) int32 {
	for e >= 0 && inlineTag(atom.Lookup([]byte(c.syms.names[d.elems[e].tag]))) {
		e = d.elems[e].parent
	}
	return e
}

// spans gives the leaves in each element, an empty span to those without any.
func (d *doc) spans() []span {
	out := make([]span, len(d.elems))
	for k := range d.leaves {
		for e := d.leaves[k].elem; e >= 0; e = d.elems[e].parent {
			if out[e].hi == 0 {
				out[e].lo = int32(k)
			}
			out[e].hi = int32(k) + 1
		}
	}
	return out
}

// common is the innermost element that all of some leaves are in, which are in the order
// of the page: the one that the first and the last share.
func (d *doc) common(leaves []leaf) int32 {
	x, y := leaves[0].elem, leaves[len(leaves)-1].elem
	for x != y { // elements come after those that they are in
		if x < y {
			x, y = y, x
		}
		x = d.elems[x].parent
	}
	return x
}

// below is the child element of one at or above e, -1 if e is that element or is not
// in it.
func (d *doc) below(e, within int32) int32 {
	if e == within {
		return -1
	}
	for e >= 0 && d.elems[e].parent != within {
		e = d.elems[e].parent
	}
	return e
}

// inlineTag tells elements that mark up words within a block, as those do that HTML does
// not know, whose atom is 0.
func inlineTag(a atom.Atom) bool {
	switch a {
	case 0, atom.Abbr, atom.Acronym, atom.Bdi, atom.Bdo, atom.Br, atom.Code, atom.Del, atom.Ins, atom.Kbd, atom.Q, atom.S, atom.Samp, atom.Time, atom.Tt, atom.Var, atom.Wbr:
		return true
	}
	return decorative(a)
}
