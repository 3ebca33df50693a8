package flathtml

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// startInTable takes in a start tag where a table has no text.
func (b *builder) startInTable(t tag) bool {
	for {
		top := b.top()
		switch t.atom {
		case atom.Script, atom.Style:
			return top != atom.Colgroup && b.literal(t)
		case atom.Input:
			kind, _ := b.attribute(t, "type")
			return top != atom.Colgroup && kind == "hidden" && b.void(t)
		case atom.Form:
			if b.form >= 0 || top == atom.Colgroup {
				return top != atom.Colgroup && b.ignore(t)
			}
			b.form = int32(len(b.Nodes))
			return b.void(t)
		case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Colgroup, atom.Col, atom.Caption:
		default:
			return false
		}
		switch top {
		case atom.Table:
			switch t.atom {
			case atom.Col:
				b.imply(atom.Colgroup)
				continue
			case atom.Td, atom.Th, atom.Tr:
				b.imply(atom.Tbody)
				continue
			}
			if t.atom == atom.Caption {
				b.formatting = append(b.formatting, marker)
			}
			return b.put(t)
		case atom.Colgroup:
			if t.atom == atom.Col {
				return b.void(t)
			}
		case atom.Tr:
			if t.atom == atom.Td || t.atom == atom.Th {
				b.formatting = append(b.formatting, marker)
				return b.put(t)
			}
		default:
			switch t.atom {
			case atom.Tr:
				return b.put(t)
			case atom.Td, atom.Th:
				b.imply(atom.Tr)
				continue
			}
		}
		b.leave()
	}
}

// attribute gives the value of one of a tag which has just been read.
func (b *builder) attribute(t tag, key string) (string, bool) {
	return b.Attribute(&Node{attrs: [2]int32{t.attrs, int32(len(b.attrs))}}, key)
}

// endInTable takes in an end tag where a table has no text.
func (b *builder) endInTable(t tag) bool {
	switch t.atom {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr:
	case atom.Colgroup:
		if b.top() == atom.Colgroup {
			b.leave()
		}
		return true
	case atom.Form:
		b.form = -1
		return b.top() != atom.Colgroup
	case atom.Col, atom.Caption, atom.Td, atom.Th, atom.Body, atom.Html:
		return b.top() != atom.Colgroup
	default:
		return false
	}
	if b.top() == atom.Colgroup {
		b.leave()
	}
	if b.tableScope(t.atom) < 0 {
		return true
	}
	for b.top() != t.atom {
		b.leave()
	}
	b.leave()
	return true
}

// tableScope gives the place of an open element of this name in the innermost
// table, -1 if there is none.
func (b *builder) tableScope(names ...atom.Atom) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		a := b.node(i).Atom
		if slices.Contains(names, a) {
			return i
		}
		if a == atom.Table || a == atom.Html {
			break
		}
	}
	return -1
}

// leaveCell takes in the start tag of a part of a table within a cell or a
// caption: it ends there. Elsewhere the tag means nothing.
func (b *builder) leaveCell(t tag) bool {
	i := b.tableScope(atom.Td, atom.Th, atom.Caption)
	if i < 0 || b.node(i).Atom == atom.Caption && t.atom == atom.Th {
		return b.ignore(t)
	}
	return b.endFrom(i) && b.startInTable(t)
}

// endCell takes in the end tag of a part of a table within a cell or a
// caption. Elsewhere the tag means nothing.
func (b *builder) endCell(t tag) bool {
	i := b.tableScope(atom.Td, atom.Th, atom.Caption)
	if i < 0 {
		return true
	}
	in := b.node(i).Atom
	switch t.atom {
	case in:
		return b.endFrom(i)
	case atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		if in == atom.Caption {
			return true
		}
	case atom.Table:
	default:
		return true
	}
	if b.tableScope(t.atom) < 0 {
		return true
	}
	return b.endFrom(i) && b.endInTable(t)
}
