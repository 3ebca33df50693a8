package rules

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
)

// A field may have several values in rows or lines of their own, each with the label again. They are one field.

// joinSeveral has the values of one field follow each other: those in a cell of a row, and those behind the same label
// again, which is left out. is tells which texts may be labels.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) joinSeveral(d *Doc, is func(l *leaves.Leaf) bool) {
	heads := make(map[int32]bool) // labels of rows
	for _, run := range c.runsOfKinds(d, c.Facts) {
		for _, r := range run.rows {
			first := &d.Leaves[r.lo]
			if is(first) && (r.lo+1 == r.hi || d.Below(first.Elem, r.elem) != d.Below(d.Leaves[r.lo+1].Elem, r.elem)) { // else the value stands beside its label
				c.alikeInCells(d, r, r.lo+1)
			}
		}
		if c.Tiles[c.kindOfRun(d, &run)] {
			continue
		}
		for _, r := range run.rows {
			heads[r.lo] = r.hi-r.lo > 1 && is(&d.Leaves[r.lo])
			for k := r.lo + 1; k < r.hi; k++ { // rows that go on
				if in := d.Enclosing(d.Leaves[k].Elem, atom.Tr); in > r.elem && d.Elems[in].Parent == d.Elems[r.elem].Parent && in != d.Enclosing(d.Leaves[k-1].Elem, atom.Tr) {
					d.Leaves[k].Further = leaves.Same
				}
			}
		}
	}
	named := func(k int) bool {
		l := &d.Leaves[k]
		return l.Field == 0 && (heads[int32(k)] || l.Label || c.Inline[l.Text] || is(l) && c.Marked(l))
	}
	kept := d.Leaves[:0]
	label, values := leaves.Leaf{Content: -1}, 0 // the last label, and texts behind it
	for k := range d.Leaves {
		l := d.Leaves[k]
		if named(k) {
			if values == 1 && label.Content == l.Content && label.Sig == l.Sig && k+1 < len(d.Leaves) && !named(k+1) {
				d.Leaves[k+1].Further = leaves.Same
				values = 0
				continue
			}
			label, values = l, 0
		} else if values == 0 || l.Further != leaves.Same {
			values++
		}
		kept = append(kept, l)
	}
	d.Leaves, d.runs = kept, nil
}

// alikeInCells gives the values in each cell of the row of an attribute, from leaf lo on, one signature if they are alike, and makes
// them values of one field: one may stand there as bare text or a link, where several are the items of a list.
func (c *Corpus) alikeInCells(d *Doc, r row, lo int32) {
	for lo < r.hi {
		cell, hi := d.Below(d.Leaves[lo].Elem, r.elem), lo+1
		for hi < r.hi && d.Below(d.Leaves[hi].Elem, r.elem) == cell {
			hi++
		}
		if cell >= 0 && d.Block(cell) == cell && c.alike(d, d.Leaves[lo:hi]) {
			x := c.Sigs[c.SignatureAt(d.Doc, cell)]
			x.Path = c.Paths.Extend(x.Path, c.Syms.Intern("*")) // as any element in it
			c.unify(d.Leaves[lo:hi], c.Signature(x))
		}
		lo = hi
	}
}

// unify makes leaves values of one field that have a signature.
func (c *Corpus) unify(texts []leaves.Leaf, sig int32) {
	first := texts[0]
	for k := range texts {
		l := &texts[k]
		if k > 0 && leaves.Joint(&first, l) {
			continue
		}
		l.Sig, l.Content = sig, c.ContentOf(c.Sigs[sig].InlineTags, l.Text)
		if k > 0 {
			l.Further = leaves.Same
		}
	}
}

// alike tells whether texts are marked up as values of one kind, but for what joins them. Of those that have a line of their own each, or
// marks between them, some may be links and others not: the inline markup says nothing of the kind.
func (c *Corpus) alike(d *Doc, texts []leaves.Leaf) bool {
	first, items := &texts[0], true
	for k := range texts {
		items = items && (k == 0 || texts[k].Edge || texts[k].Broken || leaves.Joint(first, &texts[k]) || leaves.Separator(texts[k-1].Text))
	}
	return !slices.ContainsFunc(texts, func(l leaves.Leaf) bool {
		if c.Marked(&l) || leaves.Joint(first, &l) {
			return c.Marked(&l)
		}
		if x, y := d.Block(first.Elem), d.Block(l.Elem); items && x >= 0 && y >= 0 {
			return d.Elems[x].Path != d.Elems[y].Path || !c.sharesClass(d, x, y)
		}
		x, y := &c.Sigs[first.Sig], &c.Sigs[l.Sig]
		return x.Path != y.Path || x.InlineTags != y.InlineTags || !c.sharesClass(d, first.Elem, l.Elem)
	})
}

// sharesClass tells whether two elements have a class in common, or none.
func (c *Corpus) sharesClass(d *Doc, x, y int32) bool {
	if x, y = d.Elems[x].Class, d.Elems[y].Class; x < 0 || y < 0 {
		return x == y
	}
	of := strings.Fields(c.Syms.Names[x])
	return slices.ContainsFunc(strings.Fields(c.Syms.Names[y]), func(class string) bool { return slices.Contains(of, class) })
}
