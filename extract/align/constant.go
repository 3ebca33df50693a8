package align

import (
	"slices"

	"golang.org/x/net/html/atom"

	"verde/extract/improvement"
	"verde/extract/leaves"
	"verde/extract/parts"
	"verde/extract/rules"
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
func (a *Alignment) keepConstants(cols []*Column) {
	pairs := a.labelPairs(cols)
	moved := make(map[int]int) // template of a constant -> the template that its followers follow now
	var prev *Column
	for k, c := range cols {
		if to, ok := moved[c.After]; ok && c.Class < 0 {
			c.After = to
			prev = c
			continue
		}
		labelled := prev != nil && prev.Class >= 0 && !prev.Constant && a.constant(prev, c, cols[k+1:], pairs)
		if c.Class >= 0 && prev != nil && !a.OfTemplate(c) && (labelled || a.item(c, cols[max(0, k-maxItems):min(len(cols), k+maxItems+1)])) {
			c.Constant = true
			moved[c.After] = prev.After
			c.After = prev.After
		}
		prev = c
	}
}

// minPairs is how many labels need values of some signature before a fixed
// text of that signature is taken for a value.
const minPairs = 2

// labelPairs counts, by the signatures of label and value, the templates that
// have a value right behind them in their row.
func (a *Alignment) labelPairs(cols []*Column) map[[2]int32]int {
	pairs := make(map[[2]int32]int)
	for k, c := range cols[:max(0, len(cols)-1)] {
		if v := cols[k+1]; c.Class >= 0 && v.Class < 0 && a.sameRow(c, v) {
			pairs[[2]int32{c.Profile.Sigs[0], v.Profile.Sigs[0]}]++
		}
	}
	return pairs
}

// constant decides whether c is the value of the label before it.
func (a *Alignment) constant(before, c *Column, right []*Column, pairs map[[2]int32]int) bool {
	page, at := c.First()
	l := &a.Docs[page].Leaves[at]
	if a.Marked(l) || l.InRows || leaves.Separator(l.Text) || !a.sameRow(before, c) {
		return false
	}
	if a.Sigs[l.Sig].Path != 0 && len(right) > 0 && right[0].Class < 0 && pairs[[2]int32{l.Sig, right[0].Profile.Sigs[0]}] >= minPairs && a.sameRow(c, right[0]) {
		return false // a label with values of its own
	}
	page, at = before.First()
	m := &a.Docs[page].Leaves[at]
	return a.Marked(m) || pairs[[2]int32{m.Sig, l.Sig}] >= minPairs && !leaves.Separator(m.Text)
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
func (a *Alignment) item(c *Column, near []*Column) bool {
	page, at := c.First()
	d := a.Docs[page]
	l := &d.Leaves[at]
	if a.Marked(l) {
		return false
	}
	li := d.Enclosing(l.Elem, atom.Li)
	if li < 0 {
		return false
	}
	alone := !slices.ContainsFunc(near, func(x *Column) bool { return x.Class < 0 && a.sharesItem(c, x) })
	data := make(map[int32]bool)
	for _, x := range near {
		if x.Class >= 0 || len(x.Cells[page]) == 0 || a.OfTemplate(x) {
			continue
		}
		m := &d.Leaves[x.Cells[page][0]]
		other := d.Enclosing(m.Elem, atom.Li)
		if other < 0 || other == li || d.Elems[other].Parent != d.Elems[li].Parent {
			continue
		}
		if data[other] = true; m.Sig == l.Sig || alone && len(data) >= minDataItems && d.Elems[li].Nth > 1 {
			return true
		}
	}
	return false
}

// sharesItem tells whether two columns stand in one item of a list, on the first page
// that has both.
func (a *Alignment) sharesItem(x, y *Column) bool {
	return a.beside(x, y, func(d *rules.Doc, e, f int32) bool { return d.Enclosing(e, atom.Li) == d.Enclosing(f, atom.Li) })
}

// minRepeated is how many values need the same text behind them for it to say nothing of any.
const minRepeated = 3

// RepeatedBehind gives the columns that hold one text on all pages, right behind the value in its row, where other columns have
// the same one behind others: "Copy", "[edit]". They are the template's, though pages show the text a different number of times. A
// unit belongs to each value.
//
// Cost: linear in the cells.
func (a *Alignment) RepeatedBehind(cols []*Column) map[*Column]bool {
	found := make(map[int32][]*Column) // by the text
	for k, c := range cols {
		if k == 0 || cols[k-1].Class >= 0 || c.Field > 0 || c.Pages < 2 || !a.sameRow(cols[k-1], c) {
			continue
		}
		if text := a.soleContent(c); text >= 0 {
			found[text] = append(found[text], c)
		}
	}
	out := make(map[*Column]bool)
	for _, of := range found {
		page, at := of[0].First()
		if len(of) >= minRepeated && a.On(improvement.Constants) && !parts.Measures("1", a.Docs[page].Leaves[at].Text) {
			for _, c := range of {
				out[c] = true
			}
		}
	}
	return out
}

// soleContent is the text of all cells of a column, -1 if it has several.
func (a *Alignment) soleContent(c *Column) int32 {
	text := int32(-1)
	for i, cell := range c.Cells {
		for _, at := range cell {
			if l := &a.Docs[i].Leaves[at]; text >= 0 && l.Content != text {
				return -1
			} else {
				text = l.Content
			}
		}
	}
	return text
}

// sameRow tells whether the two stand in one row, on the first page that has both:
// under one element that is no table or list of rows.
func (a *Alignment) sameRow(x, y *Column) bool { return a.beside(x, y, a.Together) }

// beside tells whether is is true of the elements of two columns on the first page that has both.
func (a *Alignment) beside(x, y *Column, is func(d *rules.Doc, e, f int32) bool) bool {
	for i, cell := range x.Cells {
		if len(cell) > 0 && len(y.Cells[i]) > 0 {
			d := a.Docs[i]
			return is(d, d.Leaves[cell[0]].Elem, d.Leaves[y.Cells[i][0]].Elem)
		}
	}
	return false
}

// OfTemplate tells whether a column has nothing but separators and labels of sections, which are the template's even
// where they come and go: the same come again, and none says what its page is about.
func (a *Alignment) OfTemplate(c *Column) bool {
	if !a.On(improvement.Monotone) {
		return false
	}
	rare, n := make(map[int32]bool), 0
	for i, cell := range c.Cells {
		for _, at := range cell {
			switch l := &a.Docs[i].Leaves[at]; {
			case leaves.Separator(l.Text):
			case l.Heads:
				n++
			case a.Heading(l) && a.Regions[a.Syms.Intern(rules.Stem(l.Text))] != nil:
				rare[l.Content] = true
				n++
			default:
				return false
			}
		}
	}
	return 2*len(rare) <= n
}
