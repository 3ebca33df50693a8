package extract

import (
	"golang.org/x/net/html/atom"
)

// The cells of a table of rows are known by their place in the row, whatever they look
// like: those of one place are one column, named by the heading above it.

// Terms and what is below them are cells of a row too.
const (
	termCell    = 1
	meaningCell = 2
)

// cellNumbers are the numbers of cells among those of their row, by element, those counted that reach into it from
// rows before.
func (c *corpus) cellNumbers(d *doc) []int32 {
	if d.cellNumbers != nil {
		return d.cellNumbers
	}
	type place struct{ of, number int32 }
	d.cellNumbers = make([]int32, len(d.elems))
	in := make([]int32, len(d.elems)) // the last cell of a row, and the rows of what they are in
	row := make(map[int32]int32)      // numbers of rows
	reaches := make(map[place]int32)  // by what has the rows and number of a cell: the last row that it spans
	for e := range d.elems {
		x := &d.elems[e]
		if x.parent < 0 {
			continue
		}
		switch p := x.parent; c.syms.names[x.tag] {
		case "tr":
			in[p]++
			row[int32(e)] = in[p]
		case "td", "th":
			of := d.elems[p].parent
			for in[p]++; row[p] > 0 && reaches[place{of, in[p]}] >= row[p]; in[p]++ {
			}
			d.cellNumbers[e] = in[p]
			if x.rows > 1 {
				reaches[place{of, in[p]}] = row[p] + x.rows - 1
			}
		case "dt":
			d.cellNumbers[e] = termCell
		case "dd":
			d.cellNumbers[e] = meaningCell
		}
	}
	return d.cellNumbers
}

// cells tells whether a row consists of cells: that of a table, or a term with its meanings.
func (c *corpus) cells(d *doc, row int32) bool {
	tag := c.syms.names[d.elems[row].tag]
	return tag == "tr" || tag == "dt"
}

// cellsOf is the number of cells of a table's row that have texts.
func (c *corpus) cellsOf(d *doc, r row) int {
	n, last := 0, int32(-1)
	for k := r.lo; k < r.hi; k++ {
		if cell := c.enclosing(d, d.leaves[k].elem, atom.Td, atom.Th); cell >= 0 && cell != last {
			n, last = n+1, cell
		}
	}
	return n
}

// lineEnd is the leaf behind the line that begins with leaf k, hi at most.
func (c *corpus) lineEnd(d *doc, k, hi int32) int32 {
	block := c.block(d, d.leaves[k].elem)
	for k++; k < hi && !d.leaves[k].edge && !d.leaves[k].broken && c.block(d, d.leaves[k].elem) == block; k++ {
	}
	return k
}

// cellEnd is the leaf behind those that are in one line of a cell with leaf k.
func (c *corpus) cellEnd(d *doc, k int32) int32 {
	if l := &d.leaves[k]; l.field > 0 && (c.fieldOf(l.field, cellField) || c.fieldOf(l.field, belowField)) {
		return c.lineEnd(d, k, int32(len(d.leaves)))
	}
	return k + 1
}
