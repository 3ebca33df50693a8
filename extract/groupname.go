package extract

import (
	"cmp"
	"strings"
)

// headingReach is how many texts above a group its heading may stand: a line that
// sums it up ("4.5 of 5, 12 reviews") and links to sort it come between.
const headingReach = 4

// groupLabel is what the rows of a group are called: by the heading above them, if
// most pages have it; else by the markup of the rows, as the classes "review" or
// "offers"; else rows.
func (c *corpus) groupLabel(d *doc, rows []row, usual func(l *leaf) bool) string {
	lo := rows[0].lo
	if s := d.leaves[lo].under; s > 0 && c.regions[s-1] != nil {
		return clip(c.regions[s-1].text, maxLabel)
	}
	for k := lo - 1; k >= 0 && k >= lo-headingReach; k-- {
		l := &d.leaves[k]
		if c.heading(l) {
			if text := strings.TrimSpace(strings.TrimRight(l.text, labelEnd)); usual(l) && namelike(text) {
				return text
			}
			break
		}
	}
	e := &d.elems[rows[0].elem]
	if e.prop >= 0 {
		return clip(c.syms.names[e.prop], maxLabel)
	}
	names := []int32{e.class}
	if e.parent >= 0 {
		names = append(names, d.elems[e.parent].class, d.elems[e.parent].id)
	}
	return cmp.Or(c.markupName(names...), "rows")
}
