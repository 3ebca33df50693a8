package extract

import (
	"slices"

	"verde/extract/meaning"
	"verde/record"
)

// The four kinds. A constant column is a template by its text and data by its
// place; its kind is MandatoryData and Constant is set.
const (
	MandatoryTemplate Kind = iota
	OptionalTemplate
	MandatoryData
	OptionalData
)

// Table is the aligned content of pages of one template.
type Table struct {
	Method  string
	Pages   []string // URLs of the aligned pages, one row each
	Columns []Column // in the order of the template
	Skipped []Skip   // pages that could not be aligned
	Partial []Skip   // pages that were aligned in part, see Record.Partial
	Others  []*Table // of pages of other templates, aligned apart

	matches []float64        // by page: share of the mandatory templates, nil if there was no wrapper to read it
	rest    [][]record.Field // by page, likewise: what is in no column
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
	about      float64 // likewise, see ColumnRule
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

// Record is what one page says about its entity. Its Template is 0 for the template
// of most pages that were learned from, else the place among the others plus 1.
// Confidence is how sure a wrapper is of what it read, 0 in records of an aligned
// table.
type Record = record.Record

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
			b.read.Match, b.read.Rest = t.matches[i], t.rest[i]
		}
		for k := range t.Columns {
			if c := &t.Columns[k]; c.Kind.Data() {
				b.add(c.Label, meaning.Meaning{Type: c.Type, Unit: c.Unit}, c.confidence, c.about, &c.Cells[i])
			}
		}
		out[i] = b.record()
		out[i].Template = template
	}
	return out
}
