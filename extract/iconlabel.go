package extract

// tag gives a text a signature of its own among those of its place, as markup of its own would.
func (c *corpus) tag(l *leaf, name string) {
	sig := c.sigs[l.sig]
	sig.inlineTags = c.syms.intern(name + c.syms.names[sig.inlineTags])
	l.sig, l.content = c.signature(sig), c.contentOf(sig.inlineTags, l.text)
	l.types = c.typesOf(l.content, l.text)
}

// besideText tells whether the text behind an icon is in its line, in the block beside one that is nothing else, or in
// another cell of its row.
func (c *corpus) besideText(d *doc, k int) bool {
	if k+1 == len(d.leaves) || d.leaves[k+1].icon {
		return false
	}
	next := &d.leaves[k+1]
	x, y := c.block(d, d.leaves[k].elem), c.block(d, next.elem)
	if x < 0 || y < 0 || c.headingAt(d, y) >= 0 {
		return false
	}
	within := d.elems[x].parent
	return x == y && !next.edge || within >= 0 && (d.elems[y].parent == within && d.elems[x].texts == 0 || d.below(y, within) >= 0 && c.cells(d, within))
}

// findIcons gives the icons that label values, and their places. Many pages have them, the first on nearly each beside a text, and
// the texts differ. Few have one twice in a row, as stars and what explains labels. Most pages with one have another, as facts
// come in lists.
//
// Cost: linear in the leaves and their depth.
func (a *pageSet) findIcons() map[int32]bool {
	usual := a.usualTexts(usualShare)
	titled, behind := make(map[int32]int), make(map[int32]int) // by place: titles of texts, and those of them that a label is before
	for _, d := range a.docs {
		for k := range d.leaves {
			if l := &d.leaves[k]; l.titles {
				place := a.iconPlace(d, l)
				if titled[place]++; a.labelBefore(d, k, usual) {
					behind[place]++
				}
			}
		}
	}
	says := func(d *doc, l *leaf) bool { // what has a label already is explained by its title
		return l.icon && !(l.titles && 2*behind[a.iconPlace(d, l)] > titled[a.iconPlace(d, l)])
	}
	type use struct {
		pageCount
		beside, again int
		text          int32 // the last beside
		differs       bool
	}
	uses := make(map[int32]*use)
	for i, d := range a.docs {
		before := int32(-1) // the icon before, if it is the first of its kind
		for k := range d.leaves {
			l := &d.leaves[k]
			if !says(d, l) {
				continue
			}
			u := tallyOf(uses, l.content)
			if u.pages > 0 && u.last == i { // what comes again may be a neighbour's
				if before == l.content {
					u.again++
				}
				before = -1
				continue
			}
			before = l.content
			if u.pageCount = u.on(i); a.besideText(d, k) {
				next := d.leaves[k+1].content
				u.differs = u.differs || u.beside > 0 && next != u.text
				u.text = next
				u.beside++
			}
		}
	}
	labels := func(content int32) bool {
		u := uses[content]
		return u != nil && usual(content) && float64(u.beside) >= nearlyAll*float64(u.pages) && u.differs && 2*u.again <= u.pages
	}
	pages, several := 0, 0
	for _, d := range a.docs {
		n := 0
		for k := range d.leaves {
			if says(d, &d.leaves[k]) && labels(d.leaves[k].content) {
				n++
			}
		}
		pages, several = pages+min(1, n), several+min(1, n/minIcons)
	}
	out := make(map[int32]bool)
	if pages < minIcons || 2*several <= pages {
		return out
	}
	type tally struct{ labels, all int }
	places := make(map[int32]*tally)
	for _, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			if !says(d, l) || !a.besideText(d, k) {
				continue
			}
			t := tallyOf(places, a.iconPlace(d, l))
			if t.all++; labels(l.content) {
				t.labels++
				out[l.content] = true
			}
		}
	}
	for place, t := range places {
		if float64(t.labels) >= nearlyAll*float64(t.all) {
			out[place] = true
		}
	}
	return out
}

// iconPlace names the element that an icon stands in. Where nearly all icons are labels, those are that few pages have.
func (c *corpus) iconPlace(d *doc, l *leaf) int32 {
	e := &d.elems[l.elem]
	kind := blockKind{e.path, e.classes}
	return c.named(kind, func() string { return c.blockName(kind) })
}

// keepIcons marks the icons that label values, and takes the others out of the texts.
func (c *corpus) keepIcons(d *doc) {
	out := d.leaves[:0]
	for k := range d.leaves {
		l := d.leaves[k]
		if l.icon && !((c.icons[l.content] || c.icons[c.iconPlace(d, &l)]) && c.besideText(d, k)) {
			if k+1 < len(d.leaves) { // what is seen before the icon is before what follows
				next := &d.leaves[k+1]
				next.edge, next.broken = next.edge || l.edge || l.apart, next.broken || l.broken
				next.spaced = next.spaced || l.spaced
			}
			continue
		}
		l.label = l.label || l.icon
		out = append(out, l)
	}
	d.leaves = out
}
