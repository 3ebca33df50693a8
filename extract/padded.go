package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Preformatted text may be a table: a line is a label and its value, with blanks or a leader of dots between them so that
// the values stand below each other, a colon, or semicolons before each of its values. Each line is then a block, and its cells
// are texts of their own. What tells it from code is what tells labels anywhere: they come again on other pages, each with other
// values behind it.

// gapKind is what white space parts in a text as it is shown.
type gapKind int8

const (
	noGap gapKind = iota
	cellGap
	valueGap // a delimiter
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

// delimiter parts the cells of a line as files of tables have them.
var delimiter = regexp.MustCompile(` ?; ?`)

// delimited tells whether half of the lines of a text have delimiters, and not all several, as the rows of a table have.
func delimited(text string, gaps []gap) bool {
	var counts []int
	lines, at := 0, 0
	for _, g := range append(gaps, gap{at: len(text), kind: lineGap}) {
		if g.kind >= lineGap {
			lines++
			if n := strings.Count(text[at:g.at], ";"); n > 0 {
				counts = append(counts, n)
			}
			at = g.at
		}
	}
	return len(counts) > 1 && 2*len(counts) >= lines && slices.Min(counts) == 1
}

// paddedCell is a piece of a text that no gap parts, behind the gap before it.
type paddedCell struct {
	lo, hi int // in the text
	gap
}

// paddedText is the text of a block, and the cells of its lines.
type paddedText struct {
	leaf
	lines [][]paddedCell
}

// paddedOf joins the leaves of a block, and cuts their text into lines and cells.
func (c *corpus) paddedOf(d *doc, leaves []leaf, block int32) paddedText {
	x := paddedText{leaf: c.join(d, leaves, block)}
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
		at += len(l.text) + len(l.mark)
	}
	parts, kind := leader, cellGap
	if delimited(x.text, gaps) {
		parts, kind = delimiter, valueGap
	}
	before := gap{kind: lineGap}
	for _, g := range append(gaps, gap{at: len(x.text)}) {
		from := before.at
		for _, m := range append(parts.FindAllStringIndex(x.text[from:g.at], maxParts), []int{g.at - from, 0}) {
			if lo, hi := before.at, from+m[0]; lo < hi {
				if before.kind >= lineGap {
					x.lines = append(x.lines, nil)
				}
				last := len(x.lines) - 1
				x.lines[last] = append(x.lines[last], paddedCell{lo, lo + len(strings.TrimRight(x.text[lo:hi], " ")), before})
				before.kind = noGap
			}
			if m[1] > 0 {
				before.at, before.kind = from+m[1], max(before.kind, kind)
			}
		}
		before = gap{g.at, max(g.kind, before.kind), g.column}
	}
	return x
}

// label is what the n-th cell of a line may be as a label, which is all of it if it is padded, or begin with; "" if nothing.
func (x *paddedText) label(line []paddedCell, n int) (label string, padded bool) {
	text := x.text[line[n].lo:line[n].hi]
	if n > 0 && line[n].kind == valueGap {
		return "", false
	}
	if label = inlineLabel(text); label != "" {
		return label, false
	}
	if first, _ := utf8.DecodeRuneInString(text); n+1 < len(line) && unicode.IsLetter(first) && mayLabel(text) {
		return strings.TrimRight(text, ":："), true
	}
	return "", false
}

// paddedItem is a label with its values, or a text that has none.
type paddedItem struct {
	label  string
	at     int // where it begins
	values []span
}

// items reads a block whose lines have labels. It gives nil if it has fewer than two of them, or fewer than half of its lines
// have one. A line of the same form has one, too, though no page else may have it.
func (x *paddedText) items(is func(label string) bool) []paddedItem {
	known, deeper, labels := 0, 0, -1
	for _, line := range x.lines {
		label, _ := x.label(line, 0)
		switch at := line[0].column; {
		case label != "" && is(label):
			known++
			labels = at
		case labels >= 0 && at > labels:
			deeper++
		}
	}
	if known < 2 || 2*known < len(x.lines)-deeper {
		return nil
	}
	var out []paddedItem
	for _, line := range x.lines {
		last := len(out) - 1
		goesOn := last >= 0 && out[last].label != "" && line[0].column > labels && line[0].kind != blockGap
		for n := 0; n < len(line); n++ {
			cell := line[n]
			label, padded := x.label(line, n)
			first, _ := utf8.DecodeRuneInString(x.text[cell.lo:])
			value := span{int32(cell.lo), int32(cell.hi)}
			switch {
			case label != "" && (n == 0 && !goesOn && padded || is(label)):
				if value.lo += int32(len(label)); padded {
					n++
					value = span{int32(line[n].lo), int32(line[n].hi)}
				}
				out = append(out, paddedItem{label, cell.lo, []span{value}})
			case n == 0 && !goesOn:
				out = append(out, paddedItem{"", cell.lo, []span{value}})
			case n == 0 && !unicode.IsLower(first) || cell.kind == valueGap:
				out[len(out)-1].values = append(out[len(out)-1].values, value)
			default:
				values := out[len(out)-1].values
				values[len(values)-1].hi = value.hi
			}
		}
	}
	return out
}

