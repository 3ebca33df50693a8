package leaves

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// Enclosing is the nearest element of one of the tags, of which there are few, at or above e, -1 if
// there is none.
//
// Cost: linear in the elements the first time that a page is asked for the tags, else constant.
func (d *Doc) Enclosing(e int32, tags ...atom.Atom) int32 {
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
			if slices.Contains(tags, x.Atom) {
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

// Decorative lists the tags that belong to the content of a leaf and not to
// its path (DCA, footnote 2).
func Decorative(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Cite, atom.Dfn, atom.Font, atom.Em, atom.I, atom.Mark, atom.Small,
		atom.Span, atom.Sub, atom.Sup, atom.Strike, atom.U, atom.Strong:
		return true
	}
	return false
}

// Block is the nearest element at or above e that is no inline one.
func (d *Doc) Block(e int32) int32 {
	for e >= 0 && InlineTag(d.Elems[e].Atom) {
		e = d.Elems[e].Parent
	}
	return e
}

// Common is the innermost element that all of some leaves are in, which are in the order
// of the page: the one that the first and the last share.
func (d *Doc) Common(leaves []Leaf) int32 {
	x, y := leaves[0].Elem, leaves[len(leaves)-1].Elem
	for x != y { // elements come after those that they are in
		if x < y {
			x, y = y, x
		}
		x = d.Elems[x].Parent
	}
	return x
}

// Below is the child of within that is e or contains it; -1 if e is within itself, or is not in
// it.
func (d *Doc) Below(e, within int32) int32 {
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

// InlineTag reports whether an element marks up words within a block. Elements that HTML does
// not know, whose atom is 0, count as such.
func InlineTag(a atom.Atom) bool {
	switch a {
	case 0, atom.Abbr, atom.Acronym, atom.Bdi, atom.Bdo, atom.Br, atom.Code, atom.Del, atom.Ins, atom.Kbd, atom.Q, atom.S, atom.Samp, atom.Time, atom.Tt, atom.Var, atom.Wbr:
		return true
	}
	return Decorative(a)
}

// Element is what is kept of a DOM element: enough to name it, no tree.
type Element struct {
	Parent             int32
	Tag                int32
	Atom               atom.Atom // of the tag, 0 of one that HTML does not have
	Nth                int32     // among siblings of its tag, from 1
	Path, ids, Classes int32
	PositionalPath     int32
	ID, Class, Prop    int32 // symbols of the attributes, -1 without
	Name               int32 // symbol of the class attribute as the page has it, -1 without
	Texts              int32 // text nodes within it that are not blank
	Rows               int32 // that a cell spans, 0 if it says nothing of that
	Link, time         int32 // places plus one in the links and times of the page of those that it is or is in, 0 for none
}
