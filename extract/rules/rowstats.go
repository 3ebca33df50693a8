package rules

import (
	"slices"

	"verde/extract/token"
)

// groupStats is what is counted about the rows of a kind.
type groupStats struct {
	path, within int32              // of the rows, and of what holds them
	rows, leaves int                // rows with a text of their own, and their texts
	large        int                // elements with minRows of them
	prose        int                // rows that go on with runWords words or more
	headed       int                // rows of tables with a row of headings
	wide         int                // rows of more than two cells
	rowHeads     int                // rows of one th element and td elements behind it
	numbers      int                // rows that end in a number or a date
	kinds        map[cellOf]*[2]int // rows that have words alone there, and that have a number or a date as well; below headings
	similarity   float64
	pairs        int
	texts        map[int32]*rowText // by content: usual ones that may be labels
	said         [][]saidText       // by row: its texts of these, and one with -1 for a first one that is none
	places       map[placeInRow]*placeStats
	is           rowsVerdict
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

// rowText is a text that rows have.
type rowText struct {
	rows   int
	rest   uint64 // the other texts of its first row
	varies bool   // another row has others
	twice  bool   // a page has it in two such rows, which are not those of one field
}

// label tells whether a text on many pages is what a row is called.
func (x *rowText) label() bool { return x.varies && !x.twice }

// attributes tells whether the rows are those of a table of attributes, with labels
// before their values, or behind them as in tiles. What goes on in prose are
// definitions, whatever is defined. A table with headings above its columns says
// what they are itself, unless the headings ("Field", "Value") say nothing of any row: nearly
// all are a label and one more cell, and these are not of one kind, as the prices of sellers are, or have more cells
// ("Unit", "Source"), of which one has values of a kind that the label tells. Headers of rows are
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
		ofOneKind := float64(t.numbers) >= NearlyAll*float64(t.rows)
		if 2*t.wide > t.rows {
			ofOneKind = !t.kindsByLabel(first)
		}
		return of(first) >= NearlyAll && (float64(t.rowHeads) >= NearlyAll*float64(t.rows) || !ofOneKind), false
	}
	return of(first) >= labelHeads && of(first) >= of(others), of(others) >= labelBehind && of(others) > of(first)
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

// add counts the rows of one element, without those that are whole ones of the template.
func (t *groupStats) add(c *Corpus, d *Doc, rows []row, usual, every func(content int32) bool, whole func(d *Doc, r row) bool) {
	t.path, t.within = d.Elems[rows[0].elem].Path, d.Elems[max(0, d.Elems[rows[0].elem].Parent)].Path
	fields := fieldCounts(d, rows)
	n := 0
	var before [recordRows][]int32
	again := false      // two rows of several texts are alike
	headBefore := false // the row before is one of a th element and td elements behind it
	headed := slices.ContainsFunc(rows, func(r row) bool { return c.headings(d, r, every) })
	for _, r := range rows {
		if whole(d, r) || c.headings(d, r, every) {
			continue
		}
		n++
		if headed {
			t.headed++
			t.noteKinds(c, d, r)
		}
		if c.cellsOf(d, r) > 2 {
			t.wide++
		}
		rowHead := c.hasRowHead(d, r)
		if rowHead {
			t.rowHeads++
		}
		if d.Leaves[r.hi-1].Types&(token.Numeric&^token.Punctuation) != 0 {
			t.numbers++
		}
		t.leaves += int(r.hi - r.lo)
		sigs := c.pathsInRow(d, r)
		t.note(d, r, sigs, fields, usual)
		if n > 1 {
			alike := 0.
			if rowHead && headBefore { // the markup tells label and value, whatever is in them
				alike = 1
			}
			for _, x := range before[:min(n-1, recordRows)] {
				s := share(x, sigs)
				alike, again = max(alike, s), again || s > rowLikeness && len(x) > 1 && len(sigs) > 1
			}
			again = again || alike == 1 && rowHead
			t.similarity += alike
			t.pairs++
		}
		before[(n-1)%recordRows], headBefore = sigs, rowHead
	}
	for _, p := range t.places {
		p.endPage()
	}
	t.rows += n
	// Of a list of definitions, or of a table with headings, fewer rows will do,
	// and one such list alone: their tags say what they are.
	if told := headed || c.Syms.Names[d.Elems[rows[0].elem].Tag] == "dt"; told && n >= minRows-1 {
		t.large += minLarge
	} else if n >= minRows && again {
		t.large++
	}
}

// note notes the texts of a row; paths are theirs below it, and fields are how many of the page have each.
func (t *groupStats) note(d *Doc, r row, paths []int32, fields map[int32]int, usual func(content int32) bool) {
	words := 0
	for k := r.lo + 1; k < r.hi; k++ {
		words += wordCount(d.Leaves[k].Text)
	}
	if words >= runWords {
		t.prose++
	}
	if t.texts == nil {
		t.texts, t.places = make(map[int32]*rowText), make(map[placeInRow]*placeStats)
	}
	all := uint64(0)
	for k := r.lo; k < r.hi; k++ {
		all += scattered(d.Leaves[k].Content)
	}
	said, nth := make([]saidText, 0, 2), make(map[int32]int32)
	for k := r.lo; k < r.hi; k++ {
		l, path := &d.Leaves[k], paths[k-r.lo]
		place := placeInRow{path, nth[path]}
		nth[path]++
		tallyOf(t.places, place).note(l.Content)
		if !usual(l.Content) || l.Counts() || l.Types&token.Date != 0 { // numbers and dates are no labels
			if k == r.lo {
				said = append(said, saidText{-1, place})
			}
			continue
		}
		said = append(said, saidText{l.Content, place})
		x, rest := tallyOf(t.texts, l.Content), all-scattered(l.Content)
		if x.rows++; x.rows == 1 {
			x.rest = rest
		}
		x.varies = x.varies || x.rest != rest
		x.twice = x.twice || fields[l.Content] > 1
	}
	t.said = append(t.said, said)
}

// fieldCounts gives the number of fields that each text may be the label of: rows of it and of
// a value which follow each other are one, unless all rows of the page are.
func fieldCounts(d *Doc, rows []row) map[int32]int {
	in, last := make(map[int32]int), make(map[int32]int)
	all := rowCounts(d, rows)
	for n, r := range rows {
		for k := r.lo; k < r.hi; k++ {
			c := d.Leaves[k].Content
			if before, ok := last[c]; !ok || before < n-1 || before < n && (r.hi-r.lo > 2 || all[c] == len(rows)) {
				in[c]++
			}
			last[c] = n
		}
	}
	return in
}
