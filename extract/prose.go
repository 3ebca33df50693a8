package extract

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A block is prose, whose links and emphases are no values of their own, if a
// text of runWords words runs through them, or if it is a paragraph of proseWords
// words with half as many in one text node, or if it is a short sentence. Names, dates
// and titles that stand within a block have fewer.
const (
	runWords      = 8
	proseWords    = 10
	sentenceWords = 4
)

// joinProse makes one leaf of the text nodes side by side in one block of prose
// or in one pre element: a paragraph is one value however many links it has. A
// label at the beginning stays a leaf of its own.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *corpus) joinProse(d *doc) {
	leads := c.leads(d)
	out := d.leaves[:0]
	for lo := 0; lo < len(d.leaves); {
		if d.leaves[lo].field > 0 {
			out = append(out, d.leaves[lo])
			lo++
			continue
		}
		b, hi := c.block(d, d.leaves[lo].elem), c.proseEnd(d, lo)
		part := d.leaves[lo:hi]
		if b >= 0 && (part[0].label || labelLines(part, b)) {
			out = append(out, part...)
			lo = hi
			continue
		}
		if x, ok := c.leadOf(d, part, b); ok && leads[x] || len(part) > 1 && !c.preformatted(d, b) && len(part[0].text) <= maxInline && (strings.HasSuffix(part[0].text, ":") || strings.HasPrefix(part[1].text, ":")) {
			out, part = append(out, part[0]), part[1:]
		}
		for _, run := range c.runs(d, part, b) {
			out = append(out, c.paragraphs(d, run, b)...)
		}
		lo = hi
	}
	d.leaves = out
}

// proseEnd is the leaf behind those side by side in the block that leaf lo begins, which are of no field.
func (c *corpus) proseEnd(d *doc, lo int) int {
	b, hi := c.block(d, d.leaves[lo].elem), lo+1
	for hi < len(d.leaves) && d.leaves[hi].field == 0 && c.block(d, d.leaves[hi].elem) == b && !d.leaves[hi].edge {
		hi++
	}
	return hi
}

// lead is how blocks begin: with a few words in markup of their own.
type lead struct{ path, classes, sig int32 }

// leadOf gives the lead of block b, whose texts are leaves, if it has one and goes on in other markup or in none. The first words of a
// sentence are none: one that goes on in small letters begins in them.
func (c *corpus) leadOf(d *doc, leaves []leaf, b int32) (lead, bool) {
	if l := &leaves[0]; b >= 0 && len(leaves) > 1 && l.elem != b && leaves[1].elem != l.elem && mayLabel(l.text) && !separator(leaves[1].text) && !c.preformatted(d, b) && !sentenceOn(leaves[1:]) {
		return lead{d.elems[b].path, d.elems[b].classes, l.sig}, true
	}
	return lead{}, false
}

// sentenceOn tells whether a sentence that began before some texts goes on in them: in small letters, up to a stop.
func sentenceOn(leaves []leaf) bool {
	first, _ := utf8.DecodeRuneInString(leaves[0].text)
	last, _ := utf8.DecodeLastRuneInString(leaves[len(leaves)-1].text)
	return unicode.IsLower(first) && unicode.Is(unicode.Sentence_Terminal, last)
}

// leads gives those that tell labels from the values behind them, however long these are: minLines blocks of a page begin so
// with different words, and nearly all of their kind do.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *corpus) leads(d *doc) map[lead]bool {
	texts, kinds := make(map[lead]map[string]bool), make(map[lead]int)
	of := make(map[lead]int)
	for lo := 0; lo < len(d.leaves); {
		b, hi := c.block(d, d.leaves[lo].elem), c.proseEnd(d, lo)
		if b >= 0 && d.leaves[lo].field == 0 {
			kinds[lead{d.elems[b].path, d.elems[b].classes, 0}]++
			if x, ok := c.leadOf(d, d.leaves[lo:hi], b); ok {
				if texts[x] == nil {
					texts[x] = make(map[string]bool)
				}
				texts[x][d.leaves[lo].text] = true
				of[x]++
			}
		}
		lo = hi
	}
	out := make(map[lead]bool)
	for x, n := range of {
		if len(texts[x]) >= minLines && len(texts[x]) == n && float64(n) >= nearlyAll*float64(kinds[lead{x.path, x.classes, 0}]) {
			out[x] = true
		}
	}
	return out
}

