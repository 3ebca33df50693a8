package extract

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// The texts in the rows of a group are known by their place in the row: in rows of cells
// by the number of the cell, whatever it looks like, and in others by the elements around
// them and by the how manieth of these it is. Those of one place are one column of many
// values, and the alignment is of the rest.

// keyGroups gives the leaves in rows of groups the columns of their places. A text that
// all rows repeat stays once, and so do rows of nothing but texts that every page has.
// Of groups within groups the outer one counts.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) keyGroups(d *doc, groups map[int32]bool, usual func(l *leaf) bool) {
	if len(groups) == 0 {
		return
	}
	next := int32(0)
	for _, run := range c.groupRows(d, groups) {
		if run.rows[0].lo < next {
			continue
		}
		next = run.rows[len(run.rows)-1].hi
		d.groups++
		g := groupReader{corpus: c, d: d, kind: c.kindOfRun(d, &run), last: Row{Group: d.groups, Label: c.groupLabel(d, run.rows, usual)}, usual: usual}
		if c.cells(d, run.rows[0].elem) {
			g.keyCells(run.rows)
		} else {
			g.keyFields(run.rows)
		}
	}
}

// groupRows lists the runs of rows of groups in the order of the page, outer
// ones before those within them. A row that holds rows of attributes lays them out,
// whatever stands in the others.
func (c *corpus) groupRows(d *doc, groups map[int32]bool) []rowRun {
	var out []rowRun
	holds := make(map[int32]bool) // elements with rows of attributes in them
	hold := func(e int32) {
		for up := d.elems[e].parent; up >= 0 && !holds[up]; up = d.elems[up].parent {
			holds[up] = true
		}
	}
	for _, run := range c.runsOfKinds(d, c.facts) {
		hold(run.rows[0].elem)
	}
	for e := range d.zipped {
		hold(e)
	}
	for _, run := range c.runsOfKinds(d, groups) {
		entry := c.entries[c.rowKind(run.kind)]
		run.rows = slices.DeleteFunc(c.ownRows(d, run.rows), func(r row) bool { return holds[r.elem] && !entry })
		if n := len(run.rows); n > 1 || n == 1 && (entry || c.rowTag(d, run.rows[0].elem)) {
			out = append(out, run)
		}
	}
	return out
}

// rowTag tells elements that are a row even where no other is beside them.
func (c *corpus) rowTag(d *doc, e int32) bool {
	return slices.Contains([]string{"dt", "li", "tr"}, c.syms.names[d.elems[e].tag])
}

// groupReader reads the rows of one element.
type groupReader struct {
	*corpus
	d     *doc
	kind  int32
	last  Row
	usual func(l *leaf) bool
}

// row is the next row of the group.
func (g *groupReader) row(r row) Row {
	g.last.Number++
	g.d.rowElems[r.elem] = g.last
	return g.last
}

// keyCells gives the leaves in the rows of a table their columns: below a row of headings
// that every page has those of the headings, else those of the places in the row. The table's
// headings are left.
func (g *groupReader) keyCells(rows []row) {
	d, number := g.d, g.cellNumbers(g.d)
	var heads map[int32]rowField // by the number of a cell
	top := slices.IndexFunc(rows, func(r row) bool { return g.headings(d, r, g.inRows) })
	for n, r := range rows {
		switch {
		case g.headings(d, r, g.inRows):
			if names, all := g.below(r, number); all || heads == nil { // else a subtotal in bold type
				heads = names
			}
			continue
		case n <= max(0, top) && len(rows) > 1 && g.fixed(r):
			continue
		}
		at := g.row(r)
		for k := r.lo; k < r.hi; k++ {
			l := &d.leaves[k]
			e := g.enclosing(d, l.elem, atom.Td, atom.Th, atom.Dt, atom.Dd)
			if e < 0 {
				continue
			}
			field, ok := heads[number[e]]
			if ok {
				l.head = field.head + 1
			} else {
				field = rowField{rows: g.kind, nth: number[e], cell: true}
			}
			l.row, l.field = at, g.rowField(field)
		}
	}
}

