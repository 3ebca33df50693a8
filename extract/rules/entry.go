package rules

import (
	"maps"
	"slices"

	"verde/extract/leaves"
)

// Entries are elements side by side that hold several lines each, alike from one to the next, as many as the entity has
// of something: the functions of a module, the matches of a team. They are the data records of Liu, Grossman and Zhai,
// "Mining data records in web pages", 2003. What stands in an entry is no text of the sections around it.

// entryStats is what is counted about the elements of a kind.
type entryStats struct {
	groupStats
	all, several int                     // elements, and those with lines of several kinds, or a heading
	parents      int                     // of these
	alike        float64                 // shares of the kinds of lines that an element has in common with the one before
	next         int                     // elements with one before
	least, most  int                     // on a page
	headedRows   bool                    // they are no elements, see headedBlocks
	pages, cards int                     // pages with several, and those on which they are cards
	names        map[int][][]int32       // by page and element: names that may be labels
	follows      map[int32]map[int32]int // by name: how often each text follows
	around       int32                   // the kind of what holds the last ones
	lines        map[int32]*lineStats    // by the path of their block
	headings     map[int32]bool          // within them, that most pages have
}

// lineStats is what is counted about the lines of entries in which a text runs through what is marked up.
type lineStats struct {
	lines int
	bare  map[int32]int // lines with a text that is not marked up, by it
}

// findEntries gives the kinds of rows whose elements are entries, the headings in them that most pages have, and the lines in
// them that are one text: most have a text of their own that is not marked up. What half of them have is the template's: "by"
// before a name.
//
// Cost: linear in the leaves and their depth, for each of the rows that they are within.
func (a *Set) findEntries() map[int32]bool {
	a.wraps = make(map[int32]bool)
	tallies, usual, every := make(map[int32]*entryStats), a.usualTexts(mostShare), a.usualTexts(NearlyAll)
	whole, labels := a.fixedRows(every), a.usualTexts(usualShare)
	for i, d := range a.Docs {
		here := make(map[*entryStats]int)
		for _, run := range a.runsOf(d) {
			if e := run.rows[0].elem; a.cells(d, e) || a.headingAt(d, e) >= 0 && !run.headed || d.Block(e) != e {
				continue
			}
			switch a.Syms.Names[run.kind.tag] {
			case "td", "th", "table": // tables side by side lay out a page: what repeats is their rows
				continue
			}
			kind := a.rowKind(run.kind)
			t := tallyOf(tallies, kind)
			if t.parents == 0 {
				t.lines, t.headings = make(map[int32]*lineStats), make(map[int32]bool)
			}
			t.headedRows = run.headed
			here[t] += len(run.rows)
			t.groupStats.add(a.Corpus, d, run.rows, usual, every, whole)
			t.add(a.Corpus, d, run.rows, usual)
			t.noteNames(a.Corpus, d, i, run.rows, labels)
			if p := d.Elems[run.rows[0].elem].Parent; d.Elems[p].Parent >= 0 {
				t.around = a.rowKind(a.kindIn(d, p, d.Elems[p].Parent))
			}
		}
		for t, n := range here {
			if t.least == 0 || n < t.least {
				t.least = n
			}
			t.most = max(t.most, n)
		}
	}
	out, wraps := make(map[int32]bool), make(map[int32]bool) // wraps are the kinds of what holds several cards
	for _, t := range tallies {
		t.countCards()
		if t.areCards() && t.entries() && t.all > t.parents {
			wraps[t.around] = true
		}
	}
	for kind, t := range tallies {
		if a.wraps[kind] = wraps[kind] && !t.areCards(); a.wraps[kind] || !t.entries() {
			continue
		}
		out[kind] = true
		if t.areCards() {
			out[a.card(kind)] = true
		}
		maps.Copy(out, t.headings)
		for path, s := range t.lines {
			if s.own() {
				out[a.entryLine(kind, path)] = true
			}
		}
	}
	return out
}

// add counts the elements of one parent.
func (t *entryStats) add(c *Corpus, d *Doc, rows []row, usual func(content int32) bool) {
	var before []int32
	t.parents++
	for _, r := range rows {
		for k := r.lo + 1; k < r.hi; k++ {
			if l := &d.Leaves[k]; usual(l.Content) && c.headingAt(d, l.Elem) > r.elem {
				t.headings[l.Content] = true
			}
		}
		tags, first, several := make([]int32, 0, r.hi-r.lo), int32(-1), c.headingAt(d, d.Leaves[r.lo].Elem) > r.elem
		c.linesInRow(d, r, func(lo, hi, path int32) {
			tags = append(tags, d.Elems[d.Block(d.Leaves[lo].Elem)].Path)
			if first < 0 {
				first = path
			}
			several = several || path != first
			if len(c.runs(d, d.Leaves[lo:hi], d.Block(d.Leaves[lo].Elem))) > 1 || hi-lo < 2 {
				return
			}
			s := t.lines[path]
			if s == nil {
				s = &lineStats{bare: make(map[int32]int)}
				t.lines[path] = s
			}
			s.lines++
			within := d.Common(d.Leaves[lo:hi])
			for k := lo; k < hi; k++ {
				if l := &d.Leaves[k]; l.Elem == within && !leaves.Separator(l.Text) {
					s.bare[l.Content]++
				}
			}
		})
		if t.all++; several {
			t.several++
		}
		if before != nil {
			t.alike += share(before, tags)
			t.next++
		}
		before = tags
	}
}

// own tells whether most lines have a text of their own that is not marked up.
func (s *lineStats) own() bool {
	fixed := 0
	for _, n := range s.bare {
		if 2*n >= s.lines {
			fixed += n
		}
	}
	return 2*fixed < s.lines
}