// runs cuts the leaves of block b where no text runs through: inline elements side by
// side, with nothing but white space and separators between them, hold a value each. A
// paragraph is one run in any markup, as is a listing and a term.
//
// Cost: the leaves times the depth of inline markup, and the logarithm of the leaves.
func (c *corpus) runs(d *doc, leaves []leaf, b int32) [][]leaf {
	if b < 0 || len(leaves) < 2 {
		return [][]leaf{leaves}
	}
	switch c.syms.names[d.elems[b].tag] {
	case "p", "pre", "dt":
		return [][]leaf{leaves}
	}
	within := d.common(leaves)
	if slices.ContainsFunc(leaves, func(l leaf) bool { return l.elem == within && !separator(l.text) }) {
		return [][]leaf{leaves}
	}
	var out [][]leaf
	for lo := 0; lo < len(leaves); {
		hi := lo + 1
		if of := d.below(leaves[lo].elem, within); of >= 0 {
			hi += sort.Search(len(leaves)-hi, func(n int) bool { return d.below(leaves[hi+n].elem, within) != of })
		}
		out = append(out, c.runs(d, leaves[lo:hi], b)...)
		lo = hi
	}
	return out
}

// minLines is how many lines of a block have to begin alike to be a list of them.
const minLines = 3

// labelLines tells whether the lines of block b, which br elements end, are labels
// with their values, and marks the labels. Each line begins with a few words in markup of
// their own and goes on in other markup or in none, or it begins with a label within a text.
func labelLines(leaves []leaf, b int32) bool {
	lines, inline := 0, 0
	var labels []int
	for i := range leaves {
		if i > 0 && !leaves[i].broken {
			continue
		}
		lines++
		goesOn := i+1 < len(leaves) && !leaves[i+1].broken
		if inlineLabel(leaves[i].text) != "" || goesOn && strings.HasSuffix(leaves[i].text, ":") && mayLabel(leaves[i].text) {
			inline++
		} else if l := &leaves[i]; l.elem != b && strings.Count(l.text, " ") < maxInlineWords && goesOn && leaves[i+1].elem != l.elem {
			labels = append(labels, i)
		}
	}
	if lines < minLines || float64(inline+len(labels)) < nearlyAll*float64(lines) {
		return false
	}
	for _, i := range labels {
		leaves[i].label = true
	}
	return true
}

// blockEnd is the leaf behind those side by side in the block that leaf lo begins.
func (c *corpus) blockEnd(d *doc, lo int) int {
	b, hi := c.block(d, d.leaves[lo].elem), lo+1
	for hi < len(d.leaves) && !d.leaves[hi].edge && c.block(d, d.leaves[hi].elem) == b {
		hi++
	}
	return hi
}

// markLabelRuns marks the labels in lines of labels with their values, see labelRun.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *corpus) markLabelRuns(d *doc) {
	for lo := 0; lo < len(d.leaves); {
		b, hi := c.block(d, d.leaves[lo].elem), c.blockEnd(d, lo)
		if hi-lo >= 2*minLines && d.leaves[lo].elem != b {
			c.labelRun(d.leaves[lo:hi], b)
		}
		lo = hi
	}
}

// labelRun marks the labels among the texts of block b if these are labels with their values in one line, as in
// "<em>Built</em> 1911. <em>Port</em> Cork.": it begins with a few words in markup of their own and goes on in other markup,
// and so again each time after the same mark. The mark is no part of the value. Where a label ends in a colon there need be none.
func (c *corpus) labelRun(leaves []leaf, b int32) {
	begins := func(i int) bool {
		l := &leaves[i]
		return l.sig == leaves[0].sig && l.elem != b && namelike(l.text) && strings.Count(l.text, " ") < maxInlineWords
	}
	var labels []int
	mark := ""
	for i := range leaves {
		if !begins(i) {
			continue
		}
		if i+1 == len(leaves) || leaves[i+1].elem == leaves[i].elem || separator(leaves[i+1].text) || begins(i+1) {
			return
		}
		if i > 0 {
			ends := valueMark.FindString(leaves[i-1].text)
			if ends == "" && !endsLabel.MatchString(leaves[i].text) || mark != "" && ends != mark {
				return
			}
			mark = ends
		}
		labels = append(labels, i)
	}
	if len(labels) < minLines || labels[0] > 0 {
		return
	}
	for _, i := range labels {
		leaves[i].label = true
	}
	for i := range leaves {
		l := &leaves[i]
		if value := strings.TrimRight(strings.TrimSuffix(l.text, mark), " "); value != "" && value != l.text && (i+1 == len(leaves) || leaves[i+1].label) {
			*l = c.withoutMark(*l, value)
		}
	}
}

// valueMark is a mark between a value and the label of the next one.
var valueMark = regexp.MustCompile(`[.;,|/·•]$`)

