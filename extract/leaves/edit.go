package leaves

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"verde/extract/token"
)

// Part is l with a part of its text, which begins at at.
func (c *Corpus) Part(l Leaf, at int, text string) Leaf {
	first, last := 0, 0
	for i, p := range l.pieces {
		if p.at <= at {
			first = i
		}
		if p.at < at+len(text) {
			last = i
		}
	}
	begin := 0 // of the first of the nodes that the part is of
	if len(l.pieces) > 0 {
		l.From, l.nth, begin = l.pieces[first].elem, l.pieces[first].nth, l.pieces[first].at
		l.pieces = slices.Clone(l.pieces[first : last+1])
		for i := range l.pieces {
			l.pieces[i].at = max(0, l.pieces[i].at-at)
		}
	}
	if begin > 0 {
		l.offset = 0
	}
	upTo := func(end int) int { return min(len(l.Names), strings.Count(l.Text[:end], NameMark)) } // fewer where the page itself has the mark
	l.offset += int32(utf8.RuneCountInString(withNames(l.Text[begin:at], l.Names[upTo(begin):upTo(at)])))
	l.Names = l.Names[upTo(at):upTo(at+len(text))]
	if len(l.pieces) == 1 {
		l.pieces = nil
	}
	if l.Field, l.Gaps = 0, nil; at+len(text) < len(l.Text) {
		l.Mark = ""
	}
	l.Text, l.Types = text, token.Of(text)
	l.Content = c.ContentOf(c.Sigs[l.Sig].InlineTags, text)
	return l
}

// WithoutMark is l with its text up to the mark at its end.
func (c *Corpus) WithoutMark(l Leaf, value string) Leaf {
	out := c.Part(l, 0, value)
	out.Mark = l.Text[len(value):]
	return out
}

// TakeOut takes texts out. What is seen before one is before what follows, then.
//
// Cost: linear in the leaves.
func (d *Doc) TakeOut(gone func(k int) bool) {
	out, last := d.Leaves[:0], Leaf{}
	for k := range d.Leaves {
		is, l := gone(k), d.Leaves[k]
		l.Edge, l.Broken, l.Spaced = l.Edge || last.Edge, l.Broken || last.Broken, l.Spaced || last.Spaced
		if last = (Leaf{}); is {
			l.Edge = l.Edge || l.apart
			last = l
			continue
		}
		out = append(out, l)
	}
	d.Leaves = out
}

// Join is one leaf of several, which stands in element b where the first one of
// them did.
func (c *Corpus) Join(d *Doc, leaves []Leaf, b int32) Leaf {
	var text strings.Builder
	l := Leaf{Elem: b, Mark: leaves[len(leaves)-1].Mark, From: leaves[0].From, nth: leaves[0].nth, Class: -1, Under: leaves[0].Under}
	for i := range leaves {
		if i > 0 && (leaves[i].Spaced || leaves[i-1].Open) {
			text.WriteByte(' ')
		}
		l.pieces = append(l.pieces, leaves[i].nodes(text.Len())...)
		if leaves[i].Typed == "" {
			l.Names = append(l.Names, leaves[i].Names...)
		}
		text.WriteString(cmp.Or(leaves[i].Typed, leaves[i].Text))
		if i+1 < len(leaves) {
			text.WriteString(leaves[i].Mark)
		}
		l.Types |= leaves[i].Types
	}
	l.pieces = slices.CompactFunc(l.pieces, func(x, y piece) bool { return x.elem == y.elem && x.nth == y.nth }) // a node that was cut
	l.Text = text.String()
	e := &d.Elems[b]
	l.Sig = c.SignatureAt(d, b)
	l.PositionalPath = c.PositionalPaths.Extend(c.PositionalPaths.Extend(e.PositionalPath, -1), l.nth)
	l.Content = c.ContentOf(c.Sigs[l.Sig].InlineTags, l.Text)
	return l
}

// nodes are the text nodes of a leaf, whose text begins at at.
func (l *Leaf) nodes(at int) []piece {
	if l.pieces == nil {
		return []piece{{at, l.From, l.nth}}
	}
	out := slices.Clone(l.pieces)
	for i := range out {
		out[i].at += at
	}
	return out
}
