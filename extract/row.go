package extract

import (
	"math"
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

// Bounds of groups, tuned on the SWDE sites of bench/extract.
const (
	usualShare  = .3  // share of the pages above which a text within a row may be a label
	mostShare   = .5  // share of the pages above which more than minHeadings such texts are labels among rows of others; at .3 they were parameters of SQL commands too
	leavesOfRow = 1.5 // least mean number of texts of a row; below it is a list
	labelHeads  = .25 // share of the rows that begin with usual texts and go on differently, for a table of attributes
	labelBehind = .5  // share of the rows that have such a text further behind: most, as a row has several places for it
	minRows     = 3   // of an element that shows a group well
	minLarge    = 2   // such elements that are needed
	rowLikeness = .5  // least mean share of shapes that neighbouring rows share
	maxRepeats  = 4   // a shape more frequent in a row is one field, not several
	minHeadings = 2   // names in a row that every page has: no more may be an attribute that is the same on all
)

// groupStats is what is counted about the rows of a kind.
type groupStats struct {
	path, within int32 // of the rows, and of what holds them
	rows, leaves int   // rows with a text of their own, and their texts
	large        int   // elements with minRows of them
	prose        int   // rows that go on with runWords words or more
	headed       int   // rows of tables with a row of headings
	wide         int   // rows of more than two cells
	rowHeads     int   // rows of one th element and td elements behind it
	numbers      int   // rows that end in a number or a date
	similarity   float64
	pairs        int
	texts        map[int32]*rowText // by content: usual ones that may be labels
	said         [][]saidText       // by row: its texts of these, and one with -1 for a first one that is none
	places       map[placeInRow]*placeStats
	is           rowsVerdict
}

// placeInRow is a place in rows: the nth text of a path below them.
type placeInRow struct{ path, nth int32 }

// saidText is a text of a row, with its place.
type saidText struct {
	content int32
	place   placeInRow
}

// placeStats is what is counted about the texts that rows have in one place.
type placeStats struct {
	rows         map[int32]int // by text
	all          int
	pairs, equal int                 // of rows of one page, and of these with the same text
	orders       map[[2]int32][2]int // by two texts of a page: pages on which the one and the other comes first
	here         []int32             // on the page that is counted; rows with the same one that follow each other count as one
}

// maxOrdered is how many rows of a page are looked at for their order: their pairs grow with the square.
const maxOrdered = 20

// note notes the text of one more row of a page.
func (p *placeStats) note(content int32) {
	if n := len(p.here); n > 0 && p.here[n-1] == content {
		return
	}
	p.here = append(p.here, content)
}

// endPage counts the rows of a page.
func (p *placeStats) endPage() {
	if p.rows == nil {
		p.rows, p.orders = make(map[int32]int), make(map[[2]int32][2]int)
	}
	here := make(map[int32]int)
	for _, content := range p.here {
		p.rows[content]++
		p.equal += here[content]
		here[content]++
	}
	p.all += len(p.here)
	p.pairs += len(p.here) * (len(p.here) - 1) / 2
	once := slices.DeleteFunc(p.here[:min(len(p.here), maxOrdered)], func(content int32) bool { return here[content] > 1 })
	for i, x := range once {
		for _, y := range once[:i] {
			n := p.orders[[2]int32{min(x, y), max(x, y)}]
			if y < x {
				n[0]++
			} else {
				n[1]++
			}
			p.orders[[2]int32{min(x, y), max(x, y)}] = n
		}
	}
	p.here = p.here[:0]
}

// What tells values from labels that rows have in one place, as probabilities.
const (
	labelTwice    = .02 // two rows of a page have the same label, as below two headings
	labelOrder    = .95 // two labels are in the order of other pages
	labelShuffled = .01 // a site has its labels in any order
	valuesSorted  = .2  // a site has its values in the order of the alphabet, of their numbers or of their rank
)

// draws tells whether the texts are values rather than labels, by the logarithm of the likelihood ratio. Values come again on a
// page as if each row had drawn one, with the frequencies that they have in all rows, and stand in any order. Labels are on a
// page once, in the order of the template.
func (p *placeStats) draws() bool {
	if p.pairs == 0 {
		return false
	}
	same := 0.
	for _, n := range p.rows {
		same += float64(n) * float64(n-1)
	}
	same = min(max(same/float64(p.all)/float64(max(1, p.all-1)), labelTwice), 1-labelTwice)
	ratio := float64(p.equal)*math.Log(same/labelTwice) + float64(p.pairs-p.equal)*math.Log((1-same)/(1-labelTwice))
	ordered := 0. // of order against any order
	for _, n := range p.orders {
		if m := float64(n[0] + n[1]); m > 1 {
			most, least := float64(max(n[0], n[1])), float64(min(n[0], n[1]))
			of := func(x, y float64) float64 { return math.Pow(labelOrder, x) * math.Pow(1-labelOrder, y) }
			ordered += math.Log((of(most, least)+of(least, most))/2) + m*math.Ln2
		}
	}
	likelihood := func(any float64) float64 { // of order, against any order
		return math.Log(any + (1-any)*math.Exp(min(ordered, 700)))
	}
	return ratio+likelihood(1-valuesSorted)-likelihood(labelShuffled) > 0
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
		for i, s := range said {
			if x := t.texts[s.content]; x != nil && x.label() && x.rows > most && !t.places[s.place].draws() {
				best, most = s.content, x.rows
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
// definitions, whatever is defined. A table with headings above its columns says
// what they are itself, unless the headings ("Field", "Value") say nothing of any row: nearly
// all are a label and one more cell, and these are not of one kind, as the prices of sellers are. Headers of rows are
// labels by the markup, however many cells are behind them.
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
		ofOneKind := float64(t.numbers) >= nearlyAll*float64(t.rows)
		return of(first) >= nearlyAll && (float64(t.rowHeads) >= nearlyAll*float64(t.rows) || 2*t.wide <= t.rows && !ofOneKind), false
	}
	return of(first) >= labelHeads && of(first) >= of(others), of(others) >= labelBehind && of(others) > of(first)
}

// findGroups returns the kinds of rows that make up groups, and for each kind in how many rows
// each of its labels is, and notes the kinds of attributes.
// It marks the labels that rows of attributes begin with, also of those
// that stand among free texts in rows of the same kind.
//
// Cost: linear in the leaves and their depth.
func (a *pageSet) findGroups(usual, most, every func(content int32) bool) (groups map[int32]bool, labels map[int32]map[int32]int) {
	labels = make(map[int32]map[int32]int)
	groups, a.rowLabels, a.facts, a.tiles = make(map[int32]bool), make(map[string]bool), make(map[int32]bool), make(map[int32]bool)
	if len(a.docs) < 2 {
		return groups, labels
	}
	for kind, t := range a.judgeRows(usual, every) {
		switch t.is {
		case rowsOfNothing:
			continue
		case rowsOfGroup:
			groups[kind] = true
		case rowsOfTiles:
			a.tiles[kind] = true
		}
		names, behind := t.labels()
		if t.is == rowsOfTiles {
			names = behind
		}
		if t.is != rowsOfGroup {
			a.facts[kind], labels[kind] = true, names
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
			a.rowTexts[content] = true
		}
	}
	for _, d := range a.docs {
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				l, kind := &d.leaves[r.lo], a.kindOfRun(d, &run)
				if r.hi-r.lo > 1 && !a.tiles[kind] && labels[kind][l.content] > 0 {
					l.label = true
					if a.facts[kind] {
						a.rowLabels[stem(l.text)] = true
					}
				}
			}
		}
	}
	return groups, labels
}

