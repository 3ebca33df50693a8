package extract

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"verde/extract/embedded"
)

// Some texts are known by a place that is the same on all pages wherever it comes in the
// sequence: the lines of a section by its label, texts in rows by their number there.
// Those of one such field are one column. A field, and the kind of rows or of blocks that it is
// of, is a symbol: its name says in words what the texts have in common, and a wrapper has
// the names.

// Names of fields begin with the kind of the line of a section, as "code under example", or
// with one of these: "cell 2 in html/body/table > tr".
const (
	cellField  = "cell"
	belowField = "below" // a heading, whose words have _ between them
	textField  = "text"
	styleField = "style" // as columns of the wrapper have it
)

// noField is the field of texts in rows that are in no column.
const noField = -1

// under parts the name of a field or a kind of rows from the section that they are in.
const under = " under "

// rowsIn parts the elements around rows from theirs in the name of their kind.
const rowsIn = " > "

// rowField is what texts in rows have in common that are one column.
type rowField struct {
	rows  int32 // their kind
	nth   int32 // number of the cell in the row, or of the text among those of its shape, from 1; 0 for all of these
	shape int32 // elements from the row down to the text
	cell  bool  // it is a cell, whatever is in it
	head  int32 // symbol of the heading above it, of which nth counts those in the row; 0 for none
}

// rowField names a place in rows.
func (c *corpus) rowField(x rowField) int32 {
	return c.named(x, func() string {
		name := textField
		if x.cell {
			name = cellField
		}
		if x.head > 0 {
			name = belowField + " " + strings.ReplaceAll(c.syms.names[x.head], " ", "_")
		}
		if x.nth > 0 {
			name += fmt.Sprintf(" %d", x.nth)
		}
		steps := c.below.spell(x.shape, nil)
		for i := len(steps) - 2; i >= 0; i -= 2 { // from the text up
			name += " " + c.elementName(steps[i], steps[i+1])
		}
		return name + " in " + c.syms.names[x.rows]
	})
}

// fieldOf tells whether a field is of cells, or of lines of a kind.
func (c *corpus) fieldOf(field int32, what string) bool {
	return strings.HasPrefix(c.syms.names[field], what+" ")
}

// lineKey is lines of a kind of the sections of a label.
type lineKey struct {
	kind  lineKind
	label int32
}

// lineField names the lines of a kind of the sections of a label.
func (c *corpus) lineField(kind lineKind, label int32) int32 {
	return c.named(lineKey{kind, label}, func() string { return lineKinds[kind] + under + c.syms.names[label] })
}

// blockName names a kind of block.
func (c *corpus) blockName(x blockKind) string {
	return Style{Path: strings.Join(c.spell(c.paths, x.path), "/"), Classes: c.spell(c.classes, x.classes)}.String()
}

// elementName names an element by its tag and class, -1 for none.
func (c *corpus) elementName(tag, class int32) string {
	s := Style{Path: c.syms.names[tag]}
	if class >= 0 {
		s.Classes = []string{c.syms.names[class]}
	}
	return s.String()
}

// named is the symbol of what key stands for, whose name is made the first time.
func (c *corpus) named(key any, name func() string) int32 {
	out, ok := c.symbolOf[key]
	if !ok {
		out = c.syms.intern(name())
		c.symbolOf[key] = out
	}
	return out
}

// fieldColumns makes a column of each field that was taken out of the sequence of leaves,
// and puts it where it stands among the columns of the others.
//
// Cost: linear in the leaves that were taken, plus the columns times the pages.
func (a *learning) fieldColumns(cols []*column) []*column {
	by := make(map[int32]*column)
	var own []*column
	for i, d := range a.docs {
		n := int32(len(d.leaves))
		d.leaves = append(d.leaves, d.taken...)
		for k := n; k < int32(len(d.leaves)); k++ {
			f := d.leaves[k].field
			c := by[f]
			if c == nil {
				c = a.newColumn(-1)
				c.freeText, c.multi, c.field = true, true, f
				by[f] = c
				own = append(own, c)
			}
			c.put(i, d, k)
		}
	}
	at := make(map[*column]float64)
	for _, c := range slices.Concat(cols, own) {
		at[c] = a.position(c)
	}
	slices.SortStableFunc(own, func(x, y *column) int {
		return cmp.Or(cmp.Compare(at[x], at[y]), embedded.Compare(a.syms.names[x.field], a.syms.names[y.field]))
	})
	out := make([]*column, 0, len(cols)+len(own))
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
func (a *learning) position(c *column) float64 {
	switch name := a.syms.names[c.field]; {
	case embedded.IsKey(name):
		return math.Inf(1)
	case strings.HasPrefix(name, countField):
		return math.MaxFloat64
	}
	sum := 0.
	for i, cell := range c.cells {
		if len(cell) > 0 {
			sum += float64(a.docs[i].leaves[cell[0]].elem) / float64(len(a.docs[i].elems))
		}
	}
	return sum / float64(max(1, c.pages))
}
