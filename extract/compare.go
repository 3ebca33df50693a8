package extract

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"
)

// A table may compare the entity of a page with others: a column each below their names, or a
// row each behind their names. What the others have says nothing of the page's own, so that its
// column or its row is read alone, beside the labels. Which one it is differs from page to page:
// it is the one whose name stands in the title or in the h1 element.

// Bounds of such grids.
const (
	comparedCells = 3 // of a row: a label, and of two entities a value each
	comparedRows  = 3 // names, and two labels with values
	minCompared   = 2 // pages with another name each
)

// grid is an element that has rows of one tag and of the same number of cells.
type grid struct {
	elem int32
	rows [][]int32 // cells
}

// gridsOf lists the grids of a page, in order. The rows of a table are those of all of its parts.
//
// Cost: linear in the elements, and in the leaves with their depth.
func (c *corpus) gridsOf(d *doc) []grid {
	cells := make([][]int32, len(d.elems))
	for e := range d.elems {
		if p := d.elems[e].parent; p >= 0 {
			cells[p] = append(cells[p], int32(e))
		}
	}
	at := make(map[int32]int)
	var out []grid
	for e := range d.elems {
		x := &d.elems[e]
		if len(cells[e]) < comparedCells || x.texts < 2 || x.parent < 0 {
			continue
		}
		in := x.parent
		switch c.syms.names[x.tag] {
		case "thead", "tbody", "tfoot":
			continue
		case "tr":
			in = max(0, c.enclosing(d, in, atom.Table))
		}
		k, ok := at[in]
		if !ok {
			k = len(out)
			at[in], out = k, append(out, grid{elem: in})
		}
		if g := &out[k]; len(g.rows) == 0 || len(cells[e]) == len(g.rows[0]) && x.tag == d.elems[d.elems[g.rows[0][0]].parent].tag {
			g.rows = append(g.rows, cells[e])
		}
	}
	return slices.DeleteFunc(out, func(g grid) bool { return len(g.rows) < comparedRows })
}

// words are those of a text in small letters, with a blank before and behind each.
func words(text string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
}

// comparison is a grid that names the page's entity and others.
type comparison struct {
	grid
	columns bool   // a column each
	own     int    // the number of the page's own column, or row
	name    string // its name
}

// comparisons are those of a page.
func (c *corpus) comparisons(d *doc) []comparison {
	grids := c.gridsOf(d)
	if len(grids) == 0 {
		return nil
	}
	titles, spans := []string{words(clip(d.title, maxTitle))}, d.spans()
	for k := range d.leaves {
		if l := &d.leaves[k]; c.enclosing(d, l.elem, atom.H1) >= 0 {
			titles = append(titles, words(clip(l.text, maxTitle)))
		}
	}
	// own is the cell that begins with the longest name of those in titles, -1 if none has or several do.
	own := func(cells []int32) (at int, name string) {
		at = -1
		named := 0
		for i, cell := range cells {
			if spans[cell].hi == 0 || c.enclosing(d, d.leaves[spans[cell].lo].elem, atom.H1) >= 0 {
				continue
			}
			named++
			text := words(d.leaves[spans[cell].lo].text)
			if len(text) < max(len(name), 3) || !slices.ContainsFunc(titles, func(title string) bool { return strings.Contains(title, text) }) {
				continue
			}
			if at = i; text == name {
				at = -1
			}
			name = text
		}
		if named < 2 {
			return -1, ""
		}
		return at, name
	}
	var out []comparison
	for _, g := range grids {
		if k, name := own(g.rows[0][1:]); k >= 0 {
			out = append(out, comparison{g, true, k + 1, name})
			continue
		}
		var first []int32
		for _, row := range g.rows[1:] {
			first = append(first, row[0])
		}
		if k, name := own(first); k >= 0 {
			out = append(out, comparison{g, false, k + 1, name})
		}
	}
	return out
}

// comparedKind is what grids that compare have in common on all pages.
type comparedKind struct {
	grid    blockKind
	columns bool
}

// kindOfComparison names the kind of a grid that compares.
func (c *corpus) kindOfComparison(d *doc, x *comparison) int32 {
	e := &d.elems[x.elem]
	kind := comparedKind{blockKind{e.path, e.classes}, x.columns}
	return c.named(kind, func() string {
		if x.columns {
			return "columns of " + c.blockName(kind.grid)
		}
		return "rows of " + c.blockName(kind.grid)
	})
}

// labels are the cells that say what the values are.
func (x *comparison) labels() []int32 {
	if !x.columns {
		return x.rows[0][1:]
	}
	var out []int32
	for _, row := range x.rows[1:] {
		out = append(out, row[0])
	}
	return out
}

// findCompared gives the kinds of grids that compare: on nearly all pages that have such a grid it names the page's own
// entity, which is another one on most of them, and has labels that other pages have too.
//
// Cost: that of comparisons for each page.
func (a *alignment) findCompared() map[int32]bool {
	usual := a.usualTexts(usualShare)
	type use struct {
		pageCount
		names map[string]bool
	}
	uses, all := make(map[int32]*use), make(map[blockKind]pageCount)
	grids := make(map[int32]blockKind)
	for i, d := range a.docs {
		for _, g := range a.gridsOf(d) {
			kind := blockKind{d.elems[g.elem].path, d.elems[g.elem].classes}
			all[kind] = all[kind].on(i)
		}
		spans := d.spans()
		for _, x := range a.comparisons(d) {
			labels, known := x.labels(), 0
			for _, cell := range labels {
				if spans[cell].hi == spans[cell].lo+1 && usual(d.leaves[spans[cell].lo].content) {
					known++
				}
			}
			if float64(known) < labelShare*float64(len(labels)) {
				continue
			}
			kind := a.kindOfComparison(d, &x)
			u := uses[kind]
			if u == nil {
				u = &use{names: make(map[string]bool)}
				uses[kind], grids[kind] = u, blockKind{d.elems[x.elem].path, d.elems[x.elem].classes}
			}
			u.pageCount = u.on(i)
			u.names[x.name] = true
		}
	}
	out := make(map[int32]bool)
	for kind, u := range uses {
		if len(u.names) >= minCompared && 2*len(u.names) > u.pages && float64(u.pages) >= everyShare*float64(all[grids[kind]].pages) {
			out[kind] = true
		}
	}
	return out
}

// dropOthers leaves what other entities have out of grids that compare, and the names above columns.
//
// Cost: that of comparisons.
func (c *corpus) dropOthers(d *doc) {
	if len(c.compared) == 0 {
		return
	}
	others := make(map[int32]bool) // cells
	for _, x := range c.comparisons(d) {
		if !c.compared[c.kindOfComparison(d, &x)] {
			continue
		}
		for n, row := range x.rows {
			for k, cell := range row {
				if x.columns && (n == 0 || k > 0 && k != x.own) || !x.columns && n > 0 && n != x.own {
					others[cell] = true
					d.elems[cell].texts = 0
				}
			}
		}
	}
	d.leaves = slices.DeleteFunc(d.leaves, func(l leaf) bool {
		for e := l.elem; e >= 0; e = d.elems[e].parent {
			if others[e] {
				return true
			}
		}
		return false
	})
	d.runs = nil
}
