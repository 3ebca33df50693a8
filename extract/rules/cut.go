package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/extract/leaves"
)

// A text may contain labels with their values ("Pages: 320, Format: A5"). It is cut into lines and cells, and each label and
// value becomes a leaf of its own. Labels are recognised as elsewhere: they recur on other pages with different values.

// textCell is a part of a text between gaps, with the gap before it.
type textCell struct {
	lo, hi int // in the text
	leaves.Gap
}

// cutText is the text of a whole block or of one leaf, with the cells of its lines.
type cutText struct {
	leaves.Leaf
	span  // the leaves that it consists of
	block bool
	lines [][]textCell
}

// label gives the label that the n-th cell of a line may be (padded is true then) or begin with; "" if there is none.
func (x *cutText) label(line []textCell, n int) (label string, padded bool) {
	text := x.Text[line[n].lo:line[n].hi]
	if label = inlineLabel(text); label != "" {
		return label, false
	}
	if first, _ := utf8.DecodeRuneInString(text); n+1 < len(line) && line[n+1].Kind != leaves.MarkGap && unicode.IsLetter(first) && MayLabel(text) {
		return strings.TrimRight(text, ":："), true
	}
	return "", false
}

// cutItem is a label with its values, or a text that has none.
type cutItem struct {
	label  string
	at     int // where it begins
	values []span
}

// items splits a text into labels with their values. It gives nil for a block if fewer than two of its lines, or fewer than
// half, begin with a label, and for a leaf that does not begin with one. Text without a label belongs to the value before it,
// since values may contain marks, too. A line of the form of the labelled ones is taken to begin with a label, even if no other
// page has it.
func (x *cutText) items(is func(label string) bool) []cutItem {
	known, deeper, labels := 0, 0, -1
	for _, line := range x.lines {
		label, _ := x.label(line, 0)
		switch at := line[0].Column; {
		case label != "" && is(label):
			known++
			labels = at
		case labels >= 0 && at > labels:
			deeper++
		}
	}
	if !x.block && known == 0 || x.block && (known < 2 || 2*known < len(x.lines)-deeper) {
		return nil
	}
	var out []cutItem
	for _, line := range x.lines {
		last := len(out) - 1
		goesOn := last >= 0 && out[last].label != "" && line[0].Column > labels && line[0].Kind != leaves.BlockGap
		for n := 0; n < len(line); n++ {
			cell := line[n]
			label, padded := x.label(line, n)
			first, _ := utf8.DecodeRuneInString(x.Text[cell.lo:])
			value := span{int32(cell.lo), int32(cell.hi)}
			switch {
			case label != "" && (n == 0 && !goesOn && padded || is(label)):
				if value.lo += int32(len(label)); padded {
					n++
					value = span{int32(line[n].lo), int32(line[n].hi)}
				}
				out = append(out, cutItem{label, cell.lo, []span{value}})
			case n == 0 && !goesOn:
				out = append(out, cutItem{"", cell.lo, []span{value}})
			case n == 0 && !unicode.IsLower(first):
				out[len(out)-1].values = append(out[len(out)-1].values, value)
			default:
				values := out[len(out)-1].values
				values[len(values)-1].hi = value.hi
			}
		}
	}
	return out
}

// inlineShare is the share of the texts of a signature that have to begin with
// some repeated label before one on fewer than half the pages is taken for a
// label. Of ten films two begin with "Star Wars:", which is none as the other
// titles have nothing like it.
const inlineShare = .6

// cutLabel is the beginning of cells of a signature that may be a label.
type cutLabel struct {
	sig   int32
	label string
}

// cutUse counts the occurrences of a cutLabel on the pages.
type cutUse struct {
	sightings[string]      // what stands behind it
	inOneText         bool // twice
	block             bool // in a block, half of whose lines begin with labels
}

// cutStyle counts the texts of a signature.
type cutStyle struct {
	pageCount
	texts, formed, labelled int // all, those that begin with what may be a label, and with one of several pages
}

// list tells whether the texts are lines of lists of labels with their values: several on a page, most of the form, and at least half of
// these with a label that comes again. A line of the form has a label then, even if no other page has it.
func (s *cutStyle) list() bool {
	return s.texts >= minTurns*s.pages && float64(s.formed) >= inlineShare*float64(s.texts) && 2*s.labelled >= s.formed
}

