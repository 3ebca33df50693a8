package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Preformatted text may be a table: a line is a label and its value, with blanks or a leader of dots between them so that
// the values stand below each other, or a colon. Each line is then a block, and its cells are texts of their own. What tells
// it from code is what tells labels anywhere: they come again on other pages, each with other values behind it.

// gapKind is what white space parts in a text as it is shown.
type gapKind int8

const (
	noGap gapKind = iota
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

// bit is a piece of a leaf that no gap parts.
type bit struct {
	leaf, lo, hi int // hi is behind its last character
	gap
}

// paddedLine is a line of bits, and where its cells begin among them.
type paddedLine struct {
	bits  []bit
	cells []int
}

// paddedText is the lines of a block.
type paddedText struct {
	leaves []leaf
	lines  []paddedLine
}

// paddedOf cuts the leaves of a block into lines and cells.
func paddedOf(leaves []leaf) paddedText {
	x := paddedText{leaves: leaves}
	put := func(b bit, line bool) {
		if line || len(x.lines) == 0 {
			x.lines = append(x.lines, paddedLine{})
		}
		at := &x.lines[len(x.lines)-1]
		if len(at.bits) == 0 || b.kind != noGap {
			at.cells = append(at.cells, len(at.bits))
		}
		at.bits = append(at.bits, b)
	}
	led := false // to the next leaf, by a leader at the end of one
	for k := range leaves {
		l := &leaves[k]
		gaps := l.gaps
		if len(gaps) == 0 || gaps[0].at > 0 {
			gaps = append([]gap{{}}, gaps...)
		}
		for i, g := range gaps {
			hi := len(l.text)
			if i+1 < len(gaps) {
				hi = gaps[i+1].at - 1
			}
			b := bit{k, g.at, hi, g}
			line := g.kind > cellGap || i == 0 && l.broken
			if led {
				b.kind = max(b.kind, cellGap)
			}
			for _, m := range leader.FindAllStringIndex(l.text[g.at:hi], maxParts) {
				if b.hi = g.at + m[0]; b.lo < b.hi {
					put(b, line)
					line = false
				}
				b.lo, b.kind = g.at+m[1], cellGap
			}
			led = b.lo == hi
			if b.hi = hi; b.lo < hi {
				put(b, line)
			}
		}
	}
	return x
}

func (x *paddedText) text(b bit) string { return x.leaves[b.leaf].text[b.lo:b.hi] }

// cell is the n-th cell of a line.
func (x *paddedLine) cell(n int) []bit {
	if n+1 < len(x.cells) {
		return x.bits[x.cells[n]:x.cells[n+1]]
	}
	return x.bits[x.cells[n]:]
}

// label is what the n-th cell of a line may be as a label, which is all of it if it is padded, or begin with; "" if nothing.
func (x *paddedText) label(line *paddedLine, n int) (label string, padded bool) {
	cell := line.cell(n)
	text := x.text(cell[0])
	if label = inlineLabel(text); label != "" {
		return label, false
	}
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case !unicode.IsLetter(first) || !mayLabel(text):
	case len(cell) > 1 && (endsLabel.MatchString(text) || leadingMark.MatchString(x.text(cell[1]))): // in markup
		return text, false
	case len(cell) == 1 && n+1 < len(line.cells):
		return text, true
	}
	return "", false
}

// paddedItem is a label with its values, or a text that has none, each of several bits.
type paddedItem struct {
	label  bit // of no length without one
	values [][]bit
}

// items reads a block whose lines have labels. It gives nil if it has fewer than two of them, or fewer than half of its lines
// have one. A line of the same form has one, too, though no page else may have it.
func (x *paddedText) items(is func(label string) bool) []paddedItem {
	known, deeper, labels := 0, 0, -1
	columns := make(map[int]int)
	for i := range x.lines {
		line := &x.lines[i]
		label, padded := x.label(line, 0)
		switch at := line.bits[0].column; {
		case label != "" && is(label):
			known++
			labels = at
			if padded {
				columns[line.cell(1)[0].column]++
			}
		case labels >= 0 && at > labels:
			deeper++
		}
	}
	if known < 2 || 2*known < len(x.lines)-deeper {
		return nil
	}
	column := 0
	for at, n := range columns {
		if n > columns[column] || n == columns[column] && at < column {
			column = at
		}
	}
	var out []paddedItem
	for i := range x.lines {
		line := &x.lines[i]
		last := len(out) - 1
		goesOn := last >= 0 && out[last].label.hi > 0 && line.bits[0].column > labels && line.bits[0].kind != blockGap
		for n := 0; n < len(line.cells); n++ {
			cell := line.cell(n)
			label, padded := x.label(line, n)
			first, _ := utf8.DecodeRuneInString(x.text(cell[0]))
			formed := n == 0 && !goesOn && padded
			if n == 0 && !goesOn && label == "" {
				label = x.filled(cell, column)
				formed = label != ""
			}
			switch {
			case label != "" && (formed || is(label)):
				item := paddedItem{label: cell[0]}
				item.label.hi = item.label.lo + len(label)
				if padded {
					n++
					cell = line.cell(n)
				} else {
					cell = slices.Clone(cell)
					cell[0].lo = item.label.hi
				}
				item.values = [][]bit{cell}
				out = append(out, item)
			case n == 0 && !goesOn:
				out = append(out, paddedItem{values: [][]bit{cell}})
			case n == 0 && !unicode.IsLower(first):
				out[last].values = append(out[last].values, cell)
			default:
				item := &out[len(out)-1]
				v := len(item.values) - 1
				item.values[v] = slices.Concat(item.values[v], cell)
			}
		}
	}
	return out
}

