package leaves

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/token"
)

// Corpus holds what the pages of one alignment share: the numbering of
// everything that is compared.
type Corpus struct {
	Syms            symbols
	Paths           *sequences
	IDs             *sequences
	Classes         *sequences
	positionalPaths *sequences
	below           *sequences // tags and classes from a row down to a leaf
	Kinds           *sequences // path and class of a text
	Sigs            []Signature
	sigIDs          map[Signature]int32
	types           []token.Types // by content, 0 when unknown
	Sims            [][]float32   // sims[a][b] of signatures, negative when unknown
	symbolOf        map[any]int32 // symbols by key, see named
	Rules
	partClasses map[step]int32  // see classInRow
	lineLabels  map[string]bool // labels within texts that are lines of lists, while pages are learned from
	Breaks      bool            // br elements are leaves, as in the paper
	Machine     bool            // embedded data are read
	Unnamed     bool            // ids and classes are ignored
}

// Rules distinguish labels, sections and rows from other texts on all pages of a template.
// They are sets of symbols of the corpus, or of texts.
type Rules struct {
	Compared   map[int32]bool  // kinds of grids that compare the page's entity with others
	Noted      map[int32]bool  // kinds of label cells with notes that explain the label
	Padded     map[string]bool // labels in lines of padded text
	Inline     map[string]bool // labels within a text
	Entries    map[int32]bool  // kinds of rows that are entries, of lines in them that are one text, and of headings in them
	PartFields map[int32]bool  // fields of the parts of rows
	Parts      map[int32]bool  // classes that distinguish the parts of rows of groups
	Regions    SectionLabels
	FixedTexts map[int32]bool  // texts that belong to no section, wherever they are
	RowKinds   map[int32]bool  // kinds of rows of groups
	RowTexts   map[int32]bool  // texts in such rows that nearly all pages have
	Facts      map[int32]bool  // kinds of rows of attributes
	Tiles      map[int32]bool  // those of Facts whose labels are below their values
	Pairs      map[int32]bool  // labels in a block of their own, before that of the value
	Icons      map[int32]bool  // labels that are pictures, and their places
	Counted    map[string]bool // labels with the number of their values ("Cast (12)"), without the number
	Choices    map[int32]bool  // places of texts that are chosen on some pages only
	ByTurns    map[int32]bool  // labels in blocks in which labels and values alternate
}

// NewCorpus is a corpus without rules, of no pages yet.
func NewCorpus() *Corpus {
	c := &Corpus{Paths: newSequences(), IDs: newSequences(), Classes: newSequences(), positionalPaths: newSequences(), below: newSequences(), Kinds: newSequences(),
		sigIDs: make(map[Signature]int32), symbolOf: make(map[any]int32), partClasses: make(map[step]int32)}
	c.Syms.Intern("") // 0
	return c
}

// signatureAt is the signature of a text in an element. Decorative tags at the end of its
// path, and br, move into its content.
func (c *Corpus) signatureAt(d *Doc, at int32) int32 {
	e := &d.Elems[at]
	var tags []string
	block := at
	for block >= 0 {
		name := c.Syms.Names[d.Elems[block].Tag]
		if a := atom.Lookup([]byte(name)); !decorative(a) && a != atom.Br {
			break
		}
		tags = append(tags, "<"+c.Syms.Names[c.Paths.Last(d.Elems[block].path)]+">")
		block = d.Elems[block].Parent
	}
	if h := c.Block(d, block); !c.Breaks && h >= 0 && HeadingTag(c.Syms.Names[d.Elems[h].Tag]) {
		block, tags = h, nil // a heading says the same in any markup
	}
	sig := Signature{IDs: e.ids, Classes: e.classes, InlineTags: c.Syms.Intern(strings.Join(tags, ""))}
	if block >= 0 {
		sig.Path = d.Elems[block].path
	}
	for up := at; up >= 0 && up >= block && sig.Prop == 0; up = d.Elems[up].Parent {
		sig.Prop = max(0, d.Elems[up].Prop)
	}
	return c.Signature(sig)
}

func (c *Corpus) contentOf(inlineTags int32, text string) int32 {
	return c.Syms.Intern(c.Syms.Names[inlineTags] + text)
}

// typesOf gives the types of the tokens of a text, which is looked at once for each
// content that it is part of: most texts come again on the next page.
func (c *Corpus) typesOf(content int32, text string) token.Types {
	for len(c.types) <= int(content) {
		c.types = append(c.types, 0)
	}
	if c.types[content] == 0 {
		c.types[content] = token.Of(text)
	}
	return c.types[content]
}

// Signature is the number of a signature, the same for equal ones.
func (c *Corpus) Signature(s Signature) int32 {
	if id, ok := c.sigIDs[s]; ok {
		return id
	}
	id := int32(len(c.Sigs))
	c.sigIDs[s], c.Sigs = id, append(c.Sigs, s)
	return id
}

// Enclosing is the nearest element of one of the tags, of which there are few, at or above e, -1 if
// there is none.
//
// Cost: linear in the elements the first time that a page is asked for the tags, else constant.
func (c *Corpus) Enclosing(d *Doc, e int32, tags ...atom.Atom) int32 {
	if e < 0 {
		return -1
	}
	var key tagSet
	copy(key[:], tags)
	nearest, ok := d.enclosing[key]
	if !ok {
		nearest = make([]int32, len(d.Elems))
		for i := range d.Elems { // parents come first
			x := &d.Elems[i]
			nearest[i] = -1
			if slices.Contains(tags, atom.Lookup([]byte(c.Syms.Names[x.Tag]))) {
				nearest[i] = int32(i)
			} else if x.Parent >= 0 {
				nearest[i] = nearest[x.Parent]
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

// Block is the nearest element at or above e that is no inline one.
func (c *Corpus) Block(d *Doc, e int32) int32 {
	for e >= 0 && inlineTag(atom.Lookup([]byte(c.Syms.Names[d.Elems[e].Tag]))) {
		e = d.Elems[e].Parent
	}
	return e
}

// spans gives the leaves in each element, an empty span to those without any.
func (d *Doc) spans() []span {
	out := make([]span, len(d.Elems))
	for k := range d.Leaves {
		for e := d.Leaves[k].Elem; e >= 0; e = d.Elems[e].Parent {
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
func (d *Doc) common(leaves []Leaf) int32 {
	x, y := leaves[0].Elem, leaves[len(leaves)-1].Elem
	for x != y { // elements come after those that they are in
		if x < y {
			x, y = y, x
		}
		x = d.Elems[x].Parent
	}
	return x
}

// below is the child of within that is e or contains it; -1 if e is within itself, or is not in
// it.
func (d *Doc) below(e, within int32) int32 {
	if e == within {
		return -1
	}
	for e >= 0 && d.Elems[e].Parent != within {
		e = d.Elems[e].Parent
	}
	return e
}

// Within reports whether e is the element of or is in it; parents have lower numbers. Cost: linear in the depth.
func (d *Doc) Within(e, of int32) bool {
	for e > of {
		e = d.Elems[e].Parent
	}
	return e == of
}

// inlineTag reports whether an element marks up words within a block. Elements that HTML does
// not know, whose atom is 0, count as such.
func inlineTag(a atom.Atom) bool {
	switch a {
	case 0, atom.Abbr, atom.Acronym, atom.Bdi, atom.Bdo, atom.Br, atom.Code, atom.Del, atom.Ins, atom.Kbd, atom.Q, atom.S, atom.Samp, atom.Time, atom.Tt, atom.Var, atom.Wbr:
		return true
	}
	return decorative(a)
}
