package extract

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
)

// firstEmbeddedGroup tells groups of embedded data from those that are shown.
const firstEmbeddedGroup = 1 << 20

// takeEmbedded gives what the page embeds under some keys as leaves of fields of their own,
// in the order of the keys.
func (c *corpus) takeEmbedded(d *doc, wanted func(key string) bool) []leaf {
	d.embedded.SingleAttributes()
	var out []leaf
	for _, key := range slices.SortedFunc(maps.Keys(d.embedded), embedded.Compare) {
		if !wanted(key) {
			continue
		}
		for i := range d.embedded[key] {
			f := &d.embedded[key][i]
			l := leaf{text: f.Text, found: f, elem: f.Elem, field: c.syms.intern(key), class: -1, sig: c.signatureAt(d, f.Elem)}
			if f.Src != "" {
				l.text = cmp.Or(d.absolute(f.Src), f.Text)
			}
			switch {
			case strings.HasPrefix(key, embedded.FromImage):
				l.row = d.rowOf(f.Elem)
			case f.Row.List > 0:
				l.row = Row{firstEmbeddedGroup + f.Row.List, f.Row.Number, clip(f.Row.Label, maxLabel)}
			}
			l.content = c.contentOf(0, l.text)
			l.types = c.typesOf(l.content, l.text)
			out = append(out, l)
		}
	}
	return out
}

// rowOf is the row of a group that an element is in, the zero row if it is in none.
func (d *doc) rowOf(e int32) Row {
	for ; e >= 0 && len(d.rowElems) > 0; e = d.elems[e].parent {
		if row, ok := d.rowElems[e]; ok {
			return row
		}
	}
	return Row{}
}