// entries tells whether the elements are entries: alike, with lines of several kinds, several side by side, more on one page
// than on another, and nearly none of them called what others are called on other pages, as rows of attributes are: the
// functions of a class are entries although each class has one "toString".
func (t *entryStats) entries() bool {
	if t.least == t.most || t.next == 0 || t.alike < rowLikeness*float64(t.next) || 2*t.several < t.all {
		return false
	}
	if t.areCards() || t.headedRows {
		return t.areCards()
	}
	if t.large < minLarge || t.all < 2*t.parents {
		return false
	}
	first, behind := t.labels()
	labelled := 0
	for _, rows := range []map[int32]int{first, behind} {
		for _, n := range rows {
			labelled += n
		}
	}
	return float64(labelled) <= (1-NearlyAll)*float64(t.rows)
}

// noteNames notes the names in the elements of one parent that begin a line and are on other pages too, with what follows them.
func (t *entryStats) noteNames(c *Corpus, d *Doc, page int, rows []row, usual func(content int32) bool) {
	if t.follows == nil {
		t.names, t.follows = make(map[int][][]int32), make(map[int32]map[int32]int)
	}
	for _, r := range rows {
		var here []int32
		for k := r.lo; k+1 < r.hi; k++ {
			l := &d.Leaves[k]
			if k > r.lo && !l.Edge && !l.Broken || !usual(l.Content) || !l.MayTurn() || d.Elems[l.Elem].Link > 0 || c.headingAt(d, l.Elem) >= 0 {
				continue
			}
			if here = append(here, l.Content); t.follows[l.Content] == nil {
				t.follows[l.Content] = make(map[int32]int)
			}
			t.follows[l.Content][d.Leaves[k+1].Content]++
		}
		t.names[page] = append(t.names[page], here)
	}
}

// countCards counts the pages with several of the elements, and those on which all are cards: each has several labels once, which others
// of its page have too, and most of its labels come twice on some page: else it is the first post of a thread, say, with the facts. A
// label is a name that different texts follow: what a text is that the same label follows, its place tells.
func (t *entryStats) countCards() {
	labels := make(map[int32]bool)
	for content, follow := range t.follows {
		most, all := 0, 0
		for _, n := range follow {
			most, all = max(most, n), all+n
		}
		labels[content] = float64(most) < NearlyAll*float64(all)
	}
	in, twice := make(map[int]map[int32]int), make(map[int32]int) // by page: elements that have a label; pages with several of them
	for page, elements := range t.names {
		in[page] = make(map[int32]int)
		for k, here := range elements {
			here = slices.DeleteFunc(here, func(content int32) bool { return !labels[content] })
			slices.Sort(here)
			elements[k] = here
			for _, content := range slices.Compact(slices.Clone(here)) {
				if in[page][content]++; in[page][content] == 2 {
					twice[content]++
				}
			}
		}
	}
	for page, elements := range t.names {
		if len(elements) < 2 {
			continue
		}
		t.pages++
		if !slices.ContainsFunc(elements, func(here []int32) bool {
			shared, again := 0, 0
			for _, content := range here {
				if in[page][content] > 1 {
					shared++
				}
				if twice[content] >= minLarge {
					again++
				}
			}
			return shared < minTurns || 2*again < len(here) || len(slices.Compact(slices.Clone(here))) < len(here)
		}) {
			t.cards++
		}
	}
}

// areCards tells whether the elements are cards, by whatever name each is called on other pages too.
func (t *entryStats) areCards() bool {
	return t.pages >= minLarge && float64(t.cards) >= NearlyAll*float64(t.pages)
}

// linesInRow calls f with the leaves of each line of a row, and the path of its block below the row.
func (c *Corpus) linesInRow(d *Doc, r row, f func(lo, hi, path int32)) {
	paths := c.pathsOf(d, r.elem, anyRow)
	for k := r.lo; k < r.hi; {
		hi := c.lineEnd(d, k, r.hi)
		f(k, hi, paths.to(d.Block(d.Leaves[k].Elem), false))
		k = hi
	}
}

// card names the first text in entries of a kind that are cards: it is their own, though other pages have it too.
func (c *Corpus) card(kind int32) int32 { return c.rowField(rowField{rows: kind, nth: 1}) }

// entryLine names the lines of entries that are one text.
func (c *Corpus) entryLine(kind, path int32) int32 {
	return c.rowField(rowField{rows: kind, shape: path})
}

// joinEntries notes the texts in entries, and joins those of the lines that are one.
//
// Cost: that of [Set.findEntries].
func (c *Corpus) joinEntries(d *Doc) {
	if len(c.Entries) == 0 {
		return
	}
	ends := make(map[int32]int32) // of lines that are one text, by their first leaf
	for _, run := range c.runsOf(d) {
		kind := c.rowKind(run.kind)
		if !c.Entries[kind] {
			continue
		}
		for _, r := range run.rows {
			c.linesInRow(d, r, func(lo, hi, path int32) {
				for k := lo; k < hi; k++ {
					l := &d.Leaves[k]
					l.Entry = true
					l.Heads = c.Entries[l.Content] && hi-lo == 1 && c.headingAt(d, l.Elem) > r.elem
				}
				if !d.Leaves[lo].Heads && c.Entries[c.entryLine(kind, path)] {
					ends[lo] = hi
				}
			})
		}
	}
	c.joinRuns(d, false, func(k int) (int, int32) {
		if hi := ends[int32(k)]; hi > 0 { // of one text too, to look like the others
			return int(hi), d.Block(d.Leaves[k].Elem)
		}
		return k + 1, -1
	})
}
