package rules

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/extract/leaves"
)

// A block is prose, whose links and emphases are no values of their own, if a
// text of runWords words runs through them, or if it is a paragraph of proseWords
// words with half as many in one text node. Names, dates
// and titles that stand within a block have fewer.
const (
	runWords   = 8
	proseWords = 10
)

// JoinProse makes one leaf of the text nodes side by side in one block of prose
// or in one pre element: a paragraph is one value however many links it has. A
// label at the beginning stays a leaf of its own.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) JoinProse(d *Doc) {
	leads := c.leads(d)
	out := d.Leaves[:0]
	for lo := 0; lo < len(d.Leaves); {
		if d.Leaves[lo].Field > 0 {
			out = append(out, d.Leaves[lo])
			lo++
			continue
		}
		b, hi := d.Block(d.Leaves[lo].Elem), c.blockEnd(d, lo)
		part := d.Leaves[lo:hi]
		if b >= 0 && (part[0].Label || part[0].Line > 0 || labelLines(part, b)) {
			out = append(out, part...)
			lo = hi
			continue
		}
		if x, ok := c.leadOf(d, part, b); ok && leads[x] || len(part) > 1 && !c.preformatted(d, b) && len(part[0].Text) <= maxInline && (strings.HasSuffix(part[0].Text, ":") || strings.HasPrefix(part[1].Text, ":")) {
			out, part = append(out, part[0]), part[1:]
		}
		for _, run := range c.runs(d, part, b) {
			out = append(out, c.paragraphs(d, run, b)...)
		}
		lo = hi
	}
	d.Leaves = out
}

// blockEnd is the leaf behind those side by side in the block that leaf lo begins, which are of no field.
func (c *Corpus) blockEnd(d *Doc, lo int) int {
	b, hi := d.Block(d.Leaves[lo].Elem), lo+1
	for hi < len(d.Leaves) && d.Leaves[hi].Field == 0 && d.Block(d.Leaves[hi].Elem) == b && !d.Leaves[hi].Edge {
		hi++
	}
	return hi
}

// lead is how blocks begin: with a few words in markup of their own.
type lead struct{ path, classes, sig int32 }

// leadOf gives the lead of block b, whose texts are leaves, if it has one and goes on in other markup or in none. The first words of a
// sentence are none: one that goes on in small letters begins in them.
func (c *Corpus) leadOf(d *Doc, texts []leaves.Leaf, b int32) (lead, bool) {
	if l := &texts[0]; b >= 0 && len(texts) > 1 && l.Elem != b && texts[1].Elem != l.Elem && MayLabel(l.Text) && !leaves.Separator(texts[1].Text) && !c.preformatted(d, b) && !sentenceOn(texts[1:]) {
		return lead{d.Elems[b].Path, d.Elems[b].Classes, l.Sig}, true
	}
	return lead{}, false
}

// sentenceOn tells whether a sentence that began before some texts goes on in them: in small letters, up to a stop.
func sentenceOn(texts []leaves.Leaf) bool {
	first, _ := utf8.DecodeRuneInString(texts[0].Text)
	last, _ := utf8.DecodeLastRuneInString(texts[len(texts)-1].Text)
	return unicode.IsLower(first) && unicode.Is(unicode.Sentence_Terminal, last)
}

