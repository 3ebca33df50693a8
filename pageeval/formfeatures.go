package pageeval

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// maxLength is the number of characters from which on length carries no information: a
// few words are no data, but beyond a paragraph there are long articles and long data
// pages.
const maxLength = 300

// formCounts has the counts that the features of an element's form are made of.
type formCounts struct {
	chars, cellChars, linkChars int // of all texts; of these in cells; in links and forms to be filled in
	texts, words                int // texts are text nodes with a word in them
	colons, sentenceMarks       int
	elements, repeated          int // children of elements; of these with a sibling of the same structure

	longestSeries     int // label-value pairs in it
	series, sincePair int // pairs of the current series; text nodes since its last pair
	previous          pairPart
}

// formFeaturesOf gives the features of the form of an element. Invisible text
// does not count. Cost: linear in the element, plus its depth in the document.
func formFeaturesOf(n *html.Node) [formFeatures]float64 {
	var m formCounts
	inCell, inLink := enclosing(n)
	m.count(n, inCell, inLink)
	f := [formFeatures]float64{textLength: math.Log1p(float64(min(m.chars, maxLength)))}
	if m.texts > 0 {
		f[wordsPerText] = math.Log1p(float64(m.words) / float64(m.texts))
		f[colonsPerText] = float64(m.colons) / float64(m.texts)
		f[labelValuePairs] = math.Log1p(float64(m.longestSeries) / math.Sqrt(float64(m.texts)))
	}
	if m.words > 0 {
		f[sentenceMarks] = math.Sqrt(float64(m.sentenceMarks) / float64(m.words))
	}
	if m.chars > 0 {
		f[cellShare] = float64(m.cellChars) / float64(m.chars)
		f[linkShare] = float64(m.linkChars) / float64(m.chars)
	}
	if m.elements > 0 {
		f[repeatedStructure] = float64(m.repeated) / float64(m.elements)
	}
	return f
}

// enclosing reports whether n is in a cell, that is, whether the nearest block element
// above it is a li, td, th, dt or dd; and whether n is in something actionable.
func enclosing(n *html.Node) (inCell, inLink bool) {
	seenBlock := false
	for p := n.Parent; p != nil; p = p.Parent {
		inLink = inLink || isActionable(p)
		if !seenBlock && isBlock(p) {
			seenBlock, inCell = true, isCell(p)
		}
	}
	return inCell, inLink
}

// isActionable reports whether n is a link or a form to be filled in: its text is there
// to be clicked or filled in rather than read.
func isActionable(n *html.Node) bool { return n.DataAtom == atom.A || isFillInForm(n) }

// count counts the visible nodes of the tree at root, which is in a cell or in a link as
// enclosing has it.
func (m *formCounts) count(root *html.Node, inCell, inLink bool) {
	type state struct{ inCell, inLink bool }
	now := state{inCell, inLink}
	var outer []state // of the nodes that were entered
	enter := func(n *html.Node) bool {
		if n.Type == html.ElementNode && isInvisible(n) {
			return false
		}
		outer = append(outer, now)
		switch n.Type {
		case html.TextNode:
			m.countText(n, now.inCell, now.inLink)
		case html.ElementNode:
			if isBlock(n) {
				now.inCell = isCell(n)
			}
			now.inLink = now.inLink || isActionable(n)
			m.countRepeated(n)
		}
		return true
	}
	visit(root, enter, func(*html.Node) {
		now = outer[len(outer)-1]
		outer = outer[:len(outer)-1]
	})
}

// countText adds one text node to all counts of characters, words, marks and pairs.
func (m *formCounts) countText(n *html.Node, inCell, inLink bool) {
	words, last := 0, ""
	for w := range strings.FieldsSeq(n.Data) {
		chars, unspaced, marks := values.Length(w), 1, 0
		if chars < len(w) {
			unspaced, marks = countUnspaced(w)
		}
		words += unspaced
		m.chars += chars
		if inCell {
			m.cellChars += chars
		}
		if inLink {
			m.linkChars += chars
		}
		m.colons += strings.Count(w, ":") + strings.Count(w, "：") - strings.Count(w, "://")
		if marks == 0 && endsSentence(w) {
			marks = 1
		}
		m.sentenceMarks += marks
		last = w
		m.countInlinePair(w, words, n)
	}
	if words == 0 {
		return
	}
	m.texts++
	m.words += words
	now := pairPart{n, words, endsInColon(last)}
	m.sincePair++
	if isPair(m.previous, now) {
		m.countPair()
		now.colon = false // a value is not the label of the next text
		now.words = labelWords + 1
	}
	m.previous = now
}

// countUnspaced counts the words, and the marks that end a sentence, in text without
// blanks, by [values.CountWords] and Unicode's property Sentence_Terminal: "日本語。" has
// two words and one mark. The marks of ASCII are left to endsSentence.
func countUnspaced(w string) (words, marks int) {
	for _, r := range w {
		if r > unicode.MaxASCII && unicode.Is(unicode.Sentence_Terminal, r) {
			marks++
		}
	}
	return values.CountWords(w), marks
}

// countInlinePair counts a pair if the text node n holds a label and its value ("Pages:
// 320"). w is the word of n with the number words; it has to end in a colon and to be
// followed by at most valueWords words.
func (m *formCounts) countInlinePair(w string, words int, n *html.Node) {
	if words > labelWords || !endsInColon(w) {
		return
	}
	total := 0
	for range strings.FieldsSeq(n.Data) {
		if total++; total > labelWords+valueWords {
			return
		}
	}
	if total > words && total <= words+valueWords {
		m.countPair()
	}
}

// maxSincePair is how many text nodes apart two pairs of one series are at most: a value
// may be a few links, with commas between them.
const maxSincePair = 3

// countPair adds a label-value pair to the current series of pairs, or begins a new
// series if the last pair is more than maxSincePair text nodes back.
func (m *formCounts) countPair() {
	if m.sincePair > maxSincePair {
		m.series = 0
	}
	m.series++
	m.sincePair = 0
	m.longestSeries = max(m.longestSeries, m.series)
}

// endsSentence reports whether a word ends a sentence: after at least three letters
// come a full stop, ellipsis, question or exclamation mark, and closing quotes or
// brackets if any: "end.”" does; the initial "J." and the abbreviation "p." do not.
func endsSentence(w string) bool {
	w = strings.TrimRight(w, "\"'”’)»]")
	r, size := utf8.DecodeLastRuneInString(w)
	switch r {
	case '.', '!', '?', '…':
	default:
		return false
	}
	letters := 0
	for _, c := range w[:len(w)-size] {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters >= 3
}

// countRepeated adds the element children of n to elements, and to repeated the ones
// with a sibling of the same structure (see signature). Uninformative ones are left out.
func (m *formCounts) countRepeated(n *html.Node) {
	var seen map[uint64]int
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isInvisible(c) || repeatsInProse(c) {
			continue
		}
		if seen == nil {
			seen = make(map[uint64]int)
		}
		m.elements++
		sig := signature(c, 1)
		seen[sig]++
		switch seen[sig] {
		case 1:
		case 2:
			m.repeated += 2
		default:
			m.repeated++
		}
	}
}
