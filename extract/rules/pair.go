package rules

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
)

// Some pages show labels in one block and their values in the next one of the same tag beside
// it, as columns of a layout, or as rows of a table, row of labels upon row of values. What tells
// the first block is that most of its items recur from page to page, or are in th elements, while
// most of those of the second do not. The items are brought together, label by value: those of
// rows by the number of their cells, as some are empty, and others in their order, of which
// both blocks have the same number. Lines that br elements end are items as elements are. A wrapper knows such labels by their
// texts.

// Bounds of parallel blocks.
const (
	minPairItems  = 2 // but for rows: the last one may have one
	minPairPages  = 2
	unequalPairs  = .1 // share of the pairs of a label that may be of blocks which are not equal
	pairLabels    = .5 // share of the items of a block that are labels in one of labels; of values fewer are, as rows of label and value have half
	pairedBlocks  = .5 // share of the blocks of a kind that have to be in pairs: of two rows of values under one of labels it is less
	maxBlockItems = 200
)

// itemBlock is an element all of whose texts are in its child elements, the items; or in lines that br elements end, which are items
// then.
type itemBlock struct {
	span
	elem   int32
	kind   blockKind
	row    bool // of a table
	items  []row
	cells  []int32 // its child elements, those without texts too; none of lines
	labels float64 // share of the items that are labels, of those that are not separators
}

// blockKind is what blocks have in common on all pages.
type blockKind struct{ path, classes int32 }

// blocksOf lists the blocks of a page by the element that they stand side by side in, which is
// the table of rows, whatever parts it has, and for others an element around, if nothing else is in those between. usual tells which texts are labels.
//
// Cost: linear in the elements and the leaves with their depth.
func (c *Corpus) blocksOf(d *Doc, usual func(content int32) bool) [][]itemBlock {
	spans := d.spans()
	items, cells := make([][]row, len(d.Elems)), make([][]int32, len(d.Elems))
	for e := range d.Elems {
		p := d.Elems[e].Parent
		if p < 0 {
			continue
		}
		if cells[p] = append(cells[p], int32(e)); spans[e].hi > 0 {
			items[p] = append(items[p], row{spans[e], int32(e)})
		}
	}
	out := make([][]itemBlock, len(d.Elems))
	for e := range d.Elems {
		x, in := &d.Elems[e], items[e]
		tag := c.Syms.Names[x.Tag]
		tr := tag == "tr"
		if lines := c.linesOf(d, row{spans[e], int32(e)}); lines != nil {
			in, cells[e] = lines, nil
		}
		if x.Parent < 0 || tag == "tbody" && !oneCell(in, items) || len(in) < minPairItems && !(tr && len(in) > 0) || len(in) > maxBlockItems || !adjacent(in, spans[e]) {
			continue
		}
		up := x.Parent
		if tr {
			up = max(0, d.Enclosing(up, atom.Table))
		}
		for !tr && spans[up] == spans[e] && d.Elems[up].Parent >= 0 {
			up = d.Elems[up].Parent
		}
		out[up] = append(out[up], c.itemBlock(d, int32(e), blockKind{x.Path, x.Classes}, in, usual))
		last := len(out[up]) - 1
		out[up][last].row, out[up][last].cells = tr, cells[e]
	}
	return out
}

// itemBlock is the block of some items side by side.
func (c *Corpus) itemBlock(d *Doc, e int32, kind blockKind, items []row, usual func(content int32) bool) itemBlock {
	out := itemBlock{span: span{items[0].lo, items[len(items)-1].hi}, elem: e, kind: kind, items: items}
	labels, texts := 0, len(items)
	for _, s := range items {
		l := &d.Leaves[s.lo]
		if s.hi == s.lo+1 && leaves.Separator(l.Text) {
			texts--
		} else if s.hi == s.lo+1 && l.MayTurn() && (usual(l.Content) || c.Syms.Names[d.Elems[s.elem].Tag] == "th") {
			labels++
		}
	}
	out.labels = float64(labels) / float64(max(1, texts))
	return out
}

// adjacent tells whether items side by side have all texts of a span.
func adjacent(items []row, all span) bool {
	at := all.lo
	for _, s := range items {
		if s.lo != at {
			return false
		}
		at = s.hi
	}
	return at == all.hi
}

// oneCell tells whether rows of a table have one cell with texts each: they lay out items.
func oneCell(rows []row, cells [][]row) bool {
	return !slices.ContainsFunc(rows, func(r row) bool { return len(cells[r.elem]) != 1 })
}

// linesOf are the lines of an element whose texts are in no blocks within it, nil if it has one line alone. A line is of
// the element below it that its first text is in, or of it itself.
func (c *Corpus) linesOf(d *Doc, x row) []row {
	if x.hi-x.lo < minPairItems || !slices.ContainsFunc(d.Leaves[x.lo+1:x.hi], func(l leaves.Leaf) bool { return l.Broken }) {
		return nil
	}
	var out []row
	for k := x.lo; k < x.hi; k++ {
		l := &d.Leaves[k]
		if d.Block(l.Elem) != x.elem || k > x.lo && l.Edge {
			return nil
		}
		if k == x.lo || l.Broken {
			of := d.Below(l.Elem, x.elem)
			if of < 0 {
				of = x.elem
			}
			out = append(out, row{span{k, k}, of})
		}
		out[len(out)-1].hi = k + 1
	}
	return out
}

