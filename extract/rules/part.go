package rules

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
)

// Parts of rows that are not cells are known by the elements around them. A class says which part of its row an element
// is only if others of the same tags in the row are without it; else it tells rows apart: the stars of a review, the
// competition of a match.

// partClass is a word of class attributes in rows of a kind.
type partClass struct{ rows, word int32 }

// partClassName names it, as "author in html/body/ul > li".
func (c *Corpus) partClassName(rows, word int32) int32 {
	return c.Named(partClass{rows, word}, func() string { return c.Syms.Names[word] + " in " + c.Syms.Names[rows] })
}

// findParts gives the classes that tell the parts of rows of groups apart, in most of the rows that have them.
//
// Cost: linear in the leaves and their depth.
func (a *Set) findParts(groups map[int32]bool) {
	rows := make(map[int32]int) // with a class, less twice those in which all elements of the same tags have it
	a.eachRow(groups, func(d *Doc, r row, kind int32) {
		for name, tells := range a.classesOfParts(d, r, kind) {
			if tells {
				rows[name]++
			} else {
				rows[name]--
			}
		}
	})
	a.Parts = make(map[int32]bool)
	for name, n := range rows {
		if n >= 0 {
			a.Parts[name] = true
		}
	}
	clear(a.partClasses)
}

// eachRow calls f with the rows of groups that are not of cells.
func (a *Set) eachRow(groups map[int32]bool, f func(d *Doc, r row, kind int32)) {
	for _, d := range a.Docs {
		for _, run := range a.runsOfKinds(d, groups) {
			for _, r := range run.rows {
				if !a.cells(d, r.elem) {
					f(d, r, a.kindOfRun(d, &run))
				}
			}
		}
	}
}

// classesOfParts gives the classes within a row, by their names, and whether elements of the same tags are without.
func (c *Corpus) classesOfParts(d *Doc, r row, kind int32) map[int32]bool {
	type place struct{ tags, word int32 }
	seen := make(map[int32]bool)
	all, with := make(map[int32]int), make(map[place]int)
	var order []place // as they are met: names are given in it
	for k := r.lo; k < r.hi; k++ {
		for e := d.Leaves[k].Elem; e > r.elem && !seen[e]; e = d.Elems[e].Parent {
			seen[e] = true
			x := &d.Elems[e]
			all[x.Path]++
			if x.Class < 0 {
				continue
			}
			for _, word := range strings.Fields(c.Syms.Names[x.Class]) {
				at := place{x.Path, c.Syms.Intern(word)}
				if with[at]++; with[at] == 1 {
					order = append(order, at)
				}
			}
		}
	}
	out := make(map[int32]bool)
	for _, at := range order {
		name := c.partClassName(kind, at.word)
		out[name] = out[name] || with[at] < all[at.tags]
	}
	return out
}

// anyRow stands for the kind of rows in which all classes are kept.
const anyRow = -1

// classUse is a class attribute in rows of a kind.
type classUse struct{ rows, class int32 }

// classInRow is what is kept of a class attribute in rows of a kind, -1 for nothing.
func (c *Corpus) classInRow(kind, class int32) int32 {
	if class < 0 || kind == anyRow {
		return class
	}
	out, ok := c.partClasses[classUse{kind, class}]
	if !ok {
		kept := slices.DeleteFunc(strings.Fields(c.Syms.Names[class]), func(word string) bool { return !c.Parts[c.partClassName(kind, c.Syms.Intern(word))] })
		out = -1
		if len(kept) > 0 {
			out = c.Syms.Intern(strings.Join(kept, " "))
		}
		c.partClasses[classUse{kind, class}] = out
	}
	return out
}

// rowPaths gives the paths of elements from a row of a kind down to others. Each extends that of its parent and is made once,
// so that all together cost no more than there are elements below the row.
type rowPaths struct {
	c         *Corpus
	d         *Doc
	row, kind int32
	made      map[rowPath]int32
}

// rowPath is an element that a path leads to, and whether links on the way are left out.
type rowPath struct {
	elem     int32
	unlinked bool
}

func (c *Corpus) pathsOf(d *Doc, row, kind int32) *rowPaths {
	return &rowPaths{c, d, row, kind, make(map[rowPath]int32)}
}

// to is the path down to e. Marks of code and the like come and go with the words. What is all of a block below the row may
// link or not.
func (p *rowPaths) to(e int32, alone bool) int32 {
	return p.path(e, alone && p.d.Block(e) > p.row)
}

func (p *rowPaths) path(e int32, unlinked bool) int32 {
	if e == p.row || e < 0 {
		return 0
	}
	at := rowPath{e, unlinked}
	path, ok := p.made[at]
	if ok {
		return path
	}
	x := &p.d.Elems[e]
	path = p.path(x.Parent, unlinked)
	class := p.c.classInRow(p.kind, x.Class)
	a := x.Atom
	if class >= 0 || (!leaves.InlineTag(a) || leaves.Decorative(a)) && (a != atom.A || !unlinked) {
		path = p.c.below.Extend(p.c.below.Extend(path, x.Tag), class)
	}
	p.made[at] = path
	return path
}