// leads gives those that tell labels from the values behind them, however long these are: minLines blocks of a page begin so
// with different words, and nearly all of their kind do.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) leads(d *Doc) map[lead]bool {
	texts, kinds := make(map[lead]map[string]bool), make(map[lead]int)
	of := make(map[lead]int)
	for lo := 0; lo < len(d.Leaves); {
		b, hi := d.Block(d.Leaves[lo].Elem), c.blockEnd(d, lo)
		if b >= 0 && d.Leaves[lo].Field == 0 {
			kinds[lead{d.Elems[b].Path, d.Elems[b].Classes, 0}]++
			if x, ok := c.leadOf(d, d.Leaves[lo:hi], b); ok {
				if texts[x] == nil {
					texts[x] = make(map[string]bool)
				}
				texts[x][d.Leaves[lo].Text] = true
				of[x]++
			}
		}
		lo = hi
	}
	out := make(map[lead]bool)
	for x, n := range of {
		if len(texts[x]) >= minLines && len(texts[x]) == n && float64(n) >= NearlyAll*float64(kinds[lead{x.path, x.classes, 0}]) {
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
func (c *Corpus) runs(d *Doc, texts []leaves.Leaf, b int32) [][]leaves.Leaf {
	if b < 0 || len(texts) < 2 {
		return [][]leaves.Leaf{texts}
	}
	switch c.Syms.Names[d.Elems[b].Tag] {
	case "p", "pre", "dt":
		return [][]leaves.Leaf{texts}
	}
	within := d.Common(texts)
	if slices.ContainsFunc(texts, func(l leaves.Leaf) bool { return l.Elem == within && !leaves.Separator(l.Text) }) {
		return [][]leaves.Leaf{texts}
	}
	var out [][]leaves.Leaf
	for lo := 0; lo < len(texts); {
		hi := lo + 1
		if of := d.Below(texts[lo].Elem, within); of >= 0 {
			hi += sort.Search(len(texts)-hi, func(n int) bool { return d.Below(texts[hi+n].Elem, within) != of })
		}
		out = append(out, c.runs(d, texts[lo:hi], b)...)
		lo = hi
	}
	return out
}

// minLines is how many lines of a block have to begin alike to be a list of them.
const minLines = 3

// labelLines tells whether the lines of block b, which br elements end, are labels
// with their values, and marks the labels. Each line begins with a few words in markup of
// their own and goes on in other markup or in none, or it begins with a label within a text. Of two lines both labels end in a colon.
func labelLines(texts []leaves.Leaf, b int32) bool {
	lines, inline := 0, 0
	var labels []int
	for i := range texts {
		if i > 0 && !texts[i].Broken {
			continue
		}
		lines++
		goesOn := i+1 < len(texts) && !texts[i+1].Broken
		if inlineLabel(texts[i].Text) != "" || goesOn && strings.HasSuffix(texts[i].Text, ":") && MayLabel(texts[i].Text) {
			inline++
		} else if l := &texts[i]; l.Elem != b && strings.Count(l.Text, " ") < maxInlineWords && goesOn && texts[i+1].Elem != l.Elem {
			labels = append(labels, i)
		}
	}
	if lines < 2 || lines < minLines && inline < lines || float64(inline+len(labels)) < NearlyAll*float64(lines) {
		return false
	}
	for _, i := range labels {
		texts[i].Label = true
	}
	return true
}

// markLabelRuns marks the labels in lines of labels with their values, see labelRun.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) markLabelRuns(d *Doc) {
	for lo := 0; lo < len(d.Leaves); {
		b, hi := d.Block(d.Leaves[lo].Elem), c.blockEnd(d, lo)
		if hi-lo >= 2*minLines && d.Leaves[lo].Elem != b {
			c.labelRun(d.Leaves[lo:hi], b)
		}
		lo = hi
	}
}

// labelRun marks the labels among the texts of block b if these are labels with their values in one line, as in
// "<em>Built</em> 1911. <em>Port</em> Cork.": it begins with a few words in markup of their own and goes on in other markup,
// and so again each time after the same mark. The mark is no part of the value. Where a label ends in a colon there need be none.
func (c *Corpus) labelRun(texts []leaves.Leaf, b int32) {
	begins := func(i int) bool {
		l := &texts[i]
		return l.Sig == texts[0].Sig && l.Elem != b && leaves.Namelike(l.Text) && strings.Count(l.Text, " ") < maxInlineWords
	}
	var labels []int
	mark, times := "", make(map[string]int) // the mark that most values have
	for i := range texts {
		if !begins(i) {
			continue
		}
		if i+1 == len(texts) || texts[i+1].Elem == texts[i].Elem || leaves.Separator(texts[i+1].Text) || begins(i+1) {
			return
		}
		if i > 0 {
			ends := valueMark.FindString(texts[i-1].Text)
			if ends == "" && !leaves.EndsLabel.MatchString(texts[i].Text) || mark != "" && ends != mark && !texts[i].Broken {
				return
			}
			if ends != "" {
				if times[ends]++; times[ends] > times[mark] {
					mark = ends
				}
			}
		}
		labels = append(labels, i)
	}
	if len(labels) < minLines || labels[0] > 0 {
		return
	}
	if 2*times[mark] < len(labels)-1 { // it ends a few values by chance
		mark = ""
	}
	for _, i := range labels {
		texts[i].Label = true
	}
	for i := range texts {
		l := &texts[i]
		if value := strings.TrimRight(strings.TrimSuffix(l.Text, mark), " "); value != "" && value != l.Text && (i+1 == len(texts) || texts[i+1].Label) {
			*l = c.WithoutMark(*l, value)
		}
	}
}

// valueMark is a mark between a value and the label of the next one.
var valueMark = regexp.MustCompile(`[.;,·•]$|[/|]+$`)

// paragraphs joins the leaves of block b, all of them in a p or pre element and
// else those of a line between which no sentence ends. It gives them back as they are if
// the block is no prose.
func (c *Corpus) paragraphs(d *Doc, texts []leaves.Leaf, b int32) []leaves.Leaf {
	if b < 0 || len(texts) == 0 {
		return texts
	}
	tag := c.Syms.Names[d.Elems[b].Tag]
	whole := tag == "p" || tag == "pre"
	switch {
	case tag == "dt" || tag == "pre": // a term is one with whatever it is marked up as
	case leaves.HeadingTag(tag), tag == "title", tag == "th", len(texts) == 1 && !whole, !d.prose(texts, tag):
		return texts
	}
	var out []leaves.Leaf
	for lo := 0; lo < len(texts); {
		hi := lo + 1
		for hi < len(texts) && (whole || !texts[hi].Broken && (tag == "dt" || !sentenceEnds(texts[hi-1].Text, texts[hi].Text))) {
			hi++
		}
		if hi-lo > 1 || whole { // those of one text too, to look like the others
			out = append(out, c.Join(d.Doc, texts[lo:hi], b))
		} else {
			out = append(out, texts[lo])
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
func (c *Corpus) preformatted(d *Doc, b int32) bool {
	return b >= 0 && c.Syms.Names[d.Elems[b].Tag] == "pre"
}

// prose tells whether the texts of a block are words of sentences. But for a paragraph
// only those count that are in no other element than all are: a long text in one of its
// own may be the value of what stands before it.
func (d *Doc) prose(texts []leaves.Leaf, tag string) bool {
	if slices.ContainsFunc(texts, func(l leaves.Leaf) bool {
		return leaves.Separator(l.Text) && strings.ContainsAny(l.Text, ">»›→|•·/")
	}) {
		return false // a trail or a list
	}
	all, most, within, bare := 0, 0, d.Common(texts), false
	for i := range texts {
		n := wordCount(texts[i].Text)
		all += n
		bare = bare || texts[i].Elem == within && !leaves.Separator(texts[i].Text)
		if tag == "p" || texts[i].Elem == within {
			most = max(most, n)
		}
	}
	return bare && (most >= runWords || tag == "p" && all >= proseWords && most >= runWords/2)
}
