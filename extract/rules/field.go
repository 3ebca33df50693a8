package rules

import (
	"fmt"
	"strings"

	"verde/extract/leaves"
)

// Names of fields begin with the kind of the line of a section, as "code under example", or
// with one of these: "cell 2 in html/body/table > tr".
const (
	CellField  = "cell"
	BelowField = "below" // a heading, whose words have _ between them
	TextField  = "text"
	styleField = "style" // as columns of the wrapper have it
)

// noField is the field of texts in rows that are in no column.
const noField = -1

// Under parts the name of a field or a kind of rows from the section that they are in.
const Under = " under "

// RowsIn parts the elements around rows from theirs in the name of their kind.
const RowsIn = " > "

// rowField is what texts in rows have in common that are one column.
type rowField struct {
	rows  int32 // their kind
	nth   int32 // number of the cell in the row, or of the text among those of its shape, from 1; 0 for all of these
	shape int32 // elements from the row down to the text
	cell  bool  // it is a cell, whatever is in it
	head  int32 // symbol of the heading above it, of which nth counts those in the row; 0 for none
}

// rowField names a place in rows.
func (c *Corpus) rowField(x rowField) int32 {
	return c.Named(x, func() string {
		name := TextField
		if x.cell {
			name = CellField
		}
		if x.head > 0 {
			name = BelowField + " " + strings.ReplaceAll(c.Syms.Names[x.head], " ", "_")
		}
		if x.nth > 0 {
			name += fmt.Sprintf(" %d", x.nth)
		}
		steps := c.below.Spell(x.shape, nil)
		for i := len(steps) - 2; i >= 0; i -= 2 { // from the text up
			name += " " + c.elementName(steps[i], steps[i+1])
		}
		return name + " in " + c.Syms.Names[x.rows]
	})
}

// lineKey is lines of a kind of the sections of a label.
type lineKey struct {
	kind  lineKind
	label int32
}

// lineField names the lines of a kind of the sections of a label.
func (c *Corpus) lineField(kind lineKind, label int32) int32 {
	return c.Named(lineKey{kind, label}, func() string { return LineKinds[kind] + Under + c.Syms.Names[label] })
}

// blockName names a kind of block.
func (c *Corpus) blockName(x blockKind) string {
	return leaves.Style{Path: strings.Join(c.Spell(c.Paths, x.path), "/"), Classes: c.Spell(c.Classes, x.classes)}.String()
}

// elementName names an element by its tag and class, -1 for none.
func (c *Corpus) elementName(tag, class int32) string {
	s := leaves.Style{Path: c.Syms.Names[tag]}
	if class >= 0 {
		s.Classes = []string{c.Syms.Names[class]}
	}
	return s.String()
}
