package flathtml

import (
	"golang.org/x/net/html/atom"
)

// start takes in a start tag.
func (b *builder) start(t tag) bool {
	for {
		if t.atom == atom.Html && b.mode != beforeHTML {
			return b.mode != afterBody && b.adopt(0, t)
		}
		switch b.mode {
		case beforeHTML:
			b.mode = beforeHead
			if t.atom == atom.Html {
				return b.put(t)
			}
			b.imply(atom.Html)
		case beforeHead:
			b.mode = inHead
			if t.atom == atom.Head {
				return b.put(t)
			}
			b.imply(atom.Head)
		case inHead:
			if done, ok := b.startInHead(t); done {
				return ok
			}
			b.leave()
			b.mode = afterHead
		case afterHead:
			switch t.atom {
			case atom.Body:
				b.mode = inBody
				return b.put(t)
			case atom.Head:
				return b.ignore(t)
			case atom.Frameset, atom.Template, atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script,
				atom.Style, atom.Title:
				return false
			}
			b.imply(atom.Body)
			b.mode = inBody
		case afterBody:
			b.mode = inBody
		default:
			return b.startInBody(t)
		}
	}
}

// adopt gives the i-th open element the attributes of a tag that it has not.
func (b *builder) adopt(i int, t tag) bool {
	n := b.node(i)
	late := len(b.attrs)
	b.attrs = append(b.attrs, b.Attributes(n)...)
	for _, a := range b.attrs[t.attrs:late] {
		if !has(b.attrs[late:], a.Key) {
			b.attrs = append(b.attrs, a)
		}
	}
	n.attrs = [2]int32{int32(late), int32(len(b.attrs))}
	b.roots++
	return b.roots <= mostRoots
}

// startInHead takes in what belongs into the head; done tells that this does.
func (b *builder) startInHead(t tag) (done, ok bool) {
	within := b.top() == atom.Noscript
	switch t.atom {
	case atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
		return true, b.void(t)
	case atom.Noframes, atom.Style:
		return true, b.literal(t)
	case atom.Base:
		return true, !within && b.void(t)
	case atom.Title, atom.Script:
		return true, !within && b.literal(t)
	case atom.Noscript:
		return true, !within && b.put(t)
	case atom.Head:
		return true, b.ignore(t)
	case atom.Template:
		return true, false
	}
	return within, false
}

// end takes in an end tag.
func (b *builder) end(t tag) bool {
	switch b.mode {
	case inHead:
		switch t.atom {
		case atom.Head, atom.Noscript:
			if b.top() != t.atom {
				return false
			}
			b.leave()
			if t.atom == atom.Head {
				b.mode = afterHead
			}
			return true
		case atom.Body, atom.Html, atom.Br, atom.Template:
			return false
		}
		return true
	case afterHead:
		if t.atom != atom.Body && t.atom != atom.Html {
			return false
		}
		b.imply(atom.Body)
	case inBody:
	case afterBody:
		if t.atom == atom.Html {
			return true
		}
	default:
		return false
	}
	b.mode = inBody
	if inTable(b.top()) {
		return b.endInTable(t)
	}
	return b.endInBody(t)
}

// startInBody takes in a start tag where there may be text.
func (b *builder) startInBody(t tag) bool {
	if inTable(b.top()) {
		return b.startInTable(t)
	}
	switch t.atom {
	case atom.Body:
		return b.adopt(1, t)
	case atom.Frameset, atom.Template, atom.Image, atom.Plaintext, atom.Xmp, atom.Math:
		return false
	case atom.Frame, atom.Head:
		return b.ignore(t)
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Td, atom.Th:
		return b.leaveCell(t)
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track:
		return b.void(t)
	case atom.Noframes, atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Iframe, atom.Noembed:
		return b.literal(t)
	case atom.Rb, atom.Rtc, atom.Rp, atom.Rt:
		return b.startRuby(t)
	case atom.A:
		return b.startLink(t)
	case atom.Option, atom.Optgroup:
		b.endOption(t)
	case atom.Input, atom.Select:
		if b.inScope(atom.Select) >= 0 {
			return false
		}
	case atom.Button, atom.Nobr:
		if b.inScope(t.atom) >= 0 || b.formats(t.atom) >= 0 {
			return false
		}
	}
	if isBlock(t.atom) {
		return b.startBlock(t)
	}
	return b.reopen() && b.startInline(t)
}

