package flathtml

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// Formatting elements ("b", "font", "a") that end before their end tag, with
// the element around them, are opened again where the next text begins. The
// builder keeps them in a list, in which a marker stands for each cell and each
// embedded object, as formatting does not reach into these.

// marker stands in the list for the beginning of a cell or an embedded object.
const marker = -1

// isFormatting tells the elements that are opened again.
func isFormatting(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// reopen opens the formatting elements that ended too early.
func (b *builder) reopen() bool {
	first := len(b.formatting)
	for first > 0 && b.formatting[first-1] != marker && !slices.Contains(b.open, b.formatting[first-1]) {
		first--
	}
	for i := first; i < len(b.formatting); i++ {
		n := b.Nodes[b.formatting[i]]
		b.formatting[i] = int32(len(b.Nodes))
		b.add(Node{Data: n.Data, Atom: n.Atom, attrs: n.attrs})
		b.enter()
		b.reopened += 1 + int(n.attrs[1]-n.attrs[0])
	}
	return len(b.open) < mostOpen
}

// format opens a formatting element. Of more than three that are alike the
// first are not opened again.
func (b *builder) format(t tag) bool {
	if !b.put(t) {
		return false
	}
	node := int32(len(b.Nodes)) - 1
	same := 0
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i] != marker; i-- {
		if b.sameTag(b.formatting[i], node) {
			if same++; same >= 3 {
				b.formatting = slices.Delete(b.formatting, i, i+1)
			}
		}
	}
	b.formatting = append(b.formatting, node)
	return true
}

// sameTag reports whether two elements have the same name and attributes.
func (b *builder) sameTag(i, j int32) bool {
	x, y := &b.Nodes[i], &b.Nodes[j]
	if x.Atom != y.Atom || x.attrs[1]-x.attrs[0] != y.attrs[1]-y.attrs[0] {
		return false
	}
	for _, a := range b.Attributes(x) {
		if !slices.Contains(b.Attributes(y), a) {
			return false
		}
	}
	return true
}

// formats gives the place in the list of the last formatting element of this
// name that counts where we are, -1 if there is none.
func (b *builder) formats(name atom.Atom) int {
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i] != marker; i-- {
		if b.Nodes[b.formatting[i]].Atom == name {
			return i
		}
	}
	return -1
}

// endFormatting takes in the end tag of a formatting element. If a block stands
// open in the element, the tree is another than what is written.
func (b *builder) endFormatting(t tag) bool {
	if b.top() == t.atom && !slices.Contains(b.formatting, b.open[len(b.open)-1]) {
		b.leave()
		return true
	}
	i := b.formats(t.atom)
	if i < 0 {
		return b.endOther(t)
	}
	at := slices.Index(b.open, b.formatting[i])
	switch {
	case at < 0:
	case b.inScope(t.atom) < 0:
		return true
	default:
		for k := at; k < len(b.open); k++ {
			if isSpecial(b.node(k).Atom) {
				return false
			}
		}
		for len(b.open) > at {
			b.leave()
		}
	}
	b.formatting = slices.Delete(b.formatting, i, i+1)
	return true
}

// startLink opens a link, which ends one that is open.
func (b *builder) startLink(t tag) bool {
	if i := b.formats(atom.A); i >= 0 {
		node := b.formatting[i]
		if !b.endFormatting(tag{name: t.name, atom: t.atom}) || slices.Contains(b.open, node) {
			return false
		}
		if i < len(b.formatting) && b.formatting[i] == node {
			b.formatting = slices.Delete(b.formatting, i, i+1)
		}
	}
	return b.reopen() && b.format(t)
}
