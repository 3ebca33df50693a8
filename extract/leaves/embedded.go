package leaves

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
)

// firstEmbeddedGroup tells groups of embedded data from those that are shown.
const firstEmbeddedGroup = 1 << 20

// TakeEmbedded gives what the page embeds under some keys as leaves of fields of their own,
// in the order of the keys.
func (c *Corpus) TakeEmbedded(d *Doc, wanted func(key string) bool) []Leaf {
	d.Embedded.SingleAttributes()
	var out []Leaf
	for _, key := range slices.SortedFunc(maps.Keys(d.Embedded), embedded.Compare) {
		if !wanted(key) {
			continue
		}
		for i := range d.Embedded[key] {
			f := &d.Embedded[key][i]
			l := Leaf{Text: f.Text, Found: f, Elem: f.Elem, Field: c.Syms.Intern(key), Class: -1, Sig: c.signatureAt(d, f.Elem)}
			if f.Src != "" {
				l.Text = cmp.Or(d.absolute(f.Src), f.Text)
			}
			switch {
			case strings.HasPrefix(key, embedded.FromImage):
				l.Row = d.rowOf(f.Elem)
			case f.Row.List > 0:
				l.Row = Row{Group: firstEmbeddedGroup + f.Row.List, Number: f.Row.Number, Label: Clip(f.Row.Label, MaxLabel)}
			}
			l.Content = c.contentOf(0, l.Text)
			l.Types = c.typesOf(l.Content, l.Text)
			out = append(out, l)
		}
	}
	return out
}

// rowOf is the row of a group that an element is in, the zero row if it is in none.
func (d *Doc) rowOf(e int32) Row {
	for ; e >= 0 && len(d.rowElems) > 0; e = d.Elems[e].Parent {
		if row, ok := d.rowElems[e]; ok {
			return row
		}
	}
	return Row{}
}
