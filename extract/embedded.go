package extract

import (
	"cmp"
	"strconv"
	"strings"

	"verde/extract/embedded"
	"verde/record"
)

// firstEmbeddedGroup tells groups of embedded data from those that are shown.
const firstEmbeddedGroup = 1 << 20

// embeddedValue gives what was found as a value with its place.
func (c *corpus) embeddedValue(d *doc, f *embedded.Found, key string) record.Value {
	v := record.Value{Text: f.Text, Alt: f.Alt, Key: key, XPath: c.elementPath(d, f.Elem)}
	if f.Attr == "" {
		v.XPath += "/script[" + strconv.Itoa(int(f.Nth)) + "]"
	} else {
		v.XPath += "/@" + nameTest(f.Attr)
	}
	if f.Src != "" {
		address := d.absolute(f.Src)
		v.Text = cmp.Or(address, v.Text)
		if f.Attr == "src" {
			v.Src = address
		} else {
			v.Href = address
		}
	}
	if strings.HasPrefix(key, embedded.FromImage) {
		v.Key, v.Type = "", record.Image // shown, and not for machines alone
		if e := &d.elems[f.Elem]; e.link > 0 {
			v.Href = d.absolute(d.links[e.link-1])
		}
	}
	return v
}

// embed puts what the page embeds under a key into a cell.
func (c *Cell) embed(x *corpus, d *doc, key string) {
	for i := range d.embedded[key] {
		f := &d.embedded[key][i]
		row := Row{}
		if f.Row.List > 0 {
			row = Row{firstEmbeddedGroup + f.Row.List, f.Row.Number, clip(f.Row.Label, maxLabel)}
		}
		if strings.HasPrefix(key, embedded.FromImage) {
			row = d.rowOf(f.Elem)
		}
		if v := x.embeddedValue(d, f, key); v.Text != "" {
			c.put(v, row)
		}
	}
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
