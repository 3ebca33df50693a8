package rules

import (
	"slices"

	"verde/extract/leaves"
)

// Some blocks hold a label and its values each: <div><p>Region</p><p>Douro</p></div>. What tells the labels is that they come again
// from page to page, always beside another text, while the values differ. These, and the labels and values of blocks beside each
// other (see pair.go), are no running text, though nothing but the order of texts says so.

const (
	minTurns  = 2 // labels in a block: one text before another is a heading as well
	turnShare = 1 - unequalPairs
)

// turn is a label with its values.
type turn struct {
	label  int32 // the leaf
	values span
	long   bool // the values are several lines, or running text
}

// turns calls f with each label and its values, in blocks side by side. usual tells which texts may be labels.
//
// Cost: linear in the items.
func (c *Corpus) turns(d *Doc, usual func(content int32) bool, f func(turn)) {
	for _, in := range c.blocksOf(d, usual) {
		for i := range in {
			x := &in[i]
			if tag := c.Syms.Names[d.Elems[x.elem].Tag]; !x.row && tag != "dl" {
				c.turnsInItems(d, x, usual, f)
			} else if d.Leaves[x.lo].Entry && (tag == "dl" || len(x.items) == 2) { // else they are rows anyway
				c.turnsOfCells(d, x.items, usual, f)
			}
		}
	}
}

// turnsInItems is turns of a label and its values in one item each, of which the label is first in all or last in all. No label comes
// again but in the next item, with another value. Headings label what is below them anyway, and one link says one thing.
func (c *Corpus) turnsInItems(d *Doc, x *itemBlock, usual func(content int32) bool, f func(turn)) {
	if c.Syms.Names[d.Elems[x.elem].Tag] == "tbody" {
		return
	}
	seen := make(map[int32]int)
	items := slices.DeleteFunc(slices.Clone(x.items), func(item row) bool {
		return item.hi < item.lo+2 || leaves.InlineTag(d.Elems[item.elem].Atom) || d.oneLink(item.span)
	})
	if len(items) < minTurns || float64(len(items)) < NearlyAll*float64(len(x.items)) {
		return
	}
	for n, item := range items {
		for k := item.lo; k < item.hi; k++ {
			seen[d.Leaves[k].Content]++
		}
		if n > 0 {
			if before := d.Leaves[items[n-1].lo].Content; before == d.Leaves[item.lo].Content {
				seen[before]--
			}
			if before := d.Leaves[items[n-1].hi-1].Content; before == d.Leaves[item.hi-1].Content {
				seen[before]--
			}
		}
	}
	is := func(k int32) bool {
		l := &d.Leaves[k]
		return seen[l.Content] == 1 && usual(l.Content) && l.MayTurn() && c.headingAt(d, l.Elem) < 0
	}
	first, last, looks := 0, 0, [2]map[look]int{make(map[look]int), make(map[look]int)}
	for _, item := range items {
		if is(item.lo) {
			first++
			looks[0][c.lookOf(d, item.lo)]++
		}
		if is(item.hi - 1) {
			last++
			looks[1][c.lookOf(d, item.hi-1)]++
		}
	}
	if 2*max(first, last) <= len(items) {
		return
	}
	var out []turn
	for _, item := range items {
		label, values, known := item.lo, span{item.lo + 1, item.hi}, looks[0]
		if last > first {
			label, values, known = item.hi-1, span{item.lo, item.hi - 1}, looks[1]
		}
		if known[c.lookOf(d, label)] == 0 {
			continue // a list among them
		}
		l, first := &d.Leaves[label], &d.Leaves[values.lo]
		short := c.short(d, row{values, item.elem})
		if l.MayTurn() && seen[l.Content] == 1 && c.headingAt(d, l.Elem) < 0 && (short || d.Block(l.Elem) != d.Block(first.Elem) && !slices.ContainsFunc(d.Leaves[values.lo:values.hi], func(v leaves.Leaf) bool { return v.Sig != first.Sig })) {
			out = append(out, turn{label: label, values: values, long: !short})
		}
	}
	for _, t := range out {
		if len(out) >= minTurns { // a card has a text in its head beside one that names it, and pairs below
			f(t)
		}
	}
}

// look is how a text is marked up, whatever its classes are.
type look struct{ path, inline int32 }

func (c *Corpus) lookOf(d *Doc, k int32) look {
	s := &c.Sigs[d.Leaves[k].Sig]
	return look{s.Path, s.InlineTags}
}

// turnsOfCells is turns of the cells of a row of two, or of a list of terms.
func (c *Corpus) turnsOfCells(d *Doc, cells []row, usual func(content int32) bool, f func(turn)) {
	number := c.cellNumbers(d)
	for i := range cells[1:] {
		if x, y := cells[i], cells[i+1]; number[x.elem] == 1 && number[y.elem] == 2 && x.hi == x.lo+1 && d.Leaves[x.lo].MayTurn() && usual(d.Leaves[x.lo].Content) {
			f(turn{label: x.lo, values: y.span, long: !c.short(d, y)})
		}
	}
}

// oneLink tells whether all of some texts are in one link.
func (d *Doc) oneLink(s span) bool {
	link := d.Elems[d.Leaves[s.lo].Elem].Link
	return link > 0 && !slices.ContainsFunc(d.Leaves[s.lo:s.hi], func(l leaves.Leaf) bool { return d.Elems[l.Elem].Link != link })
}

// short tells whether an item is one line, and no running text: what else stands behind a text is its section.
func (c *Corpus) short(d *Doc, item row) bool {
	words := 0
	for k := item.lo; k < item.hi; k++ {
		if words += wordCount(d.Leaves[k].Text); k > item.lo && (d.Leaves[k].Edge || d.Leaves[k].Broken) {
			return false
		}
	}
	return words < runWords
}

// findTurns gives the labels of blocks of labels and values by turns, which are nearly always before a value that differs.
//
// Cost: that of blocksOf for each page.
func (a *Set) findTurns(usual func(content int32) bool) map[int32]bool {
	uses, other := make(map[int32]*sightings[int32]), make(map[int32]int) // other is how often a text is a value
	for i, d := range a.Docs {
		a.turns(d, usual, func(x turn) {
			for _, l := range d.Leaves[x.values.lo:x.values.hi] {
				other[l.Content]++
			}
			tallyOf(uses, d.Leaves[x.label].Content).see(i, d.Leaves[x.values.lo].Content)
		})
	}
	out := make(map[int32]bool)
	for content, u := range uses {
		// What is before the same text on all pages may be any of the template's (without it F of films is .028 less).
		if u.pages >= minPairPages && u.differs && float64(u.n) >= turnShare*float64(u.n+other[content]) {
			out[content] = true
		}
	}
	return out
}

// markTurns notes the labels and values by turns.
//
// Cost: that of blocksOf.
func (c *Corpus) markTurns(d *Doc) {
	if len(c.ByTurns) == 0 {
		return
	}
	c.turns(d, func(content int32) bool { return c.ByTurns[content] }, func(x turn) {
		l := &d.Leaves[x.label]
		l.Label, l.Pair = true, leaves.RowLabel
		for k := x.values.lo; k < x.values.hi; k++ {
			v := &d.Leaves[k]
			if v.Turn = c.labelSymbol(l); !x.long {
				v.Pair = leaves.RowValue
			}
		}
	})
}
