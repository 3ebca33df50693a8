package extract

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// groupFields brings the fields of the rows of each group together: title,
// price, title, price becomes title, title, price, price, and the leaves of a
// field are a list. A usual text that all rows repeat is kept once, and rows of
// nothing but texts that every page has stay as they are. Of groups within
// groups the outer one is transposed.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) groupFields(d *doc, groups map[rowKind]bool, usual, every func(l *leaf) bool) {
	if len(groups) == 0 {
		return
	}
	var out []leaf
	copied := int32(0)
	next, list := int32(0), int32(firstGroupList)
	for _, run := range c.groupRows(d, groups, every) {
		rows := run.rows
		if rows[0].lo < next {
			continue
		}
		d.groups++
		f := fieldGrouper{d: d, group: d.groups, label: c.groupLabel(d, rows, usual), list: list, usual: usual, every: every}
		if c.celled(run.kind) {
			f.keyRows(c, c.kindOfRun(d, &run), rows)
			next = max(next, rows[len(rows)-1].hi)
			continue
		}
		region := span{rows[0].lo, rows[len(rows)-1].hi}
		out = append(out, d.leaves[copied:region.lo]...)
		out = append(out, f.transpose(c, region, rows)...)
		next, copied, list = region.hi, region.hi, f.list
	}
	if out != nil {
		d.leaves = append(out, d.leaves[copied:]...)
	}
	d.runs = nil
}

// groupRows lists the runs of rows of groups in the order of the page, outer
// ones before those within them.
func (c *corpus) groupRows(d *doc, groups map[rowKind]bool, every func(l *leaf) bool) []rowRun {
	return slices.DeleteFunc(c.runsOfKinds(d, groups), func(run rowRun) bool {
		return len(run.rows) == 1 && !c.rowTag(d, run.rows[0].elem) || c.labelled(d, run.rows, every)
	})
}

// rowTag tells elements that are a row even where no other is beside them.
func (c *corpus) rowTag(d *doc, e int32) bool {
	switch c.syms.names[d.elems[e].tag] {
	case "dt", "li", "tr":
		return true
	}
	return false
}

// fieldKey is what the leaves of one field have in common.
type fieldKey struct {
	path int32
	nth  int // among the leaves of the shape in the row, 0 if there are too many
}

// fieldOrder gives the field that comes behind each one, and behind beforeAll
// the first.
type fieldOrder map[fieldKey]fieldKey

var beforeAll = fieldKey{path: -1}

// fieldGrouper is the state of transposing the rows of one element.
type fieldGrouper struct {
	d            *doc
	group, rows  int // the number of the group on the page, and of its rows so far
	label        string
	list         int32
	usual, every func(l *leaf) bool
}

// transpose returns the leaves of region with the fields of rows brought
// together. What is in no row, and rows of template texts alone, as a table's
// headings or what resembles no other row, come first; but a heading cell comes
// right before the cells below it.
func (f *fieldGrouper) transpose(c *corpus, region span, rows []row) []leaf {
	d := f.d
	var out []leaf
	var heads []leaf
	order := make(fieldOrder)
	fields := make(map[fieldKey][]leaf)
	at := region.lo
	usual := f.firstPaths(c, rows)
	for _, r := range rows {
		out = append(out, d.leaves[at:r.lo]...)
		at = r.hi
		if !f.fixed(r) && f.strange(c, r, rows) {
			out = append(out, d.leaves[r.lo:r.hi]...)
			continue
		}
		if f.fixed(r) && (c.syms.names[d.elems[r.elem].tag] == "tr" || !usual[c.pathsInRow(d, r)[0]]) {
			for k := r.lo; k < r.hi; k++ {
				if c.enclosing(d, d.leaves[k].elem, atom.Th) >= 0 {
					heads = append(heads, d.leaves[k])
				} else {
					out = append(out, d.leaves[k])
				}
			}
			continue
		}
		f.addRow(c, r, order, fields)
	}
	out = append(out, d.leaves[at:region.hi]...)
	for key, ok := order[beforeAll]; ok; key, ok = order[key] {
		leaves := fields[key]
		for i := range heads {
			th, td := c.enclosing(d, heads[i].elem, atom.Th), c.enclosing(d, leaves[0].elem, atom.Td)
			if td >= 0 && heads[i].text != "" && d.elems[th].nth == d.elems[td].nth {
				out = append(out, heads[i])
				heads[i].text = ""
			}
		}
		next, more := order[key]
		flag := len(leaves) < f.rows && (!more || !inStep(leaves, fields[next]))
		out = append(out, f.field(c, leaves, flag)...)
	}
	for i := range heads {
		if heads[i].text != "" {
			out = append(out, heads[i])
		}
	}
	return out
}

