package extract

import (
	"fmt"

	"verde/page"
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
}

// Skip is a page that was left out, and why.
type Skip struct{ URL, Reason string }

// Column is one role that texts of a page have.
type Column struct {
	Label    string // unique within the table
	Kind     Kind
	Constant bool   // a value that is the same on all pages
	Type     string // of the values: integer, decimal, currency, percent, date, address, or "" for text
	Unit     string // behind the number, as kg; "" for none
	Cells    []Cell // one a page, in the order of Table.Pages
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

// Cell is what one page has in a column. No values: it has nothing there.
type Cell struct {
	Values []string // texts as on the page, white space collapsed
	Rows   []Row    // of each value, nil where nothing repeats
	XPath  string   // of the first value's text node, "" for embedded data
}

// Record is what one page says about its entity.
type Record struct {
	URL    string              // of the page
	Labels []string            // labels in the order of the template
	Values map[string][]string // by label
	XPaths map[string]string   // by label: of the first value's text node
	Rows   map[string][]Row    // by label: of each value, for columns of what repeats
	// Template is the number of the page's template among those that were
	// learned: 0 for the one of most pages, else its place among the others plus 1.
	Template int
	Match    float64 // share of the mandatory templates that the page shows
	Partial  string  // how much of the page was read, if it was too large for all of it (see page.Parse); else ""
	// Confidence is, by label, how sure a wrapper is of what it read, from 0 to
	// 1; nil for records of an aligned table.
	Confidence map[string]float64
}

// partly tells of a page of which only the beginning is there, "" for a whole one.
func partly(p *page.Page) string {
	if !p.Cut {
		return ""
	}
	return "only its beginning was read: it has more parts than a page may have"
}

// TemplateTokens returns the texts of the template columns in order, each once.
func (t *Table) TemplateTokens() []string {
	var out []string
	seen := make(map[string]bool)
	for _, c := range t.Columns {
		if c.Kind.Data() && !c.Constant {
			continue
		}
		for _, cell := range c.Cells {
			for _, v := range cell.Values {
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
	}
	return out
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
		r := Record{URL: url, Values: make(map[string][]string), XPaths: make(map[string]string), Rows: make(map[string][]Row), Template: template, Match: 1}
		for k := range t.Columns {
			c := &t.Columns[k]
			if !c.Kind.Data() || len(c.Cells[i].Values) == 0 {
				continue
			}
			r.Labels = append(r.Labels, c.Label)
			r.Values[c.Label] = c.Cells[i].Values
			if rows := c.Cells[i].Rows; rows != nil {
				r.Rows[c.Label] = rows
			}
			if xpath := c.Cells[i].XPath; xpath != "" {
				r.XPaths[c.Label] = xpath
			}
		}
		out[i] = r
	}
	return out
}

// fill turns columns into the table that is returned.
func (a *alignment) fill(t *Table, cols []*column) {
	for _, d := range a.docs {
		t.Pages = append(t.Pages, d.url)
	}
	for _, c := range cols {
		fixed := c.class >= 0 && !c.constant || a.punctuation(c)
		out := Column{Cells: make([]Cell, len(a.docs)), Constant: c.constant}
		all := c.pages == len(a.docs)
		switch {
		case fixed && all:
			out.Kind = MandatoryTemplate
		case fixed:
			out.Kind = OptionalTemplate
		case all:
			out.Kind = MandatoryData
		default:
			out.Kind = OptionalData
		}
		for i, cell := range c.cells {
			for _, at := range cell {
				l := &a.docs[i].leaves[at]
				if l.text == "" {
					continue
				}
				if len(out.Cells[i].Values) == 0 {
					out.Cells[i].XPath = a.xpath(a.docs[i], l)
				}
				out.Cells[i].Values = append(out.Cells[i].Values, l.text)
			}
			out.Cells[i].Rows = a.docs[i].rows(cell)
		}
		if out.Kind.Data() {
			out.describe()
		}
		t.Columns = append(t.Columns, out)
	}
	a.name(t, cols)
}

// punctuation tells whether a column has nothing but separators, which are the
// template's even where they come and go.
func (a *alignment) punctuation(c *column) bool {
	if !a.opt.monotone {
		return false
	}
	for i, cell := range c.cells {
		for _, at := range cell {
			if !separator(a.docs[i].leaves[at].text) {
				return false
			}
		}
	}
	return true
}
