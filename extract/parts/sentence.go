package parts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values/calendar"
)

// Sentences: texts are cut into them, and those that many pages have but for what stands in
// between make a pattern each, whatever else the pages say.

// Bounds of sentences.
const (
	tokenBytes  = 16                                   // of a token with the blank behind it: few words are longer, in letters of two bytes
	maxSaid     = 4096                                 // sentences of a column, each page having its share
	maxSentence = 16                                   // sentences of a text that are looked at
	maxRead     = maxSentence * maxTokens * tokenBytes // bytes of a text that are looked at: what so many sentences may have
	maxSeeds    = 3                                    // sentences with a phrase by which the words are told that most of them have
	maxPhrases  = 16                                   // phrases that may be those of a sentence
	madeAlike   = .8                                   // share of the sentences with a phrase that a pattern has to fit
	saidShare   = .5                                   // share of the pages that have to have a sentence, for its words to be the template's and not its author's
)

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
	if k > 1 && digitAt(text, tokens[k-2].At) && unicode.IsLower(rune(before[0])) || k > 2 && tokens[k-3].End == tokens[k-2].At && tokens[k-2].End == tokens[k-1].At && strings.ContainsAny(text[tokens[k-2].At:tokens[k-2].End], "-/") && text[tokens[k-3].At] != '.' {
		return false // a unit, "120 m", or the end of a word, "USB-C"
	}
	r, size := utf8.DecodeLastRuneInString(before)
	others := before[:len(before)-size] // as those of "J.R.R. Tolkien"
	return (others == "" || strings.HasSuffix(others, ".")) && (unicode.IsUpper(r) || unicode.IsLower(r))
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

// recurring gives the patterns of sentences that many pages have, beyond what they share by chance. What may be one has a phrase that
// so many have. Sentences that share a phrase by chance may be made by the pattern of another one.
func recurring(pages [][]string, usage *Usage) []Pattern {
	all := sentencesOf(pages)
	var out []Pattern
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
		if usage != nil {
			pattern = pattern.beyondChance(pages, usage)
		}
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