// strange tells whether a row has nothing in common with the others, of which there
// are two at least: the paragraph of facts before those of reviews.
func (f *fieldGrouper) strange(c *corpus, r row, rows []row) bool {
	if len(rows) < minRows {
		return false
	}
	own := make(map[int32]bool)
	for _, path := range c.pathsInRow(f.d, r) {
		own[path] = true
	}
	for _, other := range rows {
		if other.elem != r.elem && slices.ContainsFunc(c.pathsInRow(f.d, other), func(path int32) bool { return own[path] }) {
			return false
		}
	}
	return true
}

// firstPaths are the paths of the first leaves of rows with texts of their own.
// A row of usual texts alone is an item like others if its first leaf has one
// of these paths too.
func (f *fieldGrouper) firstPaths(c *corpus, rows []row) map[int32]bool {
	out := make(map[int32]bool)
	for _, r := range rows {
		if !f.fixed(r) {
			out[c.pathsInRow(f.d, r)[0]] = true
		}
	}
	return out
}

// fixed tells whether a row has texts of the template alone.
func (f *fieldGrouper) fixed(r row) bool { return fixed(f.d.leaves[r.lo:r.hi], f.every) }

// addRow puts the leaves of a row into their fields. A field that no row had
// before comes behind the one that precedes it in this row.
func (f *fieldGrouper) addRow(c *corpus, r row, order fieldOrder, fields map[fieldKey][]leaf) {
	shapes := c.pathsInRow(f.d, r)
	total, seen := make(map[int32]int), make(map[int32]int)
	for _, s := range shapes {
		total[s]++
	}
	last := beforeAll
	f.rows++
	at := Row{f.group, f.rows, f.label}
	if f.d.rowElems == nil {
		f.d.rowElems = make(map[int32]Row)
	}
	f.d.rowElems[r.elem] = at
	for k := r.lo; k < r.hi; k++ {
		l := f.d.leaves[k]
		l.row = at
		s := shapes[k-r.lo]
		key := fieldKey{path: s}
		if total[s] <= maxRepeats && c.enclosing(f.d, l.elem, atom.Dt) < 0 { // terms side by side mean the same
			seen[s]++
			key.nth = seen[s]
		}
		if fields[key] == nil {
			if next, ok := order[last]; ok {
				order[key] = next
			}
			order[last] = key
		}
		last = key
		fields[key] = append(fields[key], l)
	}
}

// inStep tells whether two fields are of the same rows, as a label and its
// values are.
func inStep(x, y []leaf) bool {
	return slices.EqualFunc(x, y, func(a, b leaf) bool { return a.row == b.row })
}

// field makes a list of the leaves of a field, or one leaf of a template text
// that repeats in all of them. Terms of definitions are never of the template,
// and neither are flags: texts that some rows have and that are no label of
// what these rows have next.
func (f *fieldGrouper) field(c *corpus, leaves []leaf, flag bool) []leaf {
	same := !flag && f.usual(&leaves[0]) && c.enclosing(f.d, leaves[0].elem, atom.Dt) < 0
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
