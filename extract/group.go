package extract

import (
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"
)

// foldGroups brings the fields of the rows of each group together: title,
// price, title, price becomes title, title, price, price, and the leaves of a
// field are a list. A usual text that all rows repeat is kept once, and rows of
// nothing but texts that every page has stay as they are.
// Of groups within groups the outer one is folded.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) foldGroups(d *doc, groups map[rowKind]bool, usual, every func(l *leaf) bool) {
	if len(groups) == 0 {
		return
	}
	all := c.rowsOf(d)
	var out []leaf
	next, list, folded := int32(0), int32(firstGroupList), 0
	for e := range d.elems {
		for _, rows := range inOrder(all[int32(e)], groups) {
			if rows[0].lo < next || len(rows) < 2 || d.labelled(rows, every) {
				continue
			}
			folded++
			f := folding{d: d, group: folded, list: list, usual: usual, every: every}
			region := span{rows[0].lo, rows[len(rows)-1].hi}
			out = append(out, d.leaves[next:region.lo]...)
			out = append(out, f.fold(c, region, rows)...)
			next, list = region.hi, f.list
		}
	}
	if out != nil {
		d.leaves = append(out, d.leaves[next:]...)
	}
}

// inOrder lists the rows of those kinds that are groups, first come first.
func inOrder(kinds map[rowKind][]row, groups map[rowKind]bool) [][]row {
	var out [][]row
	for kind, rows := range kinds {
		if groups[kind] {
			out = append(out, rows)
		}
	}
	slices.SortFunc(out, func(x, y []row) int { return cmp.Compare(x[0].lo, y[0].lo) })
	return out
}

// fieldKey is what the leaves of one field have in common.
type fieldKey struct {
	shape int32
	nth   int // among the leaves of the shape in the row, 0 if there are too many
}

// folding is the state of folding the rows of one element.
type folding struct {
	d            *doc
	group, rows  int // the number of the group on the page, and of its rows so far
	list         int32
	usual, every func(l *leaf) bool
}

// fold returns the leaves of region with the fields of rows brought together.
// What is in no row, and rows of template texts alone, as a table's headings, come
// first; but a heading cell comes right before the cells below it.
func (f *folding) fold(c *corpus, region span, rows []row) []leaf {
	d := f.d
	var out []leaf
	var heads []leaf
	var order []fieldKey
	fields := make(map[fieldKey][]leaf)
	at := region.lo
	for _, r := range rows {
		out = append(out, d.leaves[at:r.lo]...)
		at = r.hi
		if f.fixed(r) {
			for k := r.lo; k < r.hi; k++ {
				if c.enclosing(d, d.leaves[k].elem, atom.Th) >= 0 {
					heads = append(heads, d.leaves[k])
				} else {
					out = append(out, d.leaves[k])
				}
			}
			continue
		}
		order = f.addRow(r, c.shapes(d, r), order, fields)
	}
	out = append(out, d.leaves[at:region.hi]...)
	for _, key := range order {
		leaves := fields[key]
		for i := range heads {
			th, td := c.enclosing(d, heads[i].elem, atom.Th), c.enclosing(d, leaves[0].elem, atom.Td)
			if td >= 0 && heads[i].text != "" && d.elems[th].nth == d.elems[td].nth {
				out = append(out, heads[i])
				heads[i].text = ""
			}
		}
		out = append(out, f.field(leaves)...)
	}
	for i := range heads {
		if heads[i].text != "" {
			out = append(out, heads[i])
		}
	}
	return out
}

// fixed tells whether a row has texts of the template alone.
func (f *folding) fixed(r row) bool {
	for k := r.lo; k < r.hi; k++ {
		if !f.every(&f.d.leaves[k]) {
			return false
		}
	}
	return true
}

// addRow puts the leaves of a row into their fields. A field that no row had
// before comes behind the one that precedes it in this row.
func (f *folding) addRow(r row, shapes []int32, order []fieldKey, fields map[fieldKey][]leaf) []fieldKey {
	total, seen := make(map[int32]int), make(map[int32]int)
	for _, s := range shapes {
		total[s]++
	}
	place := 0
	f.rows++
	for k := r.lo; k < r.hi; k++ {
		l := f.d.leaves[k]
		l.row = Row{f.group, f.rows}
		s := shapes[k-r.lo]
		key := fieldKey{shape: s}
		if total[s] <= maxRepeats {
			seen[s]++
			key.nth = seen[s]
		}
		if fields[key] == nil {
			order = append(order, fieldKey{})
			copy(order[place+1:], order[place:])
			order[place] = key
			place++
		} else {
			for i := range order {
				if order[i] == key {
					place = i + 1
					break
				}
			}
		}
		fields[key] = append(fields[key], l)
	}
	return order
}

// field makes a list of the leaves of a field, or one leaf of a template text
// that repeats in all of them.
func (f *folding) field(leaves []leaf) []leaf {
	same := f.usual(&leaves[0])
	for i := range leaves {
		same = same && leaves[i].content == leaves[0].content
	}
	if same {
		return leaves[:1]
	}
	f.list++
	for i := range leaves {
		leaves[i].list = f.list
	}
	return leaves
}
