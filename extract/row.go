package extract

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

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

// rowKind is what the rows of a group have in common on all pages.
type rowKind struct {
	path, classes int32 // of the element that holds the rows
	tag, class    int32 // of the rows
}

// Bounds of groups, tuned on the SWDE sites of bench/extract.
const (
	usualShare  = .3  // share of the pages above which a text within a row may be a label
	mostShare   = .5  // share of the pages above which more than minHeadings such texts are labels among rows of others; at .3 they were parameters of SQL commands too
	everyShare  = .8  // share of the pages above which a text is the template's, wherever it is
	leavesOfRow = 1.5 // least mean number of texts of a row; below it is a list
	labelHeads  = .25 // share of the rows that begin with usual texts and go on differently, for a table of attributes
	labelBehind = .5  // share of the rows that have such a text further behind: most, as a row has several places for it
	minRows     = 3   // of an element that shows a group well
	minLarge    = 2   // such elements that are needed
	rowLikeness = .5  // least mean share of shapes that neighbouring rows share
	maxRepeats  = 4   // a shape more frequent in a row is one field, not several
	minHeadings = 2   // names in a row that every page has: no more may be an attribute that is the same on all
)

// rowRun is rows of a kind within one element and section.
type rowRun struct {
	kind rowKind // of all sections
	rows []row
}

// span is a half-open range of leaves.
type span struct{ lo, hi int32 }

// row is an element with the leaves in it.
type row struct {
	span
	elem int32
}

// runsOf collects the rows of a page in the order of the first ones of their runs, outer
// ones first. Rows without text are left out. The dd elements behind a dt are of its row, and so are the rows of a table
// that go on with the values of the row before.
//
// Cost: linear in the leaves and their depth, until the leaves change.
func (c *corpus) runsOf(d *doc) []rowRun {
	if d.runs == nil {
		d.runs = withoutDeep(d, c.collectRuns(d))
	}
	return d.runs
}

// maxNested is how many rows beside others a row is within at most: each text is looked at for each of them. What is deeper
// was made to cost time.
const maxNested = 32

// withoutDeep leaves out the rows that are deeper. Cost: linear in the elements.
func withoutDeep(d *doc, runs []rowRun) []rowRun {
	level := make([]int32, len(d.elems))
	for _, run := range runs {
		if len(run.rows) > 1 {
			for _, r := range run.rows {
				level[r.elem] = 1
			}
		}
	}
	for e := range d.elems {
		if up := d.elems[e].parent; up >= 0 {
			level[e] += level[up]
		}
	}
	return slices.DeleteFunc(runs, func(run rowRun) bool { return level[run.rows[0].elem] > maxNested })
}

func (c *corpus) collectRuns(d *doc) []rowRun {
	type key struct {
		within int32
		kind   rowKind
	}
	spans := d.spans()
	out := make([]rowRun, 0, 16)
	paired := c.pairedCells(d)
	last := make(map[key]int)   // the run that goes on
	term := make(map[int32]int) // by dl: that of its last dt
	for e := range d.elems {
		x := &d.elems[e]
		tag := c.syms.names[x.tag]
		if x.parent < 0 || spans[e].hi == 0 || d.zipped[int32(e)] || d.zipped[x.parent] || tag == "dl" { // terms are the rows, in however many lists they are
			continue
		}
		within := x.parent
		if first := paired[int32(e)]; first == noRow {
			continue
		} else if first > 0 {
			if first != int32(e) { // a value
				if k, ok := term[first]; ok {
					out[k].rows[len(out[k].rows)-1].hi = spans[e].hi
				}
				continue
			}
			within = c.enclosing(d, int32(e), atom.Table)
		}
		if k, ok := term[x.parent]; ok && tag == "dd" {
			out[k].rows[len(out[k].rows)-1].hi = spans[e].hi
			continue
		}
		p := &d.elems[x.parent]
		kind := rowKind{p.path, p.classes, x.tag, x.class}
		if tag == "tr" || tag == "li" || tag == "dt" {
			kind.class = -1 // it tells odd from even, or the first from the others
			if tag == "dt" && d.leaves[spans[e].lo].under > 0 {
				kind.classes = 0 // the label tells which terms they are
			}
		}
		at := key{within, kind}
		k, ok := last[at]
		if !ok || d.leaves[spans[e].lo].under != d.section(&out[k]) {
			k = len(out)
			out, last[at] = append(out, rowRun{kind: kind}), k
		}
		if n := len(out[k].rows); tag == "tr" && n > 0 && c.goesOn(d, out[k].rows[n-1], spans[e]) {
			out[k].rows[n-1].hi = spans[e].hi
			continue
		}
		out[k].rows = append(out[k].rows, row{spans[e], int32(e)})
		switch {
		case tag == "dt":
			term[x.parent] = k
		case paired[int32(e)] > 0:
			term[int32(e)] = k
		}
	}
	return out
}