// judgeRows gives what is counted about the rows of each kind, and tells what they make up.
func (a *pageSet) judgeRows(usual, every func(content int32) bool) map[int32]*groupStats {
	tallies, joint, of := make(map[int32]*groupStats), make(map[int32]*groupStats), make(map[int32]int32)
	whole := a.fixedRows(every)
	for _, d := range a.docs {
		runs := a.runsOf(d)
		for k := range runs {
			kind, all := a.kindOfRun(d, &runs[k]), a.rowKind(runs[k].kind)
			tallyOf(tallies, kind).add(a.corpus, d, runs[k].rows, usual, every, whole)
			if of[kind] = all; kind != all {
				tallyOf(joint, all).add(a.corpus, d, runs[k].rows, usual, every, whole)
			}
		}
	}
	inner := make(map[int32]bool) // paths of what holds rows of attributes
	for _, t := range tallies {
		t.is = t.verdict()
		inner[t.within] = inner[t.within] || t.is >= rowsOfAttributes
	}
	for kind, t := range tallies {
		if all := of[kind]; a.entries[all] || kind != all && t.is != rowsOfGroup && joint[all].verdict() == rowsOfGroup {
			t.is = rowsOfGroup // one section alone has too few rows to tell, or few labels
		} else if t.is == rowsOfTiles && inner[t.path] { // each row has several labels with their values
			t.is = rowsOfNothing
		}
	}
	return tallies
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

// tallyOf is what is counted about a key, nothing at first.
func tallyOf[K comparable, V any](tallies map[K]*V, key K) *V {
	t := tallies[key]
	if t == nil {
		t = new(V)
		tallies[key] = t
	}
	return t
}

// noteRowTexts keeps the texts in rows of groups that nearly all pages have, which a
// wrapper can't tell from one page. A row of cells that has texts of its own may begin with
// one too: a parameter that most functions have. That it is a label findGroups tells. Headings are known if many pages have them.
func (a *pageSet) noteRowTexts(d *doc, groups map[int32]bool, usual, every func(content int32) bool) {
	for _, run := range a.runsOfKinds(d, groups) {
		for _, r := range run.rows {
			lo, heads := r.lo, a.headings(d, r, every)
			if a.cells(d, r.elem) && !heads && !fixed(d.leaves[r.lo:r.hi], every) {
				lo++
			}
			for _, l := range d.leaves[lo:r.hi] {
				if (every(l.content) || heads && usual(l.content)) && !l.counts() {
					a.rowTexts[l.content] = true
				}
			}
		}
	}
}

// inRows tells whether a text in rows of groups is one that nearly all pages have.
func (c *corpus) inRows(content int32) bool { return c.rowTexts[content] }

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
func (a *pageSet) usualTexts(share float64) func(content int32) bool {
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

// fixedRows tells of rows whether nearly all pages have them as they are. That all have each of their texts is not
// enough: the hours of Monday on one page are those of Tuesday on another. What numbers the rows does not count.
//
// Cost: linear in the leaves and their depth.
func (a *pageSet) fixedRows(every func(content int32) bool) func(d *doc, r row) bool {
	texts := func(d *doc, r row) (sum uint64) {
		lo := r.lo
		if d.leaves[lo].counts() {
			lo++
		}
		for k := lo; k < r.hi; k++ {
			sum = scattered(int32(sum>>32)) + sum + scattered(d.leaves[k].content)
		}
		return sum
	}
	pages := make(map[uint64]pageCount)
	for i, d := range a.docs {
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				if r.hi-r.lo > 1 && fixed(d.leaves[r.lo:r.hi], every) {
					sum := texts(d, r)
					pages[sum] = pages[sum].on(i)
				}
			}
		}
	}
	return func(d *doc, r row) bool {
		return fixed(d.leaves[r.lo:r.hi], every) && (r.hi-r.lo == 1 || float64(pages[texts(d, r)].pages) >= nearlyAll*float64(len(a.docs)))
	}
}

