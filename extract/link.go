package extract

// Whether a value is a link says whether the site has a page of what it names, and nothing of its role: an author
// of several books is one, and the next author is not. Where that is so, it shows behind a text that several pages
// have, as a label: on some of them comes a link, and on others a text in the same place. In a trail, what comes
// behind "Home" is a link on all pages.

// lineLink gives the signature that the k-th text has without its link, if that is all of a line and its markup does
// not call it something, else -1.
func (c *corpus) lineLink(d *doc, k int) int32 {
	l := &d.leaves[k]
	e := &d.elems[l.elem]
	if c.syms.names[e.tag] != "a" || e.parent < 0 || e.prop >= 0 || l.attr != "" || l.pieces != nil || separator(l.text) || !d.lineEdge(k) || !d.lineEdge(k+1) {
		return -1
	}
	return c.signatureAt(d, e.parent)
}

// lineEdge tells whether a line ends before the k-th text.
func (d *doc) lineEdge(k int) bool {
	return k == 0 || k == len(d.leaves) || d.leaves[k].edge || d.leaves[k].broken
}

// findPlain gives the styles of texts that are links on some pages and none on others.
//
// Cost: linear in the leaves.
func (a *alignment) findPlain() map[int32]bool {
	type place struct{ before, sig int32 } // the text before, and the signature without a link
	linked, bare := make(map[place]pageCount), make(map[place]pageCount)
	for i, d := range a.docs {
		for k := 1; k < len(d.leaves); k++ {
			before := d.leaves[k-1].content
			if sig := a.lineLink(d, k); sig >= 0 {
				at := place{before, sig}
				linked[at] = linked[at].on(i)
			} else if d.lineEdge(k) && d.lineEdge(k+1) {
				at := place{before, d.leaves[k].sig}
				bare[at] = bare[at].on(i)
			}
		}
	}
	both, out := make(map[int32]int), make(map[int32]bool)
	for at, n := range linked {
		if both[at.sig] += min(n.pages, bare[at].pages); both[at.sig] >= minPairPages {
			out[a.styleField(at.sig)] = true
		}
	}
	return out
}

// plainLinks has links that are no different from texts of these styles be texts of the elements that they are in.
//
// Cost: linear in the leaves.
func (c *corpus) plainLinks(d *doc) {
	if len(c.plain) == 0 {
		return
	}
	for k := range d.leaves {
		sig := c.lineLink(d, k)
		if sig < 0 || !c.plain[c.styleField(sig)] {
			continue
		}
		l := &d.leaves[k]
		l.elem, l.sig = d.elems[l.elem].parent, sig
		l.content = c.contentOf(c.sigs[sig].inlineTags, l.text)
	}
}
