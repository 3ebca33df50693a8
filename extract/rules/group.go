package rules

import (
	"slices"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
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
func (c *Corpus) keyGroups(d *Doc, groups map[int32]bool, usual func(l *leaves.Leaf) bool) {
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
		g := groupReader{Corpus: c, d: d, kind: c.kindOfRun(d, &run), last: leaves.Row{Group: d.groups, Label: Nameless(c.groupLabel(d, run.rows, usual)), Above: d.above(run.rows)}, usual: usual}
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
func (c *Corpus) groupRows(d *Doc, groups map[int32]bool) []rowRun {
	var out []rowRun
	holds := make(map[int32]bool) // elements with rows of attributes in them
	hold := func(e int32) {
		for up := d.Elems[e].Parent; up >= 0 && !holds[up]; up = d.Elems[up].Parent {
			holds[up] = true
		}
	}
	for _, run := range c.runsOfKinds(d, c.Facts) {
		hold(run.rows[0].elem)
	}
	for e := range d.zipped {
		hold(e)
	}
	for _, run := range c.runsOfKinds(d, groups) {
		kind := c.rowKind(run.kind)
		entry := c.Entries[kind]
		if !c.Entries[c.card(kind)] {
			run.rows = slices.DeleteFunc(c.ownRows(d, run.rows), func(r row) bool { return holds[r.elem] && !entry })
		} else if k := c.goingOn(d, out, run); k >= 0 {
			out[k].rows = append(out[k].rows, run.rows...)
			continue
		}
		if n := len(run.rows); n > 1 || n == 1 && (entry || c.rowTag(d, run.rows[0].elem) || d.Leaves[run.rows[0].lo].Line > 0) {
			out = append(out, run)
		}
	}
	return out
}

// goingOn gives the run that cards go on with which are wrapped, some in each of several elements side by side, -1 for none.
func (c *Corpus) goingOn(d *Doc, runs []rowRun, run rowRun) int {
	for k := len(runs) - 1; k >= 0; k-- {
		if runs[k].kind == run.kind {
			x, y := d.Elems[runs[k].rows[0].elem].Parent, d.Elems[run.rows[0].elem].Parent
			if x >= 0 && y >= 0 && d.Elems[x].Parent == d.Elems[y].Parent {
				return k
			}
			return -1
		}
	}
	return -1
}

// rowTag tells elements that are a row even where no other is beside them.
func (c *Corpus) rowTag(d *Doc, e int32) bool {
	return slices.Contains([]string{"dt", "li", "tr"}, c.Syms.Names[d.Elems[e].Tag])
}

// groupReader reads the rows of one element.
type groupReader struct {
	*Corpus
	d     *Doc
	kind  int32
	last  leaves.Row
	usual func(l *leaves.Leaf) bool
}

// row is the next row of the group.
func (g *groupReader) row(r row) leaves.Row {
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
			l := &d.Leaves[k]
			e := d.Enclosing(l.Elem, atom.Td, atom.Th, atom.Dt, atom.Dd)
			if e < 0 {
				continue
			}
			field, ok := heads[number[e]]
			if ok {
				l.Head = field.head + 1
			} else {
				field = rowField{rows: g.kind, nth: number[e], cell: true}
			}
			field.shape = g.lineShape(field.shape, l)
			l.Row, l.Field = at, g.rowField(field)
		}
	}
}

// below gives the fields of the cells below a row of headings, by their numbers; all tells that each of its texts is
// one that the rows of many pages have, and names a column.
func (g *groupReader) below(r row, number []int32) (out map[int32]rowField, all bool) {
	out, all = make(map[int32]rowField), true
	seen := make(map[int32]int32)
	for k := r.lo; k < r.hi; k++ {
		l := &g.d.Leaves[k]
		all = all && g.inRows(l.Content)
		if cell := g.d.Enclosing(l.Elem, atom.Td, atom.Th); cell >= 0 && g.inRows(l.Content) {
			l.Field = noField // what stands below it is called after it
			head := g.Syms.Intern(l.Text)
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
			l := &d.Leaves[r.lo+int32(i)]
			if l.Row = at; x == (rowField{}) {
				l.Field = noField
				continue
			}
			seen[x]++
			x = g.partField(x, seen[x])
			of[x] = append(of[x], r.lo+int32(i))
			l.Head, l.Field = 0, g.rowField(x)
			if x.head > 0 {
				l.Head = x.head + 1
			}
		}
	}
	for _, texts := range of {
		if len(texts) == g.last.Number && g.same(texts) {
			g.keep(texts)
		}
	}
}

// same tells whether leaves are a text of the template.
func (g *groupReader) same(texts []int32) bool {
	first := &g.d.Leaves[texts[0]]
	return g.usual(first) && !slices.ContainsFunc(texts, func(k int32) bool { return g.d.Leaves[k].Content != first.Content })
}

// keep leaves the first one of a text that all rows repeat in its place, and labels what
// stands behind each in its row.
func (g *groupReader) keep(texts []int32) {
	for n, k := range texts {
		l := &g.d.Leaves[k]
		if int(k)+1 < len(g.d.Leaves) && g.d.Leaves[k+1].Row == l.Row {
			g.d.Leaves[k+1].Head = g.labelSymbol(l)
		}
		if l.Field = noField; n == 0 {
			l.Field, l.Row, l.InRows = 0, leaves.Row{}, true
		}
	}
}

// fixed tells whether a row has texts of the template alone.
func (g *groupReader) fixed(r row) bool { return fixed(g.d.Leaves[r.lo:r.hi], g.inRows) }

// takeRows takes the leaves in rows of groups out of the sequence of leaves, those of one
// line of a cell as one, and gives them in order.
func (c *Corpus) takeRows(d *Doc) []leaves.Leaf {
	var out []leaves.Leaf
	kept := make([]leaves.Leaf, 0, len(d.Leaves))
	for k := int32(0); k < int32(len(d.Leaves)); {
		l := d.Leaves[k]
		hi := c.cellEnd(d, k)
		switch {
		case l.Field == 0:
			kept = append(kept, l)
		case l.Field > 0:
			first := l
			if hi-k > 1 {
				l = c.Join(d.Doc, d.Leaves[k:hi], d.Block(l.Elem))
			}
			l.Row, l.Field, l.Head = first.Row, first.Field, first.Head
			out = append(out, l)
		}
		k = hi
	}
	d.Leaves, d.runs = kept, nil
	return out
}
