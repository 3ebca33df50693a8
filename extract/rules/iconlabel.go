package rules

import "verde/extract/leaves"

// besideText tells whether the text behind an icon is in its line, in the block beside one that is nothing else, or in
// another cell of its row.
func (c *Corpus) besideText(d *Doc, k int) bool {
	if k+1 == len(d.Leaves) || d.Leaves[k+1].Icon {
		return false
	}
	next := &d.Leaves[k+1]
	x, y := d.Block(d.Leaves[k].Elem), d.Block(next.Elem)
	if x < 0 || y < 0 || c.headingAt(d, y) >= 0 {
		return false
	}
	within := d.Elems[x].Parent
	return x == y && !next.Edge || within >= 0 && (d.Elems[y].Parent == within && d.Elems[x].Texts == 0 || d.Below(y, within) >= 0 && c.cells(d, within))
}

// findIcons gives the icons that label values, and their places. Many pages have them, the first on nearly each beside a text, and
// the texts differ. Few have one twice in a row, as stars and what explains labels. Most pages with one have another, as facts
// come in lists.
//
// Cost: linear in the leaves and their depth.
func (a *Set) findIcons() map[int32]bool {
	usual := a.usualTexts(usualShare)
	says := a.sayingIcons(usual)
	labels := a.labelIcons(says, usual)
	pages, several := 0, 0
	for _, d := range a.Docs {
		n := 0
		for k := range d.Leaves {
			if says(d, &d.Leaves[k]) && labels(d.Leaves[k].Content) {
				n++
			}
		}
		pages, several = pages+min(1, n), several+min(1, n/leaves.MinIcons)
	}
	out := make(map[int32]bool)
	if pages < leaves.MinIcons || 2*several <= pages {
		return out
	}
	type tally struct{ labels, all int }
	places := make(map[int32]*tally)
	for _, d := range a.Docs {
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if !says(d, l) || !a.besideText(d, k) {
				continue
			}
			t := tallyOf(places, a.iconPlace(d, l))
			if t.all++; labels(l.Content) {
				t.labels++
				out[l.Content] = true
			}
		}
	}
	for place, t := range places {
		if float64(t.labels) >= NearlyAll*float64(t.all) {
			out[place] = true
		}
	}
	return out
}

// sayingIcons tells which icons say something themselves: what has a label already is explained by its title, or adorned by a picture.
func (a *Set) sayingIcons(usual func(content int32) bool) func(d *Doc, l *leaves.Leaf) bool {
	all, behind := make(map[int32]int), make(map[int32]int) // by place: icons, and those of them that a label is before
	for _, d := range a.Docs {
		for k := range d.Leaves {
			if l := &d.Leaves[k]; l.Icon {
				place := a.iconPlace(d, l)
				if all[place]++; a.labelBefore(d, k, usual) {
					behind[place]++
				}
			}
		}
	}
	return func(d *Doc, l *leaves.Leaf) bool {
		return l.Icon && !(2*behind[a.iconPlace(d, l)] > all[a.iconPlace(d, l)])
	}
}

// labelIcons tells which icons stand beside texts as labels do.
func (a *Set) labelIcons(says func(d *Doc, l *leaves.Leaf) bool, usual func(content int32) bool) func(content int32) bool {
	type use struct {
		pageCount
		beside, again int
		text          int32 // the last beside
		differs       bool
	}
	uses := make(map[int32]*use)
	for i, d := range a.Docs {
		before := int32(-1) // the icon before, if it is the first of its kind
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if !says(d, l) {
				continue
			}
			u := tallyOf(uses, l.Content)
			if u.pages > 0 && u.last == i { // what comes again may be a neighbour's
				if before == l.Content {
					u.again++
				}
				before = -1
				continue
			}
			before = l.Content
			if u.pageCount = u.on(i); a.besideText(d, k) {
				next := d.Leaves[k+1].Content
				u.differs = u.differs || u.beside > 0 && next != u.text
				u.text = next
				u.beside++
			}
		}
	}
	return func(content int32) bool {
		u := uses[content]
		return u != nil && usual(content) && float64(u.beside) >= NearlyAll*float64(u.pages) && u.differs && 2*u.again <= u.pages
	}
}

// iconPlace names the element that an icon stands in. Where nearly all icons are labels, those are that few pages have.
func (c *Corpus) iconPlace(d *Doc, l *leaves.Leaf) int32 {
	e := &d.Elems[l.Elem]
	kind := blockKind{e.Path, e.Classes}
	return c.Named(kind, func() string { return c.blockName(kind) })
}

// keepIcons marks the icons that label values, and takes the others out of the texts.
func (c *Corpus) keepIcons(d *Doc) {
	d.takeOut(func(k int) bool {
		l := &d.Leaves[k]
		l.Label = l.Label || l.Icon
		return l.Icon && !((c.Icons[l.Content] || c.Icons[c.iconPlace(d, l)]) && c.besideText(d, k))
	})
}