// paddedBlocks calls visit with each block that may be padded text, and its leaves.
func (c *corpus) paddedBlocks(d *doc, visit func(x paddedText, lo, hi int)) {
	for lo := 0; lo < len(d.leaves); {
		hi := c.blockEnd(d, lo)
		if b := c.block(d, d.leaves[lo].elem); b >= 0 && slices.ContainsFunc(d.leaves[lo:hi], func(l leaf) bool {
			return len(l.gaps) > 0 || strings.Contains(l.text, "....") || strings.Contains(l.text, "……")
		}) {
			visit(c.paddedOf(d, d.leaves[lo:hi], b), lo, hi)
		}
		lo = hi
	}
}

// findPadded finds the labels in padded text: those that several pages have in blocks of one kind, with other values, and none
// twice in a block.
//
// Cost: linear in the leaves.
func (a *alignment) findPadded() map[string]bool {
	uses := make(map[cutLabel]*cutUse)
	for i, d := range a.docs {
		a.paddedBlocks(d, func(x paddedText, _, _ int) {
			here := make(map[string]bool)
			for _, line := range x.lines {
				for n := 0; n < len(line); n++ {
					label, padded := x.label(line, n)
					if label == "" {
						continue
					}
					value := x.text[line[n].lo+len(label) : line[n].hi]
					if padded {
						n++
						value = x.text[line[n].lo:line[n].hi]
					}
					u := tallyOf(uses, cutLabel{x.sig, label})
					u.note(i, value)
					u.twice = u.twice || here[label]
					here[label] = true
				}
			}
		})
	}
	out := make(map[string]bool)
	for _, d := range a.docs {
		a.paddedBlocks(d, func(x paddedText, _, _ int) {
			is := func(label string) bool {
				u := uses[cutLabel{x.sig, label}]
				return u != nil && u.pages > 1 && u.differs && !u.twice
			}
			for _, item := range x.items(is) {
				if is(item.label) {
					out[item.label] = true
				}
			}
		})
	}
	return out
}

// splitPadded makes a leaf of each label and each value of padded text.
func (c *corpus) splitPadded(d *doc) {
	if len(c.padded) == 0 {
		return
	}
	var out []leaf
	done := 0
	blocks, again := make(map[string]int32), make(map[int32]bool) // the first with a label; those that share one
	c.paddedBlocks(d, func(x paddedText, lo, hi int) {
		items := x.items(func(label string) bool { return c.padded[label] })
		if items == nil {
			return
		}
		out = append(out, d.leaves[done:lo]...)
		first := len(out)
		d.zip(x.elem)
		put := func(lo, hi int) *leaf {
			l := c.part(x.leaf, lo, x.text[lo:hi])
			l.spaced = true
			l.positionalPath = c.positionalPaths.extend(x.positionalPath, -int32(len(out)-first)-2)
			out = append(out, l)
			return &out[len(out)-1]
		}
		for _, item := range items {
			begin := len(out)
			if item.label != "" {
				if before, ok := blocks[item.label]; ok && before != x.elem {
					again[before], again[x.elem] = true, true
				}
				blocks[item.label] = x.elem
				l := put(item.at, item.at+len(item.label))
				l.label, l.cut = true, true
			}
			for v, value := range item.values {
				lo := int(value.hi) - len(strings.TrimLeft(x.text[value.lo:value.hi], ":： "))
				if lo == int(value.hi) {
					continue
				}
				if l := put(lo, int(value.hi)); v > 0 {
					l.further = same
				}
			}
			if begin < len(out) {
				out[begin].edge = true // a line is a block
			}
		}
		done = hi
	})
	for block := range again { // rows of a group
		delete(d.zipped, block)
	}
	if out != nil {
		d.leaves, d.runs = append(out, d.leaves[done:]...), nil
	}
}