// paragraphs joins the leaves of block b, all of them in a p or pre element and
// else those of a line between which no sentence ends. It gives them back as they are if
// the block is no prose.
func (c *corpus) paragraphs(d *doc, leaves []leaf, b int32) []leaf {
	if b < 0 || len(leaves) == 0 {
		return leaves
	}
	tag := c.syms.names[d.elems[b].tag]
	whole := tag == "p" || tag == "pre"
	switch {
	case tag == "dt" || tag == "pre": // a term is one with whatever it is marked up as
	case headingTag(tag), tag == "title", tag == "th", len(leaves) == 1 && !whole, !d.prose(leaves, tag):
		return leaves
	}
	var out []leaf
	for lo := 0; lo < len(leaves); {
		hi := lo + 1
		for hi < len(leaves) && (whole || !leaves[hi].broken && (tag == "dt" || !sentenceEnds(leaves[hi-1].text, leaves[hi].text))) {
			hi++
		}
		if hi-lo > 1 || whole { // those of one text too, to look like the others
			out = append(out, c.join(d, leaves[lo:hi], b))
		} else {
			out = append(out, leaves[lo])
		}
		lo = hi
	}
	return out
}

// sentenceEnds tells whether a sentence ends between two texts: after a mark or
// a bracket, unless the next text goes on in lower case or with another mark,
// and before a colon, which ends a label.
func sentenceEnds(x, y string) bool {
	last, _ := utf8.DecodeLastRuneInString(x)
	first, _ := utf8.DecodeRuneInString(y)
	return first == ':' || (strings.ContainsRune(":;…»|)]", last) || unicode.Is(unicode.Sentence_Terminal, last)) && !unicode.IsLower(first) && !strings.ContainsRune(",.;!?)]}", first)
}

// preformatted tells whether a block is a pre element.
func (c *corpus) preformatted(d *doc, b int32) bool {
	return b >= 0 && c.syms.names[d.elems[b].tag] == "pre"
}

// prose tells whether the texts of a block are words of sentences. But for a paragraph
// only those count that are in no other element than all are: a long text in one of its
// own may be the value of what stands before it.
func (d *doc) prose(leaves []leaf, tag string) bool {
	if slices.ContainsFunc(leaves, func(l leaf) bool { return separator(l.text) && strings.ContainsAny(l.text, ">»›→|•·/") }) {
		return false // a trail or a list
	}
	if sentence(leaves, tag) {
		return true
	}
	all, most, within := 0, 0, d.common(leaves)
	for i := range leaves {
		n := wordCount(leaves[i].text)
		all += n
		if tag == "p" || leaves[i].elem == within {
			most = max(most, n)
		}
	}
	return most >= runWords || tag == "p" && all >= proseWords && most >= runWords/2
}

// sentence tells whether texts make up a short sentence: they end with a bare
// text and the mark of an end, and sentenceWords of their words are bare, or of
// a paragraph more words at all with a bare text among them before the last. One
// that is no paragraph begins with a bare text in upper case as well.
func sentence(leaves []leaf, tag string) bool {
	first, last := &leaves[0], &leaves[len(leaves)-1]
	words, bare, texts := 0, 0, 0
	for i := range leaves {
		n := wordCount(leaves[i].text)
		words += n
		if leaves[i].elem == last.elem {
			bare += n
			texts++
		}
	}
	end, _ := utf8.DecodeLastRuneInString(last.text)
	if end != ':' && !unicode.Is(unicode.Sentence_Terminal, end) {
		return false
	}
	if tag == "p" {
		return bare >= sentenceWords || texts > 1 && words > sentenceWords
	}
	begin, _ := utf8.DecodeRuneInString(first.text)
	return bare >= sentenceWords && first.elem == last.elem && (unicode.IsUpper(begin) || unicode.Is(unicode.Lo, begin)) && end != ':'
}

// join is one leaf of several, which stands in element b where the first one of
// them did.
func (c *corpus) join(d *doc, leaves []leaf, b int32) leaf {
	var text strings.Builder
	l := leaf{elem: b, mark: leaves[len(leaves)-1].mark, from: leaves[0].from, nth: leaves[0].nth, class: -1, under: leaves[0].under}
	for i := range leaves {
		if i > 0 && (leaves[i].spaced || leaves[i-1].open) {
			text.WriteByte(' ')
		}
		l.pieces = append(l.pieces, leaves[i].nodes(text.Len())...)
		text.WriteString(leaves[i].shown())
		if i+1 < len(leaves) {
			text.WriteString(leaves[i].mark)
		}
		l.types |= leaves[i].types
	}
	l.pieces = slices.CompactFunc(l.pieces, func(x, y piece) bool { return x.elem == y.elem && x.nth == y.nth }) // a node that was cut
	l.text = text.String()
	e := &d.elems[b]
	l.sig = c.signatureAt(d, b)
	l.positionalPath = c.positionalPaths.extend(c.positionalPaths.extend(e.positionalPath, -1), l.nth)
	l.content = c.contentOf(c.sigs[l.sig].inlineTags, l.text)
	return l
}

// nodes are the text nodes of a leaf, whose text begins at at.
func (l *leaf) nodes(at int) []piece {
	if l.pieces == nil {
		return []piece{{at, l.from, l.nth}}
	}
	out := slices.Clone(l.pieces)
	for i := range out {
		out[i].at += at
	}
	return out
}
