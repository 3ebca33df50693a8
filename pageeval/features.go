package pageeval

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// Features describe an element of a page that holds the values asked for, in the
// order of [FeatureNames].
type Features [12]float64

// The first formFeatures depend on the element alone, the others on the values asked
// for, too.
const formFeatures = 8

// FeatureNames names the features that tell data from prose, in their order:
// eight of the form of the element (VerDE §VI and §VII name text length, punctuation
// and formatting), then four of where the values asked for stand in it. The paper has
// no feature of the second kind, but the same words in elements of the same form may
// be the heading of a table or a mention in prose.
// Counts that grow with the size of an element are taken as ln(1+x).
func FeatureNames() [12]string {
	return [12]string{
		"text-length",        // ln(1 + characters, as values.Length counts them), of maxLength at most
		"words-per-text",     // ln(1 + mean number of words of a text node)
		"colons-per-text",    // colons over text nodes
		"sentence-marks",     // square root of marks that end a sentence over words
		"cell-share",         // share of characters whose block is a cell of a list, table or dl
		"link-share",         // share of characters in links and forms to be filled in
		"label-value-pairs",  // ln(1 + pairs in the longest series of label-value pairs over the square root of text nodes)
		"repeated-structure", // share of elements with a sibling of the same structure
		"words-beside",       // mean over the values of ln(1 + words beside the value in its text node)
		"values-in-prose",    // share of words in long lines, times the mean over the values of ln(1 + words beside the value in its line)
		"labelled-values",    // share of the values with a label before them
		"words-between",      // ln(1 + words besides the values in the shortest run of text nodes that has all of them)
	}
}

// UnmarshalJSON reads an array with one finite number for each feature. Numbers
// of other features than today's, as an earlier version wrote, are an error.
func (f *Features) UnmarshalJSON(data []byte) error {
	var got []float64
	if err := json.Unmarshal(data, &got); err != nil {
		return err
	}
	if len(got) != len(f) {
		return fmt.Errorf("%d features, want %d", len(got), len(f))
	}
	*f = Features(got)
	return nil
}

// maxLength is the number of characters from which on length tells nothing: a
// few words are no data, but beyond a paragraph there are long articles and
// long data pages.
const maxLength = 300

// Bounds of what is taken for a label and its value, in words. Labels of the
// SWDE pages have one to four words ("Release Date (USA)").
const (
	labelWords = 5
	valueWords = 12
)

// snippet is a text node as the features see it.
type snippet struct {
	node  *html.Node
	words int
	label bool // ends in a colon
}

// measurer collects the counts behind the features.
type measurer struct {
	chars, cellChars, linkChars    int
	texts, words, colons, sentence int
	pairs                          int // in the longest series
	series, sincePair              int // pairs of the current series, texts since its last pair
	elements, repeated             int
	previous                       snippet
}

// elementFeatures gives the features of the form of an element. Invisible text
// does not count. Cost: linear in the element, plus its depth in the document.
func elementFeatures(n *html.Node) [formFeatures]float64 {
	var m measurer
	cell, link := around(n)
	m.walk(n, cell, link)
	f := [formFeatures]float64{math.Log1p(float64(min(m.chars, maxLength)))}
	if m.texts > 0 {
		f[1] = math.Log1p(float64(m.words) / float64(m.texts))
		f[2] = float64(m.colons) / float64(m.texts)
		f[6] = math.Log1p(float64(m.pairs) / math.Sqrt(float64(m.texts)))
	}
	if m.words > 0 {
		f[3] = math.Sqrt(float64(m.sentence) / float64(m.words))
	}
	if m.chars > 0 {
		f[4] = float64(m.cellChars) / float64(m.chars)
		f[5] = float64(m.linkChars) / float64(m.chars)
	}
	if m.elements > 0 {
		f[7] = float64(m.repeated) / float64(m.elements)
	}
	return f
}

// around reports whether n is in a cell (the nearest block element above it is a li,
// td, th, dt or dd), and whether it is in a link or a field of a form.
func around(n *html.Node) (cell, link bool) {
	seenBlock := false
	for p := n.Parent; p != nil; p = p.Parent {
		link = link || actionable(p)
		if !seenBlock && block(p) {
			seenBlock, cell = true, isCell(p)
		}
	}
	return cell, link
}

// actionable reports whether n is a link or a field of a form, the text of which is
// to be clicked or filled in rather than read.
func actionable(n *html.Node) bool { return n.DataAtom == atom.A || fillable(n) }

func isCell(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Li, atom.Td, atom.Th, atom.Dt, atom.Dd:
		return true
	}
	return false
}

