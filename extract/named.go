package extract

import (
	"fmt"
	"slices"

	"verde/page"
)

// Example is a value that a page shows, with what its column is to be called.
type Example struct{ Label, Value string }

// Naming is a column that was named after examples.
type Naming struct {
	Label, Was string
	Template   int  // whose column it is, see [Record]
	Made       bool // there was none, and now there is
}

// Teach calls the columns that hold examples on some of the pages, which are to be of
// w's template, as the examples say. Of several that hold all examples of a label it is
// the one that most pages have, of these the first. Where none does, a column is made
// for the text that is an example. A label that another column has is taken from
// it, which gets a number. The errors say of which labels nothing came, and why; w is
// as it was then, but for the other labels.
//
// Cost: that of reading the pages for each label, and for each place where a column
// that is missing might be.
func (w *Wrapper) Teach(examples []Example, pages []*page.Page) ([]Naming, []error) {
	var labels []string
	wanted := make(map[string][]string)
	for _, e := range examples {
		if wanted[e.Label] == nil {
			labels = append(labels, e.Label)
		}
		wanted[e.Label] = append(wanted[e.Label], e.Value)
	}
	var out []Naming
	var errs []error
	for _, label := range labels {
		n, err := holder(label, wanted[label], w.readAll(pages))
		if err != nil {
			n, err = w.makeColumn(label, wanted[label], pages, err)
		}
		if i := slices.IndexFunc(out, func(o Naming) bool { return o.Label == n.Was && o.Template == n.Template }); err == nil && i >= 0 {
			err = fmt.Errorf("example %s=%s: that is the column of %s too", label, wanted[label][0], out[i].Label)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, n)
		w.of(n.Template).rename(n.Was, n.Label)
	}
	return out, errs
}

// place is a column of a template.
type place struct {
	template int
	label    string
}
