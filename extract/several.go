package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// A field may have several values in rows or lines of their own, each with the label again. They are one field.

// joinSeveral has the values of one field follow each other: those in a cell of a row, and those behind the same label
// again, which is left out. is tells which texts may be labels.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) joinSeveral(d *doc, is func(l *leaf) bool) {
	heads := make(map[int32]bool) // labels of rows
	for _, run := range c.runsOfKinds(d, c.facts) {
		for _, r := range run.rows {
			first := &d.leaves[r.lo]
			if is(first) && (r.lo+1 == r.hi || d.below(first.elem, r.elem) != d.below(d.leaves[r.lo+1].elem, r.elem)) { // else the value stands beside its label
				c.alikeInCells(d, r, r.lo+1)
			}
		}
		if c.tiles[c.kindOfRun(d, &run)] {
			continue
		}
		for _, r := range run.rows {
			heads[r.lo] = r.hi-r.lo > 1 && is(&d.leaves[r.lo])
			for k := r.lo + 1; k < r.hi; k++ { // rows that go on
				if in := c.enclosing(d, d.leaves[k].elem, atom.Tr); in > r.elem && d.elems[in].parent == d.elems[r.elem].parent && in != c.enclosing(d, d.leaves[k-1].elem, atom.Tr) {
					d.leaves[k].further = same
				}
			}
		}
	}
	named := func(k int) bool {
		l := &d.leaves[k]
		return l.field == 0 && (heads[int32(k)] || l.label || c.inline[l.text] || is(l) && c.marked(l))
	}
	kept := d.leaves[:0]
	label, values := leaf{content: -1}, 0 // the last label, and texts behind it
	for k := range d.leaves {
		l := d.leaves[k]
		if named(k) {
			if values == 1 && label.content == l.content && label.sig == l.sig && label.under == l.under && k+1 < len(d.leaves) && !named(k+1) {
				d.leaves[k+1].further = same
				values = 0
				continue
			}
			label, values = l, 0
		} else if values == 0 || l.further != same {
			values++
		}
		kept = append(kept, l)
	}
	d.leaves, d.runs = kept, nil
}

// alikeInCells gives the values in each cell of the row of an attribute, from leaf lo on, one signature if they are alike, and makes
// them values of one field: one may stand there as bare text or a link, where several are the items of a list.
func (c *corpus) alikeInCells(d *doc, r row, lo int32) {
	for lo < r.hi {
		cell, hi := d.below(d.leaves[lo].elem, r.elem), lo+1
		for hi < r.hi && d.below(d.leaves[hi].elem, r.elem) == cell {
			hi++
		}
		if cell >= 0 && c.block(d, cell) == cell && c.alike(d, d.leaves[lo:hi]) {
			x := c.sigs[c.signatureAt(d, cell)]
			x.path = c.paths.extend(x.path, c.syms.intern("*")) // as any element in it
			c.unify(d.leaves[lo:hi], c.signature(x))
		}
		lo = hi
	}
}

// unify makes leaves values of one field that have a signature.
func (c *corpus) unify(leaves []leaf, sig int32) {
	for k := range leaves {
		l := &leaves[k]
		if k > 0 && separator(l.text) {
			continue
		}
		l.sig, l.content = sig, c.contentOf(c.sigs[sig].inlineTags, l.text)
		if k > 0 {
			l.further = same
		}
	}
}

// alike tells whether texts are marked up as values of one kind, but for what joins them.
func (c *corpus) alike(d *doc, leaves []leaf) bool {
	first := &leaves[0]
	return !slices.ContainsFunc(leaves, func(l leaf) bool {
		x, y := &c.sigs[first.sig], &c.sigs[l.sig]
		return c.marked(&l) || !joint(first, &l) && (x.path != y.path || x.inlineTags != y.inlineTags || !c.sharesClass(d, first.elem, l.elem))
	})
}

// sharesClass tells whether two elements have a class in common, or none.
func (c *corpus) sharesClass(d *doc, x, y int32) bool {
	if x, y = d.elems[x].class, d.elems[y].class; x < 0 || y < 0 {
		return x == y
	}
	of := strings.Fields(c.syms.names[x])
	return slices.ContainsFunc(strings.Fields(c.syms.names[y]), func(class string) bool { return slices.Contains(of, class) })
}
