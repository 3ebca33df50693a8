package rules

import (
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
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
func (c *Corpus) cellNumbers(d *Doc) []int32 {
	if d.cellNumbers != nil {
		return d.cellNumbers
	}
	type place struct{ of, number int32 }
	d.cellNumbers = make([]int32, len(d.Elems))
	in := make([]int32, len(d.Elems)) // the last cell of a row, and the rows of what they are in
	row := make(map[int32]int32)      // numbers of rows
	reaches := make(map[place]int32)  // by what has the rows and number of a cell: the last row that it spans
	for e := range d.Elems {
		x := &d.Elems[e]
		if x.Parent < 0 {
			continue
		}
		switch p := x.Parent; c.Syms.Names[x.Tag] {
		case "tr":
			in[p]++
			row[int32(e)] = in[p]
		case "td", "th":
			of := d.Elems[p].Parent
			for in[p]++; row[p] > 0 && reaches[place{of, in[p]}] >= row[p]; in[p]++ {
			}
			d.cellNumbers[e] = in[p]
			if x.Rows > 1 {
				reaches[place{of, in[p]}] = row[p] + x.Rows - 1
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
func (c *Corpus) cells(d *Doc, row int32) bool {
	tag := c.Syms.Names[d.Elems[row].Tag]
	return tag == "tr" || tag == "dt"
}

// SpanHead is the first text of the cell that begins the row of a table which an element is in, if that cell spans several rows: it may
// be the name of a section that stands beside all of them. It is "" if there is none.
//
// Cost: linear in the elements and leaves of the page the first time, else constant.
func (c *Corpus) SpanHead(d *Doc, e int32) string {
	if d.spanHeads == nil {
		d.spanHeads = c.findSpanHeads(d)
	}
	return d.spanHeads[d.Enclosing(e, atom.Tr)]
}

// behindSpanHead is the first text of a row behind that of a cell which begins it and has a rowspan, if two further cells have texts: it is
// the label in this row then, as it is in the others. The rowspan of a section of one row is 1. With one further cell it is the label.
func (c *Corpus) behindSpanHead(d *Doc, r row) int32 {
	cell := func(k int32) int32 { return max(0, d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th)) }
	number := c.cellNumbers(d)
	if r.hi-r.lo > 2 && d.Elems[cell(r.lo)].Rows > 0 && number[cell(r.lo)] == 1 && number[cell(r.lo+1)] == 2 && number[cell(r.lo+2)] > 2 && leaves.Namelike(d.Leaves[r.lo].Text) {
		return r.lo + 1
	}
	return r.lo
}

// findSpanHeads gives the first texts of such cells, by row that they reach into.
func (c *Corpus) findSpanHeads(d *Doc) map[int32]string {
	type head struct {
		text string
		last int32 // row that it reaches into
	}
	number, texts := c.cellNumbers(d), make(map[int32]string) // by cell
	for k := range d.Leaves {
		if cell := d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th); cell >= 0 && texts[cell] == "" && number[cell] == 1 && d.Elems[cell].Rows > 1 && leaves.Namelike(d.Leaves[k].Text) {
			texts[cell] = strings.TrimRight(d.Leaves[k].Text, LabelEnd)
		}
	}
	out, heads := make(map[int32]string), make(map[int32]head) // heads by what holds the rows
	if len(texts) == 0 {
		return out
	}
	for e := range d.Elems {
		x := &d.Elems[e]
		switch tag := c.Syms.Names[x.Tag]; {
		case tag == "tr" && x.Nth <= heads[x.Parent].last:
			out[int32(e)] = heads[x.Parent].text
		case texts[int32(e)] != "":
			tr := &d.Elems[x.Parent]
			heads[tr.Parent] = head{texts[int32(e)], tr.Nth + x.Rows - 1}
			out[x.Parent] = texts[int32(e)]
		}
	}
	return out
}

// joinRowHeads makes one text of the lines of a th that is the only one of its row and its first cell, if all look alike: it is the label of
// the other cells.
//
// Cost: linear in the elements and the leaves.
func (c *Corpus) joinRowHeads(d *Doc) {
	heads, others := make(map[int32]int32), make(map[int32]int) // by row: its first cell if that is a th, and the other cells
	for e := range d.Elems {
		x := &d.Elems[e]
		switch tag := c.Syms.Names[x.Tag]; {
		case tag == "th" && heads[x.Parent] == 0 && others[x.Parent] == 0:
			heads[x.Parent] = int32(e)
		case tag == "th":
			heads[x.Parent] = -1
		case tag == "td":
			others[x.Parent]++
		}
	}
	c.joinRuns(d, true, func(k int) (int, int32) {
		th := d.Enclosing(d.Leaves[k].Elem, atom.Th)
		if th < 0 || heads[d.Elems[th].Parent] != th || others[d.Elems[th].Parent] == 0 || k > 0 && d.Within(d.Leaves[k-1].Elem, th) {
			return k + 1, -1 // of a th all lines are looked at once, at the first
		}
		hi := k + 1
		for hi < len(d.Leaves) && d.Within(d.Leaves[hi].Elem, th) {
			if d.Leaves[hi].Sig != d.Leaves[k].Sig { // a note below the label, say
				return k + 1, -1
			}
			hi++
		}
		if l := &d.Leaves[k]; hi == k+1 {
			if l.Elem != th && !l.Icon { // it says the same in any markup
				l.Sig = c.SignatureAt(d.Doc, th)
				l.Content = c.ContentOf(c.Sigs[l.Sig].InlineTags, l.Text)
			}
			return hi, -1
		}
		return hi, th
	})
}

// cellsOf is the number of cells of a table's row that have texts.
func (c *Corpus) cellsOf(d *Doc, r row) int {
	n, last := 0, int32(-1)
	for k := r.lo; k < r.hi; k++ {
		if cell := d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th); cell >= 0 && cell != last {
			n, last = n+1, cell
		}
	}
	return n
}

// lineEnd is the leaf behind the line that begins with leaf k, hi at most.
func (c *Corpus) lineEnd(d *Doc, k, hi int32) int32 {
	block := d.Block(d.Leaves[k].Elem)
	for k++; k < hi && !d.Leaves[k].Edge && !d.Leaves[k].Broken && d.Block(d.Leaves[k].Elem) == block; k++ {
	}
	return k
}

// cellEnd is the leaf behind those that are in one line of a cell with leaf k.
func (c *Corpus) cellEnd(d *Doc, k int32) int32 {
	if l := &d.Leaves[k]; l.Field > 0 && (c.FieldOf(l.Field, CellField) || c.FieldOf(l.Field, BelowField)) {
		return c.lineEnd(d, k, int32(len(d.Leaves)))
	}
	return k + 1
}
