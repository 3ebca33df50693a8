package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"verde/page"
	"verde/values"
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

// of is the wrapper of a template by its number in records.
func (w *Wrapper) of(template int) *Wrapper {
	if template > 0 {
		return w.Others[template-1]
	}
	return w
}

// readAll reads those of the pages that can be read.
func (w *Wrapper) readAll(pages []*page.Page) []Record {
	var out []Record
	for _, p := range pages {
		if r, err := w.Extract(p); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// place is a column of a template.
type place struct {
	template int
	label    string
}

// holder finds the column that holds all the values wanted under a label.
func holder(label string, wanted []string, records []Record) (Naming, error) {
	holds, on := make(map[place]map[string]bool), make(map[place]int)
	var order []place
	for i := range records {
		r := &records[i]
		texts := r.ByLabel()
		for _, l := range r.Labels() {
			at := place{r.Template, l}
			if on[at]++; on[at] == 1 {
				order, holds[at] = append(order, at), make(map[string]bool)
			}
			for _, value := range wanted {
				if slices.ContainsFunc(texts[l], func(text string) bool { return sameText(text, value) }) {
					holds[at][value] = true
				}
			}
		}
	}
	best := -1
	for i, at := range order {
		if best < 0 || cmp.Or(cmp.Compare(len(holds[at]), len(holds[order[best]])), cmp.Compare(on[at], on[order[best]])) > 0 {
			best = i
		}
	}
	for _, value := range wanted {
		if best < 0 || !holds[order[best]][value] {
			return Naming{}, fmt.Errorf("example %s=%s: no column holds it%s", label, value, nearest(value, records))
		}
	}
	return Naming{Label: label, Was: order[best].label, Template: order[best].template}, nil
}

// sameText tells whether a text is the value of an example, which somebody may have
// written in another form.
func sameText(text, value string) bool {
	return text == values.FoldOnly(value, values.Space) || values.Same(text, value)
}

// nearest tells of the value that is most like one that no column holds: the shortest
// that contains it, or else the one that has most words in common with it.
func nearest(value string, records []Record) string {
	words := make(map[string]bool)
	for _, word := range values.Words(value) {
		words[word] = true
	}
	best, label, url, text := 0., "", "", ""
	for i := range records {
		for f := range records[i].All {
			for k := range f.Values {
				t := f.Values[k].Text
				like := 0.
				of := values.Words(t)
				for _, word := range of {
					if words[word] {
						like += 1 / float64(len(of)+len(words))
					}
				}
				if strings.Contains(strings.ToLower(t), strings.ToLower(value)) {
					like += 1 / float64(1+len(t)-len(value))
				}
				if like > best {
					best, label, url, text = like, f.Label, records[i].URL, t
				}
			}
		}
	}
	if label == "" {
		return fmt.Sprintf(" on the %d pages that were looked at, nor anything like it", len(records))
	}
	return fmt.Sprintf("; the nearest is %s, with %q on %s", label, clip(text, 2*maxLabel), url)
}

// rename calls a column of w otherwise. What had that name before gets a number.
func (w *Wrapper) rename(was, label string) {
	if was == label {
		return
	}
	to := map[string]string{was: label}
	taken := make(map[string]int)
	for k := range w.Columns {
		taken[strings.ToLower(w.Columns[k].Label)] = 1
	}
	for k := range w.Columns {
		if l := w.Columns[k].Label; l != was && strings.EqualFold(l, label) {
			taken[strings.ToLower(label)] = 1
			to[l] = unique(l, taken)
		}
	}
	w.relabel(to)
}

// relabel calls columns otherwise.
func (w *Wrapper) relabel(to map[string]string) {
	for k := range w.Columns {
		c := &w.Columns[k]
		for _, name := range []*string{&c.Label, &c.After, &c.PartOf, &c.SameAs} {
			if l, ok := to[*name]; ok {
				*name = l
			}
		}
	}
	w.drop()
}
