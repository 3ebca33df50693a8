package rules

import "verde/extract/leaves"

// The cell of a label may explain the label on a line of its own: "SAR", and below it "The limit in Europe is 2.0 W/kg." Such a
// note differs from a value in that it depends on the label alone: wherever the label recurs the note is the same, while the
// other cells of the row vary. Notes are removed, so that the label is directly before its value.

// minNoted is the least number of different labels with notes. Fewer may be values that happen to be equal on all pages.
const minNoted = 3

// labelCells calls visit with the leaves of each cell that may be one of a label, of the rest of its row, and the leaf that what is below
// the first line begins with. Cells that look alike have one kind.
//
// Cost: that of blocksOf.
func (c *Corpus) labelCells(d *Doc, visit func(kind int32, cell, rest span, note int32)) {
	for _, blocks := range c.blocksOf(d, func(int32) bool { return false }) {
		for _, block := range blocks {
			for n, item := range block.items {
				e := &d.Elems[item.elem]
				term := e.Tag == c.Syms.Intern("dt")
				if n+1 == len(block.items) || n > 0 && !term || block.cells == nil {
					continue
				}
				rest := span{item.hi, block.hi}
				if term {
					rest.hi = block.items[n+1].hi
				}
				note := item.lo + 1
				for note < item.hi && !d.Leaves[note].Edge && !d.Leaves[note].Broken {
					note++
				}
				look := blockKind{e.Path, e.Classes}
				visit(c.Named(notedKind(look), func() string { return "notes in " + c.blockName(look) }), item.span, rest, note)
			}
		}
	}
}

// notedKind is the key of a kind of cells in Corpus.named.
type notedKind blockKind

// findNotes gives the kinds of cells that have notes below labels: nearly all begin with a text that many pages have, always with the
// same notes, and these are not drawn as values are, see [placeStats.draws].
//
// Cost: that of labelCells for each page.
func (a *Set) findNotes(usual func(content int32) bool) map[int32]bool {
	type use struct {
		sightings[uint64]
		rest  sightings[uint64] // of the row
		noted bool
	}
	sum := func(texts []leaves.Leaf) (out uint64) {
		for i := range texts {
			out = out*31 + scattered(texts[i].Content)
		}
		return out
	}
	type label struct{ kind, content int32 }
	uses, cells := make(map[label]*use), make(map[int32]*placeStats)
	for i, d := range a.Docs {
		a.labelCells(d, func(kind int32, cell, rest span, note int32) {
			u := tallyOf(uses, label{kind, d.Leaves[cell.lo].Content})
			u.see(i, sum(d.Leaves[note:cell.hi]))
			u.rest.see(i, sum(d.Leaves[rest.lo:rest.hi]))
			u.noted = note < cell.hi
			tallyOf(cells, kind).note(d.Leaves[cell.lo].Content)
		})
		for _, c := range cells {
			c.endPage()
		}
	}
	labelled, noted := make(map[int32]int), make(map[int32]int)
	for of, u := range uses {
		if usual(of.content) && u.pages >= minLabelPages && !u.differs {
			labelled[of.kind] += u.n
			if u.noted && u.rest.differs {
				noted[of.kind]++
			}
		}
	}
	out := make(map[int32]bool)
	for kind, n := range noted {
		if n >= minNoted && float64(labelled[kind]) >= NearlyAll*float64(cells[kind].all) && !cells[kind].draws() {
			out[kind] = true
		}
	}
	return out
}

// dropNotes leaves the notes out of cells of such kinds.
//
// Cost: that of labelCells.
func (c *Corpus) dropNotes(d *Doc) {
	if len(c.Noted) == 0 {
		return
	}
	drop := make(map[int32]bool)
	c.labelCells(d, func(kind int32, cell, _ span, note int32) {
		for k := note; k < cell.hi && c.Noted[kind]; k++ {
			drop[k] = true
		}
	})
	d.drop(drop)
}
