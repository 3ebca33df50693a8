package extract

import (
	"golang.org/x/net/html"

	"verde/extract/improvement"
)

// Pages are read twice: all of one template together teach the rules, a step at a time, each with the
// pages as the rules before it make them; later each single page is read by the rules. The steps of
// [pageSet.cutTexts] and of [pageSet.arrange] are those of [corpus.cutByRules] and [corpus.arrangeByRules].

// pageSet is the pages of one alignment, which together teach what a single one can't tell.
type pageSet struct {
	*corpus
	docs []*doc

	published bool            // the method is the paper's, without improvements
	off       improvement.Set // improvements to do without
}

// on tells whether an improvement is made.
func (s *pageSet) on(x improvement.Set) bool {
	return !s.published && s.off&x == 0
}

// each has all pages teach something, if it is an improvement that is made, or none, and then reads each page by it.
func (s *pageSet) each(of improvement.Set, learn func(), read func(d *doc)) {
	if of != 0 && !s.on(of) {
		return
	}
	if learn != nil {
		learn()
	}
	for _, d := range s.docs {
		read(d)
	}
}

// cutTexts makes the texts of all pages those that values are: what one text has of labels and values is several, and
// a paragraph, a line of an entry or a quantity is one.
func (s *pageSet) cutTexts() {
	s.each(0, func() { s.icons, s.choices = s.findIcons(), s.findChoices() }, s.settle)
	s.each(improvement.InlineLabels, func() { s.counted = s.findCounted() }, s.takeCounts)
	if !s.breaks && len(s.docs) > 1 {
		s.ownNames()
		s.each(0, func() { s.compared = s.findCompared() }, s.dropOthers)
	}
	s.each(improvement.RowLabels, func() { s.nameless = s.findNamed() }, s.dropNames)
	s.each(improvement.InlineLabels, func() { s.spelt = s.findSpelt() }, s.spellLabels)
	s.each(improvement.InlineLabels, func() { s.padded = s.findCut(s.paddedTexts) }, s.cutPadded)
	s.each(improvement.Groups, func() { s.entries = s.findEntries() }, s.joinEntries)
	usual := s.usualTexts(usualShare)
	s.each(improvement.RowLabels, func() { s.byTurns = s.findTurns(usual) }, s.markTurns)
	s.each(improvement.RowLabels, func() { s.pairs = s.findPairs(usual) }, s.zipPairs)
	if s.on(improvement.Sections) {
		s.findSections()
	}
	s.each(improvement.Prose, nil, s.joinProse)
	s.each(improvement.Prose, nil, s.joinQuantities)
}

// arrange brings the texts of all pages into the order in which they are aligned, labels
// before their values, and takes those out that are known by where they are.
func (s *pageSet) arrange() {
	s.each(improvement.InlineLabels, func() { s.inline = s.findCut(s.inlineTexts) }, s.cutInline)
	s.each(0, nil, s.trimMarks)
	s.each(0, nil, func(d *doc) { d.taken = d.takeSections() })
	if s.on(improvement.Groups) || s.on(improvement.RowLabels) {
		s.readRows()
	}
	s.each(0, nil, func(d *doc) { d.taken = append(d.taken, s.takeRows(d)...) })
}

// readRows brings the rows of groups together, and labels before their values, as far
// as the options want it.
func (s *pageSet) readRows() {
	usual, every := s.usualTexts(usualShare), s.usualTexts(nearlyAll)
	known := func(l *leaf) bool { return usual(l.content) }
	groups, labels := s.findGroups(usual, s.usualTexts(mostShare), every)
	s.each(improvement.RowLabels, nil, func(d *doc) {
		s.raiseLabels(d, s.tiles, func(kind int32, l *leaf) int { return labels[kind][l.content] })
	})
	s.each(0, nil, func(d *doc) { s.noteRowTexts(d, groups, usual, every) })
	s.findParts(groups)
	s.labelPlaces = s.findLabelPlaces(groups)
	s.findMany(groups)
	s.each(improvement.Groups, func() { s.rowKinds = groups }, func(d *doc) { s.keyGroups(d, groups, known) })
	s.each(improvement.RowLabels, nil, func(d *doc) { s.joinSeveral(d, known) })
}

// cutByRules makes the texts of a page those that values are. Prose tells whether paragraphs are one text. Ids and
// classes of elements that the rules do not know say nothing: forget takes them away.
func (c *corpus) cutByRules(d *doc, prose bool, forget func(d *doc)) {
	c.takeCounts(d)
	forget(d)
	c.dropOthers(d)
	c.dropNames(d)
	c.spellLabels(d)
	c.cutPadded(d)
	c.joinEntries(d)
	c.markTurns(d)
	c.zipPairs(d)
	if len(c.regions) > 0 {
		lines := c.outline(d)
		c.divide(d, lines, c.regions)
		c.markSections(d, lines, c.regions, c.fixedTexts)
	}
	if prose {
		c.joinProse(d)
		c.joinQuantities(d)
	}
	c.cutInline(d)
	c.trimMarks(d)
	d.taken = d.takeSections()
}

// arrangeByRules brings the texts of a page into the order in which they are aligned, and takes those out that are
// known by where they are. Known tells how many columns of labels have a text.
func (c *corpus) arrangeByRules(d *doc, known func(l *leaf) int) {
	label := func(l *leaf) bool { return known(l) > 0 }
	c.raiseLabels(d, c.tiles, func(_ int32, l *leaf) int { return known(l) })
	c.keyGroups(d, c.rowKinds, label)
	c.joinSeveral(d, label)
	d.taken = append(append(d.taken, c.takeRows(d)...), d.counts...)
}

// read turns a document into leaves (DCA §4.1) by rules that are known. Cost: one walk over the tree.
func (c *corpus) read(url string, root *html.Node) *doc {
	d := c.walk(url, root)
	c.settle(d)
	return d
}

// settle makes of the texts of a page those that are read.
func (c *corpus) settle(d *doc) {
	if !c.breaks {
		c.keepIcons(d)
		c.dropUnchosen(d)
		c.dropNumbers(d)
		c.joinScripts(d)
		c.markLabelRuns(d)
	}
}
