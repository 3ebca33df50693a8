package extract

import (
	"maps"
	"slices"

	"verde/extract/token"
)

// Some pages show labels in one block and their values in the next one, as columns of a
// layout, or as rows of a table, row of labels upon row of values. What tells the first
// block is that most of its items recur from page to page, or are in th elements, while most
// of those of the second do not. The items are brought together, label by value: those of
// rows by the number of their cells, as some are empty, and others in their order, of which
// both blocks have the same number.

// pairKind is a block of labels and the block of values behind it.
type pairKind struct{ labels, values blockKind }

// pairKind names a pair.
func (c *corpus) pairKind(labels, values *itemBlock) int32 {
	x := pairKind{labels.kind, values.kind}
	return c.named(x, func() string { return c.blockName(x.labels) + " | " + c.blockName(x.values) })
}

// blockKind is what blocks have in common on all pages.
type blockKind struct{ path, classes int32 }

// Bounds of parallel blocks.
const (
	minPairItems  = 2 // but for rows: the last one may have one
	minPairPages  = 2
	unequalPairs  = .1 // share of the pairs that may be of blocks which are not equal
	pairLabels    = .5 // share of the items of a block that are labels in one of labels; of values fewer are, as rows of label and value have half
	pairedBlocks  = .5 // share of the blocks of a kind that have to be in pairs: of two rows of values under one of labels it is less
	maxBlockItems = 200
)

// itemBlock is an element all of whose texts are in its child elements, the items.
type itemBlock struct {
	span
	elem  int32
	kind  blockKind
	row   bool // of a table
	items []row
}

// blocksOf lists the blocks of a page in order of the document.
//
// Cost: linear in the elements and the leaves with their depth.
func (c *corpus) blocksOf(d *doc) []itemBlock {
	spans := d.spans()
	items := make([][]row, len(d.elems))
	for e := range d.elems {
		if p := d.elems[e].parent; p >= 0 && spans[e].hi > 0 {
			items[p] = append(items[p], row{spans[e], int32(e)})
		}
	}
	var out []itemBlock
	for e := range d.elems {
		in, tr := items[e], c.syms.names[d.elems[e].tag] == "tr"
		if len(in) < minPairItems && !(tr && len(in) > 0) || len(in) > maxBlockItems {
			continue
		}
		at := spans[e].lo
		whole := true
		for _, s := range in {
			whole = whole && s.lo == at
			at = s.hi
		}
		if whole && at == spans[e].hi {
			out = append(out, itemBlock{spans[e], int32(e), blockKind{d.elems[e].path, d.elems[e].classes}, tr, in})
		}
	}
	slices.SortStableFunc(out, func(x, y itemBlock) int { return int(x.lo - y.lo) })
	return out
}

// spans gives the leaves in each element, an empty span to those without any.
func (d *doc) spans() []span {
	out := make([]span, len(d.elems))
	for k := range d.leaves {
		for e := d.leaves[k].elem; e >= 0; e = d.elems[e].parent {
			if out[e].hi == 0 {
				out[e].lo = int32(k)
			}
			out[e].hi = int32(k) + 1
		}
	}
	return out
}

// labelItems is the share of the items of a block that are labels, of which is tells.
func (c *corpus) labelItems(d *doc, b *itemBlock, is func(content int32) bool) float64 {
	n := 0
	for _, item := range b.items {
		if l := &d.leaves[item.lo]; item.hi == item.lo+1 && namelike(l.text) && l.types&^token.Numeric != 0 && (is(l.content) || c.syms.names[d.elems[item.elem].tag] == "th") {
			n++
		}
	}
	return float64(n) / float64(len(b.items))
}

