package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
)

// line is what stands in one line of a block.
type line struct {
	span
	block   int32
	level   int8  // of the heading that it is, 0 for none
	label   int32 // stem of its text if it may be a label, -1 if not
	labels  bool  // it does label what stands below it
	section int32 // stem of the label above it, -1 for none
	kind    lineKind
	part    leaves.RowPart
}

// lineKind is what a line of a section is.
type lineKind uint8

const (
	layoutLine lineKind = iota // in a block that says nothing of what it holds
	TextLine                   // a paragraph, an item of a list, or bare text beside the heading
	CodeLine                   // preformatted
	LabelLine                  // the label
	RowLine                    // of a list of definitions, in a row of a table that has other cells, or the value of a property
)

// LineKinds are the names of kinds of lines that are fields.
var LineKinds = [...]string{TextLine: "line", CodeLine: "code", LabelLine: "label"}

// levelLine is the level of a label that is no heading: a line by itself that is set
// apart by its markup, or ends in a colon.
const levelLine = 7

// minLabelPages is how many pages have to have a label at least, besides usualShare of them.
const minLabelPages = 2

// NameSection stands for the heading that names the entity, another on each page, as the
// label of what is below it. White space at the beginning of texts is folded away, so no
// heading says this.
const NameSection = " name"

// maxTitle is the longest title, in bytes, that headings are held against. One that names
// an entity is far shorter, and each heading looks through all of it.
const maxTitle = 1000

// headingAt is the heading that an element is or is in, -1 for none.
func (c *Corpus) headingAt(d *Doc, e int32) int32 {
	return d.Enclosing(e, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
}

// outline cuts a page into lines, and finds those that may be labels.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) outline(d *Doc) []line {
	var out []line
	for k := range d.Leaves {
		l := &d.Leaves[k]
		b := d.Block(l.Elem)
		if h := c.headingAt(d, b); h >= 0 {
			b = h
		}
		if n := len(out); n > 0 && out[n-1].block == b && !l.Edge && (!l.Broken || b >= 0 && (c.preformatted(d, b) || leaves.HeadingTag(c.Syms.Names[d.Elems[b].Tag]))) {
			out[n-1].hi = int32(k) + 1
			continue
		}
		out = append(out, line{span: span{int32(k), int32(k) + 1}, block: b, label: -1, part: l.Pair})
	}
	for i := range out {
		if x := &out[i]; x.block >= 0 && !d.Leaves[x.lo].Entry && x.part == leaves.NoPart {
			if x.level = leaves.HeadingLevel(c.Syms.Names[d.Elems[x.block].Tag]); x.level == 0 {
				x.level = c.labelLevel(d, x)
			}
		}
	}
	for lo := 0; lo < len(out); {
		hi := lo + 1
		for hi < len(out) && out[hi].block == out[lo].block {
			hi++
		}
		set := slices.ContainsFunc(out[lo:hi], func(x line) bool { return x.level != levelLine })
		for i := lo; i < hi; i++ {
			switch x := &out[i]; {
			case hi-lo > 1 && !set: // a list in bold
				x.level = 0
			case x.level > 0:
				x.label = c.labelStem(d, x.span)
			}
		}
		lo = hi
	}
	return out
}

// labelLevel is levelLine if a line is set apart as a label, else 0. The term of a definition that
// is a list of terms itself is one. A line with a link is none. Of the lines of a block, which br
// elements end, a bold one is. What is all that its paragraph or div holds is one if it is bold,
// ends in a colon, stands above rows, or is a paragraph with a class of its own.
func (c *Corpus) labelLevel(d *Doc, x *line) int8 {
	e := &d.Elems[x.block]
	tag := c.Syms.Names[e.Tag]
	if tag == "dt" && c.heads(d, x.block) {
		return levelLine
	}
	alone := e.Texts == x.hi-x.lo
	if alone && tag != "p" && tag != "div" {
		return 0
	}
	apart := alone && (leaves.EndsLabel.MatchString(d.Leaves[x.hi-1].Text) || tag == "p" && e.Class >= 0)
	bold := true
	for k := x.lo; k < x.hi; k++ {
		l := &d.Leaves[k]
		if d.Elems[l.Elem].Link > 0 {
			return 0
		}
		bold = bold && c.bold(d, l.Elem, x.block)
	}
	if apart || bold {
		return levelLine
	}
	return 0
}