// filled is the beginning of a cell up to a blank before the column of values, "" if there is none: a label that leaves
// room for one blank alone.
func (x *paddedText) filled(cell []bit, column int) string {
	text, left := x.text(cell[0]), column-cell[0].column-1
	for at, r := range text {
		if left--; left < 0 {
			if r == ' ' && mayLabel(text[:at]) {
				return text[:at]
			}
			break
		}
	}
	return ""
}

// paddedBlocks calls visit with the leaves of each block that may be padded text, and where they begin.
func (c *corpus) paddedBlocks(d *doc, visit func(lo, hi int, block int32)) {
	for lo := 0; lo < len(d.leaves); {
		b, hi := c.block(d, d.leaves[lo].elem), lo+1
		for hi < len(d.leaves) && !d.leaves[hi].edge && c.block(d, d.leaves[hi].elem) == b {
			hi++
		}
		if slices.ContainsFunc(d.leaves[lo:hi], func(l leaf) bool {
			return len(l.gaps) > 0 || strings.Contains(l.text, "....") || strings.Contains(l.text, "……")
		}) {
			visit(lo, hi, b)
		}
		lo = hi
	}
}

// findPadded finds the labels in padded text: those that several pages have in blocks of one kind, with other values, and none
// twice in a block.
//
// Cost: linear in the leaves.
func (a *alignment) findPadded() map[string]bool {
	type place struct {
		sig   int32
		label string
	}
	type use struct {
		pageCount
		block          int32 // the last one
		rest           string
		differs, twice bool
	}
	uses := make(map[place]*use)
	for i, d := range a.docs {
		a.paddedBlocks(d, func(lo, hi int, block int32) {
			x, sig := paddedOf(d.leaves[lo:hi]), a.signatureAt(d, block)
			for k := range x.lines {
				line := &x.lines[k]
				for n := 0; n < len(line.cells); n++ {
					label, padded := x.label(line, n)
					if label == "" {
						continue
					}
					cell := line.cell(n)
					if padded {
						n++
						cell = line.cell(n)
					}
					rest := x.text(cell[0])
					if last := len(cell) - 1; last > 0 {
						rest += x.text(cell[last])
					}
					u := uses[place{sig, label}]
					if u == nil {
						u = &use{rest: rest, block: -1}
						uses[place{sig, label}] = u
					}
					u.differs = u.differs || rest != u.rest
					u.twice = u.twice || u.pages > 0 && u.last == i && u.block == block
					u.pageCount, u.block = u.on(i), block
				}
			}
		})
	}
	out := make(map[string]bool)
	for _, d := range a.docs {
		a.paddedBlocks(d, func(lo, hi int, block int32) {
			x, sig := paddedOf(d.leaves[lo:hi]), a.signatureAt(d, block)
			is := func(label string) bool {
				u := uses[place{sig, label}]
				return u != nil && u.pages > 1 && u.differs && !u.twice
			}
			for _, item := range x.items(is) {
				if label := x.text(item.label); item.label.hi > 0 && is(label) {
					out[label] = true
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
	c.paddedBlocks(d, func(lo, hi int, block int32) {
		x := paddedOf(d.leaves[lo:hi])
		items := x.items(func(label string) bool { return c.padded[label] })
		if items == nil {
			return
		}
		out = append(out, d.leaves[done:lo]...)
		first := len(out)
		d.zip(block)
		for _, item := range items {
			at := len(out)
			if item.label.hi > 0 {
				l := c.bitLeaf(&x, item.label)
				if before, ok := blocks[l.text]; ok && before != block {
					again[before], again[block] = true, true
				}
				blocks[l.text] = block
				l.label, l.cut, l.spaced, l.edge = true, true, true, true
				out = append(out, l)
			}
			for v, bits := range item.values {
				if l, ok := c.paddedValue(d, &x, bits, block); ok {
					if v > 0 {
						l.further = same
					}
					out = append(out, l)
				}
			}
			if at < len(out) {
				out[at].edge = true // a line is a block
			}
		}
		for k := first; k < len(out); k++ {
			out[k].positionalPath = c.positionalPaths.extend(out[k].positionalPath, -int32(k-first)-2)
		}
		done = hi
	})
	for block := range again { // rows of a group
		delete(d.zipped, block)
	}
	if out != nil {
		d.leaves, d.runs = append(out, d.leaves[done:]...), nil
	}
	for k := range d.leaves {
		d.leaves[k].gaps = nil
	}
}

// bitLeaf is the leaf of a bit.
func (c *corpus) bitLeaf(x *paddedText, b bit) leaf {
	l := c.part(x.leaves[b.leaf], b.lo, x.text(b))
	l.edge, l.broken = false, false
	return l
}

// paddedValue is the leaf of the bits of a value in a block, without the colon before it.
func (c *corpus) paddedValue(d *doc, x *paddedText, bits []bit, block int32) (l leaf, ok bool) {
	var parts []leaf
	for _, b := range bits {
		text := x.text(b)
		if len(parts) == 0 {
			text = strings.TrimLeft(text, ":： ")
		}
		b.lo = b.hi - len(text)
		if b.hi -= len(text) - len(strings.TrimRight(text, " ")); b.lo == b.hi {
			continue
		}
		l := c.bitLeaf(x, b)
		l.spaced = l.spaced || b.lo > 0
		parts = append(parts, l)
	}
	switch len(parts) {
	case 0:
		return leaf{}, false
	case 1: // it looks like the others, in whatever markup
		l = parts[0]
		l.sig = c.signatureAt(d, block)
		l.content = c.contentOf(c.sigs[l.sig].inlineTags, l.text)
	default:
		l = c.join(d, parts, block)
	}
	l.spaced = true
	return l, true
}
