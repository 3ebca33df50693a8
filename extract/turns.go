package extract

// Some blocks hold labels and values by turns, elements of one tag and class: <p>Region</p><p>Douro</p><p>Vintage</p><p>1994</p>.
// What tells the labels is that they come again from page to page, always before another text, while what is behind them
// differs. They have a signature of their own then, as labels with a class of their own do. These, and the labels and values
// of blocks beside each other (see pair.go), are no running text, though nothing but the order of texts says so.

const (
	turnMark  = "<turn>" // the tag of a label that stands before its value
	minTurns  = 2        // labels in a block: one text before another is a heading as well
	turnShare = 1 - unequalPairs
)

// turns calls f with each label and the values behind it, in blocks that begin with a label and whose items look alike. is
// tells which texts may be labels; behind one is a value in any case.
//
// Cost: that of blocksOf.
func (c *corpus) turns(d *doc, blocks [][]itemBlock, f func(label int32, values span)) {
	for _, in := range blocks {
		for i := range in {
			x := &in[i]
			if !c.uniform(d, x) {
				continue
			}
			var at []int // of labels among the items
			for k := 0; k+1 < len(x.items); k++ {
				if item := x.items[k]; x.is[k] {
					at = append(at, k)
					k++ // its value, whatever it is
				} else if len(at) == 0 || item.hi == item.lo {
					break
				}
			}
			if len(at) < minTurns || at[0] > 0 || float64(len(x.items)) > 3*float64(len(at)) {
				continue
			}
			for n, k := range at {
				end := x.hi
				if n+1 < len(at) {
					end = x.items[at[n+1]].lo
				}
				f(x.items[k].lo, span{x.items[k].hi, end})
			}
		}
	}
}

// uniform tells whether the items of a block are of one tag and class, and no rows of a table.
func (c *corpus) uniform(d *doc, x *itemBlock) bool {
	first := &d.elems[x.items[0].elem]
	for _, item := range x.items {
		if e := &d.elems[item.elem]; e.tag != first.tag || e.class != first.class {
			return false
		}
	}
	return !x.row && c.syms.names[first.tag] != "tr"
}

// findTurns gives the labels of blocks of labels and values by turns: nearly always before a value that differs.
//
// Cost: that of blocksOf for each page.
func (a *alignment) findTurns(usual func(content int32) bool) map[int32]bool {
	type use struct {
		pageCount
		n       int
		value   int32
		differs bool
	}
	uses, all := make(map[int32]*use), make(map[int32]int)
	for i, d := range a.docs {
		blocks := a.blocksOf(d, usual)
		for _, in := range blocks {
			for k := range in {
				if a.uniform(d, &in[k]) {
					for _, l := range d.leaves[in[k].lo:in[k].hi] {
						all[l.content]++
					}
				}
			}
		}
		a.turns(d, blocks, func(label int32, values span) {
			u, value := tallyOf(uses, d.leaves[label].content), d.leaves[values.lo].content
			u.differs = u.differs || u.n > 0 && value != u.value
			u.pageCount, u.value = u.on(i), value
			u.n++
		})
	}
	out := make(map[int32]bool)
	for content, u := range uses {
		if u.pages >= minPairPages && u.differs && float64(u.n) >= turnShare*float64(all[content]) {
			out[content] = true
		}
	}
	return out
}

// markTurns notes the labels and values by turns.
//
// Cost: that of blocksOf.
func (c *corpus) markTurns(d *doc) {
	if len(c.byTurns) == 0 {
		return
	}
	c.turns(d, c.blocksOf(d, func(content int32) bool { return c.byTurns[content] }), func(label int32, values span) {
		l := &d.leaves[label]
		sig := c.sigs[l.sig]
		sig.inlineTags = c.syms.intern(turnMark + c.syms.names[sig.inlineTags])
		l.sig, l.content, l.label, l.pair = c.signature(sig), c.contentOf(sig.inlineTags, l.text), true, rowLabel
		for k := values.lo; k < values.hi; k++ {
			d.leaves[k].pair = rowValue
		}
	})
}

// markPairs notes the labels of blocks beside those of their values, but for rows of tables, and these.
//
// Cost: that of blocksOf.
func (c *corpus) markPairs(d *doc) {
	if len(c.parallel) == 0 {
		return
	}
	c.pairsOf(d, func(content int32) bool { return c.parallel[content] }, func(labels, values *itemBlock, equal bool) {
		if !equal || labels.row {
			return
		}
		for k := labels.lo; k < values.hi; k++ {
			d.leaves[k].pair = rowValue
		}
		for _, item := range labels.items {
			d.leaves[item.lo].pair, d.leaves[item.lo].label = rowLabel, true
		}
	})
}