// heads tells whether a term is that of lists of terms, and no row.
func (c *Corpus) heads(d *Doc, dt int32) bool {
	c.findTerms(d)
	return d.heads[dt]
}

// holdsTerms tells whether a list of terms is within an element.
func (c *Corpus) holdsTerms(d *Doc, e int32) bool {
	c.findTerms(d)
	return d.termed[e]
}

// findTerms finds the elements with terms in them, and the terms before those of their
// siblings that are definitions with terms in them, once for a page.
//
// Cost: linear in the elements.
func (c *Corpus) findTerms(d *Doc) {
	if d.termed != nil {
		return
	}
	d.termed, d.heads = make(map[int32]bool), make(map[int32]bool)
	for e := range d.Elems {
		if c.Syms.Names[d.Elems[e].Tag] == "dt" {
			for up := d.Elems[e].Parent; up >= 0 && !d.termed[up]; up = d.Elems[up].Parent {
				d.termed[up] = true
			}
		}
	}
	last := make(map[int32]int32) // by element: the last of its children so far
	for e := range d.Elems {
		x := &d.Elems[e]
		if before, ok := last[x.Parent]; ok && c.Syms.Names[x.Tag] == "dd" && d.termed[int32(e)] && c.Syms.Names[d.Elems[before].Tag] == "dt" {
			d.heads[before] = true
		}
		last[x.Parent] = int32(e)
	}
}

// bold tells whether an element below a block is in a b or strong element.
func (c *Corpus) bold(d *Doc, e, block int32) bool {
	for ; e != block && e >= 0; e = d.Elems[e].Parent {
		if tag := c.Syms.Names[d.Elems[e].Tag]; tag == "b" || tag == "strong" {
			return true
		}
	}
	return false
}

// labelStem is the symbol of the stem of a line's label, -1 if it is too long for one.
func (c *Corpus) labelStem(d *Doc, s span) int32 {
	text := c.labelText(d, s)
	if text == "" || utf8.RuneCountInString(text) > leaves.MaxLabel {
		return -1
	}
	return c.Syms.Intern(Stem(text))
}

// labelText is what a line says, without the colon at its end, and without a link there in brackets, as "[edit]", which does
// something with what is below.
func (c *Corpus) labelText(d *Doc, s span) string {
	if strings.HasSuffix(d.Leaves[s.hi-1].Text, "]") {
		linked := false
		for k := s.hi - 1; k >= s.lo; k-- {
			if linked && strings.HasSuffix(d.Leaves[k].Text, "[") {
				return strings.TrimRight(c.lineText(d, span{s.lo, k + 1}), "["+LabelEnd)
			}
			linked = linked || d.Elems[d.Leaves[k].Elem].Link > 0
			if linked && k > s.lo && strings.HasPrefix(d.Leaves[k].Text, "[") {
				s.hi = k
				break
			}
		}
	}
	if first := &d.Leaves[s.lo]; s.hi-s.lo > 1 && first.Elem != c.headingAt(d, first.Elem) && c.headingAt(d, first.Elem) >= 0 && d.titled(first.Text) && leaves.Namelike(d.Leaves[s.lo+1].Text) {
		s.lo++ // the page's own name, before what is said of it
	}
	return strings.TrimRight(c.lineText(d, s), LabelEnd)
}

// titled tells whether the title of a page has a text in it.
func (d *Doc) titled(text string) bool {
	return len(d.Title) <= maxTitle && strings.Contains(strings.ToLower(d.Title), strings.ToLower(text))
}

