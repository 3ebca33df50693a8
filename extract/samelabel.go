package extract

import (
	"cmp"

	"verde/extract/rules"
)

// A template may show an attribute in one of several places: below a heading on pages
// where it is among the first three, and in a list of the others elsewhere. What the pages
// call the same, and none has twice, is one column that is read in each of its places.

// joinRead notes for each column the first one that is called the same, if no page has both, nor it and another that
// was joined, and moves what w has read, in t. Two of different labels are not the same by their property. It goes by
// what is read: where alignment gave the first of several values to the column of single ones, the wrapper does not.
//
// Cost: linear in the columns, times the pages.
func (w *Wrapper) joinRead(t *Table) {
	type joined struct {
		first int
		label string
		on    []bool // by page
	}
	all := make(map[string]*joined)
	for k := range w.Columns {
		if w.Columns[k].SameAs != "" || t.Columns[k].support() == 0 {
			continue
		}
		c, cells := w.Columns[k].called, t.Columns[k].Cells
		x := &joined{k, "", make([]bool, len(cells))}
		both := func(y *joined) bool {
			for i, on := range y.on {
				if on && len(cells[i].Values) > 0 {
					return true
				}
			}
			return false
		}
		if y := all[rules.Stem(c.Label)]; y != nil && c.Label != "" && !both(y) {
			x = y
		} else if y := all[rules.Stem(c.Property)]; y != nil && c.Property != "" && (c.Label == "" || y.label == "") && !both(y) {
			x = y
		}
		x.label = cmp.Or(x.label, c.Label)
		for i := range cells {
			x.on[i] = x.on[i] || len(cells[i].Values) > 0
		}
		for _, name := range []string{c.Label, c.Property} {
			if key := rules.Stem(name); all[key] == nil {
				all[key] = x
			}
		}
		if x.first != k {
			if first := &w.Columns[x.first]; first.called.Label == "" && c.Label != "" {
				first.called, w.Columns[k].called = w.Columns[k].called, first.called // what values show a label before is called so where they stand without it, too
			}
			w.Columns[k].SameAs = w.Columns[x.first].Label
			for i := range cells {
				if len(cells[i].Values) > 0 {
					t.Columns[x.first].Cells[i], cells[i] = cells[i], Cell{}
				}
			}
		}
	}
}

// joinSame puts what stands in another place of a column into its own cell, if that is empty.
func (w *Wrapper) joinSame(x *compiled, cells []Cell) {
	for k := range w.Columns {
		if at, ok := x.places[w.Columns[k].SameAs]; ok {
			to, from := &cells[at], &cells[k]
			if len(to.Values) == 0 {
				*to = *from
			}
			*from = Cell{}
		}
	}
}
