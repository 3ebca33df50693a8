package leaves

import (
	"golang.org/x/net/html"

	"verde/extract/improvement"
)

// Pages are read twice: all of one template together teach the rules, a step at a time, each with the
// pages as the rules before it make them; later each single page is read by the rules. The steps of
// [Set.CutTexts] and of [Set.arrange] are those of [corpus.CutByRules] and [corpus.ArrangeByRules].

// Set is the pages of one alignment, which together teach what a single one can't tell.
type Set struct {
	*Corpus
	Docs []*Doc

	Published bool            // the method is the paper's, without improvements
	Off       improvement.Set // improvements to do without
}

// On tells whether an improvement is made.
func (s *Set) On(x improvement.Set) bool {
	return !s.Published && s.Off&x == 0
}

// each has all pages teach something, if it is an improvement that is made, or none, and then reads each page by it.
func (s *Set) each(of improvement.Set, learn func(), read func(d *Doc)) {
	if of != 0 && !s.On(of) {
		return
	}
	if learn != nil {
		learn()
	}
	for _, d := range s.Docs {
		read(d)
	}
}

// CutTexts makes the texts of all pages those that values are: what one text has of labels and values is several, and
// a paragraph, a line of an entry or a quantity is one.
func (s *Set) CutTexts() {
	s.each(0, func() { s.Icons, s.Choices = s.findIcons(), s.findChoices() }, s.settle)
	s.each(improvement.InlineLabels, func() { s.Counted = s.findCounted() }, s.takeCounts)
	if !s.Breaks && len(s.Docs) > 1 {
		s.ownNames()
		s.each(0, func() { s.Compared = s.findCompared() }, s.dropOthers)
	}
	s.each(improvement.RowLabels, func() { s.Nameless = s.findNamed() }, s.dropNames)
	s.each(improvement.InlineLabels, func() { s.Spelt = s.findSpelt() }, s.spellLabels)
	s.each(improvement.InlineLabels, func() { s.Padded = s.findCut(s.paddedTexts) }, s.cutPadded)
	s.each(improvement.Groups, func() { s.Entries = s.findEntries() }, s.joinEntries)
	usual := s.usualTexts(usualShare)
	s.each(improvement.RowLabels, func() { s.ByTurns = s.findTurns(usual) }, s.markTurns)
	s.each(improvement.RowLabels, func() { s.Pairs = s.findPairs(usual) }, s.zipPairs)
	if s.On(improvement.Sections) {
		s.findSections()
	}
	s.each(improvement.Prose, nil, s.JoinProse)
	s.each(improvement.Prose, nil, s.joinQuantities)
}

// Arrange brings the texts of all pages into the order in which they are aligned, labels
// before their values, and takes those out that are known by where they are.
func (s *Set) Arrange() {
	s.each(improvement.InlineLabels, func() { s.Inline = s.findCut(s.inlineTexts) }, s.cutInline)
	s.each(0, nil, s.trimMarks)
	s.each(0, nil, func(d *Doc) { d.Taken = d.takeSections() })
	if s.On(improvement.Groups) || s.On(improvement.RowLabels) {
		s.readRows()
	}
	s.each(0, nil, func(d *Doc) { d.Taken = append(d.Taken, s.takeRows(d)...) })
}

// readRows brings the rows of groups together, and labels before their values, as far
// as the options want it.
func (s *Set) readRows() {
	usual, every := s.usualTexts(usualShare), s.usualTexts(NearlyAll)
	known := func(l *Leaf) bool { return usual(l.Content) }
	groups, labels := s.findGroups(usual, s.usualTexts(mostShare), every)
	s.each(improvement.RowLabels, nil, func(d *Doc) {
		s.raiseLabels(d, s.Tiles, func(kind int32, l *Leaf) int { return labels[kind][l.Content] })
	})
	s.each(0, nil, func(d *Doc) { s.noteRowTexts(d, groups, usual, every) })
	s.findParts(groups)
	s.LabelPlaces = s.findLabelPlaces(groups)
	s.findMany(groups)
	s.each(improvement.Groups, func() { s.RowKinds = groups }, func(d *Doc) { s.keyGroups(d, groups, known) })
	s.each(improvement.RowLabels, nil, func(d *Doc) { s.joinSeveral(d, known) })
}

// CutByRules makes the texts of a page those that values are. Prose tells whether paragraphs are one text. IDs and
// classes of elements that the rules do not know say nothing: forget takes them away.
func (c *Corpus) CutByRules(d *Doc, prose bool, forget func(d *Doc)) {
	c.takeCounts(d)
	forget(d)
	c.dropOthers(d)
	c.dropNames(d)
	c.spellLabels(d)
	c.cutPadded(d)
	c.joinEntries(d)
	c.markTurns(d)
	c.zipPairs(d)
	if len(c.Regions) > 0 {
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
func (c *Corpus) ArrangeByRules(d *Doc, known func(l *Leaf) int) {
	label := func(l *Leaf) bool { return known(l) > 0 }
	c.raiseLabels(d, c.Tiles, func(_ int32, l *Leaf) int { return known(l) })
	c.keyGroups(d, c.RowKinds, label)
	c.joinSeveral(d, label)
	d.Taken = append(append(d.Taken, c.takeRows(d)...), d.Counts...)
}

// Read turns a document into leaves (DCA §4.1) by rules that are known. Cost: one walk over the tree.
func (c *Corpus) Read(url string, root *html.Node) *Doc {
	d := c.Walk(url, root)
	c.settle(d)
	return d
}

// settle makes of the texts of a page those that are read.
func (c *Corpus) settle(d *Doc) {
	if !c.Breaks {
		c.keepIcons(d)
		c.dropUnchosen(d)
		c.dropNumbers(d)
		c.joinScripts(d)
		c.markLabelRuns(d)
	}
}
