package extract

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A field may have several values in rows or lines of their own: each with the label again,
// or with the label and a number, or without one from the second on. They are one field.

// numberedLabel is a label with the number of one of its values, as "Author 2:".
var numberedLabel = regexp.MustCompile(`^(.*\pL[^\s\d]*)\s+[#(]?(\d{1,2})\)?(\s?[:：–—-]?)$`)

// countedHeading is a heading with how many there are of what stands below it, as "Reviews (12)".
var countedHeading = regexp.MustCompile(`^(.*\pL\S*) \((\d+)\)$`)

// bare is a label without its number, if it has one that says nothing of the label.
func (c *corpus) bare(label string) string {
	if len(c.counted) == 0 {
		return label
	}
	if m := countedHeading.FindStringSubmatch(label); m != nil && c.counted[m[1]] {
		return m[1]
	}
	if m := numberedLabel.FindStringSubmatch(label); m != nil && c.counted[m[1]+m[3]] {
		return m[1] + m[3]
	}
	return label
}

// findCounted gives the labels that pages number where they have several values of them: from
// 1 on without a gap, and without a number on pages with one value. A "Level 1" that has no
// "Level" beside it is a name. And headings with a number in brackets that is another one on other pages.
//
// Cost: linear in the leaves.
func (a *alignment) findCounted() map[string]bool {
	type place struct {
		sig   int32
		label string
	}
	type use struct {
		bare, several int // pages
		last, number  int // page that had it last, from 1, and its number there
		wrong         bool
	}
	first, counted := make(map[string]string), make(map[string]bool) // by heading: the number that it has first
	uses := make(map[place]*use)
	note := func(page int, sig int32, label string) {
		if len(label) > maxLabel {
			return
		}
		number := 0
		if m := numberedLabel.FindStringSubmatch(label); m != nil {
			label = m[1] + m[3]
			number, _ = strconv.Atoi(m[2]) // two digits
		}
		u := uses[place{sig, label}]
		if u == nil {
			u = new(use)
			uses[place{sig, label}] = u
		}
		switch {
		case u.last != page && number == 0:
			u.bare++
		case u.last != page && number == 1:
			u.several++
		case u.last != page || number != u.number+1 || number == 1:
			u.wrong = true
		}
		u.last, u.number = page, number
	}
	for i, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			if m := countedHeading.FindStringSubmatch(l.text); m != nil && a.heading(l) {
				if first[m[1]] == "" {
					first[m[1]] = m[2]
				}
				counted[m[1]] = counted[m[1]] || first[m[1]] != m[2]
			}
			parts := inlineParts(l.text, l.lines, d.goesOn(k), func(label string) bool { return label != "" })
			for _, p := range parts {
				if p.label != "" {
					note(i+1, l.sig, p.label)
				}
			}
			if parts == nil {
				note(i+1, l.sig, l.text)
			}
		}
	}
	out := counted
	maps.DeleteFunc(out, func(_ string, differs bool) bool { return !differs })
	for at, u := range uses {
		if !u.wrong && u.bare >= minPairPages && u.several >= minPairPages {
			out[at.label] = true
		}
	}
	return out
}

// dropNumbers leaves the numbers out of labels.
func (c *corpus) dropNumbers(d *doc) {
	for k := range d.leaves {
		c.dropNumber(&d.leaves[k])
	}
}

func (c *corpus) dropNumber(l *leaf) {
	if text := c.bare(l.text); text != l.text {
		l.text = text
		l.content = c.contentOf(c.sigs[l.sig].inlineTags, text)
	}
}

