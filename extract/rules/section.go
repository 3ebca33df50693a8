package rules

import (
	"maps"
	"slices"
	"strings"

	"verde/extract/leaves"
)

// A page of running text is a tree of labelled regions. A heading that other pages have
// too, or a short line set apart as one, labels all that stands below it, up to the next
// label of its level or to the end of the element that holds it. What the region says
// is one value in many lines, and alignment, which compares the pages line by line,
// would make as many columns of it as the longest has lines. So lines of such sections
// are known by the label and by what they are, text or code, and stand in a column for
// each.
//
// Only flowing text is read so. A region of labels with their values, or of blocks that
// lay a page out, is left to the alignment, which tells its attributes apart; and lists
// of definitions and tables are rows of a group, or attributes.

// leadKinds are the kinds of lines that a lead below the name has behind the first, text and code; facts have many.
const leadKinds = 2

// SectionRule says what is known about the sections of a label.
type SectionRule struct {
	Text  string // the label, as most pages spell it
	Flows bool   // it labels flowing text
	RunIn bool   // it stands in the lines that it labels

	common bool // most pages have it
}

// sectionTally is what is counted about the sections of a label.
type sectionTally struct {
	flow, lines, labelled int            // lines that flow, all without labels, and those that begin with a label
	words, running        int            // in all of them, and in those of runWords words that flow
	below                 bool           // the name of the entity, where facts stand in blocks as often
	here                  map[int]int    // lines by page
	further               map[int32]bool // signatures of the lines behind the first
}

// mayFlow tells whether nearly all lines of the sections flow, or nearly all of their words are of running text, but for
// those below the name, where facts stand among others.
func (t *sectionTally) mayFlow() bool {
	lines := float64(t.flow) >= NearlyAll*float64(t.lines) && (!t.below || len(t.further) <= leadKinds || t.words >= runWords*t.lines)
	words := !t.below && t.words >= runWords*t.lines && float64(t.running) >= NearlyAll*float64(t.words)
	return t.flow > 0 && t.labelled <= t.lines && (lines || words)
}

// flows tells whether the sections are of running text. As many short lines on every
// page, several of them, are attributes, each in its place, unless other sections are lists of
// such lines: listed has their signatures.
func (t *sectionTally) flows(listed map[int32]bool) bool {
	least, most := t.sizes()
	return t.mayFlow() && (least < most || most == 1 || t.words >= runWords*t.lines || t.alike(listed))
}

// alike tells whether all lines behind the first look like items of lists.
func (t *sectionTally) alike(listed map[int32]bool) bool {
	for sig := range t.further {
		if !listed[sig] {
			return false
		}
	}
	return len(t.further) > 0
}

// sizes are how many lines the pages have at least and at most.
func (t *sectionTally) sizes() (least, most int) {
	here := slices.Sorted(maps.Values(t.here))
	return here[0], here[len(here)-1]
}

// findSections finds the labels of sections and those whose sections flow, and marks
// the lines of the latter.
//
// Cost: linear in the leaves and their depth.
func (a *Set) findSections() {
	runIns := a.findRunIns()
	for _, d := range a.Docs {
		a.takeRunIns(d, runIns)
	}
	outlines := make([][]line, len(a.Docs))
	for i, d := range a.Docs {
		outlines[i] = a.outline(d)
	}
	a.Regions = a.findLabels(outlines)
	for stem, rule := range runIns {
		if of := a.Regions[stem]; of != nil {
			of.RunIn = true
		} else {
			a.Regions[stem] = rule
		}
	}
	own := a.Syms.Intern(NameSection)
	a.Regions[own] = &SectionRule{Text: NameSection}
	usual, every := a.usualTexts(usualShare), a.usualTexts(NearlyAll)
	a.markLabelled(outlines, usual, every)
	if a.divideAll(outlines, usual, every); !a.Regions[own].Flows {
		delete(a.Regions, own)
		a.divideAll(outlines, usual, every)
	}
	for i, d := range a.Docs {
		a.markSections(d, outlines[i], a.Regions, a.FixedTexts)
	}
}