// goesOn tells whether a row of a table has one more value of the row before, of a label and a value: the label reaches
// down to it, or its first cell is empty.
func (c *corpus) goesOn(d *doc, before row, r span) bool {
	number := c.cellNumbers(d)
	in := func(k int32) int32 { return number[max(0, c.enclosing(d, d.leaves[k].elem, atom.Td, atom.Th))] }
	return before.hi == r.lo && before.hi > before.lo+1 && in(before.lo) == 1 && in(before.lo+1) == 2 && in(before.hi-1) == 2 && in(r.lo) == 2 && in(r.hi-1) == 2
}

// noRow stands for the rows of tables whose cells are labels and values in turn.
const noRow = -1

// minPaired is the least number of cells that are of two kinds in turn: of fewer nothing is told.
const minPaired = 4

// pairedCells gives, in tables whose cells are of two kinds in turn, as label, value, label, value, for each cell the
// one of the first kind that it is or that is the last before it in its row, and noRow for the rows: each label with
// its values is a row of its own.
//
// Cost: linear in the elements.
func (c *corpus) pairedCells(d *doc) map[int32]int32 {
	cells, rows := make(map[int32][]int32), make(map[int32][]int32) // of rows, and of tables
	for e := range d.elems {
		switch p := d.elems[e].parent; c.syms.names[d.elems[e].tag] {
		case "td", "th":
			if len(cells[p]) == 0 {
				rows[c.enclosing(d, p, atom.Table)] = append(rows[c.enclosing(d, p, atom.Table)], p)
			}
			cells[p] = append(cells[p], int32(e))
		}
	}
	out := make(map[int32]int32)
	for _, rows := range rows {
		first, most := cells[rows[0]][0], 0
		inTurn := func(row int32) bool {
			for i, cell := range cells[row] {
				if d.sameKind(cell, first) != (i%2 == 0) || i%2 > 0 && !d.sameKind(cell, cells[row][1]) {
					return false
				}
			}
			return true
		}
		if slices.ContainsFunc(rows, func(row int32) bool { most = max(most, len(cells[row])); return !inTurn(row) }) || most < minPaired {
			continue
		}
		for _, row := range rows {
			out[row] = noRow
			for i, cell := range cells[row] {
				out[cell] = cells[row][i-i%2]
			}
		}
	}
	return out
}

// section is the stem of the label of the section that rows are in plus one, 0 if they are in none.
func (d *doc) section(run *rowRun) int32 { return d.leaves[run.rows[0].lo].under }

// sectionKind is a kind of rows of one section.
type sectionKind struct {
	rows    rowKind
	section int32 // stem of its label plus one
}

// rowKind names a kind of rows.
func (c *corpus) rowKind(x rowKind) int32 {
	return c.named(x, func() string {
		return c.blockName(blockKind{x.path, x.classes}) + rowsIn + c.elementName(x.tag, x.class)
	})
}

// kindOfRun names the kind of the rows, with their section where that tells them apart.
func (c *corpus) kindOfRun(d *doc, run *rowRun) int32 {
	kind, section := c.rowKind(run.kind), d.section(run)
	if section == 0 || !c.sectioned[kind] {
		return kind
	}
	return c.named(sectionKind{run.kind, section}, func() string { return c.syms.names[kind] + under + c.syms.names[section-1] })
}

// groupStats is what is counted about the rows of a kind.
type groupStats struct {
	rows, leaves int // rows with a text of their own, and their texts
	large        int // elements with minRows of them
	prose        int // rows that go on with runWords words or more
	headed       int // rows of tables with a row of headings
	wide         int // rows of more than two cells
	numbers      int // rows that end in a number or a date
	similarity   float64
	pairs        int
	texts        map[int32]*rowText // by content: usual ones that may be labels
	said         [][]int32          // by row: its texts of these, and -1 for a first one that is none
}

// rowText is a text that rows have.
type rowText struct {
	rows   int
	rest   uint64 // the other texts of its first row
	varies bool   // another row has others
	twice  bool   // a page has it in two such rows, which are not those of one field
}