// pairsOf calls f with each two blocks of which one begins where the other ends, if the first is of labels
// and the second is not. They are equal if the labels are of these values alone: no block of the values'
// kind comes behind, and each has its own. It counts the blocks by their kinds, but for the headings of
// others.
func (c *Corpus) pairsOf(d *Doc, is func(content int32) bool, f func(labels, values *itemBlock, equal bool)) map[blockKind]int {
	all, number := make(map[blockKind]int), c.cellNumbers(d)
	for _, blocks := range c.blocksOf(d, is) {
		for i := range blocks {
			x := &blocks[i]
			all[x.kind]++
			if i+1 == len(blocks) || x.labels <= pairLabels {
				continue
			}
			y := &blocks[i+1]
			if y.lo != x.hi || d.Elems[y.elem].Tag != d.Elems[x.elem].Tag {
				continue
			}
			if y.labels > pairLabels && y.kind == x.kind {
				all[x.kind]--
			}
			third := i+2 < len(blocks) && blocks[i+2].lo == y.hi && blocks[i+2].kind == y.kind && blocks[i+2].labels <= pairLabels
			if y.labels < pairLabels {
				f(x, y, !third && (x.row && covers(number, x.items, y.items) || !x.row && len(x.items) == len(y.items)))
			}
		}
	}
	return all
}

// covers tells whether most cells of a row of values are below a label: a column may have none, or one together with the next. A title
// above the columns that lay out a page is above the first one alone.
func covers(number []int32, labels, values []row) bool {
	k, below := 0, 0
	for _, v := range values {
		for k < len(labels) && number[labels[k].elem] < number[v.elem] {
			k++
		}
		if k < len(labels) && number[labels[k].elem] == number[v.elem] {
			below++
		}
	}
	return 2*below > len(values)
}

// findPairs gives the texts of labels in blocks before those of their values.
//
// Cost: that of blocksOf for each page.
func (a *Set) findPairs(usual func(content int32) bool) map[int32]bool {
	type stats struct {
		pageCount
		n, unequal int
	}
	type use struct {
		blocks [2]blockKind // of labels, and of values
		label  int32
	}
	uses, n, all := make(map[use]*stats), make(map[[2]blockKind]int), make(map[blockKind]int)
	for i, d := range a.Docs {
		for kind, k := range a.pairsOf(d, usual, func(labels, values *itemBlock, equal bool) {
			blocks := [2]blockKind{labels.kind, values.kind}
			n[blocks]++
			for _, item := range labels.items {
				s := tallyOf(uses, use{blocks, d.Leaves[item.lo].Content})
				s.pageCount = s.on(i)
				if s.n++; !equal {
					s.unequal++
				}
			}
		}) {
			all[kind] += k
		}
	}
	out := make(map[int32]bool)
	for at, s := range uses {
		least := n[at.blocks]
		if at.blocks[0] == at.blocks[1] {
			least *= 2
		}
		if s.pages >= minPairPages && float64(s.unequal) <= unequalPairs*float64(s.n) && float64(least) >= pairedBlocks*float64(max(all[at.blocks[0]], all[at.blocks[1]])) {
			out[at.label] = true
		}
	}
	return out
}

// zipPairs puts each value behind its label, and marks the labels.
//
// Cost: that of blocksOf.
func (c *Corpus) zipPairs(d *Doc) {
	if len(c.Pairs) == 0 {
		return
	}
	next, number := int32(0), c.cellNumbers(d)
	known := func(content int32) bool { return c.Pairs[content] }
	c.pairsOf(d, known, func(labels, values *itemBlock, equal bool) {
		pairs := 0
		for _, item := range labels.items {
			if known(d.Leaves[item.lo].Content) {
				pairs++
			}
		}
		if !equal || labels.lo < next || float64(pairs) <= pairLabels*float64(len(labels.items)) {
			return
		}
		next = values.hi
		d.zipped[labels.elem] = true
		d.zipped[values.elem] = true
		out := make([]leaves.Leaf, 0, values.hi-labels.lo)
		put := func(item row) { out = append(out, d.Leaves[item.lo:item.hi]...) }
		for k := labels.lo; !labels.row && k < values.hi; k++ {
			d.Leaves[k].Pair = leaves.RowValue
		}
		k := 0
		for i, item := range labels.items {
			if d.Leaves[item.lo].Label = true; !labels.row {
				d.Leaves[item.lo].Pair = leaves.RowLabel
			}
			for ; labels.row && k < len(values.items) && number[values.items[k].elem] < number[item.elem]; k++ {
				put(values.items[k])
			}
			put(item)
			if k < len(values.items) && (!labels.row && k == i || labels.row && number[values.items[k].elem] == number[item.elem]) {
				for v := values.items[k].lo; v < values.items[k].hi && !labels.row; v++ {
					d.Leaves[v].Turn = c.labelSymbol(&d.Leaves[item.lo])
				}
				put(values.items[k])
				k++
			}
		}
		for ; k < len(values.items); k++ {
			put(values.items[k])
		}
		copy(d.Leaves[labels.lo:values.hi], out)
	})
}

// labelSymbol is the symbol of a label as it names what is beside it, plus one.
func (c *Corpus) labelSymbol(l *leaves.Leaf) int32 {
	return c.Syms.Intern(strings.TrimSpace(strings.TrimRight(l.Text, LabelEnd))) + 1
}
