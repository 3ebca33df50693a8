package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/extract/leaves"
)

// firstEmbeddedGroup tells groups of embedded data from those that are shown.
const firstEmbeddedGroup = 1 << 20

// TakeEmbedded gives what the page embeds under some keys as leaves of fields of their own,
// in the order of the keys.
func (c *Corpus) TakeEmbedded(d *Doc, wanted func(key string) bool) []leaves.Leaf {
	d.Embedded.SingleAttributes()
	var out []leaves.Leaf
	for _, key := range slices.SortedFunc(maps.Keys(d.Embedded), embedded.Compare) {
		if !wanted(key) {
			continue
		}
		for i := range d.Embedded[key] {
			f := &d.Embedded[key][i]
			l := leaves.Leaf{Text: f.Text, Found: f, Elem: f.Elem, Field: c.Syms.Intern(key), Class: -1, Sig: c.SignatureAt(d.Doc, f.Elem)}
			if f.Src != "" {
				l.Text = cmp.Or(d.Absolute(f.Src), f.Text)
			}
			switch {
			case strings.HasPrefix(key, embedded.FromImage):
				l.Row = d.rowOf(f.Elem)
			case f.Row.List > 0:
				l.Row = leaves.Row{Group: firstEmbeddedGroup + f.Row.List, Number: f.Row.Number, Label: leaves.Clip(f.Row.Label, leaves.MaxLabel)}
			}
			l.Content = c.ContentOf(0, l.Text)
			l.Types = c.TypesOf(l.Content, l.Text)
			out = append(out, l)
		}
	}
	return out
}

// rowOf is the row of a group that an element is in, the zero row if it is in none.
func (d *Doc) rowOf(e int32) leaves.Row {
	for ; e >= 0 && len(d.rowElems) > 0; e = d.Elems[e].Parent {
		if row, ok := d.rowElems[e]; ok {
			return row
		}
	}
	return leaves.Row{}
}