// markLabelled notes the lines that are the labels of rows of attributes: such rows are no text that flows.
//
// Cost: linear in the leaves and their depth.
func (a *Set) markLabelled(outlines [][]line, usual, every func(int32) bool) {
	labels := make(map[int32]map[int32]int) // by kind of rows
	for kind, t := range a.judgeRows(usual, every) {
		if t.is == rowsOfAttributes {
			labels[kind], _ = t.labels()
		}
	}
	for i, d := range a.Docs {
		rows := make(map[int32]int32) // by the first leaf of a row with a label, where it ends
		for _, run := range a.runsOf(d) {
			for _, r := range run.rows {
				if labels[a.kindOfRun(d, &run)][d.Leaves[r.lo].Content] > 0 {
					rows[r.lo] = r.hi
				}
			}
		}
		for k := range outlines[i] {
			if x := &outlines[i][k]; x.hi < rows[x.lo] && a.Regions[x.label] == nil {
				x.part = leaves.RowLabel
			}
		}
	}
}

// divideAll divides the pages into the sections of the labels, and tells which of them flow.
func (a *Set) divideAll(outlines [][]line, usual, every func(int32) bool) {
	for i, d := range a.Docs {
		a.divide(d, outlines[i], a.Regions)
	}
	a.FixedTexts = a.findFixed(outlines, usual, every)
	tallies, listed := a.countSections(outlines, usual, every), make(map[int32]bool)
	for _, t := range tallies {
		if least, most := t.sizes(); least < most && t.mayFlow() {
			maps.Copy(listed, t.further)
		}
	}
	for label, t := range tallies {
		a.Regions[label].Flows = t.flows(listed)
	}
}

// countSections counts the lines of sections by their labels.
func (a *Set) countSections(outlines [][]line, usual, every func(int32) bool) map[int32]*sectionTally {
	tallies := make(map[int32]*sectionTally)
	for i, d := range a.Docs {
		for k := range outlines[i] {
			x := &outlines[i][k]
			if x.section < 0 || x.part >= leaves.RowValue || x.part != leaves.RowLabel && x.hi-x.lo == 1 && a.FixedTexts[d.Leaves[x.lo].Content] {
				continue
			}
			t := tallies[x.section]
			if t == nil {
				t = &sectionTally{below: a.Syms.Names[x.section] == NameSection, here: make(map[int]int), further: make(map[int32]bool)}
				tallies[x.section] = t
			}
			t.here[i] += 0
			if x.kind < RowLine {
				if t.here[i]++; t.here[i] > 1 {
					t.further[d.Leaves[x.lo].Sig] = true
				}
			}
			above := k > 0 && outlines[i][k-1].hi-outlines[i][k-1].lo == 1 && usual(d.Leaves[outlines[i][k-1].lo].Content)
			t.count(d, x, above, usual, every)
		}
	}
	return tallies
}

// findFixed gives the texts that are of no section, wherever they stand. Those that nearly all pages
// have are such, as at the foot of a page, unless they are always below the same label and other
// sections follow. So are those that many pages have before other texts in a line, here below the
// name and there in a section: labels of attributes, where some pages lack the heading.
func (a *Set) findFixed(outlines [][]line, usual, every func(int32) bool) map[int32]bool {
	type use struct {
		section     int32
		lines, last int // in all, and in the last section of a page
		differs     bool
		inside      bool // in a section of some page
	}
	uses, own := make(map[int32]*use), a.Syms.Intern(NameSection)
	for i, d := range a.Docs {
		end := len(outlines[i]) // the last label
		for end > 0 && !outlines[i][end-1].labels {
			end--
		}
		enclosed := end > 0 && d.enclosed(outlines[i], end-1)
		for k := range outlines[i] {
			x := &outlines[i][k]
			for at := x.lo; at < x.hi; at++ {
				content := d.Leaves[at].Content
				all := every(content)
				if !all && (at > x.lo || x.hi-x.lo == 1 || !usual(content)) {
					continue
				}
				u := uses[content]
				if u == nil {
					u = &use{section: x.section}
					uses[content] = u
				}
				u.differs = u.differs || x.section != u.section || all && x.hi-x.lo > 1
				u.inside = u.inside || x.section >= 0 && (all || x.section == own)
				u.lines++
				if all && k >= end && !enclosed {
					u.last++
				}
			}
		}
	}
	out := make(map[int32]bool)
	for content, u := range uses {
		if u.inside && (u.differs || 2*u.last > u.lines) {
			out[content] = true
		}
	}
	return out
}