// unstructured is a path without paragraphs and lists.
func (c *Corpus) unstructured(path int32) int32 {
	out, steps := int32(0), c.below.Spell(path, nil)
	for i := 0; i+1 < len(steps); i += 2 {
		if steps[i+1] >= 0 || !flowing(atom.Lookup([]byte(c.Syms.Names[steps[i]]))) {
			out = c.below.Extend(c.below.Extend(out, steps[i]), steps[i+1])
		}
	}
	return out
}

// partField gives the field of the nth part of its path in a row: one for each if they come as often in each row, else
// one for all of them, and of what is made up of other paragraphs and lists.
func (c *Corpus) partField(x rowField, nth int32) rowField {
	many := x
	if many.shape = c.unstructured(x.shape); c.PartFields[c.rowField(many)] {
		if x.nth = 1; !c.PartFields[c.rowField(x)] {
			return many
		}
	}
	x.nth = nth
	return x
}

// flowing tells elements that text of any length is made of.
func flowing(a atom.Atom) bool {
	return slices.Contains([]atom.Atom{atom.P, atom.Ul, atom.Ol, atom.Li, atom.Dl, atom.Dd, atom.Blockquote}, a)
}

// partsOf gives the leaves of a row their fields, without a number: by the path below the row, and by the heading or label that
// they stand below in the row. These have none. A label that was
// cut out of a text is of all in an element that holds both, and if that is the row of one line.
func (c *Corpus) partsOf(d *Doc, r row, kind int32) []rowField {
	out := make([]rowField, 0, r.hi-r.lo)
	head, holder, end, headed := int32(0), int32(0), r.hi, false
	paths, labels := c.pathsOf(d, r.elem, kind), 0 // labels by turns: of one alone, the row is the item that it is in
	for k := r.lo; k < r.hi; k++ {
		if d.Leaves[k].Pair == leaves.RowLabel {
			labels++
		}
	}
	for k := r.lo; k < r.hi; {
		hi := c.lineEnd(d, k, r.hi)
		alone := hi-k == 1
		for ; k < hi; k++ {
			l := &d.Leaves[k]
			if head > 0 && (k >= end || l.Elem != holder && d.Below(l.Elem, holder) < 0) {
				head, headed = 0, false
			}
			if l.Heads || !headed && k+1 < r.hi && l.Cut {
				head, holder, end, headed = c.Syms.Intern(strings.TrimRight(l.Text, LabelEnd)), d.holder(d.Block(l.Elem), 1), r.hi, l.Heads
				if !headed && holder <= r.elem {
					if end = hi; k+1 == hi {
						end = c.lineEnd(d, hi, r.hi)
					}
				}
				out = append(out, rowField{})
				continue
			}
			x := rowField{rows: kind, shape: c.lineShape(paths.to(l.Elem, alone), l), head: head}
			if labels >= minTurns && l.Pair == leaves.RowLabel { // it heads its values wherever they are
				x = rowField{}
			} else if labels >= minTurns && l.Turn > 0 {
				x.head = l.Turn - 1
			}
			out = append(out, x)
		}
	}
	return out
}

// findMany notes the parts that rows of groups have in other numbers: what comes as often in each has a place for each.
func (a *Set) findMany(groups map[int32]bool) {
	counts := make(map[rowField]map[int]int) // rows by how often they have it
	var order []rowField                     // as they are met: names are given in it
	rows := make(map[int32]int)              // of a kind
	a.eachRow(groups, func(d *Doc, r row, kind int32) {
		rows[kind]++
		here := make(map[rowField]int)
		for _, x := range a.partsOf(d, r, kind) {
			if here[x]++; counts[x] == nil {
				counts[x] = make(map[int]int)
				order = append(order, x)
			}
		}
		for x, n := range here {
			counts[x][n]++
		}
	})
	a.PartFields = make(map[int32]bool)
	for _, x := range order {
		most, all, last := 0, 0, 0
		for n, rows := range counts[x] {
			most, all, last = max(most, rows), all+rows, max(last, n)
		}
		if float64(most) < NearlyAll*float64(all) || last > maxRepeats {
			x.shape = a.unstructured(x.shape)
		} else if x.nth = 1; 2*all < rows[x.rows] {
			continue
		}
		a.PartFields[a.rowField(x)] = true
	}
}

// pathsInRow are the paths of a row's leaves below the row: tags and classes,
// without the row's own class, which may tell odd rows from even ones. Marks of
// code and the like come and go with the words.
func (c *Corpus) pathsInRow(d *Doc, r row) []int32 {
	out, paths := make([]int32, 0, r.hi-r.lo), c.pathsOf(d, r.elem, anyRow)
	for k := r.lo; k < r.hi; k++ {
		out = append(out, paths.to(d.Leaves[k].Elem, false))
	}
	return out
}