// startInline opens what stands in the text, with its formatting.
func (b *builder) startInline(t tag) bool {
	switch t.atom {
	case atom.Area, atom.Br, atom.Embed, atom.Img, atom.Keygen, atom.Wbr, atom.Input:
		return b.void(t)
	case atom.Svg:
		return b.startDrawing(t)
	}
	switch {
	case isFormatting(t.atom):
		return b.format(t)
	case isMarked(t.atom):
		b.formatting = append(b.formatting, marker)
	}
	return b.put(t)
}

// isBlock tells elements that end a paragraph.
func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Search, atom.Section, atom.Summary, atom.Ul, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Listing,
		atom.Form, atom.Li, atom.Dd, atom.Dt, atom.Table, atom.Hr:
		return true
	}
	return false
}

func (b *builder) startBlock(t tag) bool {
	switch t.atom {
	case atom.Form:
		if b.form >= 0 {
			return b.ignore(t)
		}
	case atom.Li:
		if !b.endItem(atom.Li, atom.Li) {
			return false
		}
	case atom.Dd, atom.Dt:
		if !b.endItem(atom.Dd, atom.Dt) {
			return false
		}
	}
	if p := b.inScope(atom.P, atom.Button); p >= 0 && b.node(p).Atom == atom.P {
		if t.atom == atom.Table || !b.endFrom(p) { // in an old document a paragraph goes on with a table
			return false
		}
	}
	switch t.atom {
	case atom.Form:
		b.form = int32(len(b.Nodes))
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if isHeading(b.top()) {
			b.leave()
		}
	case atom.Hr:
		if b.inScope(atom.Select) >= 0 {
			b.endImplied(0)
		}
		return b.void(t)
	}
	return b.put(t)
}

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// endItem ends the item of a list before the next one.
func (b *builder) endItem(one, other atom.Atom) bool {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch a := b.node(i).Atom; {
		case a == one, a == other:
			return b.endFrom(i)
		case a == atom.Address, a == atom.Div, a == atom.P:
		case isSpecial(a):
			return true
		}
	}
	return true
}

// endOption ends the option before the next one.
func (b *builder) endOption(t tag) {
	switch {
	case b.inScope(atom.Select) >= 0 && t.atom == atom.Option:
		b.endImplied(atom.Optgroup)
	case b.inScope(atom.Select) >= 0:
		b.endImplied(0)
	case b.top() == atom.Option:
		b.leave()
	}
}

// startRuby opens a part of an annotated text, where the one before ends.
func (b *builder) startRuby(t tag) bool {
	if b.inScope(atom.Ruby) >= 0 {
		if t.atom == atom.Rb || t.atom == atom.Rtc {
			b.endImplied(0)
		} else {
			b.endImplied(atom.Rtc)
		}
	}
	return b.put(t)
}

// endInBody takes in an end tag where there may be text.
func (b *builder) endInBody(t tag) bool {
	switch t.atom {
	case atom.Body, atom.Html:
		if b.inScope(atom.Body) >= 0 {
			b.mode = afterBody
		}
		return true
	case atom.Template:
		return false
	case atom.Br:
		return b.startInBody(tag{name: t.name, atom: t.atom, attrs: int32(len(b.attrs))})
	case atom.P:
		p := b.inScope(atom.P, atom.Button)
		if p < 0 || b.node(p).Atom != atom.P {
			b.imply(atom.P)
			p = len(b.open) - 1
		}
		return b.endFrom(p)
	case atom.Form:
		return b.endForm()
	case atom.Li:
		if i := b.inScope(atom.Li, atom.Ol, atom.Ul); i >= 0 && b.node(i).Atom == atom.Li {
			return b.endFrom(i)
		}
		return true
	case atom.Caption, atom.Col, atom.Colgroup, atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Td, atom.Th:
		return b.endCell(t)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return b.endScope(atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
	case atom.Dd, atom.Dt, atom.Applet, atom.Marquee, atom.Object,
		atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Button, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div,
		atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Listing, atom.Main, atom.Menu,
		atom.Nav, atom.Ol, atom.Pre, atom.Search, atom.Section, atom.Select, atom.Summary, atom.Ul:
		return b.endScope(t.atom)
	}
	if isFormatting(t.atom) {
		return b.endFormatting(t)
	}
	return b.endOther(t)
}

// endForm ends the form that is noted, which only its own end tag does. In a
// table, which ends with another, the note may be of one that has no content,
// and the form around the table goes on.
func (b *builder) endForm() bool {
	form, i := b.form, b.inScope(atom.Form)
	b.form = -1
	if form < 0 || i < 0 || b.open[i] != form {
		return true
	}
	b.endImplied(0)
	if b.top() != atom.Form {
		return false
	}
	b.leave()
	return true
}