// add counts the rows of one element, without those that are whole ones of the template.
func (t *groupStats) add(c *corpus, d *doc, rows []row, usual, every func(content int32) bool, whole func(d *doc, r row) bool) {
	t.path, t.within = d.elems[rows[0].elem].path, d.elems[max(0, d.elems[rows[0].elem].parent)].path
	fields := fieldCounts(d, rows)
	n := 0
	var prev []int32
	headed := slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, every) })
	for _, r := range rows {
		if whole(d, r) || c.headings(d, r, every) {
			continue
		}
		n++
		if headed {
			t.headed++
		}
		if c.cellsOf(d, r) > 2 {
			t.wide++
		}
		if c.hasRowHead(d, r) {
			t.rowHeads++
		}
		if d.leaves[r.hi-1].types&(token.Numeric&^token.Punctuation) != 0 {
			t.numbers++
		}
		t.leaves += int(r.hi - r.lo)
		sigs := c.pathsInRow(d, r)
		t.note(d, r, sigs, fields, usual)
		if prev != nil {
			t.similarity += share(prev, sigs)
			t.pairs++
		}
		prev = sigs
	}
	for _, p := range t.places {
		p.endPage()
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

// hasRowHead tells whether the texts of a row are in one th element and in td elements behind it.
func (c *corpus) hasRowHead(d *doc, r row) bool {
	head := c.enclosing(d, d.leaves[r.lo].elem, atom.Td, atom.Th)
	for k := r.lo; k < r.hi; k++ {
		if e := c.enclosing(d, d.leaves[k].elem, atom.Td, atom.Th); e < 0 || (c.syms.names[d.elems[e].tag] == "th") != (e == head) {
			return false
		}
	}
	return true
}

// note notes the texts of a row; paths are theirs below it, and fields are how many of the page have each.
func (t *groupStats) note(d *doc, r row, paths []int32, fields map[int32]int, usual func(content int32) bool) {
	words := 0
	for k := r.lo + 1; k < r.hi; k++ {
		words += wordCount(d.leaves[k].text)
	}
	if words >= runWords {
		t.prose++
	}
	if t.texts == nil {
		t.texts, t.places = make(map[int32]*rowText), make(map[placeInRow]*placeStats)
	}
	all := uint64(0)
	for k := r.lo; k < r.hi; k++ {
		all += scattered(d.leaves[k].content)
	}
	said, nth := make([]saidText, 0, 2), make(map[int32]int32)
	for k := r.lo; k < r.hi; k++ {
		l, path := &d.leaves[k], paths[k-r.lo]
		place := placeInRow{path, nth[path]}
		nth[path]++
		tallyOf(t.places, place).note(l.content)
		if !usual(l.content) || l.counts() || l.types&token.Date != 0 { // numbers and dates are no labels
			if k == r.lo {
				said = append(said, saidText{-1, place})
			}
			continue
		}
		said = append(said, saidText{l.content, place})
		x, rest := tallyOf(t.texts, l.content), all-scattered(l.content)
		if x.rows++; x.rows == 1 {
			x.rest = rest
		}
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
func (c *corpus) ownRows(d *doc, rows []row) []row {
	if slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, c.inRows) }) {
		return rows // the headings may stand below a title, or below those of several columns
	}
	in := rowCounts(d, rows)
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		l := &d.leaves[r.lo]
		return in[l.content] == 1 && (strings.HasSuffix(l.text, ":") || c.inRows(l.content) && !fixed(d.leaves[r.lo+1:r.hi], c.inRows))
	})
}

// fixed tells whether leaves are texts of the template alone.
func fixed(leaves []leaf, every func(content int32) bool) bool {
	for i := range leaves {
		if !every(leaves[i].content) {
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
