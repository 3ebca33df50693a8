package extract

// Some blocks hold labels and values by turns: <p>Region</p><p>Douro</p><p>Vintage</p><p>1994</p>. What tells the labels is
// that they come again from page to page, always before another text, while what is behind them differs. If all have one tag
// and class, the labels get a signature of their own, as those with a class of their own have. These, and the labels and values
// of blocks beside each other (see pair.go), are no running text, though nothing but the order of texts says so.

const (
	turnMark  = "<turn>" // the tag of a label that stands before its value
	minTurns  = 2        // labels in a block: one text before another is a heading as well
	maxTurn   = 3        // items of a label and its values in the mean: of more some may be labels that are rare
	turnShare = 1 - unequalPairs
)

// turns calls f with each label and the values behind it, in blocks of labels and values by turns, of which it tells whether
// they look alike. usual tells which texts may be labels; behind one is a value in any case. Headings part the items.
//
// Cost: linear in the items.
func (c *corpus) turns(d *doc, blocks [][]itemBlock, f func(label int32, values span, alike bool)) {
	for _, in := range blocks {
		for i := range in {
			x := &in[i]
			if x.row {
				continue
			}
			for lo := 0; lo < len(x.items); {
				hi := lo
				for hi < len(x.items) && !headingTag(c.syms.names[d.elems[x.items[hi].elem].tag]) {
					hi++
				}
				c.turnsOf(d, x.items[lo:hi], x.is[lo:hi], f)
				lo = hi + 1
			}
		}
	}
}

// turnsOf is turns of items side by side, of which the first one is a label. If all look alike, those are labels that may be; else
// those that look like the first one, if most of them may be. Of the values fewer may be.
func (c *corpus) turnsOf(d *doc, items []row, is []bool, f func(label int32, values span, alike bool)) {
	kind := func(k int) step { e := &d.elems[items[k].elem]; return step{e.tag, e.class} }
	if len(items) < 2*minTurns || !is[0] || c.syms.names[d.elems[items[0].elem].tag] == "tr" {
		return
	}
	alike := true
	for k := range items {
		alike = alike && kind(k) == kind(0)
	}
	var at []int // of labels among the items
	may, all := 0, 0
	for k := range items {
		if is[k] {
			all++
		}
	}
	for k := 0; k+1 < len(items); k++ {
		if !alike && kind(k) == kind(0) || alike && is[k] {
			if at = append(at, k); is[k] {
				may++
			}
			k++ // its value, whatever it is
			if !alike && (kind(k) == kind(0) || !c.short(d, items[k])) {
				return
			}
		}
	}
	if len(at) < minTurns || len(items) > maxTurn*len(at) || 2*may <= len(at) || 2*(all-may) > len(items)-len(at) {
		return
	}
	for n, k := range at {
		end := items[len(items)-1].hi
		if n+1 < len(at) {
			end = items[at[n+1]].lo
		}
		f(items[k].lo, span{items[k].hi, end}, alike)
	}
}

// short tells whether an item is one line, and no running text: what else stands behind a text is its section.
func (c *corpus) short(d *doc, item row) bool {
	words := 0
	for k := item.lo; k < item.hi; k++ {
		if words += wordCount(d.leaves[k].text); k > item.lo && (d.leaves[k].edge || d.leaves[k].broken) {
			return false
		}
	}
	return words < runWords
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
	uses, other := make(map[int32]*use), make(map[int32]int) // other is how often a text is a value
	for i, d := range a.docs {
		a.turns(d, a.blocksOf(d, usual), func(label int32, values span, _ bool) {
			for _, l := range d.leaves[values.lo:values.hi] {
				other[l.content]++
			}
			u, value := tallyOf(uses, d.leaves[label].content), d.leaves[values.lo].content
			u.differs = u.differs || u.n > 0 && value != u.value
			u.pageCount, u.value = u.on(i), value
			u.n++
		})
	}
	out := make(map[int32]bool)
	for content, u := range uses {
		if u.pages >= minPairPages && u.differs && float64(u.n) >= turnShare*float64(u.n+other[content]) {
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
	c.turns(d, c.blocksOf(d, func(content int32) bool { return c.byTurns[content] }), func(label int32, values span, alike bool) {
		l := &d.leaves[label]
		if l.label, l.pair = true, rowLabel; alike {
			c.tag(l, turnMark)
		}
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
