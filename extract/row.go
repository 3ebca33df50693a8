package extract

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// A group is what repeats within one element with several texts to each
// occurrence: the offers of a shop, the reviews of a book, the rows of a small
// table. DCA treats each row as columns of their own, which gives as many
// columns as the longest page has rows; here, as in DCADE (Yuliana and Chang
// 2020), a group becomes one column for each field, whose cells hold the
// values of all rows.
//
// What tells a group from a table of attributes, which repeats its rows too:
// the rows of the latter begin with texts that other pages show as well and
// that no other row of the page has, its labels. Texts of the template within
// the rows of a group, as "Add to cart", are in all rows.

// rowKind is what the rows of a group have in common on all pages.
type rowKind struct {
	path, classes int32 // of the element that holds the rows
	tag, class    int32 // of the rows
}

// Bounds of groups, tuned on the SWDE sites of bench/extract.
const (
	usualShare     = .3  // share of the pages above which a text within a row may be a label
	everyShare     = .8  // share of the pages above which a text is the template's, wherever it stands
	labelledRows   = .5  // share of the rows that may have texts like labels
	leavesOfRow    = 1.5 // least mean number of texts of a row; below it is a list
	sharedHeads    = .3  // share of the rows whose first texts are on several pages, for a table of attributes
	varyingHeads   = .3  // share of those that have different values on them
	minRows        = 3   // of an element that shows a group well
	minLarge       = 2   // such elements that are needed
	rowLikeness    = .5  // least mean share of shapes that neighbouring rows share
	maxRepeats     = 4   // a shape more frequent in a row is one field, not several
	firstGroupList = 1 << 24
)

// rowsOf collects the rows of a page by the element that holds them, in order
// of the document. Rows without text are left out.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) rowsOf(d *doc) map[int32]map[rowKind][]row {
	spans := make([]span, len(d.elems))
	for k := range d.leaves {
		for e := d.leaves[k].elem; e >= 0; e = d.elems[e].parent {
			if spans[e].hi == 0 {
				spans[e].lo = int32(k)
			}
			spans[e].hi = int32(k) + 1
		}
	}
	out := make(map[int32]map[rowKind][]row)
	for e := range d.elems {
		x := &d.elems[e]
		if x.parent < 0 || spans[e].hi == 0 {
			continue
		}
		if spans[x.parent] == spans[e] {
			continue // the only child with text
		}
		p := &d.elems[x.parent]
		if out[x.parent] == nil {
			out[x.parent] = make(map[rowKind][]row)
		}
		kind := rowKind{p.path, p.classes, x.tag, x.class}
		if t := c.syms.names[x.tag]; t == "tr" || t == "li" {
			kind.class = -1 // it tells odd from even, or the first from the others
		}
		out[x.parent][kind] = append(out[x.parent][kind], row{spans[e], int32(e)})
	}
	return out
}

// span is a half-open range of leaves.
type span struct{ lo, hi int32 }

// row is an element with the leaves in it.
type row struct {
	span
	elem int32
}

// groupTally is what is counted about the rows of a kind.
type groupTally struct {
	rows, leaves int // rows with a text of their own, and their texts
	large        int // elements with minRows of them
	labelled     int
	alike        float64
	pairs        int
	heads        map[int32]*headText // by content: the texts that rows begin with
}

// headText is a text that rows begin with, one a page.
type headText struct {
	pages  int
	rest   string // of its first row
	varies bool   // another row goes on otherwise
	twice  bool   // a page has two such rows
}

// attributes tells whether the rows begin with texts that come again on other
// pages and go on differently there, as labels do; the title of an offer that
// several pages show has the same price on all of them.
func (t *groupTally) attributes() bool {
	shared, varies := 0, 0
	for _, h := range t.heads {
		if h.pages < 2 || h.twice {
			continue
		}
		shared += h.pages
		if h.varies {
			varies += h.pages
		}
	}
	return float64(shared) >= sharedHeads*float64(t.rows) && float64(varies) >= varyingHeads*float64(shared)
}

// findGroups returns the kinds of rows that make up groups, and those that
// make up tables of attributes.
//
// Cost: linear in the leaves and their depth.
func (a *alignment) findGroups() (groups, attributes map[rowKind]bool) {
	groups, attributes = make(map[rowKind]bool), make(map[rowKind]bool)
	if len(a.docs) < 2 {
		return groups, attributes
	}
	usual, every := a.usualTexts(usualShare), a.usualTexts(everyShare)
	tallies := make(map[rowKind]*groupTally)
	for _, d := range a.docs {
		for _, kinds := range a.rowsOf(d) {
			for kind, rows := range kinds {
				t := tallies[kind]
				if t == nil {
					t = &groupTally{heads: make(map[int32]*headText)}
					tallies[kind] = t
				}
				t.add(a.corpus, d, rows, usual, every)
			}
		}
	}
	for kind, t := range tallies {
		if t.large < minLarge || t.alike < rowLikeness*float64(t.pairs) || float64(t.leaves) < leavesOfRow*float64(t.rows) {
			continue
		}
		if t.attributes() || float64(t.labelled) > labelledRows*float64(t.rows) {
			attributes[kind] = true
		} else {
			groups[kind] = true
		}
	}
	return groups, attributes
}

