package flathtml

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// builder puts what the scanner finds where the tree has it. Its methods that
// return a bool report false when the tree would have something elsewhere than
// it is written: out of a table, or in a formatting element that a block goes
// beyond.
type builder struct {
	*Document
	scanner
	mode       mode
	form       int32   // the form that no other may stand in, -1 if there is none; it may have ended
	formatting []int32 // elements to be opened again, and markers
	last       int     // text that more text is put to, -1 if there is none
	empty      int     // element that nothing stands in yet, -1 if something does
	merged     int     // texts that were put together
	roots      int     // tags of the root or the body that came too late
	reopened   int     // elements that were opened again, with the attributes that they have in a tree
}

// mode is how far a document is.
type mode uint8

const (
	beforeHTML mode = iota
	beforeHead
	inHead
	afterHead
	inBody
	afterBody
)

const (
	mostOpen   = 500     // elements within each other; a tree has 512
	mostMerged = 1 << 10 // texts put together, each time anew
	mostRoots  = 16      // late tags, of which the attributes are put together anew

	mostNodes      = 1 << 20 // elements and texts, and attributes as well, without those that come by
	mostReopened   = 1 << 19 // formatting which is opened again
	mostFormatting = 128     // formatting elements and markers that are to be opened again, looked through for each
)

func (b *builder) build() bool {
	for b.at < len(b.text) && b.inBounds() {
		if raw := b.chars(); raw != "" && !b.addText(decode(raw)) {
			return false
		}
		if b.at == len(b.text) {
			break
		}
		ok := false
		switch c := b.text[b.at+1]; c {
		case '/':
			var t tag
			if t, ok = b.endTag(); ok {
				if b.drawing() {
					ok = b.endDrawing(t)
				} else {
					ok = b.end(t)
				}
			}
		case '!', '?':
			var kind byte
			if kind, ok = b.comment(); kind == 'D' {
				ok = b.mode != afterBody
			} else if b.mode != afterBody { // where it stands elsewhere
				b.last, b.empty = -1, -1
			}
		default:
			var t tag
			if t, b.attrs, ok = b.startTag(b.attrs); ok {
				if b.drawing() {
					ok = b.startDrawing(t)
				} else {
					ok = b.start(t)
				}
			}
		}
		if !ok {
			return false
		}
	}
	if !b.inBounds() || b.mode < inBody && !b.startBody() {
		return false
	}
	for len(b.open) > 0 {
		b.leave()
	}
	return true
}

// inBounds reports whether the document is of ordinary size, so that a tree of
// it may be built as well.
func (b *builder) inBounds() bool {
	return len(b.Nodes) <= mostNodes+mostReopened && len(b.attrs) <= mostNodes && b.reopened <= mostReopened && len(b.formatting) <= mostFormatting
}

// top gives the innermost open element.
func (b *builder) top() atom.Atom {
	if len(b.open) == 0 {
		return 0
	}
	return b.node(len(b.open) - 1).Atom
}

// node gives the i-th open element from the outside.
func (b *builder) node(i int) *Node { return &b.Nodes[b.open[i]] }

// put opens an element.
func (b *builder) put(t tag) bool {
	b.add(Node{Data: t.name, Atom: t.atom, attrs: [2]int32{t.attrs, int32(len(b.attrs))}})
	b.enter()
	b.empty = len(b.Nodes) - 1
	return len(b.open) < mostOpen
}

// imply opens an element without a tag.
func (b *builder) imply(a atom.Atom) {
	b.add(Node{Data: a.String(), Atom: a})
	b.enter()
}

// void adds an element without content.
func (b *builder) void(t tag) bool {
	b.put(t)
	b.leave()
	return true
}

// ignore leaves a tag out.
func (b *builder) ignore(t tag) bool {
	b.attrs = b.attrs[:t.attrs]
	return true
}

// literal adds an element that contains nothing but text.
func (b *builder) literal(t tag) bool {
	text, ok := b.raw(t.name)
	if !ok {
		return false
	}
	if t.atom == atom.Title || t.atom == atom.Textarea {
		text = decode(text)
	} else {
		text = newlines(text)
	}
	if t.atom == atom.Textarea {
		text = firstLine(text)
	}
	b.put(t)
	if text != "" {
		b.add(Node{Data: text, Text: true})
	}
	b.leave()
	return true
}

// firstLine gives a text without the line end that it begins with.
func firstLine(text string) string {
	return strings.TrimPrefix(strings.TrimPrefix(text, "\r"), "\n")
}

// addText adds text to what is open.
func (b *builder) addText(text string) bool {
	rest := strings.TrimLeft(text, space)
	if b.mode < inBody && rest != "" { // white space stays where it stands
		if b.mode >= inHead && !b.appendText(text[:len(text)-len(rest)]) || !b.startBody() {
			return false
		}
		text = rest
	}
	switch b.mode {
	case beforeHTML, beforeHead:
		return true
	case afterBody:
		if rest != "" {
			b.mode = inBody
		}
	}
	switch in := int(b.open[len(b.open)-1]); b.top() {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Colgroup:
		if rest != "" {
			return false
		}
	case atom.Pre, atom.Listing:
		if b.empty == in && in == len(b.Nodes)-1 {
			text = firstLine(text)
		}
	}
	if text == "" || len(b.formatting) == 0 {
		return b.appendText(text)
	}
	if inTable(b.top()) || b.drawing() {
		return !shows(b.top()) && b.appendText(text)
	}
	return b.reopen() && b.appendText(text)
}

// appendText adds text to what is open, to the text before it if there is one.
func (b *builder) appendText(text string) bool {
	switch {
	case text == "":
	case b.last >= 0 && b.last == len(b.Nodes)-1 && b.Nodes[b.last].Parent == b.open[len(b.open)-1]:
		b.Nodes[b.last].Data += text
		b.merged++
	default:
		b.last = len(b.Nodes)
		b.add(Node{Data: text, Text: true})
	}
	return b.merged < mostMerged
}

// startBody opens the body without a tag.
func (b *builder) startBody() bool {
	return b.start(tag{name: "body", atom: atom.Body, attrs: int32(len(b.attrs))})
}
