package rules

import (
	"regexp"
	"slices"
	"strings"

	"verde/extract/leaves"
)

// Preformatted text may be a table: a line is a label and its value, with blanks or a leader of dots between them so that
// the values stand below each other, or a colon. Each line is then a block, and its cells
// are texts of their own. What tells it from code is what tells labels anywhere: they come again on other pages, each with other
// values behind it.

// leader is dots that lead from a label to its value.
var leader = regexp.MustCompile(` ?(?:\.{4,}|…{2,}|(?: \.){4,}) ?`)

// paddedOf joins the leaves of a block, and cuts their text into lines and cells.
func (c *Corpus) paddedOf(d *Doc, texts []leaves.Leaf, block int32) cutText {
	x := cutText{Leaf: c.Join(d.Doc, texts, block), block: true}
	var gaps []leaves.Gap
	at := 0
	for k := range texts {
		l := &texts[k]
		if k > 0 && (l.Spaced || texts[k-1].Open) {
			at++
		}
		if l.Broken {
			gaps = append(gaps, leaves.Gap{At: at, Kind: leaves.LineGap})
		}
		for _, g := range l.Gaps {
			gaps = append(gaps, leaves.Gap{At: at + g.At, Kind: g.Kind, Column: g.Column})
		}
		at += len(l.Text) + len(l.Mark)
	}
	before := leaves.Gap{Kind: leaves.LineGap}
	for _, g := range append(gaps, leaves.Gap{At: len(x.Text)}) {
		from := before.At
		for _, m := range append(leader.FindAllStringIndex(x.Text[from:g.At], maxParts), []int{g.At - from, 0}) {
			if lo, hi := before.At, from+m[0]; lo < hi {
				if before.Kind >= leaves.LineGap {
					x.lines = append(x.lines, nil)
				}
				last := len(x.lines) - 1
				x.lines[last] = append(x.lines[last], textCell{lo, lo + len(strings.TrimRight(x.Text[lo:hi], " ")), before})
				before.Kind = leaves.NoGap
			}
			if m[1] > 0 {
				before.At, before.Kind = from+m[1], max(before.Kind, leaves.CellGap)
			}
		}
		before = leaves.Gap{At: g.At, Kind: max(g.Kind, before.Kind), Column: g.Column}
	}
	x.unquote()
	return x
}

// quoteMark is what plain text has at the beginning of each line that it quotes, or of a comment.
var quoteMark = regexp.MustCompile(`^(?:>+ ?|[|#;%*]+(?: |$))`)

// unquote leaves the marks out of the lines, if nearly all have one.
func (x *cutText) unquote() {
	marks := func(line []textCell) int { return len(quoteMark.FindString(x.Text[line[0].lo:line[0].hi])) }
	quoted := 0
	for _, line := range x.lines {
		if marks(line) > 0 {
			quoted++
		}
	}
	if len(x.lines) < minTurns || float64(quoted) < NearlyAll*float64(len(x.lines)) {
		return
	}
	for n, line := range x.lines {
		switch k := marks(line); {
		case line[0].lo+k < line[0].hi:
			line[0].lo += k
		case k > 0 && len(line) > 1: // the mark stands before a column of its own
			line[1].Kind, line[1].Column = line[0].Kind, line[0].Column
			x.lines[n] = line[1:]
		}
	}
}

// paddedTexts calls visit with each block that may be padded text.
//
// Cost: linear in the leaves.
func (c *Corpus) paddedTexts(d *Doc, visit func(x cutText)) {
	for lo := 0; lo < len(d.Leaves); {
		hi := c.blockEnd(d, lo)
		if b := d.Block(d.Leaves[lo].Elem); b >= 0 && slices.ContainsFunc(d.Leaves[lo:hi], func(l leaves.Leaf) bool {
			return len(l.Gaps) > 0 || strings.Contains(l.Text, "....") || strings.Contains(l.Text, "……")
		}) {
			x := c.paddedOf(d, d.Leaves[lo:hi], b)
			x.span = span{int32(lo), int32(hi)}
			visit(x)
		}
		lo = hi
	}
}