// below gives the fields of the cells below a row of headings, by their numbers; all tells that each of its texts is
// one that the rows of many pages have, and names a column.
func (g *groupReader) below(r row, number []int32) (out map[int32]rowField, all bool) {
	out, all = make(map[int32]rowField), true
	seen := make(map[int32]int32)
	for k := r.lo; k < r.hi; k++ {
		l := &g.d.leaves[k]
		all = all && g.inRows(l.content)
		if cell := g.enclosing(g.d, l.elem, atom.Td, atom.Th); cell >= 0 && g.inRows(l.content) {
			l.field = noField // what stands below it is called after it
			head := g.syms.intern(l.text)
			seen[head]++
			out[number[cell]] = rowField{rows: g.kind, nth: seen[head], cell: true, head: head}
		}
	}
	return out, all
}

// keyFields gives the leaves of other rows their columns.
func (g *groupReader) keyFields(rows []row) {
	d := g.d
	of := make(map[rowField][]int32) // leaves
	parts := make([][]rowField, len(rows))
	first := make(map[rowField]bool) // of the first leaves of rows with texts of their own
	for n, r := range rows {
		parts[n] = g.partsOf(d, r, g.kind)
		if !g.fixed(r) {
			first[parts[n][0]] = true
		}
	}
	for n, r := range rows {
		if g.fixed(r) && !first[parts[n][0]] {
			continue
		}
		seen := make(map[rowField]int32)
		at := g.row(r)
		for i, x := range parts[n] {
			l := &d.leaves[r.lo+int32(i)]
			if l.row = at; x == (rowField{}) {
				l.field = noField
				continue
			}
			seen[x]++
			x = g.partField(x, seen[x])
			of[x] = append(of[x], r.lo+int32(i))
			l.head, l.field = 0, g.rowField(x)
			if x.head > 0 {
				l.head = x.head + 1
			}
		}
	}
	for _, leaves := range of {
		if len(leaves) == g.last.Number && g.same(leaves) {
			g.keep(leaves)
		}
	}
}

// same tells whether leaves are a text of the template.
func (g *groupReader) same(leaves []int32) bool {
	first := &g.d.leaves[leaves[0]]
	return g.usual(first) && !slices.ContainsFunc(leaves, func(k int32) bool { return g.d.leaves[k].content != first.content })
}

// keep leaves the first one of a text that all rows repeat in its place, and labels what
// stands behind each in its row.
func (g *groupReader) keep(leaves []int32) {
	for n, k := range leaves {
		l := &g.d.leaves[k]
		if int(k)+1 < len(g.d.leaves) && g.d.leaves[k+1].row == l.row {
			g.d.leaves[k+1].head = g.syms.intern(l.text) + 1
		}
		if l.field = noField; n == 0 {
			l.field, l.row = 0, Row{}
		}
	}
}

// fixed tells whether a row has texts of the template alone.
func (g *groupReader) fixed(r row) bool { return fixed(g.d.leaves[r.lo:r.hi], g.inRows) }

// takeRows takes the leaves in rows of groups out of the sequence of leaves, those of one
// line of a cell as one, and gives them in order.
func (c *corpus) takeRows(d *doc) []leaf {
	var out []leaf
	kept := make([]leaf, 0, len(d.leaves))
	for k := int32(0); k < int32(len(d.leaves)); {
		l := d.leaves[k]
		hi := c.cellEnd(d, k)
		switch {
		case l.field == 0:
			kept = append(kept, l)
		case l.field > 0:
			first := l
			if hi-k > 1 {
				l = c.join(d, d.leaves[k:hi], c.block(d, l.elem))
			}
			l.row, l.field, l.head = first.row, first.field, first.head
			out = append(out, l)
		}
		k = hi
	}
	d.leaves, d.runs = kept, nil
	return out
}