// joinSeveral has the values of one field follow each other: those in rows whose label is left empty or
// reaches down from the row before, and those behind the same label again, which is left out. is tells which texts
// may be labels, fixed which ones are of the template.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) joinSeveral(d *doc, is, fixed func(l *leaf) bool) {
	heads := make(map[int32]bool) // labels of rows
	number := c.cellNumbers(d)
	covered := func(row int32) bool { // its label reaches down from a row before
		return c.syms.names[d.elems[row].tag] == "tr" && int(row)+1 < len(d.elems) && number[row+1] > 1
	}
	for _, run := range c.runsOfKinds(d, c.facts) {
		for _, r := range run.rows {
			switch first := &d.leaves[r.lo]; {
			case covered(r.elem) && !fixed(first):
				c.alikeInCells(d, r, r.lo)
			case is(first) && (r.lo+1 == r.hi || d.below(first.elem, r.elem) != d.below(d.leaves[r.lo+1].elem, r.elem)): // else the value stands beside its label
				c.alikeInCells(d, r, r.lo+1)
			}
		}
		if c.tiles[c.kindOfRun(d, &run)] {
			continue
		}
		labelled := false // the row before has a label in its first cell, or goes on with one that has
		for _, r := range run.rows {
			cell := r.elem + 1
			first := &d.leaves[r.lo]
			switch {
			case int(cell) >= len(d.elems) || d.elems[cell].parent != r.elem:
				labelled = false
			case labelled && (d.elems[cell].texts == 0 || covered(r.elem)) && !fixed(first):
				first.further = same
			default:
				heads[r.lo] = r.hi-r.lo > 1 && is(first)
				labelled = r.hi-r.lo > 1 && d.below(first.elem, r.elem) == cell
			}
		}
	}
	named := func(k int) bool {
		l := &d.leaves[k]
		return l.field == 0 && (heads[int32(k)] || l.label || c.inline[l.text] || is(l) && c.marked(l))
	}
	kept := d.leaves[:0]
	label, values := leaf{content: -1}, 0 // the last label, and texts behind it
	for k := range d.leaves {
		l := d.leaves[k]
		if named(k) {
			if values == 1 && label.content == l.content && label.sig == l.sig && label.under == l.under && k+1 < len(d.leaves) && !named(k+1) {
				d.leaves[k+1].further = same
				values = 0
				continue
			}
			label, values = l, 0
		} else if values == 0 || l.further != same {
			values++
		}
		kept = append(kept, l)
	}
	d.leaves, d.runs = kept, nil
}

// alikeInCells gives the values in each cell of the row of an attribute, from leaf lo on, one signature if they are alike, and makes
// them values of one field: one may stand there as bare text or a link, where several are the items of a list.
func (c *corpus) alikeInCells(d *doc, r row, lo int32) {
	for lo < r.hi {
		cell, hi := d.below(d.leaves[lo].elem, r.elem), lo+1
		for hi < r.hi && d.below(d.leaves[hi].elem, r.elem) == cell {
			hi++
		}
		if cell >= 0 && c.block(d, cell) == cell && c.alike(d, d.leaves[lo:hi]) {
			x := c.sigs[c.signatureAt(d, cell)]
			x.path = c.paths.extend(x.path, c.syms.intern("*")) // as any element in it
			c.unify(d.leaves[lo:hi], c.signature(x))
		}
		lo = hi
	}
}

// unify makes leaves values of one field that have a signature.
func (c *corpus) unify(leaves []leaf, sig int32) {
	for k := range leaves {
		l := &leaves[k]
		if k > 0 && separator(l.text) {
			continue
		}
		l.sig, l.content = sig, c.contentOf(c.sigs[sig].inlineTags, l.text)
		if k > 0 {
			l.further = same
		}
	}
}

// alike tells whether texts are marked up as values of one kind, but for what joins them.
func (c *corpus) alike(d *doc, leaves []leaf) bool {
	first := &leaves[0]
	return !slices.ContainsFunc(leaves, func(l leaf) bool {
		x, y := &c.sigs[first.sig], &c.sigs[l.sig]
		return c.marked(&l) || !joint(first, &l) && (x.path != y.path || x.inlineTags != y.inlineTags || !c.sharesClass(d, first.elem, l.elem))
	})
}

// sharesClass tells whether two elements have a class in common, or none.
func (c *corpus) sharesClass(d *doc, x, y int32) bool {
	if x, y = d.elems[x].class, d.elems[y].class; x < 0 || y < 0 {
		return x == y
	}
	of := strings.Fields(c.syms.names[x])
	return slices.ContainsFunc(strings.Fields(c.syms.names[y]), func(class string) bool { return slices.Contains(of, class) })
}