// labels gives the texts that rows begin with and that come again on many
// pages beside different ones, as labels do, and those further behind, each with its number of rows; the
// title of an offer that several pages show has the same price on all of them. Of several in a row the one
// counts that comes most.
func (t *groupStats) labels() (first, behind map[int32]int) {
	first, behind = make(map[int32]int), make(map[int32]int)
	for _, said := range t.said {
		best, most, in := int32(-1), 0, first
		for i, content := range said {
			if x := t.texts[content]; x != nil && x.label() && x.rows > most {
				best, most = content, x.rows
				if i > 0 {
					in = behind
				}
			}
		}
		if best >= 0 {
			in[best]++
		}
	}
	return first, behind
}

// label tells whether a text on many pages is what a row is called.
func (x *rowText) label() bool { return x.varies && !x.twice }

// attributes tells whether the rows are those of a table of attributes, with labels
// before their values, or behind them as in tiles. What goes on in prose are
// definitions, whatever is defined; and a table with headings above its columns says
// what they are itself, unless nearly all of its rows are a label and one more cell, and
// these are not of one kind, as the prices of sellers are: headings of such ("Field", "Value")
// say nothing of any of them.
func (t *groupStats) attributes() (before, behind bool) {
	if 2*t.prose > t.rows {
		return false, false
	}
	first, others := t.labels()
	of := func(labels map[int32]int) float64 {
		n := 0
		for _, rows := range labels {
			n += rows
		}
		return float64(n) / float64(t.rows)
	}
	if 2*t.headed > t.rows {
		ofOneKind := float64(t.numbers) >= everyShare*float64(t.rows)
		return 2*t.wide <= t.rows && !ofOneKind && of(first) >= everyShare, false
	}
	return of(first) >= labelHeads && of(first) >= of(others), of(others) >= labelBehind && of(others) > of(first)
}

// findGroups returns the kinds of rows that make up groups, and notes those of attributes.
// It marks the labels that rows of attributes begin with, also of those
// that stand among free texts in rows of the same kind.
//
// Cost: linear in the leaves and their depth.
func (a *alignment) findGroups(usual, most, every func(content int32) bool) (groups map[int32]bool) {
	groups, a.facts, a.tiles = make(map[int32]bool), make(map[int32]bool), make(map[int32]bool)
	if len(a.docs) < 2 {
		return groups
	}
	labels := make(map[int32]map[int32]int) // by kind: how many rows each has
	tallies, joint, of := make(map[int32]*groupStats), make(map[int32]*groupStats), make(map[int32]int32)
	for _, d := range a.docs {
		runs := a.runsOf(d)
		for k := range runs {
			kind, all := a.kindOfRun(d, &runs[k]), a.rowKind(runs[k].kind)
			tallyOf(tallies, kind).add(a.corpus, d, runs[k].rows, usual, every)
			if of[kind] = all; kind != all {
				tallyOf(joint, all).add(a.corpus, d, runs[k].rows, usual, every)
			}
		}
	}
	for kind, t := range tallies {
		is := t.verdict()
		if all := of[kind]; a.entries[all] || kind != all && is != rowsOfGroup && joint[all].verdict() == rowsOfGroup {
			is = rowsOfGroup // one section alone has too few rows to tell, or few labels
		}
		switch is {
		case rowsOfTiles:
			a.facts[kind], a.tiles[kind] = true, true
		case rowsOfAttributes:
			a.facts[kind] = true
		case rowsOfGroup:
			groups[kind] = true
		default:
			continue
		}
		names, behind := t.labels()
		if is == rowsOfTiles {
			names = behind
		}
		common := 0
		for content := range names {
			if most(content) {
				common++
			}
		}
		if is == rowsOfGroup && common <= minHeadings { // parameters that many functions have, say
			continue
		}
		labels[kind] = names
		if is == rowsOfGroup {
			for content := range names {
				a.rowTexts[content] = true
			}
		}
	}
	for _, d := range a.docs {
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				l := &d.leaves[r.lo]
				l.label = l.label || r.hi-r.lo > 1 && !a.tiles[a.kindOfRun(d, &run)] && labels[a.kindOfRun(d, &run)][l.content] > 0
			}
		}
		if a.on(RowLabels) {
			a.raiseLabels(d, a.tiles, func(kind int32, l *leaf) int { return labels[kind][l.content] })
		}
	}
	return groups
}

// rowsVerdict is what rows of a kind make up.
type rowsVerdict uint8

const (
	rowsOfNothing rowsVerdict = iota
	rowsOfGroup
	rowsOfAttributes
	rowsOfTiles // of attributes with their labels below
)

func (t *groupStats) verdict() rowsVerdict {
	if t.large < minLarge || t.similarity < rowLikeness*float64(t.pairs) || float64(t.leaves) < leavesOfRow*float64(t.rows) {
		return rowsOfNothing
	}
	switch before, below := t.attributes(); {
	case before:
		return rowsOfAttributes
	case below:
		return rowsOfTiles
	}
	return rowsOfGroup
}

