package rules

import (
	"cmp"
	"strings"

	"verde/extract/leaves"
)

// headingReach is how many texts above a group its heading may stand: a line that
// sums it up ("4.5 of 5, 12 reviews") and links to sort it come between.
const headingReach = 4

// above is the text right before rows, "" if it is in rows itself or names nothing.
func (d *Doc) above(rows []row) string {
	if lo := rows[0].lo; lo > 0 && d.Leaves[lo-1].Row == (leaves.Row{}) {
		if text := strings.TrimSpace(strings.TrimRight(d.Leaves[lo-1].Text, LabelEnd)); leaves.Namelike(text) {
			return text
		}
	}
	return ""
}

// groupLabel is what the rows of a group are called: by the text right above them or the heading further up, if
// most pages have it; else by the markup of the rows, as the classes "review" or
// "offers"; else rows.
func (c *Corpus) groupLabel(d *Doc, rows []row, usual func(l *leaves.Leaf) bool) string {
	lo := rows[0].lo
	if text := d.above(rows); text != "" && usual(&d.Leaves[lo-1]) {
		return text
	}
	if s := d.Leaves[lo].Under; s > 0 && c.Regions[s-1] != nil {
		return leaves.Clip(c.Regions[s-1].Text, leaves.MaxLabel)
	}
	for k := lo - 1; k >= 0 && k >= lo-headingReach; k-- {
		l := &d.Leaves[k]
		if c.Heading(l) {
			if text := strings.TrimSpace(strings.TrimRight(l.Text, LabelEnd)); usual(l) && leaves.Namelike(text) {
				return text
			}
			break
		}
	}
	e := &d.Elems[rows[0].elem]
	if e.Prop >= 0 {
		return leaves.Clip(c.Syms.Names[e.Prop], leaves.MaxLabel)
	}
	names := []int32{e.Class}
	if e.Parent >= 0 {
		names = append(names, d.Elems[e.Parent].Class, d.Elems[e.Parent].ID)
	}
	return cmp.Or(c.MarkupName(names...), "rows")
}
