package rules

import (
	"golang.org/x/net/html"

	"verde/extract/improvement"
	"verde/extract/leaves"
)

// Pages are read twice: all of one template together teach the rules, a step at a time, each with the
// pages as the rules before it make them; later each single page is read by the rules. The steps of
// [Set.CutTexts] and of [Set.Arrange] are those of [Corpus.CutByRules] and [Corpus.ArrangeByRules].

// Set is the pages of one alignment, which together teach what a single one can't tell.
type Set struct {
	*Corpus
	Docs []*Doc

	Published bool            // the method is the paper's, without improvements
	Off       improvement.Set // improvements to do without

	wraps map[int32]bool // kinds of rows that hold the rows of a group, some each
}

// On tells whether an improvement is made.
func (a *Set) On(x improvement.Set) bool {
	return !a.Published && a.Off&x == 0
}

// each has all pages teach something, if it is an improvement that is made, or none, and then reads each page by it.
func (a *Set) each(of improvement.Set, learn func(), read func(d *Doc)) {
	if of != 0 && !a.On(of) {
		return
	}
	if learn != nil {
		learn()
	}
	for _, d := range a.Docs {
		read(d)
	}
}

// CutTexts makes the texts of all pages those that values are: what one text has of labels and values is several, and
// a paragraph, a line of an entry or a quantity is one.
func (a *Set) CutTexts() {
	a.each(0, nil, a.trimBullets)
	a.each(0, func() { a.Icons, a.Choices = a.findIcons(), a.findChoices() }, a.Settle)
	again := a.labelsAgain()
	a.each(improvement.RowLabels, nil, func(d *Doc) { a.markNames(d, func(label string) bool { return again[label] > 1 }) })
	a.each(improvement.InlineLabels, func() { a.Counted = a.findCounted() }, a.takeCounts)
	if !a.Breaks && len(a.Docs) > 1 {
		a.each(0, func() { a.Compared = a.findCompared() }, a.dropOthers)
	}
	a.each(improvement.RowLabels, func() { a.Noted = a.findNotes(a.usualTexts(usualShare)) }, a.dropNotes)
	a.each(improvement.InlineLabels, func() { a.Padded = a.findCut(a.paddedTexts) }, a.cutPadded)
	a.each(improvement.Groups, func() { a.Entries = a.findEntries() }, a.joinEntries)
	usual := a.usualTexts(usualShare)
	a.each(improvement.RowLabels, func() { a.ByTurns = a.findTurns(usual) }, a.markTurns)
	a.each(improvement.RowLabels, func() { a.Pairs = a.findPairs(usual) }, a.zipPairs)
	a.each(improvement.Prose, func() { a.Ordered = a.findOrdered(usual) }, a.markOrdered)
	if a.On(improvement.Sections) {
		a.findSections()
	}
	a.each(improvement.Prose, nil, a.JoinProse)
	a.each(improvement.Prose, nil, a.joinQuantities)
}

// Arrange brings the texts of all pages into the order in which they are aligned, labels
// before their values, and takes those out that are known by where they are.
func (a *Set) Arrange() {
	a.each(improvement.InlineLabels, func() { a.Inline = a.findCut(a.inlineTexts) }, a.cutInline)
	a.each(0, nil, a.trimMarks)
	a.each(0, nil, func(d *Doc) { d.Taken = d.takeSections() })
	if a.On(improvement.Groups) || a.On(improvement.RowLabels) {
		a.readRows()
	}
	a.each(0, nil, func(d *Doc) { d.Taken = append(d.Taken, a.takeRows(d)...) })
}

// readRows brings the rows of groups together, and labels before their values, as far
// as the options want it.
func (a *Set) readRows() {
	usual, every := a.usualTexts(usualShare), a.usualTexts(NearlyAll)
	known := func(l *leaves.Leaf) bool { return usual(l.Content) }
	groups, labels := a.findGroups(usual, a.usualTexts(mostShare), every)
	a.each(improvement.RowLabels, nil, func(d *Doc) {
		a.raiseLabels(d, a.Tiles, func(kind int32, l *leaves.Leaf) int { return labels[kind][l.Content] })
	})
	again := a.usualTexts(0) // on a second page
	a.each(0, nil, func(d *Doc) { a.noteRowTexts(d, groups, again, every) })
	a.findParts(groups)
	a.findMany(groups)
	a.each(improvement.Groups, func() { a.RowKinds = groups }, func(d *Doc) { a.keyGroups(d, groups, known) })
	a.each(improvement.RowLabels, nil, func(d *Doc) { a.joinSeveral(d, known) })
}

// CutByRules makes the texts of a page those that values are. Prose tells whether paragraphs are one text, known whether a label is the
// template's.
func (c *Corpus) CutByRules(d *Doc, prose bool, known func(label string) bool) {
	c.trimBullets(d)
	if !c.Breaks { // the paper's method knows no names
		c.markNames(d, known)
	}
	c.takeCounts(d)
	c.dropOthers(d)
	c.dropNotes(d)
	c.cutPadded(d)
	c.joinEntries(d)
	c.markTurns(d)
	c.zipPairs(d)
	c.markOrdered(d)
	if len(c.Regions) > 0 {
		c.takeRunIns(d, c.Regions)
		lines := c.outline(d)
		c.divide(d, lines, c.Regions)
		c.markSections(d, lines, c.Regions, c.FixedTexts)
	}
	if prose {
		c.JoinProse(d)
		c.joinQuantities(d)
	}
	c.cutInline(d)
	c.trimMarks(d)
	d.Taken = d.takeSections()
}

// ArrangeByRules brings the texts of a page into the order in which they are aligned, and takes those out that are
// known by where they are. Known tells how many columns of labels have a text.
func (c *Corpus) ArrangeByRules(d *Doc, known func(l *leaves.Leaf) int) {
	label := func(l *leaves.Leaf) bool { return known(l) > 0 }
	c.raiseLabels(d, c.Tiles, func(_ int32, l *leaves.Leaf) int { return known(l) })
	c.keyGroups(d, c.RowKinds, label)
	c.joinSeveral(d, label)
	d.Taken = append(append(d.Taken, c.takeRows(d)...), d.Counts...)
}

// Read turns a document into leaves (DCA §4.1) by rules that are known. Cost: one walk over the tree.
func (c *Corpus) Read(url string, root *html.Node) *Doc {
	d := c.Walk(url, root)
	c.Settle(d)
	return d
}

// Settle makes of the texts of a page those that are read: pictures that label values, and what is chosen.
func (c *Corpus) Settle(d *Doc) {
	if !c.Breaks {
		c.keepIcons(d)
		c.dropUnchosen(d)
		c.joinScripts(d)
		c.joinRowHeads(d)
		c.markLabelRuns(d)
	}
}
