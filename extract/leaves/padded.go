package leaves

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Preformatted text may be a table: a line is a label and its value, with blanks or a leader of dots between them so that
// the values stand below each other, or a colon. Each line is then a block, and its cells
// are texts of their own. What tells it from code is what tells labels anywhere: they come again on other pages, each with other
// values behind it.

// gapKind is what white space parts in a text as it is shown.
type gapKind int8

const (
	noGap   gapKind = iota
	markGap         // a mark between two things that one text says
	cellGap
	lineGap
	blockGap // with an empty line in it
)

// gap is where a text goes on behind white space that parts something.
type gap struct {
	at     int // in the text, whose white space is folded
	kind   gapKind
	column int // in characters, of the line
}

// maxGaps is how many gaps of a text are looked at.
const maxGaps = 512

// printed follows the places of a text as it is shown, through elements.
type printed struct {
	lines, blanks int // of the white space at hand
	column        int
}

// gaps finds the gaps in a text node, that before it too. Blanks side by side are shown only in
// preformatted text, or where they are none of HTML's white space.
func (s *printed) gaps(text string, pre bool) (out []gap) {
	at, begun := 0, false // in the folded text, and whether white space is behind a part of it
	for i, r := range text {
		switch {
		case r == '\n' && pre:
			s.lines++
			s.blanks, s.column, begun = 0, 0, at > 0
			continue
		case r == '\ufeff' && at == 0: // folded away, as at the end
			continue
		case unicode.IsSpace(r):
			if r == '\t' && pre {
				s.blanks++
			}
			if pre || r > unicode.MaxASCII {
				s.blanks++
				s.column++
			}
			begun = begun || at > 0
			continue
		}
		if begun {
			at++ // the blank
		}
		if kind := s.kind(); kind != noGap && len(out) < maxGaps {
			out = append(out, gap{at, kind, s.column})
		}
		s.lines, s.blanks, begun = 0, 0, false
		s.column++
		_, size := utf8.DecodeRuneInString(text[i:]) // 1 of a byte that is no UTF-8
		at += size
	}
	return out
}

func (s *printed) kind() gapKind {
	switch {
	case s.lines > 1:
		return blockGap
	case s.lines == 1:
		return lineGap
	case s.blanks > 1:
		return cellGap
	}
	return noGap
}

// leader is dots that lead from a label to its value.
var leader = regexp.MustCompile(` ?(?:\.{4,}|…{2,}|(?: \.){4,}) ?`)

// paddedOf joins the leaves of a block, and cuts their text into lines and cells.
func (c *Corpus) paddedOf(d *Doc, leaves []Leaf, block int32) cutText {
	x := cutText{Leaf: c.join(d, leaves, block), block: true}
	var gaps []gap
	at := 0
	for k := range leaves {
		l := &leaves[k]
		if k > 0 && (l.spaced || leaves[k-1].open) {
			at++
		}
		if l.broken {
			gaps = append(gaps, gap{at, lineGap, 0})
		}
		for _, g := range l.gaps {
			gaps = append(gaps, gap{at + g.at, g.kind, g.column})
		}
		at += len(l.Text) + len(l.mark)
	}
	before := gap{kind: lineGap}
	for _, g := range append(gaps, gap{at: len(x.Text)}) {
		from := before.at
		for _, m := range append(leader.FindAllStringIndex(x.Text[from:g.at], maxParts), []int{g.at - from, 0}) {
			if lo, hi := before.at, from+m[0]; lo < hi {
				if before.kind >= lineGap {
					x.lines = append(x.lines, nil)
				}
				last := len(x.lines) - 1
				x.lines[last] = append(x.lines[last], textCell{lo, lo + len(strings.TrimRight(x.Text[lo:hi], " ")), before})
				before.kind = noGap
			}
			if m[1] > 0 {
				before.at, before.kind = from+m[1], max(before.kind, cellGap)
			}
		}
		before = gap{g.at, max(g.kind, before.kind), g.column}
	}
	return x
}

// paddedTexts calls visit with each block that may be padded text.
//
// Cost: linear in the leaves.
func (c *Corpus) paddedTexts(d *Doc, visit func(x cutText)) {
	for lo := 0; lo < len(d.Leaves); {
		hi := c.blockEnd(d, lo)
		if b := c.Block(d, d.Leaves[lo].Elem); b >= 0 && slices.ContainsFunc(d.Leaves[lo:hi], func(l Leaf) bool {
			return len(l.gaps) > 0 || strings.Contains(l.Text, "....") || strings.Contains(l.Text, "……")
		}) {
			x := c.paddedOf(d, d.Leaves[lo:hi], b)
			x.span = span{int32(lo), int32(hi)}
			visit(x)
		}
		lo = hi
	}
}
