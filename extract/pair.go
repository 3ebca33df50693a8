package extract

import (
	"slices"
	"unicode/utf8"

	"verde/extract/token"
)

// Some pages show labels in one block and their values in the next one, as columns
// of a layout. What tells is that both blocks have the same number of items on every
// page, whatever it is there, and that the items of the first recur from page to page
// while those of the second do not. The items are brought together, label by value.

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
	minPairItems  = 2
	minPairPages  = 2
	unequalPairs  = .1 // share of the pages that may have blocks of different lengths
	pairLabels    = .8 // share of the items of the first block that other pages have too
	pairNoLabels  = .5 // of those of the second block: fewer, as rows of label and value have half
	maxBlockItems = 200
)

// itemBlock is an element all of whose texts are in its child elements, the items.
type itemBlock struct {
	span
	kind  blockKind
	items []span
}

// blocksOf lists the blocks of a page in order of the document.
//
// Cost: linear in the elements and the leaves with their depth.
func (c *corpus) blocksOf(d *doc) []itemBlock {
	spans := d.spans()
	items := make([][]span, len(d.elems))
	for e := range d.elems {
		if p := d.elems[e].parent; p >= 0 && spans[e].hi > 0 {
			items[p] = append(items[p], spans[e])
		}
	}
	var out []itemBlock
	for e := range d.elems {
		in := items[e]
		if len(in) < minPairItems || len(in) > maxBlockItems {
			continue
		}
		at := spans[e].lo
		whole := true
		for _, s := range in {
			whole = whole && s.lo == at
			at = s.hi
		}
		if whole && at == spans[e].hi {
			out = append(out, itemBlock{spans[e], blockKind{d.elems[e].path, d.elems[e].classes}, in})
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

// pairsOf calls f with each two blocks of which one begins where the other ends, if
// there is no third of the kind of either before them or behind them: rows of a table
// are no pair.
func (c *corpus) pairsOf(d *doc, f func(labels, values *itemBlock)) {
	blocks := c.blocksOf(d)
	from, to := make(map[int32][]int), make(map[int32][]int) // blocks by the first leaf, and by the one behind the last
	for i := range blocks {
		from[blocks[i].lo], to[blocks[i].hi] = append(from[blocks[i].lo], i), append(to[blocks[i].hi], i)
	}
	for i := range blocks {
		for _, j := range from[blocks[i].hi] {
			third := slices.ContainsFunc(slices.Concat(to[blocks[i].lo], from[blocks[j].hi]), func(k int) bool {
				return blocks[k].kind == blocks[i].kind || blocks[k].kind == blocks[j].kind
			})
			if !third {
				f(&blocks[i], &blocks[j])
			}
		}
	}
}

// findPairs finds the kinds of blocks of labels and of values.
//
// Cost: that of blocksOf for each page.
func (a *alignment) findPairs(usual func(content int32) bool) map[int32]bool {
	type stats struct {
		pages, unequal, last         int
		labels, usual, values, known int
	}
	counts := make(map[int32]*stats)
	for i, d := range a.docs {
		a.pairsOf(d, func(labels, values *itemBlock) {
			kind := a.pairKind(labels, values)
			s := counts[kind]
			if s == nil {
				s = &stats{last: -1}
				counts[kind] = s
			}
			if s.last == i { // two on a page are items of something else
				s.unequal++
				return
			}
			s.last, s.pages = i, s.pages+1
			if len(labels.items) != len(values.items) {
				s.unequal++
				return
			}
			for k, item := range labels.items {
				l, v := &d.leaves[item.lo], &d.leaves[values.items[k].lo]
				s.labels, s.values = s.labels+1, s.values+1
				if item.hi == item.lo+1 && utf8.RuneCountInString(l.text) <= maxLabel && l.types&^token.Numeric != 0 && usual(l.content) {
					s.usual++
				}
				if usual(v.content) {
					s.known++
				}
			}
		})
	}
	out := make(map[int32]bool)
	for kind, s := range counts {
		if s.pages >= minPairPages && float64(s.unequal) <= unequalPairs*float64(s.pages) &&
			float64(s.usual) >= pairLabels*float64(s.labels) && float64(s.known) < pairNoLabels*float64(s.values) {
			out[kind] = true
		}
	}
	return out
}

// zipPairs puts each value behind its label, and marks the labels.
//
// Cost: that of blocksOf.
func (c *corpus) zipPairs(d *doc, kinds map[int32]bool) {
	if len(kinds) == 0 {
		return
	}
	next := int32(0)
	c.pairsOf(d, func(labels, values *itemBlock) {
		if !kinds[c.pairKind(labels, values)] || len(labels.items) != len(values.items) || labels.lo < next {
			return
		}
		next = values.hi
		out := make([]leaf, 0, values.hi-labels.lo)
		for k, item := range labels.items {
			d.leaves[item.lo].label = true
			out = append(out, d.leaves[item.lo:item.hi]...)
			out = append(out, d.leaves[values.items[k].lo:values.items[k].hi]...)
		}
		copy(d.leaves[labels.lo:values.hi], out)
	})
}