// pairsOf calls f with each two blocks of which one begins where the other ends, if the first
// is of labels and the second is not. They are equal if the labels are of these values alone: no block of
// the values' kind comes behind, and each has its own. It counts the blocks by their kinds, but for the headings of others.
func (c *corpus) pairsOf(d *doc, is func(content int32) bool, f func(labels, values *itemBlock, equal bool)) map[blockKind]int {
	blocks, all := c.blocksOf(d), make(map[blockKind]int)
	from := make(map[int32][]int) // blocks by the first leaf
	share := make([]float64, len(blocks))
	for i := range blocks {
		from[blocks[i].lo] = append(from[blocks[i].lo], i)
		share[i] = c.labelItems(d, &blocks[i], is)
	}
	for i := range blocks {
		x, heads := &blocks[i], false
		for _, j := range from[x.hi] {
			y := &blocks[j]
			if share[i] <= pairLabels || x.row != y.row {
				continue
			}
			heads = heads || share[j] > pairLabels && y.kind == x.kind
			third := slices.ContainsFunc(from[y.hi], func(k int) bool { return blocks[k].kind == y.kind && share[k] <= pairLabels })
			if share[j] < pairLabels {
				f(x, y, !third && (x.row || len(x.items) == len(y.items)))
			}
		}
		if !heads {
			all[x.kind]++
		}
	}
	return all
}

// findPairs finds the kinds of blocks of labels and of values, and notes the labels.
//
// Cost: that of blocksOf for each page.
func (a *alignment) findPairs(usual func(content int32) bool) map[int32]bool {
	type stats struct {
		pages, last, n, unequal int
		labels, values          blockKind
		texts                   map[int32]bool
	}
	counts, all := make(map[int32]*stats), make(map[blockKind]int)
	for i, d := range a.docs {
		blocks := a.pairsOf(d, usual, func(labels, values *itemBlock, equal bool) {
			kind := a.pairKind(labels, values)
			s := counts[kind]
			if s == nil {
				s = &stats{last: -1, labels: labels.kind, values: values.kind, texts: make(map[int32]bool)}
				counts[kind] = s
			}
			if s.last != i {
				s.last, s.pages = i, s.pages+1
			}
			if s.n++; !equal {
				s.unequal++
			}
			for _, item := range labels.items {
				s.texts[d.leaves[item.lo].content] = true
			}
		})
		for kind, n := range blocks {
			all[kind] += n
		}
	}
	out := make(map[int32]bool)
	for kind, s := range counts {
		least := s.n
		if s.labels == s.values {
			least *= 2
		}
		if s.pages >= minPairPages && float64(s.unequal) <= unequalPairs*float64(s.n) && float64(least) >= pairedBlocks*float64(max(all[s.labels], all[s.values])) {
			out[kind] = true
			maps.Copy(a.rowTexts, s.texts)
		}
	}
	return out
}

// zipPairs puts each value behind its label, and marks the labels.
//
// Cost: that of blocksOf.
func (c *corpus) zipPairs(d *doc, is func(content int32) bool) {
	if len(c.pairs) == 0 {
		return
	}
	next, number := int32(0), c.cellNumbers(d)
	d.zipped = make(map[int32]bool)
	c.pairsOf(d, is, func(labels, values *itemBlock, equal bool) {
		if !equal || !c.pairs[c.pairKind(labels, values)] || labels.lo < next {
			return
		}
		next = values.hi
		d.zipped[labels.elem], d.zipped[values.elem] = true, true
		out := make([]leaf, 0, values.hi-labels.lo)
		put := func(item row) { out = append(out, d.leaves[item.lo:item.hi]...) }
		k := 0
		for i, item := range labels.items {
			d.leaves[item.lo].label = true
			for ; labels.row && k < len(values.items) && number[values.items[k].elem] < number[item.elem]; k++ {
				put(values.items[k])
			}
			put(item)
			if k < len(values.items) && (!labels.row && k == i || labels.row && number[values.items[k].elem] == number[item.elem]) {
				put(values.items[k])
				k++
			}
		}
		for ; k < len(values.items); k++ {
			put(values.items[k])
		}
		copy(d.leaves[labels.lo:values.hi], out)
	})
}
