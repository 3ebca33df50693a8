package extract

import (
	"cmp"
	"fmt"
	"slices"

	"verde/extract/improvement"
	"verde/extract/leaves"
	"verde/page"
)

// There is one reader: the table of the pages that a wrapper was learned on is what
// the wrapper reads on them. Alignment sees all pages at once and the wrapper one, so
// they may differ; what the wrapper does counts, and its columns are described by what
// it reads: a column that it finds nowhere is none.

// fitted is the number of pages, evenly spread, by which the columns are described
// anew: the standard error of a share of them is at most .05. A column that should be
// on fitMissing of them and is on none is one that the wrapper does not find; the
// chance that they were missed is e^-fitMissing.
const (
	fitted     = 100
	fitMissing = 5
)

// readBack reads the pages that w was learned on, describes its columns by what it
// found, and returns the table of the last reading. t is the table of the alignment.
func (w *Wrapper) readBack(pages []*page.Page, t *Table, opt Options) (*Table, error) {
	var aligned []*page.Page
	learned := make(map[string]bool) // by URL: others were skipped
	for _, x := range append([]*Table{t}, t.Others...) {
		for _, url := range x.Pages {
			learned[url] = true
		}
	}
	for _, p := range pages {
		if learned[p.URL] {
			aligned = append(aligned, p)
		}
	}
	spread := aligned
	if n := len(aligned); n > fitted {
		spread = make([]*page.Page, fitted)
		for i := range spread {
			spread[i] = aligned[i*n/fitted]
		}
	}
	first, err := w.tables(spread)
	if err != nil {
		return nil, err
	}
	least := 0. // share of the pages above which a column has to be found
	if len(spread) < len(aligned) {
		least = float64(fitMissing) / fitted
	}
	for k, x := range append([]*Wrapper{w}, w.Others...) {
		if opt.Off&improvement.SameLabels == 0 {
			x.joinRead(first[k])
		}
		x.fit(first[k], least)
		if opt.Off&improvement.Groups == 0 {
			x.pivot(first[k])
		}
		x.renumber(first[k])
		x.addParts(first[k])
	}
	read, err := w.tables(aligned)
	if err != nil {
		return nil, err
	}
	for k, x := range append([]*Wrapper{w}, w.Others...) {
		x.weigh(read[k])
	}
	for _, x := range read {
		x.Columns = slices.DeleteFunc(x.Columns, func(c Column) bool { return c.support() == 0 })
	}
	out := read[0]
	out.Skipped, out.Partial, out.Others = t.Skipped, t.Partial, read[1:]
	return out, nil
}

// tables reads pages, those of each template into a table of its own.
func (w *Wrapper) tables(pages []*page.Page) ([]*Table, error) {
	wrappers := append([]*Wrapper{w}, w.Others...)
	out := make([]*Table, len(wrappers))
	for k, x := range wrappers {
		out[k] = &Table{Method: x.Method, Columns: make([]Column, len(x.Columns))}
		for i := range x.Columns {
			c := &x.Columns[i]
			out[k].Columns[i] = Column{Label: c.Label, Kind: c.Kind, Constant: c.Constant, Type: c.Type, Unit: c.Unit}
		}
	}
	for _, p := range pages {
		root, err := p.Parse()
		if err != nil {
			return nil, fmt.Errorf("reading back: %w", err)
		}
		at, r, err := w.best(p.URL, root)
		if err != nil {
			return nil, fmt.Errorf("reading back: %w", err)
		}
		t := out[at]
		t.Pages, t.matches, t.rest = append(t.Pages, p.URL), append(t.matches, r.match), append(t.rest, r.rest)
		for i := range t.Columns {
			t.Columns[i].Cells = append(t.Columns[i].Cells, r.cells[i])
		}
	}
	return out, nil
}

