package rules

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
)

// The rows of a page: elements side by side of one tag and class, or what tables and lists of terms have for rows. Which
// of them make up groups row.go tells.

// rowKind is what the rows of a group have in common on all pages.
type rowKind struct {
	path, classes int32 // of the element that holds the rows
	tag, class    int32 // of the rows
}

// rowRun is rows of a kind within one element and section.
type rowRun struct {
	kind   rowKind // of all sections
	rows   []row
	headed bool // a row is a heading and the table or list of terms behind it: cards or nothing, see headedBlocks
}

// row is an element with the leaves in it.
type row struct {
	span
	elem int32
}

// runsOf collects the rows of a page in the order of the first ones of their runs, outer
// ones first. Rows without text are left out. The dd elements behind a dt are of its row, and so are the rows of a table
// that go on with the values of the row before.
//
// Cost: linear in the leaves and their depth, until the leaves change.
func (c *Corpus) runsOf(d *Doc) []rowRun {
	if d.runs == nil {
		d.runs = withoutDeep(d, c.collectRuns(d))
	}
	return d.runs
}

// maxNested is how many rows beside others a row is within at most: each text is looked at for each of them. What is deeper
// was made to cost time.
const maxNested = 32

// withoutDeep leaves out the rows that are deeper. Cost: linear in the elements.
func withoutDeep(d *Doc, runs []rowRun) []rowRun {
	level := make([]int32, len(d.Elems))
	for _, run := range runs {
		if len(run.rows) > 1 {
			for _, r := range run.rows {
				level[r.elem] = 1
			}
		}
	}
	for e := range d.Elems {
		if up := d.Elems[e].Parent; up >= 0 {
			level[e] += level[up]
		}
	}
	return slices.DeleteFunc(runs, func(run rowRun) bool { return level[run.rows[0].elem] > maxNested })
}

func (c *Corpus) collectRuns(d *Doc) []rowRun {
	type key struct {
		within int32
		kind   rowKind
	}
	spans := d.spans()
	out := make([]rowRun, 0, 16)
	firsts, blocks := c.firstCells(d), c.headedBlocks(d, spans)
	last := make(map[key]int) // the run that goes on
	of := make(map[int32]int) // by first cell: its run
	for e := range d.Elems {
		x := &d.Elems[e]
		tag := c.Syms.Names[x.Tag]
		if x.Parent < 0 || spans[e].hi == 0 || d.zipped[int32(e)] || d.zipped[x.Parent] || tag == "dl" { // terms are the rows, in however many lists they are
			continue
		}
		within, holder := x.Parent, x.Parent
		first := firsts[int32(e)]
		if k, ok := of[first]; ok && first != int32(e) {
			out[k].rows[len(out[k].rows)-1].hi = spans[e].hi
			continue
		}
		if first == noRow || first > 0 && first != int32(e) && tag != "dd" {
			continue
		}
		if tag == "tr" && c.Syms.Names[d.Elems[x.Parent].Tag] != "tfoot" { // in the head or a body of the table; what is at its foot are sums
			within = max(0, d.Enclosing(within, atom.Table))
			holder = within
		} else if first > 0 && (tag == "td" || tag == "th") {
			within = max(0, d.Enclosing(within, atom.Table))
		}
		kind := c.kindIn(d, int32(e), holder)
		block, headed := blocks[int32(e)]
		if headed {
			kind.tag = c.Syms.Intern(tag + "+" + c.Syms.Names[d.Elems[block].Tag])
		}
		if tag == "dt" && d.Leaves[spans[e].lo].Under > 0 {
			kind.classes = 0 // the label tells which terms they are
		}
		at := key{within, kind}
		k, ok := last[at]
		if !ok || d.Leaves[spans[e].lo].Under != d.section(&out[k]) {
			k = len(out)
			out, last[at] = append(out, rowRun{kind: kind, headed: headed}), k
		}
		if n := len(out[k].rows); tag == "tr" && n > 0 && c.goesOn(d, out[k].rows[n-1], row{spans[e], int32(e)}) {
			out[k].rows[n-1].hi = spans[e].hi
			continue
		}
		r := row{spans[e], int32(e)}
		if headed {
			r.hi = spans[block].hi
		}
		out[k].rows = append(out[k].rows, r)
		if first > 0 {
			of[first] = k
		}
	}
	return out
}

