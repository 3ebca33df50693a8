package rules

import (
	"fmt"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
	"verde/extract/token"
)

// Lines that br elements end may say each what their place in the block tells: the name, the street, the town. Nothing marks them up.
// What tells them from a list and from running text is that nearly all blocks of a kind have as many, none of which is
// a label, and that those of one place are of other tokens than those of another.

// orderedKind is blocks of a kind that have so many lines.
type orderedKind struct {
	blockKind
	lines int
}

// orderedKind names blocks of a kind with so many lines.
func (c *Corpus) orderedKind(x orderedKind) int32 {
	return c.Named(x, func() string { return fmt.Sprintf("%d lines in %s", x.lines, c.blockName(x.blockKind)) })
}

// brokenBlocks calls f with each block of several short lines that br elements end, and with the first leaf of each line.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) brokenBlocks(d *Doc, f func(kind blockKind, all span, firsts []int32)) {
	for lo := 0; lo < len(d.Leaves); {
		b, hi := d.Block(d.Leaves[lo].Elem), c.blockEnd(d, lo)
		if firsts := c.plainLines(d, span{int32(lo), int32(hi)}, b); len(firsts) > 1 {
			f(blockKind{d.Elems[b].Path, d.Elems[b].Classes}, span{int32(lo), int32(hi)}, firsts)
		}
		lo = hi
	}
}

// plainLines are the first leaves of the lines of block b if they are all that it says, and none has a label.
func (c *Corpus) plainLines(d *Doc, all span, b int32) (firsts []int32) {
	if b < 0 || d.Elems[b].Texts != all.hi-all.lo || c.headingAt(d, b) >= 0 || d.Enclosing(b, atom.Pre, atom.Th, atom.Dt) >= 0 {
		return nil
	}
	words := 0
	for k := all.lo; k < all.hi; k++ {
		l := &d.Leaves[k]
		if l.Field != 0 || l.Label || l.Icon || l.Pair != leaves.NoPart || leaves.EndsLabel.MatchString(l.Text) || inlineLabel(l.Text) != "" {
			return nil
		}
		if words += wordCount(l.Text); k == all.lo || l.Broken {
			firsts = append(firsts, k)
		}
	}
	if words >= runWords*len(firsts) {
		return nil
	}
	return firsts
}

// findOrdered gives the kinds of blocks whose lines are known by their order.
//
// Cost: that of brokenBlocks for each page.
func (a *Set) findOrdered(usual func(content int32) bool) map[int32]bool {
	type place struct {
		types map[token.Types]int
		usual int
	}
	type use struct {
		pageCount
		blocks int
		places []place
	}
	uses, all := make(map[orderedKind]*use), make(map[blockKind]int)
	for i, d := range a.Docs {
		a.brokenBlocks(d, func(kind blockKind, _ span, firsts []int32) {
			all[kind]++
			u := tallyOf(uses, orderedKind{kind, len(firsts)})
			if u.places == nil {
				u.places = make([]place, len(firsts))
			}
			u.pageCount = u.on(i)
			u.blocks++
			for n, k := range firsts {
				p := &u.places[n]
				if p.types == nil {
					p.types = make(map[token.Types]int)
				}
				if p.types[d.Leaves[k].Types]++; usual(d.Leaves[k].Content) {
					p.usual++
				}
			}
		})
	}
	out := make(map[int32]bool)
	for kind, u := range uses {
		if kind.lines < minLines || u.pages < minLabelPages || u.blocks < minRows || float64(u.blocks) < NearlyAll*float64(all[kind.blockKind]) {
			continue
		}
		differ, first := false, mostFrequent(u.places[0].types)
		for _, p := range u.places {
			if differ = differ || mostFrequent(p.types) != first; 2*p.usual > u.blocks {
				differ = false
				break
			}
		}
		if differ {
			out[a.orderedKind(kind)] = true
		}
	}
	return out
}

// markOrdered numbers the lines of such blocks.
//
// Cost: that of brokenBlocks.
func (c *Corpus) markOrdered(d *Doc) {
	if len(c.Ordered) == 0 {
		return
	}
	c.brokenBlocks(d, func(kind blockKind, all span, firsts []int32) {
		if !c.Ordered[c.orderedKind(orderedKind{kind, len(firsts)})] {
			return
		}
		n := 0
		for k := all.lo; k < all.hi; k++ {
			if n < len(firsts) && k == firsts[n] {
				n++
			}
			d.Leaves[k].Line, d.Leaves[k].Pair = int32(n), leaves.RowLine
		}
	})
}

// lineShape is the path of a text below a row, with a br element for each line up to its own where these are known by their order.
func (c *Corpus) lineShape(path int32, l *leaves.Leaf) int32 {
	for range l.Line {
		path = c.below.Extend(c.below.Extend(path, c.Syms.Intern("br")), -1)
	}
	return path
}
