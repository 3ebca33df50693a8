package pageeval

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// reader walks a page once and finds where the patterns occur. Words are matched as
// they come; quantities, names in other forms and readings of whole texts are looked
// for in each run, which is the text between two edges of blocks.
type reader struct {
	document
	otherForms map[int]values.Form // patterns that persons' names of several forms may match
	quantities bool                // some pattern is a quantity
	matcher    *values.Matcher
	folder     values.Folder
	unspaced   []int // of each text node: characters of scripts without blanks
	line       int   // number of the current line

	run      []byte // text since the last edge of a block; kept if quantities
	starts   []int  // where each text node of the run starts in run
	runStart int    // first text node of the run
}

// read finds all occurrences of the patterns under root, in document order of their
// elements. Cost: linear in the document, for each pattern.
func read(root *html.Node, patterns []values.Pattern) document {
	r := &reader{document: document{patterns: patterns}, matcher: values.NewMatcher(patterns), otherForms: map[int]values.Form{}}
	for i, p := range patterns {
		r.quantities = r.quantities || p.IsQuantity()
		if f, ok := p.Name(); ok {
			r.otherForms[i] = f
		}
	}
	if root != nil && root.Type != html.ElementNode { // the document node
		root = root.FirstChild
		for root != nil && root.Type != html.ElementNode {
			root = root.NextSibling
		}
	}
	if root == nil {
		return r.document
	}
	r.folder.Emit = func(w []byte, first, last int) {
		if c, _ := utf8.DecodeRune(w); values.Ideographic(c) {
			r.unspaced[last]++
		} else {
			r.textNodes[last].words++
		}
		r.matcher.Word(w, first, last, r.addOccurrence)
	}
	r.walk(root)
	r.endRun()
	r.countWords()
	r.finishOccurrences()
	return r.document
}

// walk reads all visible elements and text nodes of the tree at root.
func (r *reader) walk(root *html.Node) {
	current, depth := -1, 0
	enter := func(n *html.Node) bool {
		switch n.Type {
		case html.ElementNode:
			if isInvisible(n) {
				return false
			}
			r.edge(n)
			heading := isHeading(n) || current >= 0 && r.elements[current].heading
			r.elements = append(r.elements, element{node: n, parent: current, depth: depth, first: len(r.textNodes), heading: heading})
			current = len(r.elements) - 1
			depth++
		case html.TextNode:
			r.text(n, current)
		}
		return true
	}
	visit(root, enter, func(n *html.Node) {
		if current >= 0 && r.elements[current].node == n {
			r.edge(n)
			r.elements[current].end, r.elements[current].last = len(r.elements), len(r.textNodes)
			current = r.elements[current].parent
			depth--
		}
	})
}

// edge is called where an element starts or ends. A block ends the run; a line break or
// a span separates words; bold type or a drop cap does neither.
func (r *reader) edge(n *html.Node) {
	switch {
	case isBlock(n):
		r.endRun()
		r.line++
	case !isSeamless(n):
		if n.DataAtom == atom.Br {
			r.line++
		}
		r.separate()
	}
}

// separate ends a word, but not the run.
func (r *reader) separate() {
	r.folder.Flush()
	if r.quantities && len(r.run) > 0 {
		r.run = append(r.run, ' ')
	}
}

// text reads a text node of an element.
func (r *reader) text(n *html.Node, element int) {
	switch {
	case n.Data == "":
		r.folder.Flush()
		return
	case element < 0 || strings.TrimSpace(n.Data) == "":
		r.separate()
		return
	}
	at := len(r.textNodes)
	r.textNodes, r.unspaced = append(r.textNodes, textNode{node: n, element: element, line: r.line}), append(r.unspaced, 0)
	r.findOtherForms(n.Data, at)
	s := values.FoldOnly(n.Data, values.Letters)
	for _, c := range s {
		r.folder.Rune(c, at)
	}
	if r.quantities {
		r.starts = append(r.starts, len(r.run))
		r.run = append(r.run, s...)
	}
}

// findOtherForms finds the patterns that a text node has in another form, as "Austen,
// J." is one of "Jane Austen". The text may be one name or several, with a label before
// them or not. Cost: that of [values.Form.Is] for each pattern that has other forms.
func (r *reader) findOtherForms(s string, at int) {
	if len(r.otherForms) == 0 || len(s) > values.MaxValue {
		return
	}
	for part := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(":;/|&", c) }) {
		form := values.NewForm(part)
		for i, name := range r.otherForms {
			if form.Is(name) {
				r.addOccurrence(i, at, at)
			}
		}
	}
}

// endRun ends a run and looks for quantities in it.
func (r *reader) endRun() {
	r.folder.Flush()
	r.matcher.Interrupt()
	if r.quantities && values.HasDigit(string(r.run)) {
		run := string(r.run)
		for i, start := range r.starts {
			end := len(run)
			if i+1 < len(r.starts) {
				end = r.starts[i+1]
			}
			r.findReading(run[start:end], r.runStart+i, r.runStart+i)
		}
		if len(r.starts) > 1 {
			r.findReading(run, r.runStart, len(r.textNodes)-1)
		}
		values.Scan(run, func(q values.Reading, labelled bool, start, end int) {
			for i, p := range r.patterns {
				if p.Means(q, labelled) {
					r.addOccurrence(i, r.nodeAt(start), r.nodeAt(end-1))
				}
			}
		})
	}
	r.run, r.starts, r.runStart = r.run[:0], r.starts[:0], len(r.textNodes)
}

// findReading finds the patterns that a text means if it is nothing but the value. Then
// a number needs no unit.
func (r *reader) findReading(s string, first, last int) {
	if got := values.Readings(s); len(got) > 0 {
		for i, p := range r.patterns {
			if p.Matches(got) {
				r.addOccurrence(i, first, last)
			}
		}
	}
}

// nodeAt is the text node that has a byte of the run.
func (r *reader) nodeAt(offset int) int {
	return r.runStart + sort.SearchInts(r.starts, offset+1) - 1
}

// countWords sums up the words of text nodes and lines.
func (r *reader) countWords() {
	r.lineWords = make([]int, r.line+1)
	before := 0
	for i := range r.textNodes {
		t := &r.textNodes[i]
		t.words += values.WordsOf(r.unspaced[i])
		t.wordsBefore = before
		before += t.words
		r.lineWords[t.line] += t.words
	}
}
