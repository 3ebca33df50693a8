// Package parts finds out how texts are made of parts: "Lyon, Rhône", "Published 1896",
// "Founded in 1901, it has 240 beds." What shows it is that the same words or marks stand in
// the same order in all of them, with something else in between each time. These are the
// template of the texts as the texts that all pages have are that of the pages; some of them
// may be missing in some texts with what stands behind them.
//
// The package is pure.
package parts

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values/calendar"
)

// Bounds of texts made of parts.
const (
	minCompound  = 5                                    // texts that have to agree, so that words they share are no accident
	maxTokens    = 64                                   // of a text: a longer one is prose
	tokenBytes   = 16                                   // of a token with the blank behind it: few words are longer, in letters of two bytes
	maxCompound  = 64                                   // texts, evenly spread, from which a pattern is taken
	maxParted    = 8                                    // parts of a text
	maxSaid      = 4096                                 // sentences of a column, each page having its share
	maxSentence  = 16                                   // sentences of a text that are looked at
	maxRead      = maxSentence * maxTokens * tokenBytes // bytes of a text that are looked at: what so many sentences may have
	maxSeeds     = 3                                    // sentences with a phrase by which the words are told that most of them have
	maxPhrases   = 16                                   // phrases that may be those of a sentence
	madeAlike    = .8                                   // share of the texts, or of the sentences with a phrase, that a pattern has to fit
	proseTokens  = 8                                    // tokens of a part, in the mean: one with more is running text, which is no value
	literalShare = .2                                   // share of a text's tokens that those of literals have to be: words that all happen to have are fewer
	saidShare    = .5                                   // share of the pages that have to have a sentence, for its words to be the template's and not its author's
	someShare    = .1                                   // share of the texts that have to have what others lack, for it to be no accident
)

// Span is a piece of a text: a word, a number or a mark, or a part. It is half-open, in bytes;
// of a part that the text lacks both are 0.
type Span struct{ At, End int }

// tokensOf cuts a text into runs of letters, numbers with what is glued to them, as
// their unit, and single other characters, white space left out. Letters without case
// are glued to no number: they are of scripts that put no space between words.
func tokensOf(text string) []Span {
	var out []Span
	kind := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			return 1
		case unicode.IsDigit(r):
			return 2
		}
		return 0
	}
	last := 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			last = 0
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:]) // 1 of a byte that is no UTF-8
		k := kind(r)
		n := len(out)
		switch {
		case n > 0 && k != 0 && (k == last || last == 2 && !unicode.Is(unicode.Lo, r)) && out[n-1].End == i:
			out[n-1].End = i + size
			k = last
		case n > 0 && (r == '.' || r == ',') && last == 2 && out[n-1].End == i && digitAt(text, i+size):
			out[n-1].End = i + size // within a number
			k = 2
		default:
			out = append(out, Span{i, i + size})
		}
		last = k
	}
	return out
}

func digitAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.IsDigit(r)
}