// headedBlocks gives, by heading, the table or list of terms behind it in the same element, with no other element that has leaves
// between: what both say is in no element of its own, though a page may say it of several things. Spans are the leaves in each element,
// of which one may have lost all, as a list of what is not chosen.
//
// Cost: linear in the elements.
func (c *Corpus) headedBlocks(d *Doc, spans []span) map[int32]int32 {
	out, last := make(map[int32]int32), make(map[int32]int32) // by element: the last one in it that has leaves
	for e := range d.Elems {
		x := &d.Elems[e]
		if x.Parent < 0 || spans[e].hi == 0 {
			continue
		}
		before, ok := last[x.Parent]
		if tag := c.Syms.Names[x.Tag]; ok && (tag == "table" || tag == "dl") && leaves.HeadingLevel(c.Syms.Names[d.Elems[before].Tag]) > 1 && spans[before].hi <= spans[e].lo {
			out[before] = int32(e)
		}
		last[x.Parent] = int32(e)
	}
	return out
}

// kindIn is the kind of a row within an element.
func (c *Corpus) kindIn(d *Doc, e, within int32) rowKind {
	p, x := &d.Elems[within], &d.Elems[e]
	kind := rowKind{p.Path, p.Classes, x.Tag, x.Class}
	switch c.Syms.Names[x.Tag] {
	case "tr", "li", "dt":
		kind.class = -1 // it tells odd from even, or the first from the others
	}
	return kind
}

// goesOn tells whether a row of a table has one more value of the row before, of a label and a value in the same part of
// the table: the label reaches down to it, or its first cell is empty.
func (c *Corpus) goesOn(d *Doc, before, r row) bool {
	number := c.cellNumbers(d)
	in := func(k int32) int32 { return number[max(0, d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th))] }
	return d.Elems[before.elem].Parent == d.Elems[r.elem].Parent && before.hi == r.lo && before.hi > before.lo+1 && in(before.lo) == 1 && in(before.lo+1) == 2 && in(before.hi-1) == 2 && in(r.lo) == 2 && in(r.hi-1) == 2
}

// noRow stands for the rows of tables whose cells are labels and values in turn.
const noRow = -1

// minPaired is the least number of cells that are of two kinds in turn: of fewer nothing is told.
const minPaired = 4

// firstCells gives for the cells of rows that are no elements the first cell of the row. Of a list of definitions it is the
// term, for the term and for the definitions behind it. Of a table whose cells are of two kinds in turn, as label, value,
// label, value, it is the cell of the first kind, for itself and for those up to the next one. The rows of these have noRow.
//
// Cost: linear in the elements.
func (c *Corpus) firstCells(d *Doc) map[int32]int32 {
	cells, rows := make(map[int32][]int32), make(map[int32][]int32) // of rows, and of tables
	term, out := make(map[int32]int32), make(map[int32]int32)       // the last of each list
	for e := range d.Elems {
		switch p := d.Elems[e].Parent; c.Syms.Names[d.Elems[e].Tag] {
		case "td", "th":
			if len(cells[p]) == 0 {
				rows[d.Enclosing(p, atom.Table)] = append(rows[d.Enclosing(p, atom.Table)], p)
			}
			cells[p] = append(cells[p], int32(e))
		case "dt":
			if d.Elems[e].Texts > 0 {
				term[p], out[int32(e)] = int32(e), int32(e)
			}
		case "dd":
			if t, ok := term[p]; ok {
				out[int32(e)] = t
			}
		}
	}
	for _, rows := range rows {
		first, most := cells[rows[0]][0], 0
		inTurn := func(row int32) bool {
			for i, cell := range cells[row] {
				if d.sameKind(cell, first) != (i%2 == 0) || i%2 > 0 && !d.sameKind(cell, cells[row][1]) {
					return false
				}
			}
			return true
		}
		if slices.ContainsFunc(rows, func(row int32) bool { most = max(most, len(cells[row])); return !inTurn(row) }) || most < minPaired {
			continue
		}
		for _, row := range rows {
			out[row] = noRow
			for i, cell := range cells[row] {
				out[cell] = cells[row][i-i%2]
			}
		}
	}
	return out
}

// list tells whether the rows are lines of a list: they have fewer texts than leavesOfRow on average. A page may show the lines of one heading,
// and a table below another, in the same markup.
func (run *rowRun) list() bool {
	texts := int32(0)
	for _, r := range run.rows {
		texts += r.hi - r.lo
	}
	return float64(texts) < leavesOfRow*float64(len(run.rows))
}

// section is the stem of the label of the section that rows are in plus one, 0 if they are in none.
func (d *Doc) section(run *rowRun) int32 { return d.Leaves[run.rows[0].lo].Under }

// sectionKind is a kind of rows of one section.
type sectionKind struct {
	rows    rowKind
	section int32 // stem of its label plus one
}