// fit describes the columns of w by what it reads on pages of its template, in t. A
// column that was on more than this share of the learned pages and is on none of
// these goes, and what followed it follows what it followed. So does one that a single
// page of several shows and nothing names, which is rest there: what tells a part of the template from the
// text of one page is that it comes again, or has a label.
func (w *Wrapper) fit(t *Table, least float64) {
	if len(t.Pages) == 0 {
		return
	}
	after := make(map[string]string)      // by label of a column that goes
	single := 1.5 / float64(len(t.Pages)) // of the pages: on no more than one of them
	gone := func(k int, support float64) bool {
		c := &w.Columns[k]
		if c.SameAs != "" {
			return false
		}
		named := c.Kind.Data() && !c.called.Nameless || c.landmark()
		return support == 0 && c.Support > least || !named && len(t.Pages) >= minTemplatePages && support < single
	}
	kept := w.Columns[:0:0]
	for k, c := range w.Columns {
		if to, ok := after[c.After]; ok {
			c.After = to
		}
		found := t.Columns[k].support()
		if gone(k, found) {
			after[c.Label] = c.After
			continue
		}
		if c.SameAs != "" {
			kept = append(kept, c)
			continue
		}
		c.Kind = kindOf(c.Kind.Data(), found == 1)
		c.Support = hundredths(found)
		if c.Kind.Data() {
			c.Example = leaves.Clip(firstText(&t.Columns[k]), leaves.MaxLabel)
		}
		kept = append(kept, c)
	}
	var dropped []ColumnRule
	w.Columns, dropped = withoutFrame(kept)
	w.findFrame(t, dropped)
	succeed(w.Columns)
	w.drop()
}

// renumber gives each column a label that no other has. Of several columns of one name, the first in this order has it without a number:
// values that pages show a label of, or what a section has rows of; other values; further ones in rows, as their group is called so, too; other
// places of them; texts of the template. Of these it is the column that most pages have, which is what the site calls so, and else the
// one that is in no rows.
func (w *Wrapper) renumber(t *Table) {
	to, taken, rows := make(map[string]string), make(map[string]int), make(map[string]bool)
	for k := range t.Columns {
		rows[t.Columns[k].Label] = slices.ContainsFunc(t.Columns[k].Cells, func(c Cell) bool { return c.Rows != nil })
	}
	rank := func(c *ColumnRule) int {
		switch {
		case !c.Kind.Data():
			return 4
		case c.SameAs != "":
			return 3
		case rows[c.Label] && !c.called.Group:
			return 2
		case c.called.Label == "" && !c.called.Group:
			return 1
		}
		return 0
	}
	inRows := func(c *ColumnRule) int {
		if c.called.Group {
			return 1
		}
		return 0
	}
	order := make([]*ColumnRule, len(w.Columns))
	for k := range w.Columns {
		order[k] = &w.Columns[k]
	}
	slices.SortStableFunc(order, func(x, y *ColumnRule) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(y.Support, x.Support), cmp.Compare(inRows(x), inRows(y)))
	})
	for _, c := range order {
		to[c.Label] = unique(c.called.Text, taken)
	}
	w.relabel(to)
	for k := range t.Columns {
		t.Columns[k].Label = to[t.Columns[k].Label] // "" of one that is gone
	}
}

// succeed has the first of the other places of a column that is gone be a column of its
// own, of which those behind it are other places.
func succeed(columns []ColumnRule) {
	first := make(map[string]string) // by label: the column that it is a place of
	for i := range columns {
		if columns[i].SameAs == "" {
			first[columns[i].Label] = columns[i].Label
		}
	}
	for i := range columns {
		c := &columns[i]
		if c.SameAs == "" {
			continue
		}
		if to, ok := first[c.SameAs]; ok {
			c.SameAs = to
		} else {
			first[c.SameAs], c.SameAs = c.Label, ""
		}
	}
}

// withoutFrame leaves out the landmarks of navigation and other parts that have nothing
// but texts of the template: those that no column follows, if one before them, which
// all pages have and no column follows either, ends what is to be read.
func withoutFrame(columns []ColumnRule) (out, dropped []ColumnRule) {
	followed := make(map[string]bool)
	for i := range columns {
		if !columns[i].landmark() {
			followed[columns[i].After] = true
		}
	}
	ended := false
	for _, c := range columns {
		switch {
		case !c.landmark():
		case followed[c.Label]:
			ended = false
		case ended:
			dropped = append(dropped, c)
			continue
		default:
			ended = c.Divides
		}
		out = append(out, c)
	}
	return out, dropped
}
