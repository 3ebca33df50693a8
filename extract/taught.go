package extract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/page"
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
		template, _, _, err := w.best(p.URL, root)
		if err != nil {
			continue
		}
		of := w.of(template)
		x := of.compile()
		x.machine = true
		d := x.read(p.URL, root)
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
		for k := range d.leaves {
			switch l := &d.leaves[k]; {
			case tried >= maxCandidates || !slices.ContainsFunc(wanted, func(value string) bool { return sameText(l.text, value) }):
				if within == "" && strings.Contains(l.text, wanted[0]) {
					within = fmt.Sprintf("; on %s it is a part of %q", p.URL, clip(l.text, 2*maxLabel))
				}
			case try(of.withLeaf(x, d, marks, at, int32(k))):
				return made, nil
			}
		}
		for _, key := range slices.SortedFunc(maps.Keys(d.embedded), embedded.Compare) {
			holds := slices.ContainsFunc(d.embedded[key], func(f embedded.Found) bool { return sameText(f.Text, wanted[0]) })
			if holds && tried < maxCandidates && try(append(slices.Clone(before), ColumnRule{Label: madeLabel, Kind: OptionalData, Field: key})) {
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
func (w *Wrapper) withLeaf(x *compiled, d *doc, marks []landmark, at [][]int32, k int32) []ColumnRule {
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
	if own := int(d.leaves[k].landmark) - 1; own >= 0 { // a text of the template
		was := out[own].Label
		out[own] = ColumnRule{Label: madeLabel, Kind: kindOf(true, out[own].Kind == MandatoryTemplate), Constant: true, Text: out[own].Text,
			After: after, Support: out[own].Support, Styles: out[own].Styles, Example: clip(out[own].Text, maxLabel)}
		for i := range out {
			if out[i].After == was {
				out[i].After = after
			}
		}
		return out
	}
	l := &d.leaves[k]
	c := ColumnRule{Label: madeLabel, Kind: OptionalData, After: after, Styles: []Style{x.style(l.sig, l.types)}, Example: clip(l.text, maxLabel)}
	place := last.column + 1
	for i := range out {
		if !out[i].landmark() && out[i].After == after && len(at[i]) > 0 && at[i][0] < k {
			place = max(place, i+1)
		}
	}
	return slices.Insert(out, place, c)
}
