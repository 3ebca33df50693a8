package rules

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
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
func (c *Corpus) gridsOf(d *Doc) []grid {
	var out []grid
	for e, blocks := range c.blocksOf(d, func(int32) bool { return false }) {
		g := grid{elem: int32(e)}
		for _, x := range blocks {
			if len(x.cells) < comparedCells || len(g.rows) > 0 && (len(x.cells) != len(g.rows[0]) || d.Elems[x.elem].Tag != d.Elems[d.Elems[g.rows[0][0]].Parent].Tag) {
				continue
			}
			g.rows = append(g.rows, x.cells)
		}
		if len(g.rows) >= comparedRows {
			out = append(out, g)
		}
	}
	return out
}

// words are those of a text in small letters, with a blank before and behind each.
func words(text string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
}

// comparison is a grid and what may name entities in it: the first row, or the first cells of the others.
type comparison struct {
	grid
	columns bool    // a column each
	kind    int32   // names what such grids have in common on all pages
	own     int     // the number of the page's own column, or row; 0 if none is named so
	name    string  // its name
	cells   []int32 // that have the names
}

// comparedKind is what a name of a kind stands for.
type comparedKind struct {
	grid    blockKind
	columns bool
}

// comparisons are those of a page, two of each grid.
func (c *Corpus) comparisons(d *Doc) []comparison {
	grids := c.gridsOf(d)
	if len(grids) == 0 {
		return nil
	}
	spans := d.spans()
	var headings []string
	for k := range d.Leaves {
		if l := &d.Leaves[k]; d.Enclosing(l.Elem, atom.H1) >= 0 {
			headings = append(headings, words(leaves.Clip(l.Text, maxTitle)))
		}
	}
	// named is the number of the cell that begins with the longest name of those in titles, 0 if none has or several do.
	named := func(cells []int32, titles ...string) (at int, name string) {
		cellsNamed := 0
		for i, cell := range cells {
			if spans[cell].hi == 0 || d.Enclosing(d.Leaves[spans[cell].lo].Elem, atom.H1) >= 0 {
				continue
			}
			cellsNamed++
			text := words(d.Leaves[spans[cell].lo].Text)
			if len(text) < max(len(name), 3) || !slices.ContainsFunc(titles, func(title string) bool { return strings.Contains(title, text) }) {
				continue
			}
			if at = i + 1; text == name {
				at = 0
			}
			name = text
		}
		if cellsNamed < 2 {
			return 0, ""
		}
		return at, name
	}
	own := func(cells []int32) (at int, name string) {
		if at, name = named(cells, headings...); at > 0 {
			return at, name
		}
		return named(cells, words(leaves.Clip(d.Title, maxTitle))) // a title may name the others as well: "A against B"
	}
	var out []comparison
	for _, g := range grids {
		var first []int32
		for _, row := range g.rows[1:] {
			first = append(first, row[0])
		}
		for _, columns := range []bool{true, false} {
			x := comparison{grid: g, columns: columns}
			kind, names, what := comparedKind{blockKind{d.Elems[g.elem].Path, d.Elems[g.elem].Classes}, columns}, first, "rows of "
			if columns {
				names, what = g.rows[0][1:], "columns of "
			}
			x.own, x.name = own(names)
			x.cells = names
			x.kind = c.Named(kind, func() string { return what + c.blockName(kind.grid) })
			out = append(out, x)
		}
	}
	return out
}

// findCompared gives the kinds of grids that compare: on nearly all pages that have such a grid it names the page's own
// entity, which is another one on most of them, and no other name is on most: makers, which titles begin with, come again, and
// what each page has beside one is the next label.
//
// Cost: that of comparisons for each page.
func (a *Set) findCompared() map[int32]bool {
	type use struct {
		all, own pageCount
		names    map[string]bool
		others   map[int32]pageCount // by the text that a cell with another name begins with
	}
	uses := make(map[int32]*use)
	for i, d := range a.Docs {
		var spans []span
		for _, x := range a.comparisons(d) {
			if spans == nil {
				spans = d.spans()
			}
			u := tallyOf(uses, x.kind)
			if u.all = u.all.on(i); x.own == 0 {
				continue
			}
			if u.own = u.own.on(i); u.names == nil {
				u.names, u.others = make(map[string]bool), make(map[int32]pageCount)
			}
			u.names[x.name] = true
			for n, cell := range x.cells {
				if k := spans[cell].lo; n+1 != x.own && spans[cell].hi > 0 {
					u.others[d.Leaves[k].Content] = u.others[d.Leaves[k].Content].on(i)
				}
			}
		}
	}
	out := make(map[int32]bool)
	for kind, u := range uses {
		usual := false
		for _, n := range u.others {
			usual = usual || float64(n.pages) > mostShare*float64(u.own.pages)
		}
		if !usual && len(u.names) >= minCompared && float64(len(u.names)) > mostShare*float64(u.own.pages) && float64(u.own.pages) >= NearlyAll*float64(u.all.pages) {
			out[kind] = true
		}
	}
	return out
}

// dropOthers leaves what other entities have out of grids that compare, and the names above columns.
//
// Cost: that of comparisons.
func (c *Corpus) dropOthers(d *Doc) {
	if len(c.Compared) == 0 {
		return
	}
	others := make(map[int32]bool) // cells
	told := make(map[int32]bool)   // grids; of one that compares by columns and by rows the columns count
	for _, x := range c.comparisons(d) {
		if x.own == 0 || !c.Compared[x.kind] || told[x.elem] {
			continue
		}
		told[x.elem] = true
		for n, row := range x.rows {
			for k, cell := range row {
				if x.columns && (n == 0 || k > 0 && k != x.own) || !x.columns && n > 0 && n != x.own {
					others[cell] = true
					d.Elems[cell].Texts = 0
				}
			}
		}
	}
	d.takeOut(func(k int) bool {
		e := d.Leaves[k].Elem
		for e >= 0 && !others[e] {
			e = d.Elems[e].Parent
		}
		return e >= 0
	})
}