// leads tells whether a line begins with a few words in markup of their own that link to nothing, as it does with a label.
func (d *Doc) leads(s span, block int32) bool {
	l := &d.Leaves[s.lo]
	return s.hi > s.lo+1 && l.Elem != block && d.Elems[l.Elem].Link == 0 && MayLabel(l.Text) && d.Leaves[s.lo+1].Elem != l.Elem
}

// count counts a line of a section: whether it flows, or has a label: at its beginning, anywhere in a
// short one, or, below the name, maybe in the line above.
func (t *sectionTally) count(d *Doc, x *line, above bool, usual, every func(int32) bool) {
	first := &d.Leaves[x.lo]
	if x.part == leaves.RowLabel {
		t.labelled++
		return
	}
	if x.kind >= RowLine || x.hi-x.lo == 1 && every(first.Content) {
		return
	}
	words := 0
	for k := x.lo; k < x.hi; k++ {
		words += wordCount(d.Leaves[k].Text)
	}
	label := inlineLabel(first.Text)
	labelled := t.below && above && !usual(first.Content) || strings.TrimRight(label, ":：") != label // a dash is as often one between sentences
	// Words of sentences are usual, too.
	for k := x.lo; k < x.hi && x.hi-x.lo > 1 && (k == x.lo || words < runWords); k++ {
		labelled = labelled || usual(d.Leaves[k].Content) && leaves.Namelike(d.Leaves[k].Text)
	}
	if first.Label || x.kind != CodeLine && labelled {
		t.labelled++
		return
	}
	t.lines++
	t.words += words
	if x.kind != layoutLine || words >= runWords && !t.below {
		t.flow++
		if words >= runWords {
			t.running += words
		}
	}
}

// markSections joins the lines of sections that flow and notes what they are.
// Texts that all pages have are the template's.
func (c *Corpus) markSections(d *Doc, lines []line, is SectionLabels, fixed map[int32]bool) {
	out := make([]leaves.Leaf, 0, len(d.Leaves))
	for i := range lines {
		x := &lines[i]
		part := d.Leaves[x.lo:x.hi]
		for k := range part {
			part[k].Heads = part[k].Heads || x.labels && is[x.label].common
			if x.section >= 0 && part[k].Field == 0 && c.Syms.Names[x.section] != NameSection {
				part[k].Under = x.section + 1
			}
		}
		label := len(part) > 1 && fixed[part[0].Content] && x.section >= 0 && c.Syms.Names[x.section] == NameSection || c.ByTurns[part[0].Content] && d.leads(x.span, x.block)
		switch rule := is[x.section]; {
		case x.labels && is[x.label].Flows:
			l := c.Join(d.Doc, part, x.block)
			l.Text = c.lineText(d, x.span)
			l.Field = c.lineField(LabelLine, x.label)
			out = append(out, l)
		case x.section < 0 || rule == nil || !rule.Flows || part[0].Label || part[0].Pair != leaves.NoPart || len(part) == 1 && fixed[part[0].Content] || x.kind >= RowLine || label:
			out = append(out, part...)
		default:
			lo, hi := c.ownText(d, part, fixed)
			out = append(out, part[:lo]...)
			out = append(out, c.sectionLine(d, x, part[lo:hi])...)
			out = append(out, part[hi:]...)
		}
	}
	d.Leaves = out
}

// ownText is the part of a line without the links at its ends that nearly all pages have.
func (c *Corpus) ownText(d *Doc, part []leaves.Leaf, fixed map[int32]bool) (lo, hi int) {
	link := func(l *leaves.Leaf) bool {
		return fixed[l.Content] && d.Elems[l.Elem].Link > 0 && !leaves.Separator(l.Text)
	}
	hi = len(part)
	for lo < hi && link(&part[lo]) {
		lo++
	}
	for end := hi; end > lo; end-- {
		if l := &part[end-1]; link(l) {
			hi = end - 1
		} else if !leaves.Separator(l.Text) {
			break
		}
	}
	return lo, hi
}

// takeSections takes the lines of sections that flow out of the sequence of leaves, and
// gives them in order.
func (d *Doc) takeSections() []leaves.Leaf {
	var out []leaves.Leaf
	kept := d.Leaves[:0]
	for _, l := range d.Leaves {
		if l.Field > 0 {
			out = append(out, l)
		} else {
			kept = append(kept, l)
		}
	}
	d.Leaves, d.runs = kept, nil
	return out
}
