package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/page"
	"verde/values"
)

// A person who sees a value on a page that no column holds, says so by an example. The
// column is made as alignment would have made it: of the text's style, behind the
// landmark before it. A text of the template becomes a value that all pages share.

// maxCandidates is how many texts that are an example are tried.
const maxCandidates = 8

// madeLabel is what a column is called until it has its name, which another one may
// have. No page has it: HTML has no such character.
const madeLabel = "\x00"

// makeColumn makes a column that holds the examples of a label, and returns it under the
// name that it has first. none is the error if no page shows them.
func (w *Wrapper) makeColumn(label string, wanted []string, pages []*page.Page, none error) (Naming, error) {
	tried, within := 0, ""
	for _, p := range pages {
		root, err := p.Parse()
		if err != nil {
			continue
		}
		template, _, err := w.best(p.URL, root)
		if err != nil {
			continue
		}
		of := w.of(template)
		x := of.compile()
		x.Machine = true
		d := x.readOwnless(p.URL, root)
		x.arrange(of, d)
		marks, at := of.find(x, d)
		before := of.Columns
		try := func(columns []ColumnRule) bool {
			tried++
			of.replace(columns)
			n, err := holder(label, wanted, w.readAll(pages))
			return err == nil && n.Was == madeLabel && n.Template == template
		}
		made := Naming{Label: label, Was: madeLabel, Template: template, Made: true}
		for k := range d.Leaves {
			switch l := &d.Leaves[k]; {
			case tried >= maxCandidates || !slices.ContainsFunc(wanted, func(value string) bool { return sameText(l.Text, value) }):
				if within == "" && strings.Contains(l.Text, wanted[0]) {
					within = fmt.Sprintf("; on %s it is a part of %q", p.URL, leaves.Clip(l.Text, 2*leaves.MaxLabel))
				}
			case try(of.withLeaf(x, d, marks, at, int32(k))):
				return made, nil
			}
		}
		for _, key := range slices.SortedFunc(maps.Keys(d.Embedded), embedded.Compare) {
			holds := slices.ContainsFunc(d.Embedded[key], func(f embedded.Found) bool { return sameText(f.Text, wanted[0]) })
			read := slices.ContainsFunc(before, func(c ColumnRule) bool { return c.Field == key }) // by a column of rows that are named
			if holds && !read && tried < maxCandidates && try(append(slices.Clone(before), ColumnRule{Label: madeLabel, Kind: OptionalData, Field: key})) {
				return made, nil
			}
		}
		of.replace(before)
	}
	if tried == 0 {
		return Naming{}, fmt.Errorf("%w%s", none, within)
	}
	return Naming{}, fmt.Errorf("example %s=%s: no column can be made for it: what stands in its place on the page has the same markup behind the same text as other values", label, wanted[0])
}

// replace gives w other columns.
func (w *Wrapper) replace(columns []ColumnRule) {
	w.Columns = columns
	w.drop()
}

// withLeaf are the columns of w and one for the k-th leaf of a page, of which the
// landmarks and the leaves of each column are known.
func (w *Wrapper) withLeaf(x *compiled, d *rules.Doc, marks []landmark, at [][]int32, k int32) []ColumnRule {
	last := landmark{-1, -1}
	for _, m := range marks {
		if m.at < k {
			last = m
		}
	}
	after := ""
	if last.column >= 0 {
		after = w.Columns[last.column].Label
	}
	out := slices.Clone(w.Columns)
	if own := int(d.Leaves[k].Landmark) - 1; own >= 0 { // a text of the template
		was := out[own].Label
		out[own] = ColumnRule{Label: madeLabel, Kind: kindOf(true, out[own].Kind == MandatoryTemplate), Constant: true, Text: out[own].Text,
			After: after, Support: out[own].Support, Styles: out[own].Styles, Example: leaves.Clip(out[own].Text, leaves.MaxLabel)}
		for i := range out {
			if out[i].After == was {
				out[i].After = after
			}
		}
		return out
	}
	l := &d.Leaves[k]
	c := ColumnRule{Label: madeLabel, Kind: OptionalData, After: after, Styles: []leaves.Style{x.Style(l.Sig, l.Types)}, Example: leaves.Clip(l.Text, leaves.MaxLabel)}
	place := last.column + 1
	for i := range out {
		if !out[i].landmark() && out[i].After == after && len(at[i]) > 0 && at[i][0] < k {
			place = max(place, i+1)
		}
	}
	return slices.Insert(out, place, c)
}

// sameText tells whether a text is the value of an example, which somebody may have
// written in another form.
func sameText(text, value string) bool {
	return text == values.FoldOnly(value, values.Space) || values.Same(text, value)
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
	return fmt.Sprintf("; the nearest is %s, with %q on %s", label, leaves.Clip(text, 2*leaves.MaxLabel), url)
}