// lineText is what a line says.
func (c *Corpus) lineText(d *Doc, s span) string {
	var b strings.Builder
	for k := s.lo; k < s.hi; k++ {
		l := &d.Leaves[k]
		if l.Spaced && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

// labelUse is where the pages have a text that may be a label.
type labelUse struct {
	pageCount
	heading bool
	texts   map[string]int // how it is spelt
}

// lineStyle counts the lines of a signature.
type lineStyle struct {
	pageCount
	all, usual, alone int // of headings: all, those that many pages have, and those that one page has
	set, setUsual     int // of other lines set apart: all, and those that many pages have
}

// findLabels tells which lines label sections. A heading does that many pages have, or
// any in the style of such, unless each page has one of its own there; another line
// does if many pages have it, none twice, and no others have another one in its place, nor are most of its style on few pages:
// what takes turns with others is a value.
//
// Cost: linear in the lines.
func (a *Set) findLabels(outlines [][]line) SectionLabels {
	n := len(a.Docs)
	uses := a.labelUses(outlines)
	usual := func(u *labelUse) bool { return u.pages >= minLabelPages && float64(u.pages) >= usualShare*float64(n) }
	styles := make(map[int32]*lineStyle)
	for i, d := range a.Docs {
		for k := range outlines[i] {
			x := &outlines[i][k]
			s := tallyOf(styles, d.Leaves[x.lo].Sig)
			s.pageCount = s.on(i)
			if x.label >= 0 && x.level >= levelLine {
				s.set++
				if usual(uses[x.label]) {
					s.setUsual++
				}
			}
			if x.label < 0 || x.level >= levelLine {
				continue
			}
			s.all++
			if u := uses[x.label]; usual(u) {
				s.usual++
			} else if u.pages == 1 {
				s.alone++
			}
		}
	}
	out := make(SectionLabels)
	for i, d := range a.Docs {
		for k := range outlines[i] {
			x := &outlines[i][k]
			if x.label < 0 || out[x.label] != nil {
				continue
			}
			u := uses[x.label]
			numbered := strings.ContainsFunc(a.labelText(d, x.span), unicode.IsDigit) // it says something of the page
			s := styles[d.Leaves[x.lo].Sig]
			turns := (!s.twice && s.pages > u.pages || 2*s.setUsual < s.set) && !leaves.EndsLabel.MatchString(d.Leaves[x.hi-1].Text)
			is := usual(u) && (u.heading || !u.twice && !numbered && !turns)
			if !is && !numbered && x.level < levelLine && float64(s.usual) >= headingShare*float64(s.all) {
				is = u.pages >= minLabelPages && u.pages*RareLabel >= n || 2*s.alone < n && n > minLabelPages
			}
			if is {
				out[x.label] = &SectionRule{Text: mostFrequent(u.texts), common: float64(u.pages) > mostShare*float64(n)}
			}
		}
	}
	return out
}

// labelUses counts the lines that may be labels, by their stems.
func (a *Set) labelUses(outlines [][]line) map[int32]*labelUse {
	uses := make(map[int32]*labelUse)
	for i, d := range a.Docs {
		for k := range outlines[i] {
			x := &outlines[i][k]
			if x.label < 0 {
				continue
			}
			u := tallyOf(uses, x.label)
			if u.texts == nil {
				u.texts = make(map[string]int)
			}
			u.heading = u.heading || x.level < levelLine
			u.pageCount = u.on(i)
			u.texts[a.labelText(d, x.span)]++
		}
	}
	return uses
}

// mostFrequent is what is counted most often, of several the least.
func mostFrequent[K cmp.Ordered](counts map[K]int) (best K) {
	for k, n := range counts {
		if n > counts[best] || n == counts[best] && k < best {
			best = k
		}
	}
	return best
}

// region is a section of a page that is open.
type region struct {
	label  int32 // -1 for one without
	level  int8
	holder int32 // the element that it ends with
}

// divide gives each line the label that it stands below and says what it is there.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) divide(d *Doc, lines []line, is SectionLabels) {
	ends := make([]int32, len(d.Elems)) // the last element within each
	for e := len(d.Elems) - 1; e >= 0; e-- {
		ends[e] = max(ends[e], int32(e))
		if p := d.Elems[e].Parent; p >= 0 {
			ends[p] = max(ends[p], ends[e])
		}
	}
	within := func(e, holder int32) bool { return holder < 0 || holder <= e && e <= ends[holder] }
	var open []region
	pop := func() { open = open[:len(open)-1] }
	own, title := c.Syms.Intern(NameSection), ""
	if is[own] != nil {
		title = strings.ToLower(d.Title)
	}
	var adjacent span // headings, as numbers of lines
	for i := range lines {
		x := &lines[i]
		x.section, x.labels, x.kind = -1, false, layoutLine
		e := d.Leaves[x.lo].Elem
		for len(open) > 0 && !within(e, open[len(open)-1].holder) {
			pop()
		}
		known := x.label >= 0 && is[x.label] != nil
		label := x.label
		if !known {
			label = -1
			if is[own] != nil && x.heading() && c.namesEntity(d, x, title) {
				label = own
			}
		}
		if x.level > 0 && (known || x.level < levelLine) {
			deeper := len(open) > 0 && open[len(open)-1].level < x.level
			for len(open) > 0 && open[len(open)-1].level >= x.level {
				pop()
			}
			if label >= 0 || !deeper {
				if int32(i) >= adjacent.hi {
					adjacent = headings(lines, i)
				}
				holder := d.holder(x.block, lines[adjacent.hi-1].hi-lines[adjacent.lo].lo)
				open = append(open, region{label, x.level, holder})
				x.labels = known
				continue
			}
		}
		if len(open) > 0 {
			top := &open[len(open)-1]
			x.section = top.label
			x.kind = c.kindOf(d, x, top.holder)
		}
	}
}

// namesEntity tells whether a heading says what the title, in small letters, says, or a
// part of it, or more.
func (c *Corpus) namesEntity(d *Doc, x *line, title string) bool {
	if title == "" || len(title) > maxTitle {
		return false
	}
	text := strings.ToLower(c.labelText(d, x.span))
	return text != "" && (strings.Contains(title, text) || strings.Contains(text, title))
}

// heading tells whether a line is a heading.
func (x *line) heading() bool { return 0 < x.level && x.level < levelLine }

// headings are the headings side by side that the i-th line is among, by their numbers; it
// alone if it is none.
func headings(lines []line, i int) span {
	lo, hi := i, i+1
	if lines[i].heading() {
		for lo > 0 && lines[lo-1].heading() {
			lo--
		}
		for hi < len(lines) && lines[hi].heading() {
			hi++
		}
	}
	return span{int32(lo), int32(hi)}
}

// holder is the element that holds a heading and what it heads: the nearest above its
// block with more texts than those of the headings beside it.
func (d *Doc) holder(block, texts int32) int32 {
	for block >= 0 && d.Elems[block].Texts <= texts {
		block = d.Elems[block].Parent
	}
	return block
}

// enclosed tells whether the k-th line labels a section with an element of its own, which a label before it,
// of its level or above, is not in.
func (d *Doc) enclosed(lines []line, k int) bool {
	at := headings(lines, k)
	holder := d.holder(lines[k].block, lines[at.hi-1].hi-lines[at.lo].lo)
	for i := at.lo - 1; i >= 0; i-- {
		if x := &lines[i]; x.labels && x.level <= lines[k].level {
			return x.block < holder
		}
	}
	return false
}

// kindOf tells what a line is within the element that holds its section.
func (c *Corpus) kindOf(d *Doc, x *line, holder int32) lineKind {
	kind := layoutLine
	if l := &d.Leaves[x.lo]; l.Entry || d.Elems[l.Elem].Prop >= 0 {
		return RowLine
	}
	if x.block <= holder { // preorder: beside the heading
		kind = TextLine
	}
	for e := x.block; e > holder; e = d.Elems[e].Parent {
		switch c.Syms.Names[d.Elems[e].Tag] {
		case "pre":
			kind = CodeLine
		case "dd":
			if !c.holdsTerms(d, e) {
				return RowLine
			}
		case "dt":
			return RowLine
		case "p", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6":
			kind = max(kind, TextLine)
		case "td", "th":
			if row := d.Elems[e].Parent; row > holder && (d.Elems[row].Texts > d.Elems[e].Texts || c.cellNumbers(d)[e] > 1) {
				return RowLine
			}
			kind = max(kind, TextLine) // a row of one cell lays out lines
		}
	}
	return kind
}

// Stem takes the colon and the plural off a label, and its case.
func Stem(label string) string {
	s := strings.ToLower(strings.TrimRight(label, ": "))
	s = strings.TrimSuffix(s, "(s)")
	return strings.TrimSuffix(s, "s")
}
