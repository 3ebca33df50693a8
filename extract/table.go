package extract

import (
	"fmt"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/extract/meaning"
	"verde/page"
	"verde/record"
)

// Kind is the role of a column (DCA §5).
type Kind uint8

// The four kinds. A constant column is a template by its text and data by its
// place; its kind is MandatoryData and Constant is set.
const (
	MandatoryTemplate Kind = iota
	OptionalTemplate
	MandatoryData
	OptionalData
)

var kindNames = [...]string{"mandatory template", "optional template", "mandatory data", "optional data"}

func (k Kind) String() string { return kindNames[k] }

// Data tells whether columns of this kind hold values.
func (k Kind) Data() bool { return k >= MandatoryData }

// MarshalText spells a kind out in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("column kind %.40q: expected one of %q", text, kindNames)
}

// Table is the aligned content of pages of one template.
type Table struct {
	Method  string
	Pages   []string // URLs of the aligned pages, one row each
	Columns []Column // in the order of the template
	Skipped []Skip   // pages that could not be aligned
	Partial []Skip   // pages that were aligned in part, see Record.Partial
	Others  []*Table // of pages of other templates, aligned apart

	matches []float64 // by page: share of the mandatory templates, nil if there was no wrapper to read it
}

// Skip is a page that was left out, and why.
type Skip struct{ URL, Reason string }

// Column is one role that texts of a page have.
type Column struct {
	Label    string // unique within the table
	Kind     Kind
	Constant bool   // a value that is the same on all pages
	Type     string // of the values, one of package record's; "" for text
	Unit     string // of the numbers, as kg, "" for none; of dates the order of day and month, see package meaning
	Cells    []Cell // one a page, in the order of Table.Pages

	confidence float64 // of the wrapper in what it reads there
}

// support is the share of the pages that have something in the column.
func (c *Column) support() float64 {
	n := 0
	for i := range c.Cells {
		if len(c.Cells[i].Values) > 0 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(c.Cells)))
}

// meaning is the type and the unit of the column's values.
func (c *Column) meaning() (kind, unit string) {
	m := meaning.Of(slices.Concat(c.byPage()...))
	return m.Type, m.Unit
}

// Cell is what one page has in a column. No values: it has nothing there.
type Cell struct {
	Values []record.Value
	Rows   []Row // of each value, nil where nothing repeats

	likeness float64 // to what the column was learned from, from 0 to 1
}

// nothing tells whether a text stands for a value that is missing, nothing but dashes or n/a, or leads to one, as a colon.
func nothing(text string) bool {
	return strings.EqualFold(text, "n/a") || text != "" && strings.Trim(text, "-‐‑‒–—―−:：") == ""
}

// put puts a value of a row into the cell, of none for the zero row.
func (c *Cell) put(v record.Value, row Row) {
	if row.Group > 0 && c.Rows == nil {
		c.Rows = make([]Row, len(c.Values), len(c.Values)+1)
	}
	c.Values = append(c.Values, v)
	if c.Rows != nil {
		c.Rows = append(c.Rows, row)
	}
}

// Record is what one page says about its entity. Its Template is 0 for the template
// of most pages that were learned from, else the place among the others plus 1.
// Confidence is how sure a wrapper is of what it read, 0 in records of an aligned
// table.
type Record = record.Record

// partly tells of a page of which only the beginning is there, "" for a whole one.
func partly(p *page.Page) string {
	if !p.Cut {
		return ""
	}
	return "only its beginning was read: it has more parts than a page may have"
}

// Records returns the data columns page by page, those of other templates last.
func (t *Table) Records() []Record {
	out := t.records(0)
	for k, other := range t.Others {
		out = append(out, other.records(k+1)...)
	}
	return out
}

func (t *Table) records(template int) []Record {
	out := make([]Record, len(t.Pages))
	for i, url := range t.Pages {
		b := newBuilder(url, 1)
		if t.matches != nil {
			b.read.Match = t.matches[i]
		}
		for k := range t.Columns {
			if c := &t.Columns[k]; c.Kind.Data() {
				b.add(c.Label, meaning.Meaning{Type: c.Type, Unit: c.Unit}, c.confidence, &c.Cells[i])
			}
		}
		out[i] = b.record()
		out[i].Template = template
	}
	return out
}

// fill turns columns into the table that is returned.
func (a *learning) fill(t *Table, cols []*column) {
	for _, d := range a.docs {
		t.Pages = append(t.Pages, d.url)
	}
	repeated := a.repeatedBehind(cols)
	for _, c := range cols {
		fixed := c.class >= 0 && !c.constant || repeated[c] || a.ofTemplate(c) || a.fieldOf(c.field, lineKinds[labelLine])
		out := Column{Kind: kindOf(!fixed, c.pages == len(a.docs)), Cells: make([]Cell, len(a.docs)), Constant: c.constant}
		for i, cell := range c.cells {
			out.Cells[i] = a.cell(a.docs[i], cell, &c.profile, out.Kind.Data())
		}
		if strings.HasPrefix(a.syms.names[c.field], embedded.FromImage) {
			out.Type = string(record.Image)
		} else if out.Kind.Data() {
			out.Type, out.Unit = out.meaning()
		}
		t.Columns = append(t.Columns, out)
	}
	a.name(t, cols)
}