// readRows brings the rows of groups together and marks the labels of
// attributes, as far as the options want it.
func (a *alignment) readRows() {
	groups, attributes := a.findGroups()
	usual, every := a.usualTexts(usualShare), a.usualTexts(everyShare)
	for _, d := range a.docs {
		if a.opt.rowLabels {
			a.markLabels(d, attributes)
		}
		if a.opt.groups {
			a.rowKinds = groups
			a.foldGroups(d, groups, func(l *leaf) bool { return usual(l.content) }, func(l *leaf) bool { return every(l.content) })
		}
	}
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
func (t *groupTally) add(c *corpus, d *doc, rows []row, usual, every func(int32) bool) {
	in := rowCounts(d, rows)
	n := 0
	var prev []int32
	for _, r := range rows {
		own, labelled := d.readRow(r, in, usual, every)
		if !own {
			continue
		}
		n++
		t.leaves += int(r.hi - r.lo)
		if labelled {
			t.labelled++
		}
		t.head(d, r, in)
		sigs := c.shapes(d, r)
		if prev != nil {
			t.alike += share(prev, sigs)
			t.pairs++
		}
		prev = sigs
	}
	t.rows += n
	if n >= minRows {
		t.large++
	}
}

// head notes what a row begins with.
func (t *groupTally) head(d *doc, r row, in map[int32]int) {
	first := &d.leaves[r.lo]
	var rest []byte
	for k := r.lo + 1; k < r.hi; k++ {
		rest = strconv.AppendInt(append(rest, ' '), int64(d.leaves[k].content), 36)
	}
	h := t.heads[first.content]
	if h == nil {
		h = &headText{rest: string(rest)}
		t.heads[first.content] = h
	}
	h.pages++
	h.varies = h.varies || h.rest != string(rest)
	h.twice = h.twice || in[first.content] > 1
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

// readRow tells whether a row has a text that not every page has, and whether
// it has a usual one that no other row has.
func (d *doc) readRow(r row, in map[int32]int, usual, every func(int32) bool) (own, labelled bool) {
	for k := r.lo; k < r.hi; k++ {
		l := &d.leaves[k]
		own = own || !every(l.content)
		labelled = labelled || usual(l.content) && in[l.content] == 1 && !separator(l.text)
	}
	return own, labelled
}

// shapes are what the leaves of a row look like from within it: their tags and
// classes below the row, whose own class may tell odd rows from even ones.
func (c *corpus) shapes(d *doc, r row) []int32 {
	out := make([]int32, 0, r.hi-r.lo)
	for k := r.lo; k < r.hi; k++ {
		shape := int32(0)
		for e := d.leaves[k].elem; e != r.elem && e >= 0; e = d.elems[e].parent {
			shape = c.below.extend(c.below.extend(shape, d.elems[e].tag), d.elems[e].class)
		}
		out = append(out, shape)
	}
	return out
}

// share is the number of different values that x and y have in common over
// that of all.
func share(x, y []int32) float64 {
	in := make(map[int32]uint8, len(x)+len(y))
	for _, s := range x {
		in[s] |= 1
	}
	for _, s := range y {
		in[s] |= 2
	}
	both := 0
	for _, m := range in {
		if m == 3 {
			both++
		}
	}
	return float64(both) / float64(len(in))
}

// markLabels marks the texts that the rows of a table of attributes begin
// with. The second one on a page, in another section, is a text of its own: a
// label whose count differs from page to page would be none (DCA, Definition 5).
//
// Cost: linear in the leaves and their depth.
func (a *alignment) markLabels(d *doc, attributes map[rowKind]bool) {
	if len(attributes) == 0 {
		return
	}
	all := a.rowsOf(d)
	seen := make(map[int32]int)
	for e := range d.elems {
		for _, rows := range inOrder(all[int32(e)], attributes) {
			for _, r := range rows {
				l := &d.leaves[r.lo]
				if r.hi-r.lo < 2 || l.label || utf8.RuneCountInString(l.text) > maxLabel {
					continue
				}
				l.label = true
				if seen[l.content]++; seen[l.content] > 1 {
					l.content = a.syms.intern(a.syms.names[l.content] + "#" + strconv.Itoa(seen[l.content]))
				}
			}
		}
	}
}

// foldGroups brings the fields of the rows of each group together: title,
// price, title, price becomes title, title, price, price, and the leaves of a
// field are a list. A usual text that all rows repeat is kept once, and rows of
// nothing but texts that every page has stay as they are.
// Of groups within groups the outer one is folded.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) foldGroups(d *doc, groups map[rowKind]bool, usual, every func(l *leaf) bool) {
	if len(groups) == 0 {
		return
	}
	all := c.rowsOf(d)
	var out []leaf
	next, list := int32(0), int32(firstGroupList)
	for e := range d.elems {
		for _, rows := range inOrder(all[int32(e)], groups) {
			if rows[0].lo < next || len(rows) < 2 {
				continue
			}
			f := folding{d: d, list: list, usual: usual, every: every}
			region := span{rows[0].lo, rows[len(rows)-1].hi}
			out = append(out, d.leaves[next:region.lo]...)
			out = append(out, f.fold(c, region, rows)...)
			next, list = region.hi, f.list
		}
	}
	if out != nil {
		d.leaves = append(out, d.leaves[next:]...)
	}
}

// inOrder lists the rows of those kinds that are groups, first come first.
func inOrder(kinds map[rowKind][]row, groups map[rowKind]bool) [][]row {
	var out [][]row
	for kind, rows := range kinds {
		if groups[kind] {
			out = append(out, rows)
		}
	}
	slices.SortFunc(out, func(x, y []row) int { return cmp.Compare(x[0].lo, y[0].lo) })
	return out
}

// fieldKey is what the leaves of one field have in common.
type fieldKey struct {
	shape int32
	nth   int // among the leaves of the shape in the row, 0 if there are too many
}

// folding is the state of folding the rows of one element.
type folding struct {
	d            *doc
	list         int32
	usual, every func(l *leaf) bool
}

// fold returns the leaves of region with the fields of rows brought together.
// What is in no row, and rows of template texts alone, as a table's headings, come
// first; but a heading cell comes right before the cells below it.
func (f *folding) fold(c *corpus, region span, rows []row) []leaf {
	d := f.d
	var out []leaf
	var heads []leaf
	var order []fieldKey
	fields := make(map[fieldKey][]leaf)
	at := region.lo
	for _, r := range rows {
		out = append(out, d.leaves[at:r.lo]...)
		at = r.hi
		if f.fixed(r) {
			for k := r.lo; k < r.hi; k++ {
				if c.enclosing(d, d.leaves[k].elem, atom.Th) >= 0 {
					heads = append(heads, d.leaves[k])
				} else {
					out = append(out, d.leaves[k])
				}
			}
			continue
		}
		order = f.addRow(r, c.shapes(d, r), order, fields)
	}
	out = append(out, d.leaves[at:region.hi]...)
	for _, key := range order {
		leaves := fields[key]
		for i := range heads {
			th, td := c.enclosing(d, heads[i].elem, atom.Th), c.enclosing(d, leaves[0].elem, atom.Td)
			if td >= 0 && heads[i].text != "" && d.elems[th].nth == d.elems[td].nth {
				out = append(out, heads[i])
				heads[i].text = ""
			}
		}
		out = append(out, f.field(leaves)...)
	}
	for i := range heads {
		if heads[i].text != "" {
			out = append(out, heads[i])
		}
	}
	return out
}

// fixed tells whether a row has texts of the template alone.
func (f *folding) fixed(r row) bool {
	for k := r.lo; k < r.hi; k++ {
		if !f.every(&f.d.leaves[k]) {
			return false
		}
	}
	return true
}

// addRow puts the leaves of a row into their fields. A field that no row had
// before comes behind the one that precedes it in this row.
func (f *folding) addRow(r row, shapes []int32, order []fieldKey, fields map[fieldKey][]leaf) []fieldKey {
	total, seen := make(map[int32]int), make(map[int32]int)
	for _, s := range shapes {
		total[s]++
	}
	place := 0
	for k := r.lo; k < r.hi; k++ {
		l := f.d.leaves[k]
		s := shapes[k-r.lo]
		key := fieldKey{shape: s}
		if total[s] <= maxRepeats {
			seen[s]++
			key.nth = seen[s]
		}
		if fields[key] == nil {
			order = append(order, fieldKey{})
			copy(order[place+1:], order[place:])
			order[place] = key
			place++
		} else {
			for i := range order {
				if order[i] == key {
					place = i + 1
					break
				}
			}
		}
		fields[key] = append(fields[key], l)
	}
	return order
}

// field makes a list of the leaves of a field, or one leaf of a template text
// that repeats in all of them.
func (f *folding) field(leaves []leaf) []leaf {
	same := f.usual(&leaves[0])
	for i := range leaves {
		same = same && leaves[i].content == leaves[0].content
	}
	if same {
		return leaves[:1]
	}
	f.list++
	for i := range leaves {
		leaves[i].list = f.list
	}
	return leaves
}