// findCut finds the labels in texts, and notes which of them some page has twice; each calls visit with the texts of a page.
//
// Cost: that of each.
func (a *Set) findCut(each func(d *Doc, visit func(x cutText))) map[string]bool {
	uses := make(map[cutLabel]*cutUse)
	styles, twice := make(map[int32]*cutStyle), make(map[string]pageCount) // twice is by label
	for i, d := range a.Docs {
		each(d, func(x cutText) {
			s := tallyOf(styles, x.Sig)
			s.pageCount = s.on(i)
			s.texts++
			here := make(map[string]bool)
			for n, item := range x.items(func(label string) bool { return label != "" }) {
				if item.label == "" {
					continue
				}
				u, value := tallyOf(uses, cutLabel{x.Sig, item.label}), x.Text[item.values[0].lo:item.values[0].hi]
				u.see(i, value)
				twice[item.label] = twice[item.label].on(i)
				u.block, u.inOneText = x.block, u.inOneText || here[item.label]
				if here[item.label] = true; n == 0 {
					if s.formed++; u.pages > 1 {
						s.labelled++
					}
				}
			}
		})
	}
	out := make(map[string]bool)
	a.lineLabels = make(map[string]bool)
	for at, u := range uses {
		if leaves.Asks(at.label) && 2*u.pages < len(a.Docs) {
			continue // running text may begin with a question
		}
		s := styles[at.sig]
		mostly := float64(s.labelled) >= inlineShare*float64(s.texts)
		list := s.list() && !twice[at.label].twice    // else the lists are entries, of several things each
		bracketed := strings.HasPrefix(at.label, "【") // what stands before one value may be the state of it: "【used】"
		if !u.inOneText && (list || !bracketed && u.pages > 1 && (mostly || u.differs && (u.block || 2*u.pages >= len(a.Docs)))) {
			out[at.label] = true
			if twice[at.label].twice {
				a.Repeated[at.label] = true
			}
			a.lineLabels[at.label] = a.lineLabels[at.label] || list
		}
	}
	return out
}

// labelBefore reports whether the text before leaf k has the form of a label and recurs on other pages, so that leaf k has a
// label already.
func (c *Corpus) labelBefore(d *Doc, k int, usual func(content int32) bool) bool {
	if k == 0 {
		return false
	}
	l := &d.Leaves[k-1]
	return usual(l.Content) && l.MayTurn() && !l.Icon && inlineLabel(l.Text) == "" && !(k > 1 && d.Leaves[k-2].Icon)
}

func (c *Corpus) cutPadded(d *Doc) { c.cut(d, c.Padded, c.paddedTexts) }

func (c *Corpus) cutInline(d *Doc) { c.cut(d, c.Inline, c.inlineTexts) }

// cut makes a leaf of each label and each value in texts. An element with two labels that no page has twice says something of
// its page, and is no row of a group, though elements beside it are.
func (c *Corpus) cut(d *Doc, labels map[string]bool, each func(d *Doc, visit func(x cutText))) {
	if len(labels) == 0 {
		return
	}
	var out []leaves.Leaf
	done := int32(0)
	last, labelled := make(map[string]int32), make(map[int32]int) // the last element with a label; labels of elements, those that come again left out
	each(d, func(x cutText) {
		items := x.items(func(label string) bool { return labels[label] })
		if items == nil {
			return
		}
		out = append(out, d.Leaves[done:x.lo]...)
		done = x.hi
		first := len(out)
		put := func(lo, hi int) *leaves.Leaf {
			l := c.Part(x.Leaf, lo, x.Text[lo:hi])
			if k := len(out) - first; k > 0 {
				l.PositionalPath = c.PositionalPaths.Extend(x.PositionalPath, -int32(k))
				l.Spaced = l.Spaced || x.block
			}
			out = append(out, l)
			return &out[len(out)-1]
		}
		for _, item := range items {
			begin := len(out)
			if item.label != "" {
				l := put(item.at, item.at+len(item.label))
				l.Label, l.Cut = x.block || c.lineLabels[item.label], true
				b := d.Block(x.Elem)
				if before, ok := last[item.label]; !c.Repeated[item.label] && (!ok || before != b) {
					labelled[b]++
				}
				last[item.label] = b
			}
			for v, value := range item.values {
				if lo := int(value.hi) - len(strings.TrimLeft(x.Text[value.lo:value.hi], ":： ")); lo < int(value.hi) {
					if l := put(lo, int(value.hi)); v > 0 {
						l.Further = leaves.Same
					}
				}
			}
			if x.block && begin < len(out) {
				out[begin].Edge = true // a line is a block
			}
		}
	})
	for block, n := range labelled {
		if n >= minTurns { // else it may be a row of a group
			d.zipped[block] = true
		}
	}
	if out != nil {
		d.Leaves, d.runs = append(out, d.Leaves[done:]...), nil
	}
}