// rowKind names a kind of rows.
func (c *Corpus) rowKind(x rowKind) int32 {
	return c.Named(x, func() string {
		return c.blockName(blockKind{x.path, x.classes}) + RowsIn + c.elementName(x.tag, x.class)
	})
}

// kindOfRun names the kind of the rows, with the section that they are in.
func (c *Corpus) kindOfRun(d *Doc, run *rowRun) int32 {
	kind, section := c.rowKind(run.kind), d.section(run)
	if section == 0 {
		return kind
	}
	return c.Named(sectionKind{run.kind, section}, func() string { return c.Syms.Names[kind] + Under + c.Syms.Names[section-1] })
}

// headings tells whether the texts of a row are headings: in several th elements, or several
// different names that every page has, one a cell.
func (c *Corpus) headings(d *Doc, r row, every func(content int32) bool) bool {
	names, cells, last := make(map[int32]bool), 0, int32(noRow-1)
	all, told := true, r.hi-r.lo > minHeadings && fixed(d.Leaves[r.lo:r.hi], every) && d.Elems[d.Leaves[r.lo].From].Link == 0
	for k := r.lo; k < r.hi; k++ {
		l := &d.Leaves[k]
		cell := d.Enclosing(l.Elem, atom.Td, atom.Th)
		told = told && cell != last && !names[l.Content] && leaves.Namelike(l.Text) && !l.Counts()
		all = all && cell >= 0 && c.Syms.Names[d.Elems[cell].Tag] == "th"
		if names[l.Content] = true; cell != last {
			last, cells = cell, cells+1
		}
	}
	return told || all && cells > 1
}

// share is the number of different values that x and y have in common over
// that of all.
func share(x, y []int32) float64 {
	in := make(map[int32]uint8, len(x)+len(y))
	for _, s := range x {
		in[s] |= 1
	}
	for _, s := range y {
		in[s] |= 2
	}
	both := 0
	for _, m := range in {
		if m == 3 {
			both++
		}
	}
	return float64(both) / float64(len(in))
}

// inRows tells whether a text in rows of groups is one that nearly all pages have.
func (c *Corpus) inRows(content int32) bool { return c.RowTexts[content] }

// runsOfKinds are those of some kinds.
func (c *Corpus) runsOfKinds(d *Doc, kinds map[int32]bool) []rowRun {
	var out []rowRun
	runs := c.runsOf(d)
	for k := range runs {
		if kinds[c.kindOfRun(d, &runs[k])] {
			out = append(out, runs[k])
		}
	}
	return out
}

// ownRows are the rows of a kind that makes up groups elsewhere, without those of
// attributes: they begin with a text of their own that ends in a colon, or
// that other pages have too with something else behind it.
func (c *Corpus) ownRows(d *Doc, rows []row) []row {
	if slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, c.inRows) }) {
		return rows // the headings may stand below a title, or below those of several columns
	}
	in := rowCounts(d, rows)
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		l := &d.Leaves[r.lo]
		return in[l.Content] == 1 && (strings.HasSuffix(l.Text, ":") || c.inRows(l.Content) && !fixed(d.Leaves[r.lo+1:r.hi], c.inRows))
	})
}

// hasRowHead tells whether the texts of a row are in one th element and in td elements behind it.
func (c *Corpus) hasRowHead(d *Doc, r row) bool {
	head := d.Enclosing(d.Leaves[r.lo].Elem, atom.Td, atom.Th)
	for k := r.lo; k < r.hi; k++ {
		if e := d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th); e < 0 || (c.Syms.Names[d.Elems[e].Tag] == "th") != (e == head) {
			return false
		}
	}
	return true
}

// fixed tells whether leaves are texts of the template alone.
func fixed(texts []leaves.Leaf, every func(content int32) bool) bool {
	for i := range texts {
		if !every(texts[i].Content) {
			return false
		}
	}
	return true
}

// rowCounts gives the number of rows that each text is in.
func rowCounts(d *Doc, rows []row) map[int32]int {
	in := make(map[int32]int)
	for _, r := range rows {
		seen := make(map[int32]bool, r.hi-r.lo)
		for k := r.lo; k < r.hi; k++ {
			if c := d.Leaves[k].Content; !seen[c] {
				seen[c] = true
				in[c]++
			}
		}
	}
	return in
}

// sameKind reports whether two elements have the same tag and class.
func (d *Doc) sameKind(x, y int32) bool {
	if x < 0 || y < 0 {
		return x == y
	}
	return d.Elems[x].Tag == d.Elems[y].Tag && d.Elems[x].Class == d.Elems[y].Class
}
