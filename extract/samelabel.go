package extract

// A template may show an attribute in one of several places: below a heading on pages
// where it is among the first three, and in a list of the others elsewhere. What the pages
// call the same, and none has twice, is one column that is read in each of its places.

// firstCalled gives for each of some columns the first one that is called the same, if no page has both, nor it
// and another that was joined; else -1. A column whose name is "" is none's.
//
// Cost: linear in the columns, times the pages.
func firstCalled(names []string, pages int, has func(column, page int) bool) []int {
	type joined struct {
		first int
		on    []bool // by page
	}
	all, out := make(map[string]*joined), make([]int, len(names))
	for k, name := range names {
		if out[k] = -1; name == "" {
			continue
		}
		key := stem(name)
		x := all[key]
		if x == nil {
			x = &joined{k, make([]bool, pages)}
			all[key] = x
		}
		both := false
		for i := range x.on {
			both = both || x.on[i] && has(k, i)
		}
		if both {
			continue
		}
		if x.first != k {
			out[k] = x.first
		}
		for i := range x.on {
			x.on[i] = x.on[i] || has(k, i)
		}
	}
	return out
}

// joinSame notes for each column the one that it is another place of, by a label before its values or by their property.
func (a *alignment) joinSame(cols []*column) {
	names := make([]string, len(cols))
	for k, c := range cols {
		if c.same < 0 {
			names[k] = c.called
		}
	}
	for k, first := range firstCalled(names, len(a.docs), func(k, i int) bool { return len(cols[k].cells[i]) > 0 }) {
		if first >= 0 {
			cols[k].same = first
		}
	}
}

// joinRead does so by what w reads, in t: where alignment gave the first of several values to the column of single
// ones, the wrapper does not.
func (w *Wrapper) joinRead(t *Table) {
	names := make([]string, len(w.Columns))
	for k := range w.Columns {
		if w.Columns[k].SameAs == "" && t.Columns[k].support() > 0 {
			names[k] = w.Columns[k].called
		}
	}
	for k, first := range firstCalled(names, len(t.Pages), func(k, i int) bool { return len(t.Columns[k].Cells[i].Values) > 0 }) {
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
