package flathtml

import (
	"slices"
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

// inScope gives the place of the innermost open element of one of these names
// that a table or an embedded object does not shield, -1 if there is none.
func (b *builder) inScope(names ...atom.Atom) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		a := b.node(i).Atom
		if slices.Contains(names, a) {
			return i
		}
		switch a {
		case atom.Applet, atom.Caption, atom.Html, atom.Table, atom.Td, atom.Th, atom.Marquee, atom.Object, atom.Template, atom.Select:
			return -1
		}
	}
	return -1
}

// endFrom ends the i-th open element and all in it. None of those in it may be
// an embedded object, into the end of which formatting would go on.
func (b *builder) endFrom(i int) bool {
	for len(b.open) > i+1 {
		if isMarked(b.top()) {
			return false
		}
		b.leave()
	}
	if isMarked(b.top()) {
		b.leaveMarked()
	} else {
		b.leave()
	}
	return true
}

// endImplied ends elements that need no end tag, except one.
func (b *builder) endImplied(except atom.Atom) {
	for {
		switch a := b.top(); a {
		case except:
			return
		case atom.Dd, atom.Dt, atom.Li, atom.Optgroup, atom.Option, atom.P, atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
			b.leave()
		default:
			return
		}
	}
}

// endScope ends the innermost open element of one of these names and all in it,
// if there is one that a table or an embedded object does not shield.
func (b *builder) endScope(names ...atom.Atom) bool {
	if i := b.inScope(names...); i >= 0 {
		return b.endFrom(i)
	}
	return true
}

// endOther takes in the end tag of an element that no rule is about.
func (b *builder) endOther(t tag) bool {
	for i := len(b.open) - 1; i >= 0; i-- {
		n := b.node(i)
		if n.Atom == t.atom && (t.atom != 0 || n.Data == t.name) {
			return b.endFrom(i)
		}
		if isSpecial(n.Atom) {
			break
		}
	}
	return true
}

// isSpecial tells the elements that an end tag does not reach across.
func isSpecial(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Applet, atom.Area, atom.Article, atom.Aside, atom.Base, atom.Basefont, atom.Bgsound, atom.Blockquote, atom.Body,
		atom.Br, atom.Button, atom.Caption, atom.Center, atom.Col, atom.Colgroup, atom.Dd, atom.Details, atom.Dir, atom.Div, atom.Dl,
		atom.Dt, atom.Embed, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frame, atom.Frameset, atom.H1,
		atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Iframe, atom.Img,
		atom.Input, atom.Keygen, atom.Li, atom.Link, atom.Listing, atom.Main, atom.Marquee, atom.Menu, atom.Meta, atom.Nav, atom.Noembed,
		atom.Noframes, atom.Noscript, atom.Object, atom.Ol, atom.P, atom.Param, atom.Plaintext, atom.Pre, atom.Script, atom.Section,
		atom.Select, atom.Source, atom.Style, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Template, atom.Textarea, atom.Tfoot,
		atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Track, atom.Ul, atom.Wbr, atom.Xmp:
		return true
	}
	return false
}

// inTable tells the elements of a table that contain others of it alone.
func inTable(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Colgroup:
		return true
	}
	return false
}

// isMarked tells the elements that formatting does not reach into.
func isMarked(a atom.Atom) bool {
	switch a {
	case atom.Applet, atom.Marquee, atom.Object, atom.Caption, atom.Td, atom.Th:
		return true
	}
	return false
}

// leaveMarked closes what was opened last, and the formatting in it.
func (b *builder) leaveMarked() {
	b.leave()
	last := len(b.formatting) - 1
	for last > 0 && b.formatting[last] != marker {
		last--
	}
	b.formatting = b.formatting[:max(last, 0)]
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
