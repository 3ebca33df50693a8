package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"verde/extract/align"
	"verde/extract/embedded"
	"verde/extract/rules"
)

// Some texts are known by a place that is the same on all pages wherever it comes in the
// sequence: the lines of a section by its label, texts in rows by their number there.
// Those of one such field are one column. A field, and the kind of rows or of blocks that it is
// of, is a symbol: its name says in words what the texts have in common, and a wrapper has
// the names.

// fieldColumns makes a column of each field that was taken out of the sequence of leaves,
// and puts it where it stands among the columns of the others.
//
// Cost: linear in the leaves that were taken, plus the columns times the pages.
func (a *learning) fieldColumns(cols []*align.Column) []*align.Column {
	by := make(map[int32]*align.Column)
	var own []*align.Column
	for i, d := range a.Docs {
		n := int32(len(d.Leaves))
		d.Leaves = append(d.Leaves, d.Taken...)
		for k := n; k < int32(len(d.Leaves)); k++ {
			f := d.Leaves[k].Field
			c := by[f]
			if c == nil {
				c = a.NewColumn(-1)
				c.FreeText, c.Multi, c.Field = true, true, f
				by[f] = c
				own = append(own, c)
			}
			c.Put(i, d, k)
		}
	}
	at := make(map[*align.Column]float64)
	for _, c := range slices.Concat(cols, own) {
		at[c] = a.position(c)
	}
	slices.SortStableFunc(own, func(x, y *align.Column) int {
		return cmp.Or(cmp.Compare(at[x], at[y]), embedded.Compare(a.Syms.Names[x.Field], a.Syms.Names[y.Field]))
	})
	out := make([]*align.Column, 0, len(cols)+len(own))
	for _, c := range cols {
		for len(own) > 0 && at[own[0]] < at[c] {
			out, own = append(out, own[0]), own[1:]
		}
		out = append(out, c)
	}
	return append(out, own...)
}

// position is where a column begins, as the mean share of a page's elements before it, and
// behind all for one of embedded data. Numbers that were taken off labels are before those: between a label and its
// values they would part them.
func (a *learning) position(c *align.Column) float64 {
	switch name := a.Syms.Names[c.Field]; {
	case embedded.IsKey(name):
		return math.Inf(1)
	case strings.HasPrefix(name, rules.CountField):
		return math.MaxFloat64
	}
	sum := 0.
	for i, cell := range c.Cells {
		if len(cell) > 0 {
			sum += float64(a.Docs[i].Leaves[cell[0]].Elem) / float64(len(a.Docs[i].Elems))
		}
	}
	return sum / float64(max(1, c.Pages))
}
