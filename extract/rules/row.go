package rules

import (
	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
	"verde/extract/token"
)

// A group is what repeats within one element with several texts to each
// occurrence: the offers of a shop, the reviews of a book, the rows of a small
// table. DCA treats each row as columns of their own, which gives as many
// columns as the longest page has rows; here, as in DCADE (Yuliana and Chang
// 2020), a group becomes one column for each field, whose cells hold the
// values of all rows.
//
// What tells a group from a table of attributes, which repeats its rows too:
// the rows of the latter each have a text that other pages show as well and
// that no other row of the page has, its label, wherever in the row, and few words besides. Texts of the
// template within the rows of a group, as "Add to cart", are in all rows.

// Bounds of groups, tuned on the SWDE sites of bench/extract.
const (
	usualShare  = .3  // share of the pages above which a text within a row may be a label
	mostShare   = .5  // share of the pages above which more than minHeadings such texts are labels among rows of others; at .3 they were parameters of SQL commands too
	leavesOfRow = 1.5 // least mean number of texts of a row; below it is a list
	labelHeads  = .25 // share of the rows that begin with usual texts and go on differently, for a table of attributes
	labelBehind = .5  // share of the rows that have such a text further behind: most, as a row has several places for it
	minRows     = 3   // of an element that shows a group well
	minLarge    = 2   // such elements that are needed
	rowLikeness = .5  // least mean share of shapes that a row shares with one of those just before it
	recordRows  = 2   // rows that a record may be spread over, so that a row is like the one as many before it
	maxRepeats  = 4   // a shape more frequent in a row is one field, not several
	minHeadings = 2   // names in a row that every page has: no more may be an attribute that is the same on all
)

// What tells values from labels that rows have in one place, as probabilities.
const (
	labelTwice    = .02 // two rows of a page have the same label, as below two headings
	labelOrder    = .95 // two labels are in the order of other pages
	labelShuffled = .01 // a site has its labels in any order
	valuesSorted  = .2  // a site has its values in the order of the alphabet, of their numbers or of their rank
)

// findGroups returns the kinds of rows that make up groups, and for each kind in how many rows
// each of its labels is, and notes the kinds of attributes.
// It marks the labels that rows of attributes begin with, also of those
// that stand among free texts in rows of the same kind.
//
// Cost: linear in the leaves and their depth.
func (a *Set) findGroups(usual, most, every func(content int32) bool) (groups map[int32]bool, labels map[int32]map[int32]int) {
	labels = make(map[int32]map[int32]int)
	groups, a.Facts, a.Tiles = make(map[int32]bool), make(map[int32]bool), make(map[int32]bool)
	if len(a.Docs) < 2 {
		return groups, labels
	}
	for kind, t := range a.judgeRows(usual, every) {
		switch t.is {
		case rowsOfNothing:
			continue
		case rowsOfGroup:
			groups[kind] = true
		case rowsOfTiles:
			a.Tiles[kind] = true
		}
		names, behind := t.labels()
		if t.is == rowsOfTiles {
			names = behind
		}
		if t.is != rowsOfGroup {
			a.Facts[kind], labels[kind] = true, names
			continue
		}
		common := 0
		for content := range names {
			if most(content) {
				common++
			}
		}
		if common <= minHeadings { // parameters that many functions have, say
			continue
		}
		labels[kind] = names
		for content := range names {
			a.RowTexts[content] = true
		}
	}
	known, rows := a.countLabelled(labels)
	for _, d := range a.Docs {
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				kind := a.kindOfRun(d, &run)
				if a.Facts[kind] {
					r.lo = a.behindSpanHead(d, r)
				}
				l := &d.Leaves[r.lo]
				if r.hi-r.lo > 1 && !a.Tiles[kind] && (labels[kind][l.Content] > 0 || a.Facts[kind] && 2*known[kind] >= rows[kind] && a.alone(d, r)) {
					l.Label = true
				}
			}
		}
	}
	return groups, labels
}

// countLabelled gives for each kind of rows how many begin with one of its labels, and how many there are of several texts.
func (a *Set) countLabelled(labels map[int32]map[int32]int) (known, all map[int32]int) {
	known, all = make(map[int32]int), make(map[int32]int)
	for _, d := range a.Docs {
		runs := a.runsOf(d)
		for k := range runs {
			kind := a.kindOfRun(d, &runs[k])
			for _, r := range runs[k].rows {
				if r.hi-r.lo > 1 {
					all[kind]++
					if labels[kind][d.Leaves[r.lo].Content] > 0 {
						known[kind]++
					}
				}
			}
		}
	}
	return known, all
}

// alone tells whether the first text of a row of a table is a whole cell, and neither number nor date: where at least half of the rows begin
// with labels it is one, too, however few pages have it.
func (c *Corpus) alone(d *Doc, r row) bool {
	x, y := &d.Leaves[r.lo], &d.Leaves[r.lo+1]
	first, second := d.Enclosing(x.Elem, atom.Td, atom.Th), d.Enclosing(y.Elem, atom.Td, atom.Th)
	return c.cells(d, r.elem) && first != second && !x.Counts() && x.Types&token.Date == 0
}