// walk counts the visible nodes of the tree at root in document order, without
// recursion since hostile pages are deep. cell and link say what root is in (see
// around); on the way down they are kept on a stack.
func (m *measurer) walk(root *html.Node, cell, link bool) {
	type flags struct{ cell, link bool }
	var stack []flags
	state := flags{cell, link}
	for n := root; n != nil; {
		enter := n.Type != html.ElementNode || !invisible(n)
		stack = append(stack, state)
		switch {
		case n.Type == html.TextNode:
			m.countText(n, state.cell, state.link)
		case n.Type == html.ElementNode && enter:
			if block(n) {
				state.cell = isCell(n)
			}
			state.link = state.link || actionable(n)
			m.countRepeated(n)
		}
		if enter && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			state = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if n == root {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
}

// countText adds one text node to all counts of characters, words, marks and pairs.
func (m *measurer) countText(n *html.Node, cell, link bool) {
	words, sentence := 0, 0
	last := rune(0)
	for w := range strings.FieldsSeq(n.Data) {
		chars, run, marks := values.Length(w), 1, 0
		if chars < len(w) {
			run, marks = countUnspaced(w)
		}
		words += run
		m.chars += chars
		if cell {
			m.cellChars += chars
		}
		if link {
			m.linkChars += chars
		}
		m.colons += strings.Count(w, ":") + strings.Count(w, "：") - strings.Count(w, "://")
		if marks == 0 && endsSentence(w) {
			marks = 1
		}
		sentence += marks
		last, _ = utf8.DecodeLastRuneInString(w)
		m.countInlinePair(w, words, n)
	}
	if words == 0 {
		return
	}
	m.texts++
	m.words += words
	m.sentence += sentence
	now := snippet{n, words, isColon(last)}
	m.sincePair++
	if isPair(m.previous, now) {
		m.countPair()
		now.label = false // a value is no label of the next text
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

// countInlinePair counts a pair if n is a text that holds a label and its value
// ("Pages: 320"): w, its last word read so far and the words-th, ends in a colon, and
// is followed by at most valueWords words.
func (m *measurer) countInlinePair(w string, words int, n *html.Node) {
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

func isColon(r rune) bool { return r == ':' || r == '：' }

func endsInColon(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isColon(r)
}

// maxSincePair is the number of text nodes from one pair to the next up to which they
// are of one series: a value may be a few links, with commas between them.
const maxSincePair = 3

// countPair adds a label-value pair to the current series of pairs, or begins a new
// one if the last pair is more than maxSincePair text nodes back. pairs is the length
// of the longest series.
func (m *measurer) countPair() {
	if m.sincePair > maxSincePair {
		m.series = 0
	}
	m.series++
	m.sincePair = 0
	m.pairs = max(m.pairs, m.series)
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

// isPair reports whether two text nodes that follow each other are a label and its
// value. The label a has a letter and at most labelWords words, the value b at most
// valueWords and no colon at its end, and one of these holds:
//   - a ends in a colon: Pages: <i>320</i>
//   - a is a run-in heading: <b>Pages</b> 320
//   - they are a dt and its dd, or a th and its td
//   - their elements are all that the parent holds, and a is no link:
//     <div><span>Pages</span><span>320</span></div>
func isPair(a, b snippet) bool {
	if a.node == nil || a.words > labelWords || b.words > valueWords || b.label || !strings.ContainsFunc(a.node.Data, unicode.IsLetter) {
		return false
	}
	if a.label || runIn(a.node, b.node) {
		return true
	}
	x, y := cellOf(a.node), cellOf(b.node)
	if x == nil || y == nil || x == y || x.Parent != y.Parent {
		return false
	}
	switch x.DataAtom {
	case atom.Dt:
		return y.DataAtom == atom.Dd
	case atom.Th:
		return y.DataAtom == atom.Td
	}
	return onlyTwo(x, y) && a.node.Parent.DataAtom != atom.A
}

// runIn reports whether a is a run-in heading of b: a is marked up as b, span, label
// or the like, begins a line, and b follows on it, as in <b>Pages</b> 320.
func runIn(a, b *html.Node) bool {
	e := a.Parent
	switch e.DataAtom {
	case atom.B, atom.Strong, atom.Em, atom.I, atom.Label, atom.Span, atom.Font, atom.U, atom.Small:
	default:
		return false
	}
	if before := sibling(e, false); before != nil && before.DataAtom != atom.Br && !(before.Type == html.ElementNode && block(before)) {
		return false
	}
	after := sibling(e, true)
	return after != nil && (after == b || b.Parent == after && !block(after))
}

// maxWrappers bounds how many inline elements may wrap a label or value.
const maxWrappers = 4

// cellOf is the element that stands for a text node among its siblings: its parent or,
// while that has no siblings, the parent's parent, up to a list or table cell and at
// most maxWrappers higher. In <td><b>320</b></td> it is the td.
func cellOf(n *html.Node) *html.Node {
	e := n.Parent
	for i := 0; i < maxWrappers && e != nil && e.Parent != nil && onlyChild(e) && !isCell(e); i++ {
		e = e.Parent
	}
	return e
}

// onlyChild reports whether e has no sibling but white space.
func onlyChild(e *html.Node) bool {
	for _, s := range [...]*html.Node{sibling(e, false), sibling(e, true)} {
		if s != nil {
			return false
		}
	}
	return true
}

// sibling is the next or previous sibling that is an element, or a text that is not
// white space; nil if there is none.
func sibling(e *html.Node, next bool) *html.Node {
	for {
		if next {
			e = e.NextSibling
		} else {
			e = e.PrevSibling
		}
		if e == nil || e.Type == html.ElementNode || e.Type == html.TextNode && strings.TrimSpace(e.Data) != "" {
			return e
		}
	}
}

// onlyTwo reports whether the siblings x and y, in this order, are all that their
// parent holds but white space, and y is an element.
func onlyTwo(x, y *html.Node) bool {
	return sibling(x, true) == y && sibling(x, false) == nil && sibling(y, true) == nil && y.Type == html.ElementNode
}

// countRepeated adds the element children of n to elements, and to repeated the ones
// with a sibling of the same structure (see signature). Uninformative ones are left out.
func (m *measurer) countRepeated(n *html.Node) {
	var seen map[uint64]int
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || invisible(c) || uninformative(c) {
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

// uninformative reports whether an element often repeats in prose, too: paragraphs,
// line breaks, images, emphasis.
func uninformative(n *html.Node) bool {
	switch n.DataAtom {
	case atom.P, atom.Br, atom.Hr, atom.Img, atom.Input, atom.Wbr, atom.B, atom.I, atom.Em, atom.Strong, atom.Link, atom.Meta:
		return true
	}
	return false
}

// maxSignature bounds the elements that a signature looks at.
const maxSignature = 48
