package extract

import (
	"slices"

	"golang.org/x/net/html/atom"

	"verde/extract/improvement"
	"verde/extract/parts"
)

// keepConstants finds template columns that are values all the same: every
// page of the sample was made by Canon. Such a text follows a label in its
// row, where other labels have their values.
//
// Labels are known by style (a colon, th, dt, label) or by a pair of
// signatures, label's and value's, under which at least minPairs other labels
// have values. From left to right, so that a value that was found can't be the
// label of what follows it.
//
// Cost: linear in the cells.
func (a *alignment) keepConstants(cols []*column) {
	pairs := a.labelPairs(cols)
	moved := make(map[int]int) // template of a constant -> the template that its followers follow now
	var prev *column
	for k, c := range cols {
		if to, ok := moved[c.after]; ok && c.class < 0 {
			c.after = to
			prev = c
			continue
		}
		labelled := prev != nil && prev.class >= 0 && !prev.constant && a.constant(prev, c, cols[k+1:], pairs)
		if c.class >= 0 && prev != nil && !a.ofTemplate(c) && (labelled || a.item(c, cols[max(0, k-maxItems):min(len(cols), k+maxItems+1)])) {
			c.constant = true
			moved[c.after] = prev.after
			c.after = prev.after
		}
		prev = c
	}
}

// minPairs is how many labels need values of some signature before a fixed
// text of that signature is taken for a value.
const minPairs = 2

// labelPairs counts, by the signatures of label and value, the templates that
// have a value right behind them in their row.
func (a *alignment) labelPairs(cols []*column) map[[2]int32]int {
	pairs := make(map[[2]int32]int)
	for k, c := range cols[:max(0, len(cols)-1)] {
		if v := cols[k+1]; c.class >= 0 && v.class < 0 && a.sameRow(c, v) {
			pairs[[2]int32{c.profile.sigs[0], v.profile.sigs[0]}]++
		}
	}
	return pairs
}

// constant decides whether c is the value of the label before it.
func (a *alignment) constant(before, c *column, right []*column, pairs map[[2]int32]int) bool {
	page, at := c.first()
	l := &a.docs[page].leaves[at]
	if a.marked(l) || separator(l.text) || !a.sameRow(before, c) {
		return false
	}
	if a.sigs[l.sig].path != 0 && len(right) > 0 && right[0].class < 0 && pairs[[2]int32{l.sig, right[0].profile.sigs[0]}] >= minPairs && a.sameRow(c, right[0]) {
		return false // a label with values of its own
	}
	page, at = before.first()
	m := &a.docs[page].leaves[at]
	return a.marked(m) || pairs[[2]int32{m.sig, l.sig}] >= minPairs && !separator(m.text)
}

// maxItems is how many columns left and right of an item are looked at for one
// of the same list.
const maxItems = 4

// minDataItems is how many other items of a list have to be data before an item that
// is the same on all pages and looks otherwise is taken for a value.
const minDataItems = 2

// item decides whether c is an item of a ul or ol of which others are data: one of
// the same signature, or several if there are none in its own, of which it would be the
// label. What a trail of links begins with is none.
func (a *alignment) item(c *column, near []*column) bool {
	page, at := c.first()
	d := a.docs[page]
	l := &d.leaves[at]
	if a.marked(l) || separator(l.text) {
		return false
	}
	li := a.enclosing(d, l.elem, atom.Li)
	if li < 0 {
		return false
	}
	alone := !slices.ContainsFunc(near, func(x *column) bool { return x.class < 0 && a.sharesItem(c, x) })
	data := make(map[int32]bool)
	for _, x := range near {
		if x.class >= 0 || len(x.cells[page]) == 0 || a.ofTemplate(x) {
			continue
		}
		m := &d.leaves[x.cells[page][0]]
		other := a.enclosing(d, m.elem, atom.Li)
		if other < 0 || other == li || d.elems[other].parent != d.elems[li].parent {
			continue
		}
		if data[other] = true; m.sig == l.sig || alone && len(data) >= minDataItems && d.elems[li].nth > 1 {
			return true
		}
	}
	return false
}

// sharesItem tells whether two columns stand in one item of a list, on the first page
// that has both.
func (a *alignment) sharesItem(x, y *column) bool {
	return a.beside(x, y, func(d *doc, e, f int32) bool { return a.enclosing(d, e, atom.Li) == a.enclosing(d, f, atom.Li) })
}

// minRepeated is how many values need the same text behind them for it to say nothing of any.
const minRepeated = 3

// repeatedBehind gives the columns that hold one text on all pages, right behind the value in its row, where other columns have
// the same one behind others: "Copy", "[edit]". They are the template's, though pages show the text a different number of times. A
// unit belongs to each value.
//
// Cost: linear in the cells.
func (a *alignment) repeatedBehind(cols []*column) map[*column]bool {
	found := make(map[int32][]*column) // by the text
	for k, c := range cols {
		if k == 0 || cols[k-1].class >= 0 || c.field > 0 || c.pages < 2 || !a.sameRow(cols[k-1], c) {
			continue
		}
		if text := a.soleContent(c); text >= 0 {
			found[text] = append(found[text], c)
		}
	}
	out := make(map[*column]bool)
	for _, of := range found {
		page, at := of[0].first()
		if len(of) >= minRepeated && a.on(improvement.Constants) && !parts.Measures("1", a.docs[page].leaves[at].text) {
			for _, c := range of {
				out[c] = true
			}
		}
	}
	return out
}

// soleContent is the text of all cells of a column, -1 if it has several.
func (a *alignment) soleContent(c *column) int32 {
	text := int32(-1)
	for i, cell := range c.cells {
		for _, at := range cell {
			if l := &a.docs[i].leaves[at]; text >= 0 && l.content != text {
				return -1
			} else {
				text = l.content
			}
		}
	}
	return text
}

// sameRow tells whether the two stand in one row, on the first page that has both:
// under one element that is no table or list of rows.
func (a *alignment) sameRow(x, y *column) bool { return a.beside(x, y, a.together) }

// beside tells whether is is true of the elements of two columns on the first page that has both.
func (a *alignment) beside(x, y *column, is func(d *doc, e, f int32) bool) bool {
	for i, cell := range x.cells {
		if len(cell) > 0 && len(y.cells[i]) > 0 {
			d := a.docs[i]
			return is(d, d.leaves[cell[0]].elem, d.leaves[y.cells[i][0]].elem)
		}
	}
	return false
}

// ofTemplate tells whether a column has nothing but separators and labels of sections, which are the template's even
// where they come and go.
func (a *alignment) ofTemplate(c *column) bool {
	if !a.on(improvement.Monotone) {
		return false
	}
	for i, cell := range c.cells {
		for _, at := range cell {
			if l := &a.docs[i].leaves[at]; !l.heads && !separator(l.text) {
				return false
			}
		}
	}
	return true
}