// judgeRows gives what is counted about the rows of each kind, and tells what they make up.
func (a *Set) judgeRows(usual, every func(content int32) bool) map[int32]*groupStats {
	tallies, joint, of := make(map[int32]*groupStats), make(map[int32]*groupStats), make(map[int32]int32)
	whole := a.fixedRows(every)
	for _, d := range a.Docs {
		runs := a.runsOf(d)
		for k := range runs {
			kind, all := a.kindOfRun(d, &runs[k]), a.rowKind(runs[k].kind)
			if runs[k].headed && !a.Entries[all] || runs[k].list() {
				continue
			}
			tallyOf(tallies, kind).add(a.Corpus, d, runs[k].rows, usual, every, whole)
			if of[kind] = all; kind != all {
				tallyOf(joint, all).add(a.Corpus, d, runs[k].rows, usual, every, whole)
			}
		}
	}
	inner := make(map[int32]bool) // paths of what holds rows of attributes
	for _, t := range tallies {
		t.is = t.verdict()
		inner[t.within] = inner[t.within] || t.is >= rowsOfAttributes
	}
	for kind, t := range tallies {
		all := of[kind]
		together := rowsOfNothing
		if kind != all { // one section alone has too few rows to tell, or few labels
			together = joint[all].verdict()
		}
		if a.wraps[all] {
			t.is = rowsOfNothing
		} else if a.Entries[all] || t.is != rowsOfGroup && together == rowsOfGroup {
			t.is = rowsOfGroup
		} else if t.is == rowsOfNothing && together == rowsOfAttributes {
			t.is = rowsOfAttributes
		} else if t.is == rowsOfTiles && inner[t.path] { // each row has several labels with their values
			t.is = rowsOfNothing
		}
	}
	return tallies
}

// noteRowTexts keeps the texts in rows of groups that nearly all pages have, which a
// wrapper can't tell from one page. A row of cells that has texts of its own may begin with
// one too: a parameter that most functions have. That it is a label findGroups tells. Headings are known if a second page has them, in
// whatever tables: they say what they are by their markup.
func (a *Set) noteRowTexts(d *Doc, groups map[int32]bool, again, every func(content int32) bool) {
	for _, run := range a.runsOfKinds(d, groups) {
		for _, r := range run.rows {
			lo, heads := r.lo, a.headings(d, r, every)
			if a.cells(d, r.elem) && !heads && !fixed(d.Leaves[r.lo:r.hi], every) {
				lo++
			}
			for _, l := range d.Leaves[lo:r.hi] {
				if (every(l.Content) || heads && again(l.Content)) && !l.Counts() {
					a.RowTexts[l.Content] = true
				}
			}
		}
	}
}

// fixedRows tells of rows whether nearly all pages have them as they are. That all have each of their texts is not
// enough: the hours of Monday on one page are those of Tuesday on another. What numbers the rows does not count.
//
// Cost: linear in the leaves and their depth.
func (a *Set) fixedRows(every func(content int32) bool) func(d *Doc, r row) bool {
	texts := func(d *Doc, r row) (sum uint64) {
		lo := r.lo
		if d.Leaves[lo].Counts() {
			lo++
		}
		for k := lo; k < r.hi; k++ {
			sum = scattered(int32(sum>>32)) + sum + scattered(d.Leaves[k].Content)
		}
		return sum
	}
	pages := make(map[uint64]pageCount)
	for i, d := range a.Docs {
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				if r.hi-r.lo > 1 && fixed(d.Leaves[r.lo:r.hi], every) {
					sum := texts(d, r)
					pages[sum] = pages[sum].on(i)
				}
			}
		}
	}
	return func(d *Doc, r row) bool {
		return fixed(d.Leaves[r.lo:r.hi], every) && (r.hi-r.lo == 1 || float64(pages[texts(d, r)].pages) >= NearlyAll*float64(len(a.Docs)))
	}
}

// raiseLabels moves labels that stand behind their values before them, of each row the text that weighs most. Where
// all that weigh anything end their rows, so do the other labels.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) raiseLabels(d *Doc, tiles map[int32]bool, weight func(kind int32, l *leaves.Leaf) int) {
	if len(tiles) == 0 {
		return
	}
	for _, run := range c.runsOfKinds(d, tiles) {
		kind, at, last := c.kindOfRun(d, &run), make([]int32, len(run.rows)), true
		for n, r := range run.rows {
			most := 0
			at[n] = -1
			for k := r.lo; k < r.hi; k++ {
				if w := weight(kind, &d.Leaves[k]); w >= max(1, most) {
					most, at[n] = w, k
				}
			}
			last = last && (most == 0 || at[n] == r.hi-1)
		}
		for n, r := range run.rows {
			k := at[n]
			if k < 0 && last {
				k = r.hi - 1
			}
			if k >= 0 && r.hi-r.lo > 1 {
				label := d.Leaves[k]
				label.Label = true
				if k+1 < r.hi {
					d.Leaves[k+1].Further = leaves.Apart
				}
				copy(d.Leaves[r.lo+1:k+1], d.Leaves[r.lo:k])
				d.Leaves[r.lo] = label
				d.runs = nil
			}
		}
	}
}
