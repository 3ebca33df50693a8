package extract

// A template may show an attribute in one of several places: below a heading on pages
// where it is among the first three, and in a list of the others elsewhere. What the pages
// call the same, and none has twice, is one column that is read in each of its places.

// joinSame notes for each column the first one that is called the same, by a label before
// its values or by their property, if no page has both, nor it and another that was joined.
//
// Cost: linear in the columns, times the pages.
func (a *alignment) joinSame(cols []*column) {
	type joined struct {
		first int
		on    []bool // by page
	}
	all := make(map[string]*joined)
	for k, c := range cols {
		if c.called == "" || c.same >= 0 {
			continue
		}
		key := stem(c.called)
		x := all[key]
		if x == nil {
			x = &joined{k, make([]bool, len(a.docs))}
			all[key] = x
		}
		both := false
		for i, cell := range c.cells {
			both = both || len(cell) > 0 && x.on[i]
		}
		if both {
			continue
		}
		if x.first != k {
			c.same = x.first
		}
		for i, cell := range c.cells {
			x.on[i] = x.on[i] || len(cell) > 0
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
