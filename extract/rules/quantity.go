package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
	"verde/extract/parts"
)

// joinQuantities makes one leaf of a number and its unit, which stand side by side in markup of their own: "80
// <small>km</small>". A unit that is the same on all pages would be taken for the template's, and the number for that
// of a list. Where nothing stands with the two, the unit may be the label, as "minutes" below how many of them
// somebody has played: a quantity has one other text in what is around it, or a cell before its own. A unit that nobody
// knows has that other text, and is behind a bare number. In a row of three cells the last one may have it.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) joinQuantities(d *Doc) {
	spans := d.spans()
	c.joinRuns(d, false, func(k int) (int, int32) {
		if k+1 < len(d.Leaves) && c.quantity(d, spans, int32(k)) {
			return k + 2, d.Leaves[k].Elem
		}
		return k + 1, -1
	})
}

// quantity tells whether leaf k is a number whose unit is the next one.
func (c *Corpus) quantity(d *Doc, spans []span, k int32) bool {
	x, y := &d.Leaves[k], &d.Leaves[k+1]
	if cell, next := d.Enclosing(x.Elem, atom.Td), d.Enclosing(y.Elem, atom.Td); cell >= 0 && next >= 0 && cell != next { // behind a label in its row
		row := d.Elems[cell].Parent
		return row == d.Elems[next].Parent && x.Field == 0 && y.Field == 0 && spans[row] == (span{k - 1, k + 2}) &&
			!strings.ContainsFunc(x.Text, unicode.IsLetter) && parts.Measures(x.Text, y.Text)
	}
	if x.Field != 0 || y.Field != 0 || y.Edge || y.Broken || x.Elem == y.Elem ||
		d.Block(x.Elem) != d.Block(y.Elem) {
		return false
	}
	known := !strings.ContainsFunc(x.Text, unicode.IsLetter) && parts.Measures(x.Text, y.Text)
	if first, _ := utf8.DecodeRuneInString(x.Text); !known && (x.Elem != d.Block(x.Elem) || !unicode.IsDigit(first) || strings.Contains(x.Text, " ") || !leaves.Namelike(y.Text) || d.Elems[y.Elem].Link > 0) {
		return false
	}
	around := d.Common(d.Leaves[k : k+2])
	for around >= 0 && spans[around].hi-spans[around].lo == 2 {
		switch c.Syms.Names[d.Elems[around].Tag] {
		case "td", "dd":
			if known {
				return true
			}
		}
		around = d.Elems[around].Parent
	}
	return around >= 0 && spans[around].hi-spans[around].lo == 3
}
