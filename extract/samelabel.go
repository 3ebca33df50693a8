package extract

import "cmp"

// A template may show an attribute in one of several places: below a heading on pages
// where it is among the first three, and in a list of the others elsewhere. What the pages
// call the same, and none has twice, is one column that is read in each of its places.

// names are what pages and their markup call a column: the label before its values, and their property.
type names struct{ label, property string }

// firstCalled gives for each of some columns the first one that is called the same, if no page has both, nor it
// and another that was joined; else -1. Two of different labels are not the same by their property.
//
// Cost: linear in the columns, times the pages.
func firstCalled(called []names, pages int, has func(column, page int) bool) []int {
	type joined struct {
		first int
		label string
		on    []bool // by page
	}
	all, out := make(map[string]*joined), make([]int, len(called))
	for k, c := range called {
		x := &joined{k, "", make([]bool, pages)}
		both := func(y *joined) bool {
			for i, on := range y.on {
				if on && has(k, i) {
					return true
				}
			}
			return false
		}
		if y := all[stem(c.label)]; y != nil && c.label != "" && !both(y) {
			x = y
		} else if y := all[stem(c.property)]; y != nil && c.property != "" && (c.label == "" || y.label == "") && !both(y) {
			x = y
		}
		if out[k] = x.first; x.first == k {
			out[k] = -1
		}
		x.label = cmp.Or(x.label, c.label)
		for i := range x.on {
			x.on[i] = x.on[i] || has(k, i)
		}
		for _, name := range []string{c.label, c.property} {
			if key := stem(name); all[key] == nil {
				all[key] = x
			}
		}
	}
	return out
}

// joinSame notes for each column the one that it is another place of, by a label before its values or by
// their property.
func (a *alignment) joinSame(cols []*column) {
	called := make([]names, len(cols))
	for k, c := range cols {
		if c.same < 0 {
			called[k] = c.called
		}
	}
	for k, first := range firstCalled(called, len(a.docs), func(k, i int) bool { return len(cols[k].cells[i]) > 0 }) {
		if first >= 0 {
			cols[k].same = first
		}
	}
}

// joinRead does so by what w reads, in t: where alignment gave the first of several values to the column of single
// ones, the wrapper does not.
func (w *Wrapper) joinRead(t *Table) {
	called := make([]names, len(w.Columns))
	for k := range w.Columns {
		if w.Columns[k].SameAs == "" && t.Columns[k].support() > 0 {
			called[k] = w.Columns[k].called
		}
	}
	for k, first := range firstCalled(called, len(t.Pages), func(k, i int) bool { return len(t.Columns[k].Cells[i].Values) > 0 }) {
		if first < 0 {
			continue
		}
		w.Columns[k].SameAs = w.Columns[first].Label
		for i, cell := range t.Columns[k].Cells {
			if len(cell.Values) > 0 {
				t.Columns[first].Cells[i], t.Columns[k].Cells[i] = cell, Cell{}
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
