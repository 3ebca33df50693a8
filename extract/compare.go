package extract

import (
	"regexp"
	"strings"

	"golang.org/x/net/html/atom"
)

// A table may compare the entity of a page with others, a column each, below their names.
// What the others have says nothing of the page's own: the column below its name is read,
// beside the labels in the first.

// Bounds of such tables: columns besides that of the labels, and rows with a value of the
// page's entity.
const (
	minCompared     = 2
	minComparedRows = 2
)

// titleParts are what parts the name of an entity in a title from that of the site.
var titleParts = regexp.MustCompile(`\s+[|·•»:–—-]+\s+|:\s+`)

// ownColumns leaves the columns of other entities out of tables that compare, and the
// names above.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) ownColumns(d *doc) {
	type table struct {
		heads     map[int32]int32 // cells of the first row by their number
		row       int32
		own, rows int32 // the number of the page's own column, and rows that have something there
		last      int32 // of these rows
		many      bool  // the column is named twice
	}
	tables := make(map[int32]*table)
	var names map[string]bool
	number := c.cellNumbers(d)
	place := func(l *leaf) (at int32, row, cell int32) {
		if cell = c.enclosing(d, l.elem, atom.Td, atom.Th); cell < 0 {
			return -1, -1, -1
		}
		row = d.elems[cell].parent
		return c.enclosing(d, row, atom.Table), row, cell
	}
	for k := range d.leaves {
		at, row, cell := place(&d.leaves[k])
		if at < 0 {
			continue
		}
		t := tables[at]
		if t == nil {
			t = &table{heads: make(map[int32]int32), row: row}
			tables[at] = t
		}
		switch n := number[cell]; {
		case row == t.row && n > 1:
			if names == nil {
				names = c.ownTexts(d)
			}
			t.heads[n] = cell
			if names[strings.ToLower(d.leaves[k].text)] {
				t.many = t.many || t.own > 0
				t.own = n
			}
		case row != t.row && n == t.own && row != t.last:
			t.rows++
			t.last = row
		}
	}
	compares := func(t *table) bool {
		return t != nil && t.own > 0 && !t.many && len(t.heads) >= minCompared && t.rows >= minComparedRows
	}
	kept := d.leaves[:0]
	for k := range d.leaves {
		at, row, cell := place(&d.leaves[k])
		if t := tables[at]; compares(t) && (row == t.row || number[cell] > 1 && number[cell] != t.own) {
			d.elems[cell].texts = 0
			continue
		}
		kept = append(kept, d.leaves[k])
	}
	d.leaves = kept
}

// ownTexts are the texts, in small letters, by which a page names its entity: those of h1
// elements, or the first part of the title where there are none. The other parts name what
// the entity is part of, which may be what a column has, as "Prices" or "Shop".
func (c *corpus) ownTexts(d *doc) map[string]bool {
	out := make(map[string]bool)
	for k := range d.leaves {
		if l := &d.leaves[k]; c.enclosing(d, l.elem, atom.H1) >= 0 {
			out[strings.ToLower(l.text)] = true
		}
	}
	if len(out) == 0 {
		out[titleParts.Split(clip(strings.ToLower(d.title), maxTitle), 2)[0]] = true
	}
	return out
}
