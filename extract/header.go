package extract

import "golang.org/x/net/html/atom"

// headerRows brings the values of a table whose first row holds the headings
// of a single second row next to them: th, th, td, td becomes th, td, th, td,
// which is the order in which every other layout has labels and values.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) headerRows(d *doc) {
	for lo := 0; lo < len(d.leaves); {
		table := c.tableOf(d, &d.leaves[lo])
		hi := lo + 1
		for hi < len(d.leaves) && table >= 0 && c.tableOf(d, &d.leaves[hi]) == table {
			hi++
		}
		if table >= 0 && hi-lo >= 4 {
			c.zip(d, lo, hi)
		}
		lo = hi
	}
}

// cell is a cell of a table with the leaves that it holds.
type cell struct {
	elem, row int32
	head      bool
	lo, hi    int
}

// zip reorders the leaves from lo to hi, all of one table, if it has a row of
// at least two headings and one row of as many values.
func (c *corpus) zip(d *doc, lo, hi int) {
	var cells []cell
	for k := lo; k < hi; k++ {
		e := c.enclosing(d, d.leaves[k].elem, atom.Td, atom.Th)
		if e < 0 {
			return
		}
		if n := len(cells); n > 0 && cells[n-1].elem == e {
			cells[n-1].hi = k + 1
			continue
		}
		cells = append(cells, cell{elem: e, row: d.elems[e].parent, head: c.syms.names[d.elems[e].tag] == "th", lo: k, hi: k + 1})
	}
	n := len(cells) / 2
	if n < 2 || 2*n != len(cells) {
		return
	}
	for i, x := range cells {
		if x.head != (i < n) || x.row != cells[i/n*n].row || i >= n && d.elems[x.elem].nth != d.elems[cells[i-n].elem].nth {
			return
		}
	}
	out := make([]leaf, 0, hi-lo)
	for i := range n {
		out = append(out, d.leaves[cells[i].lo:cells[i].hi]...)
		out = append(out, d.leaves[cells[n+i].lo:cells[n+i].hi]...)
	}
	copy(d.leaves[lo:hi], out)
}

func (c *corpus) tableOf(d *doc, l *leaf) int32 { return c.enclosing(d, l.elem, atom.Table) }

// enclosing is the nearest element of one of the tags at or above e, -1 if
// there is none.
func (c *corpus) enclosing(d *doc, e int32, tags ...atom.Atom) int32 {
	for ; e >= 0; e = d.elems[e].parent {
		for _, t := range tags {
			if c.syms.names[d.elems[e].tag] == t.String() {
				return e
			}
		}
	}
	return -1
}