func wordlike(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// Literal is words and marks that stand side by side. An optional one is not in all texts.
type Literal struct {
	Words    []string
	Optional bool
}

// MarshalJSON writes a literal as the list of its words; of an optional one it is in an object.
func (l Literal) MarshalJSON() ([]byte, error) {
	if l.Optional {
		return json.Marshal(map[string][]string{"optional": l.Words})
	}
	return json.Marshal(l.Words)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (l *Literal) UnmarshalJSON(data []byte) error {
	var optional struct{ Optional []string }
	if err := json.Unmarshal(data, &l.Words); err == nil {
		l.Optional = false
		return nil
	}
	err := json.Unmarshal(data, &optional)
	l.Words, l.Optional = optional.Optional, true
	return err
}

// Pattern is the literals before each part of a text, and the one behind the last.
type Pattern []Literal

// Spans gives the parts of a text, or of the first of its sentences that is made by the pattern,
// white space around them left out; nil if none is. The first literal stands at the beginning,
// the last at the end, and as many words as possible are those of literals.
//
// Cost: the square of the tokens looked at times the pattern's, for each run of sentences of the text that is no
// longer than a text may be, of which the first few are looked at.
func (pattern Pattern) Spans(text string) []Span {
	x := beginningOf(text)
	out, _ := pattern.find(&x)
	return out
}

// beginning is as much of a text as is looked at.
type beginning struct {
	text   string
	tokens []Span
	ends   []int // as of sentenceEnds
	whole  bool  // it is all of the text
}

// beginningOf cuts a text to its first sentences, within maxRead.
func beginningOf(text string) beginning {
	x := beginning{text: text[:min(len(text), maxRead)], whole: len(text) <= maxRead}
	x.tokens = tokensOf(x.text)
	x.ends = sentenceEnds(x.text, x.tokens)
	if last := len(x.ends) - 1; !x.whole && last > 0 && x.ends[last] == len(x.tokens) {
		x.ends = x.ends[:last] // this one may go on
	}
	return x
}

// find is as Spans, and tells which tokens the pattern made.
func (pattern Pattern) find(x *beginning) (parts []Span, made Span) {
	if open := len(pattern) > 0 && len(pattern[len(pattern)-1].Words) == 0; open && x.whole { // nothing says where it ends but the text
		if out := pattern.match(x.text, x.tokens); out != nil {
			return out, Span{0, len(x.tokens)}
		}
	}
	most := 0
	for i, end := range x.ends[1:] {
		for k := i; k >= 0 && end-x.ends[k] <= maxTokens; k-- { // the sentence before says another thing, unless a part of this one is there
			out := pattern.match(x.text, x.tokens[x.ends[k]:end])
			if n := held(out); n > most {
				parts, made, most = out, Span{x.ends[k], end}, n
			}
		}
		if most > 0 {
			return parts, made
		}
	}
	return nil, Span{}
}

// held is how many parts there are among those that a text may have.
func held(parts []Span) int {
	n := 0
	for _, s := range parts {
		n += min(1, s.End)
	}
	return n
}

// sentenceEnds are the tokens at which sentences begin, and the end of the last one. It ends
// in a mark of Unicode's, of which those of ASCII have white space behind them, unless the next
// one goes on in lower case or the mark is that of an abbreviation.
func sentenceEnds(text string, tokens []Span) []int {
	out := []int{0}
	for k := range tokens {
		end := k + 1
		if end < len(tokens) {
			next, _ := utf8.DecodeRuneInString(text[tokens[end].At:])
			mark, size := utf8.DecodeRuneInString(text[tokens[k].At:])
			if !unicode.Is(unicode.Sentence_Terminal, mark) || tokens[k].End == tokens[end].At && size == 1 || unicode.IsLower(next) || mark == '.' && abbreviated(text, tokens, k) {
				continue
			}
		}
		if out = append(out, end); len(out) > maxSentence {
			break
		}
	}
	return out
}

// abbreviated tells whether the stop that is the k-th token ends an initial, as in "J. Verne" and "420 m ü. NHN",
// or the ordinal of a day before its month, as in "16. November": a capital letter behind these begins no sentence.
func abbreviated(text string, tokens []Span, k int) bool {
	if k == 0 || tokens[k-1].End != tokens[k].At {
		return false
	}
	before, next := text[tokens[k-1].At:tokens[k-1].End], text[tokens[k+1].At:tokens[k+1].End]
	if digitAt(before, 0) {
		name := strings.ToLower(next)
		return len(before) <= 2 && (calendar.Month(name) > 0 || calendar.ShortMonth(name) > 0)
	}
	r, size := utf8.DecodeRuneInString(before)
	return size == len(before) && (unicode.IsUpper(r) || unicode.IsLower(r))
}

// match cuts tokens of a text that are made by the pattern.
func (pattern Pattern) match(text string, tokens []Span) []Span {
	n, m := len(tokens), len(pattern)
	if m < 2 || n > maxTokens || !pattern[0].Optional && !pattern[0].at(text, tokens) {
		return nil
	}
	const never = -1 << 30
	// most[i][at] is how many tokens the literals from i on may have if those before end at at;
	// to is where the i-th one begins then, -1 if it is left out.
	most, to := make([][]int, m+1), make([][]int, m)
	most[m] = make([]int, n+1)
	for at := range n {
		most[m][at] = never
	}
	for i := m - 1; i >= 0; i-- {
		l := pattern[i]
		most[i], to[i] = make([]int, n+1), make([]int, n+1)
		for at := n; at >= 0; at-- {
			most[i][at], to[i][at] = never, -1
			if l.Optional {
				most[i][at] = most[i+1][at]
			}
			from, last := at, n-len(l.Words)
			switch {
			case i == 0:
				last = min(0, last)
			case i == m-1 && !l.Optional:
				from = max(at, last)
			}
			if i > 0 && !l.Optional && !pattern[i-1].Optional && from == at {
				from++ // a part has one token at least
			}
			for q := last; q >= from; q-- {
				if !l.at(text, tokens[q:]) {
					continue
				}
				if sum := len(l.Words) + most[i+1][q+len(l.Words)]; sum >= most[i][at] && sum >= 0 {
					most[i][at], to[i][at] = sum, q
				}
			}
		}
	}
	if most[0][0] < 0 {
		return nil
	}
	out := make([]Span, m-1)
	at, part := 0, -1
	cut := func(end int) {
		if part >= 0 && at < end && part < len(out) {
			out[part] = Span{tokens[at].At, tokens[end-1].End}
		}
	}
	for i := range m {
		if q := to[i][at]; q >= 0 {
			cut(q)
			at, part = q+len(pattern[i].Words), i
		}
	}
	cut(n)
	return out
}

// at tells whether tokens begin with a literal.
func (l Literal) at(text string, tokens []Span) bool {
	if len(tokens) < len(l.Words) {
		return false
	}
	for k, word := range l.Words {
		if text[tokens[k].At:tokens[k].End] != word {
			return false
		}
	}
	return true
}

// Of gives the patterns that the texts of a column are made by, given the texts of each page. If no page has several
// and one pattern makes all texts, it is that one; else those of the sentences that many pages have, one for each.
//
// Cost: for each of a few patterns, that of Spans for as many texts as have the bounded number of sentences; and the
// square of the tokens of the texts of a bounded number of pages.
func Of(pages [][]string) []Pattern {
	pages = slices.DeleteFunc(slices.Clone(pages), func(texts []string) bool { return len(texts) == 0 })
	if len(pages) < minCompound {
		return nil
	}
	sample := make([][]string, min(len(pages), maxCompound))
	for i := range sample {
		sample[i] = pages[i*len(pages)/len(sample)]
	}
	sentences := recurring(sample)
	if slices.ContainsFunc(pages, func(texts []string) bool { return len(texts) > 1 }) {
		return sentences
	}
	texts := slices.Concat(sample...)
	if all := made(texts); all != nil && all.fits(slices.Concat(pages...), 1) && heldBy([]Pattern{all}, texts) >= heldBy(sentences, texts) {
		return []Pattern{all}
	}
	return sentences
}

// heldBy is how many parts the texts have by some patterns, all together.
func heldBy(patterns []Pattern, texts []string) int {
	n := 0
	for _, text := range texts {
		for _, pattern := range patterns {
			n += held(pattern.Spans(text))
		}
	}
	return n
}

// made is the pattern of whole texts, nil if there is none.
func made(texts []string) Pattern {
	var lists [][]string
	for _, text := range texts {
		x := beginningOf(text)
		if !x.whole || len(x.tokens) > maxTokens {
			return nil
		}
		lists = append(lists, wordsOf(text, x.tokens))
	}
	pattern := align(lists)
	if !pattern.parts(texts) || !pattern.fits(texts, 1) { // what few have alone is in no part
		return nil
	}
	return numbersApart(texts, pattern)
}

func wordsOf(text string, tokens []Span) []string {
	out := make([]string, len(tokens))
	for k, t := range tokens {
		out[k] = text[t.At:t.End]
	}
	return out
}

// fits tells whether this share of texts is made by the pattern.
func (pattern Pattern) fits(texts []string, share float64) bool {
	n := 0
	for _, text := range texts {
		if pattern.Spans(text) != nil {
			n++
		}
	}
	return float64(n) >= share*float64(len(texts))
}

// parts tells whether the parts of a pattern say something: they are different ones and no
// running text. Marks around one part say nothing of it.
func (pattern Pattern) parts(texts []string) bool {
	n := max(0, len(pattern)-1)
	different, tokens, some := make([]map[string]bool, n), make([]int, n), make([]int, n)
	all := 0
	for _, text := range texts {
		all += len(tokensOf(text))
		for k, s := range pattern.Spans(text) {
			if s.End == 0 {
				continue
			}
			if different[k] == nil {
				different[k] = make(map[string]bool)
			}
			different[k][text[s.At:s.End]] = true
			tokens[k] += len(tokensOf(text[s.At:s.End]))
			some[k]++
		}
	}
	said, words := 0, all
	for k := range n {
		if some[k] > 0 && len(different[k]) < 2 || tokens[k] > proseTokens*some[k] {
			return false
		}
		said, words = said+min(1, some[k]), words-tokens[k]
	}
	if float64(words) < literalShare*float64(all) {
		return false
	}
	fixed := slices.ContainsFunc(pattern, func(l Literal) bool { return !l.Optional && slices.ContainsFunc(l.Words, wordlike) })
	return (said > 1 || said == 1 && fixed) && said <= maxParted
}

// align makes a pattern of lists of words: those that all have in the same order, and
// between them what else many have in common. What few have where the others have nothing is no part.
func align(lists [][]string) Pattern {
	common := lists[0]
	for _, words := range lists[1:] {
		common = commonWords(common, words)
	}
	gaps := make([][][]string, len(common)+1) // what stands before each common word, and behind the last
	for _, words := range lists {
		at := 0
		for k, to := range embed(common, words) {
			gaps[k] = append(gaps[k], words[at:to])
			at = to + 1
		}
		gaps[len(common)] = append(gaps[len(common)], words[at:])
	}
	out := Pattern{{}}
	for k, gap := range gaps {
		held := 0
		for _, words := range gap {
			held += min(1, len(words))
		}
		if held > 0 && float64(held) >= someShare*float64(len(gap)) {
			out = append(append(out, among(gap, held < len(gap))...), Literal{})
		}
		if k < len(common) {
			last := &out[len(out)-1]
			last.Words = append(last.Words, common[k])
		}
	}
	return out
}

// among gives the optional literals of what stands between two others, in some texts perhaps nothing.
func among(gap [][]string, some bool) Pattern {
	var out Pattern
	having := phrases(gap)
	best, n := phrase{}, 0
	for p, lists := range having {
		if c := cmp.Or(cmp.Compare(len(lists), n), strings.Compare(best[0], p[0]), strings.Compare(best[1], p[1])); c > 0 && longer(gap, lists) {
			best, n = p, len(lists)
		}
	}
	if n >= minCompound && float64(n) >= someShare*float64(len(gap)) {
		var with [][]string
		for _, i := range having[best] {
			with = append(with, gap[i])
		}
		if inner := align(with); some || inner.leads(with) {
			for _, l := range inner {
				if len(l.Words) > 0 {
					out = append(out, Literal{l.Words, true})
				}
			}
		}
	}
	if some && len(out) == 0 {
		out = Pattern{{Optional: true}}
	}
	return out
}

// leads tells whether a part stands behind the first words of a pattern: words behind a part alone may be its own,
// as those of a company's form.
func (pattern Pattern) leads(lists [][]string) bool {
	first := slices.IndexFunc(pattern, func(l Literal) bool { return len(l.Words) > 0 })
	if first < 0 {
		return false
	}
	different := make(map[string]bool)
	for _, words := range lists {
		text := strings.Join(words, " ")
		if spans := pattern.Spans(text); len(spans) > first && spans[first].End > 0 {
			different[text[spans[first].At:spans[first].End]] = true
		}
	}
	return len(different) > 1
}

// longer tells whether the lists of words with a phrase are longer than the others, by the phrase
// at least: a word that takes turns with others is no phrase but a value.
func longer(gap [][]string, with []int) bool {
	has, rest := 0, 0
	for _, words := range gap {
		rest += len(words)
	}
	for _, i := range with {
		has += len(gap[i])
	}
	rest -= has
	others := len(gap) - len(with)
	return others > 0 && float64(has)/float64(len(with)) >= float64(rest)/float64(others)+2
}

// phrase is two words, or words and marks, side by side, of which one is "" at the beginning and at the end of a text.
type phrase [2]string

// inner is 1 for a phrase within a text, which tells more than a word at an end, else 0.
func (p phrase) inner() int { return min(1, len(p[0])) * min(1, len(p[1])) }

// phrases gives the lists in which each phrase is that says something, without numbers.
func phrases(lists [][]string) map[phrase][]int {
	out := make(map[phrase][]int)
	for i, words := range lists {
		if len(words) == 0 {
			continue
		}
		for k := range len(words) + 1 {
			var p phrase
			if k > 0 {
				p[0] = words[k-1]
			}
			if k < len(words) {
				p[1] = words[k]
			}
			if digitAt(p[0], 0) || digitAt(p[1], 0) || !wordlike(p[0]) && !wordlike(p[1]) && p[1] != "(" {
				continue
			}
			if in := out[p]; len(in) == 0 || in[len(in)-1] != i {
				out[p] = append(in, i)
			}
		}
	}
	return out
}

// said is a sentence of a page.
type said struct {
	words []string // nil once it is known
	page  int
	of    *beginning
	at    Span // its tokens there
}

// sentencesOf cuts the texts of pages into sentences, of which as many are looked at as maxSaid, of
// each page equally many at most: one with very many texts takes nothing from the others.
func sentencesOf(pages [][]string) []said {
	var out []said
	for i, texts := range pages {
		left := maxSaid / len(pages)
		for _, text := range texts {
			if left == 0 {
				break
			}
			x := beginningOf(text)
			for k, end := range x.ends[1:] {
				if end-x.ends[k] <= maxTokens && left > 0 {
					out = append(out, said{wordsOf(x.text, x.tokens[x.ends[k]:end]), i, &x, Span{x.ends[k], end}})
					left--
				}
			}
		}
	}
	return out
}

// recurring gives the patterns of sentences that many pages have. What may be one has a phrase that
// so many have.
func recurring(pages [][]string) []Pattern {
	all := sentencesOf(pages)
	lists := make([][]string, len(all))
	for i := range all {
		lists[i] = all[i].words
	}
	having := phrases(lists)
	pagesOf := func(in []int) []int { // a sentence for each page
		var out []int
		for _, i := range in {
			if all[i].words != nil && (len(out) == 0 || all[out[len(out)-1]].page != all[i].page) {
				out = append(out, i)
			}
		}
		return out
	}
	enough := func(in []int) bool {
		return len(in) >= minCompound && float64(len(in)) >= saidShare*float64(len(pages))
	}
	var usual []phrase
	for p, in := range having {
		if having[p] = pagesOf(in); enough(having[p]) {
			usual = append(usual, p)
		}
	}
	slices.SortFunc(usual, func(x, y phrase) int {
		return cmp.Or(cmp.Compare(y.inner(), x.inner()), cmp.Compare(len(having[y]), len(having[x])), strings.Compare(x[0], y[0]), strings.Compare(x[1], y[1]))
	})
	var out []Pattern
	tried := 0
	for _, p := range usual {
		with := pagesOf(having[p])
		if !enough(with) {
			continue
		}
		if tried++; tried > maxPhrases {
			break
		}
		group := make([][]string, len(with))
		for k, i := range with {
			group[k] = all[i].words
		}
		pattern, fixed := sentence(group)
		if pattern != nil {
			out = append(out, pattern)
		}
		if pattern == nil && fixed == nil {
			continue
		}
		var of *beginning // the last text that was looked at, and what of it the pattern made
		var made Span
		for i := range all {
			x := &all[i]
			if x.words == nil {
				continue
			}
			known := slices.ContainsFunc(fixed, func(words []string) bool { return slices.Equal(words, x.words) })
			if pattern != nil && !known {
				if of != x.of {
					of = x.of
					_, made = pattern.find(of)
				}
				known = made.At <= x.at.At && x.at.End <= made.End
			}
			if known {
				x.words = nil
			}
		}
	}
	return out
}

// jointShare is the share of the sentences with a phrase that have to have all the words that madeAlike of
// them have: two of the words may lack in different sentences.
const jointShare = 1 - 2*(1-madeAlike)

// sentence is the pattern of sentences that share a phrase, nil if there is none; those that say the same are
// the template's own.
func sentence(lists [][]string) (pattern Pattern, fixed [][]string) {
	var usual []string
	for i := range min(len(lists), maxSeeds) {
		if words := majority(lists, lists[i*len(lists)/min(len(lists), maxSeeds)]); len(words) > len(usual) {
			usual = words
		}
	}
	var alike [][]string
	for _, words := range lists {
		if len(commonWords(usual, words)) == len(usual) {
			alike = append(alike, words)
		}
	}
	if len(usual) == 0 || len(alike) < minCompound || float64(len(alike)) < jointShare*float64(len(lists)) {
		return nil, nil
	}
	if pattern = align(alike); len(pattern) == 1 {
		return nil, alike
	}
	pattern = pattern.worded()
	texts := make([]string, len(alike))
	for i, words := range alike {
		texts[i] = strings.Join(words, " ")
	}
	said := 0
	for _, l := range pattern {
		for _, w := range l.Words {
			if wordlike(w) && !l.Optional {
				said++
			}
		}
	}
	if said < 2 || !pattern.parts(texts) || !pattern.fits(texts, madeAlike) {
		return nil, nil
	}
	return pattern, nil
}

// majority is the words of one list that most of the lists have in this order.
func majority(lists [][]string, seed []string) []string {
	has := make([]int, len(seed))
	for _, words := range lists {
		for _, at := range embed(commonWords(seed, words), seed) {
			has[at]++
		}
	}
	var out []string
	for k, n := range has {
		if float64(n) >= madeAlike*float64(len(lists)) {
			out = append(out, seed[k])
		}
	}
	return out
}

// worded is the pattern without marks between two parts, which values may have as well; one of whole texts
// keeps them, as all texts have them.
func (pattern Pattern) worded() Pattern {
	last := len(pattern) - 1
	out := pattern[:1:1]
	for k := 1; k < last; k++ {
		if slices.ContainsFunc(pattern[k].Words, wordlike) {
			out = append(out, pattern[k])
		}
	}
	return append(out, pattern[last])
}

// numbersApart parts a number from what follows it in all values where a word says what
// it is: "No. 460 Snover". The texts are made by the pattern.
func numbersApart(texts []string, pattern Pattern) Pattern {
	apart := make([]bool, len(pattern)) // by the literal behind
	for k := 1; k < len(pattern); k++ {
		apart[k] = slices.ContainsFunc(pattern[k-1].Words, wordlike)
	}
	for _, text := range texts {
		for k, s := range pattern.Spans(text) {
			part := text[s.At:s.End]
			apart[k+1] = apart[k+1] && digitAt(part, 0) && len(tokensOf(part)) > 1
		}
	}
	out := pattern[:1:1]
	for k := 1; k < len(pattern); k++ {
		if apart[k] {
			out = append(out, Literal{}) // nothing but white space, behind one token
		}
		out = append(out, pattern[k])
	}
	return out
}

// embed gives the places of common words in a list that has them in this order, as many as
// possible side by side, of equal ones the first.
func embed(common, words []string) []int {
	m, n := len(common), len(words)
	const never = -1 << 30
	most := make([]int, n+2) // by place: pairs side by side of the words from the i-th on, that one there or later
	next := make([][]int, m)
	exact, behind := make([]int, n+2), make([]int, n+2)
	for i := m - 1; i >= 0; i-- {
		exact, behind = behind, exact // behind is of word i+1, if it stands in this place itself
		next[i] = make([]int, n+2)
		later := slices.Clone(most)
		most[n] = never
		for j := n - 1; j >= 0; j-- {
			exact[j] = never
			if words[j] == common[i] {
				if exact[j] = later[j+1]; i+1 < m {
					exact[j] = max(exact[j], behind[j+1]+1)
				}
			}
			if most[j], next[i][j] = most[j+1], next[i][j+1]; exact[j] >= most[j] {
				most[j], next[i][j] = exact[j], j
			}
		}
		exact[n] = never
	}
	out := make([]int, m)
	at := 0
	for i := range m {
		out[i] = next[i][at]
		at = out[i] + 1
	}
	return out
}

// commonWords is the longest common subsequence of two lists.
func commonWords(x, y []string) []string {
	most := make([][]int, len(x)+1)
	for i := range most {
		most[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if x[i] == y[j] {
				most[i][j] = max(most[i][j], 1+most[i+1][j+1])
			}
		}
	}
	var out []string
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j] && most[i][j] == 1+most[i+1][j+1]:
			out = append(out, x[i])
			i, j = i+1, j+1
		case most[i+1][j] >= most[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// Begins tells whether part n, from 0, stands at the beginning of a sentence.
func (pattern Pattern) Begins(n int) bool {
	ends := func(l Literal) bool {
		if len(l.Words) == 0 {
			return false
		}
		mark, _ := utf8.DecodeRuneInString(l.Words[len(l.Words)-1])
		return unicode.Is(unicode.Sentence_Terminal, mark)
	}
	return (n == 0 && len(pattern[0].Words) == 0 || ends(pattern[n])) && slices.ContainsFunc(pattern[n+1:], ends)
}

// Names gives what part n, from 0, may be called: the words before it, and those behind.
// Either is "" if there are none.
func (pattern Pattern) Names(n int) (before, behind string) {
	words := func(l Literal) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(l.Words), func(s string) bool { return !wordlike(s) }), " ")
	}
	return words(pattern[n]), words(pattern[n+1])
}
