package flathtml

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
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

// Read makes d the list of the document in body, which is UTF-8, and reports
// whether its tags spell it out. If they don't, d is of no use until it is
// filled again. Scripting is off. A document of more than a million and a half
// elements and texts is left as well.
//
// Cost: linear in the body, a third of that of building the tree or less.
func (d *Document) Read(body []byte) bool {
	d.reset()
	b := builder{Document: d, scanner: scanner{body: body, text: string(body)}, form: -1, last: -1, empty: -1}
	if len(body) > mostNodes { // grown in small steps they would take room several times
		d.Nodes = slices.Grow(d.Nodes, min(2*strings.Count(b.text, "<"), mostNodes+mostReopened))
	}
	ok := strings.IndexByte(b.text, 0) < 0 && b.build()
	if !ok {
		d.reset()
	}
	return ok
}