func tallyOf(tallies map[int32]*groupStats, kind int32) *groupStats {
	t := tallies[kind]
	if t == nil {
		t = &groupStats{texts: make(map[int32]*rowText)}
		tallies[kind] = t
	}
	return t
}

// readRows brings the rows of groups together, and labels before their values, as far
// as the options want it.
func (a *alignment) readRows() {
	usual, every := a.usualTexts(usualShare), a.usualTexts(everyShare)
	if a.on(RowLabels) {
		a.findCounters(usual, every)
		a.pairs = a.findPairs(usual)
		for _, d := range a.docs {
			a.zipPairs(d)
		}
	}
	a.findSectioned()
	groups := a.findGroups(usual, a.usualTexts(mostShare), every)
	for _, d := range a.docs {
		a.noteRowTexts(d, groups, every)
	}
	a.findParts(groups)
	a.findMany(groups)
	for _, d := range a.docs {
		if a.on(Groups) {
			a.rowKinds = groups
			a.keyGroups(d, groups, func(l *leaf) bool { return usual(l.content) }, func(l *leaf) bool { return a.rowTexts[l.content] })
		}
		if a.on(RowLabels) {
			a.joinSeveral(d, func(l *leaf) bool { return usual(l.content) })
		}
	}
}

// noteRowTexts keeps the texts in rows of groups that nearly all pages have, which a
// wrapper can't tell from one page. A row of cells that has texts of its own may begin with
// one too: a parameter that most functions have. That it is a label findGroups tells.
func (a *alignment) noteRowTexts(d *doc, groups map[int32]bool, every func(content int32) bool) {
	for _, run := range a.runsOfKinds(d, groups) {
		for _, r := range run.rows {
			lo := r.lo
			if a.cells(d, r.elem) && !fixedRow(d, r, every) {
				lo++
			}
			for _, l := range d.leaves[lo:r.hi] {
				if every(l.content) && !l.counts() {
					a.rowTexts[l.content] = true
				}
			}
		}
	}
}

// runsOfKinds are those of some kinds.
func (c *corpus) runsOfKinds(d *doc, kinds map[int32]bool) []rowRun {
	var out []rowRun
	runs := c.runsOf(d)
	for k := range runs {
		if kinds[c.kindOfRun(d, &runs[k])] {
			out = append(out, runs[k])
		}
	}
	return out
}

// usualTexts tells by its symbol whether a text is on this share of the pages,
// and on two.
func (a *alignment) usualTexts(share float64) func(content int32) bool {
	pages, last := make([]int32, len(a.syms.names)), make([]int32, len(a.syms.names))
	for i, d := range a.docs {
		for k := range d.leaves {
			if c := d.leaves[k].content; last[c] != int32(i+1) {
				last[c] = int32(i + 1)
				pages[c]++
			}
		}
	}
	least := max(2, share*float64(len(a.docs)))
	return func(content int32) bool { return int(content) < len(pages) && float64(pages[content]) >= least }
}

// add counts the rows of one element.
func (t *groupStats) add(c *corpus, d *doc, rows []row, usual, every func(int32) bool) {
	fields := fieldCounts(d, rows)
	n := 0
	var prev []int32
	headed := c.headed(d, rows[0].elem) || slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, func(l *leaf) bool { return every(l.content) }) })
	for _, r := range rows {
		own := !fixedRow(d, r, every)
		if !own {
			continue
		}
		n++
		if headed {
			t.headed++
		}
		if c.cellsOf(d, r) > 2 {
			t.wide++
		}
		if d.leaves[r.hi-1].types&(token.Numeric&^token.Punctuation) != 0 {
			t.numbers++
		}
		t.leaves += int(r.hi - r.lo)
		t.note(d, r, fields, usual)
		sigs := c.pathsInRow(d, r)
		if prev != nil {
			t.similarity += share(prev, sigs)
			t.pairs++
		}
		prev = sigs
	}
	t.rows += n
	// Of a list of definitions, or of a table with headings, fewer rows will do,
	// and one such list alone: their tags say what they are.
	if told := headed || c.syms.names[d.elems[rows[0].elem].tag] == "dt"; told && n >= minRows-1 {
		t.large += minLarge
	} else if n >= minRows {
		t.large++
	}
}

