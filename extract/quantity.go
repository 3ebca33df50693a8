package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/extract/parts"
)

// joinQuantities makes one leaf of a number and its unit, which stand side by side in markup of their own: "80
// <small>km</small>". A unit that is the same on all pages would be taken for the template's, and the number for that
// of a list. Where nothing stands with the two, the unit may be the label, as "minutes" below how many of them
// somebody has played: a quantity has one other text in what is around it, or a cell before its own. A unit that nobody
// knows has that other text, and is behind a bare number. In a row of three cells the last one may have it.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) joinQuantities(d *doc) {
	spans := d.spans()
	c.joinRuns(d, false, func(k int) (int, int32) {
		if k+1 < len(d.leaves) && c.quantity(d, spans, int32(k)) {
			return k + 2, d.leaves[k].elem
		}
		return k + 1, -1
	})
}

// quantity tells whether leaf k is a number whose unit is the next one.
func (c *corpus) quantity(d *doc, spans []span, k int32) bool {
	x, y := &d.leaves[k], &d.leaves[k+1]
	if cell, next := c.enclosing(d, x.elem, atom.Td), c.enclosing(d, y.elem, atom.Td); cell >= 0 && next >= 0 && cell != next { // behind a label in its row
		row := d.elems[cell].parent
		return row == d.elems[next].parent && x.field == 0 && y.field == 0 && spans[row] == (span{k - 1, k + 2}) &&
			!strings.ContainsFunc(x.text, unicode.IsLetter) && parts.Measures(x.text, y.text)
	}
	if x.field != 0 || y.field != 0 || y.edge || y.broken || x.elem == y.elem ||
		c.block(d, x.elem) != c.block(d, y.elem) {
		return false
	}
	known := !strings.ContainsFunc(x.text, unicode.IsLetter) && parts.Measures(x.text, y.text)
	if first, _ := utf8.DecodeRuneInString(x.text); !known && (x.elem != c.block(d, x.elem) || !unicode.IsDigit(first) || strings.Contains(x.text, " ") || !namelike(y.text) || d.elems[y.elem].link > 0) {
		return false
	}
	around := d.common(d.leaves[k : k+2])
	for around >= 0 && spans[around].hi-spans[around].lo == 2 {
		switch c.syms.names[d.elems[around].tag] {
		case "td", "dd":
			if known {
				return true
			}
		}
		around = d.elems[around].parent
	}
	return around >= 0 && spans[around].hi-spans[around].lo == 3
}
