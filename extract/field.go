package extract

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// field is what leaves have in common that stand in one column, wherever that is in the
// sequence: lines of sections, or cells of rows.
type field struct {
	section int32 // -1 for cells of rows
	kind    lineKind
	column  int32 // of cells, see corpus.cells
}

func (l *leaf) field() field {
	if l.column > 0 {
		return field{section: -1, column: l.column}
	}
	return field{l.section - 1, l.kind, 0}
}

// fieldColumns makes a column of each field that was taken out of the sequence of leaves,
// and puts it where it stands among the columns of the others.
//
// Cost: linear in the leaves that were taken, plus the columns times the pages.
func (a *alignment) fieldColumns(cols []*column) []*column {
	by := make(map[field]*column)
	var own []*column
	for i, d := range a.docs {
		n := int32(len(d.leaves))
		d.leaves = append(d.leaves, d.taken...)
		for k := n; k < int32(len(d.leaves)); k++ {
			f := d.leaves[k].field()
			c := by[f]
			if c == nil {
				c = a.newColumn(-1)
				c.freeText, c.multi, c.field = true, true, &f
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
	slices.SortStableFunc(own, func(x, y *column) int { return cmp.Compare(at[x], at[y]) })
	out := make([]*column, 0, len(cols)+len(own))
	for _, c := range cols {
		for len(own) > 0 && at[own[0]] < at[c] {
			out, own = append(out, own[0]), own[1:]
		}
		out = append(out, c)
	}
	return append(out, own...)
}

// position is where a column begins, as the mean share of a page's elements before it.
func (a *alignment) position(c *column) float64 {
	sum := 0.
	for i, cell := range c.cells {
		if len(cell) > 0 {
			sum += float64(a.docs[i].leaves[cell[0]].elem) / float64(len(a.docs[i].elems))
		}
	}
	return sum / float64(max(1, c.pages))
}

var lineKinds = [...]string{"", "text", "code", "label", "cell"}

// spellSections writes the labels of sections as they are spelt, sorted.
func (a *alignment) spellSections() []Section {
	var out []Section
	for _, rule := range a.regions {
		out = append(out, Section{rule.text, rule.flows})
	}
	slices.SortFunc(out, func(x, y Section) int { return strings.Compare(x.Label, y.Label) })
	return out
}

// Steps of a path have slashes between them, and points before their classes. Names
// with such characters, as w-1/2 and w-0.5, have them escaped as in a URL.
var (
	escapeStep   = strings.NewReplacer("%", "%25", "/", "%2F", ".", "%2E")
	unescapeStep = strings.NewReplacer("%25", "%", "%2F", "/", "%2E", ".")
)

// spellField writes down what the leaves of a column have in common. Its inverse is
// restoreField.
func (a *alignment) spellField(out *ColumnRule, f *field) {
	if f.column == 0 {
		out.Section, out.Line = a.regions[f.section].text, lineKinds[f.kind]
		return
	}
	x := &a.rowFields[f.column-1]
	out.Rows, out.Cell, out.Line = &a.spellGroups(map[rowKind]bool{x.rows: true})[0], int(x.nth), lineKinds[rowLine]
	steps := a.below.spell(x.shape, nil)
	var b strings.Builder
	for i := 0; i+1 < len(steps); i += 2 {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(escapeStep.Replace(a.syms.names[steps[i]]))
		if class := steps[i+1]; class >= 0 {
			b.WriteString("." + escapeStep.Replace(a.syms.names[class]))
		}
	}
	out.Below = b.String()
}

// restoreField gives the field of a column rule in the numbers of the corpus.
func (c *corpus) restoreField(r *ColumnRule) field {
	if r.Rows == nil {
		return field{c.syms.intern(stem(r.Section)), lineKind(slices.Index(lineKinds[:], r.Line)), 0}
	}
	shape := int32(0)
	if r.Below != "" {
		for step := range strings.SplitSeq(r.Below, "/") {
			tag, class, classed := strings.Cut(step, ".")
			shape = c.below.extend(shape, c.syms.intern(unescapeStep.Replace(tag)))
			if classed {
				shape = c.below.extend(shape, c.syms.intern(unescapeStep.Replace(class)))
			} else {
				shape = c.below.extend(shape, -1)
			}
		}
	}
	return field{section: -1, column: c.rowField(rowField{c.restoreGroup(r.Rows), int32(r.Cell), shape})}
}

// checkField gives an error for a column rule that restoreField can't read.
func checkField(r *ColumnRule) error {
	kind := lineKind(max(0, slices.Index(lineKinds[:], r.Line)))
	switch {
	case r.Line == "" && r.Rows == nil && r.Section == "":
		return nil
	case kind == layoutLine:
		return fmt.Errorf("line %.40q: expected one of %q", r.Line, lineKinds[textLine:])
	case kind == rowLine && (r.Rows == nil || r.Cell < 0):
		return errors.New("cells need the rows that they are in, and a number that is not below 0")
	case kind != rowLine && r.Section == "":
		return errors.New("lines need the label of the section that they are in")
	}
	return nil
}