// note notes the texts of a row; fields are how many of the page have each.
func (t *groupStats) note(d *doc, r row, fields map[int32]int, usual func(int32) bool) {
	words := 0
	for k := r.lo + 1; k < r.hi; k++ {
		words += wordCount(d.leaves[k].text)
	}
	if words >= runWords {
		t.prose++
	}
	all := uint64(0)
	for k := r.lo; k < r.hi; k++ {
		all += scattered(d.leaves[k].content)
	}
	said := make([]int32, 0, 2)
	for k := r.lo; k < r.hi; k++ {
		l := &d.leaves[k]
		if !usual(l.content) || l.counts() || l.types&token.Date != 0 { // numbers and dates are no labels
			if k == r.lo {
				said = append(said, -1)
			}
			continue
		}
		said = append(said, l.content)
		x, rest := t.texts[l.content], all-scattered(l.content)
		if x == nil {
			x = &rowText{rest: rest}
			t.texts[l.content] = x
		}
		x.rows++
		x.varies = x.varies || x.rest != rest
		x.twice = x.twice || fields[l.content] > 1
	}
	t.said = append(t.said, said)
}

// counter is what counts rows: a number, or one with the letter of the side or part that it is of. A label of this
// form ("Q1") is lost as a name, and its values are in a column with those of its neighbours.
var counter = regexp.MustCompile(`^\pL?\d+\.?$`)

// counts tells whether a text says of a row how manieth it is, or is a number anyway.
func (l *leaf) counts() bool { return l.types&^token.Numeric == 0 || counter.MatchString(l.text) }

// scattered is a number for a symbol of which sums tell sets of symbols apart (the mixing of
// SplitMix64: Steele, Lea and Flood 2014).
func scattered(symbol int32) uint64 {
	x := uint64(symbol+1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// raiseLabels moves labels that stand behind their values before them, of each row the text that weighs most. Where
// all that weigh anything end their rows, so do the other labels.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) raiseLabels(d *doc, tiles map[int32]bool, weight func(kind int32, l *leaf) int) {
	if len(tiles) == 0 {
		return
	}
	for _, run := range c.runsOfKinds(d, tiles) {
		kind, at, last := c.kindOfRun(d, &run), make([]int32, len(run.rows)), true
		for n, r := range run.rows {
			most := 0
			at[n] = -1
			for k := r.lo; k < r.hi; k++ {
				if w := weight(kind, &d.leaves[k]); w >= max(1, most) {
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
				label := d.leaves[k]
				label.label = true
				if k+1 < r.hi {
					d.leaves[k+1].further = apart
				}
				copy(d.leaves[r.lo+1:k+1], d.leaves[r.lo:k])
				d.leaves[r.lo] = label
				d.runs = nil
			}
		}
	}
}

// ownRows are the rows of a kind that makes up groups elsewhere, without those of
// attributes: they begin with a text of their own that ends in a colon, or
// that other pages have too with something else behind it.
func (c *corpus) ownRows(d *doc, rows []row, every func(l *leaf) bool) []row {
	if c.headed(d, rows[0].elem) || slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, every) }) {
		return rows // the headings may stand below a title, or below those of several columns
	}
	in := rowCounts(d, rows)
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		l := &d.leaves[r.lo]
		return in[l.content] == 1 && (strings.HasSuffix(l.text, ":") || every(l) && !fixed(d.leaves[r.lo+1:r.hi], every))
	})
}

// fixed tells whether leaves are texts of the template alone.
func fixed(leaves []leaf, every func(l *leaf) bool) bool {
	for i := range leaves {
		if !every(&leaves[i]) {
			return false
		}
	}
	return true
}

// rowCounts gives the number of rows that each text is in.
func rowCounts(d *doc, rows []row) map[int32]int {
	in := make(map[int32]int)
	for _, r := range rows {
		seen := make(map[int32]bool, r.hi-r.lo)
		for k := r.lo; k < r.hi; k++ {
			if c := d.leaves[k].content; !seen[c] {
				seen[c] = true
				in[c]++
			}
		}
	}
	return in
}

// fieldCounts gives the number of fields that each text may be the label of: rows of it and of
// a value which follow each other are one, unless all rows of the page are.
func fieldCounts(d *doc, rows []row) map[int32]int {
	in, last := make(map[int32]int), make(map[int32]int)
	all := rowCounts(d, rows)
	for n, r := range rows {
		for k := r.lo; k < r.hi; k++ {
			c := d.leaves[k].content
			if before, ok := last[c]; !ok || before < n-1 || before < n && (r.hi-r.lo > 2 || all[c] == len(rows)) {
				in[c]++
			}
			last[c] = n
		}
	}
	return in
}

// fixedRow tells whether all texts of a row are on every page.
func fixedRow(d *doc, r row, every func(int32) bool) bool {
	return fixed(d.leaves[r.lo:r.hi], func(l *leaf) bool { return every(l.content) })
}
