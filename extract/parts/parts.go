// Package parts finds out how texts are made of parts: "Lyon, Rhône", "Published 1896",
// "Founded in 1901, it has 240 beds." What shows it is that the same words or marks stand in
// the same order in all of them, with something else in between each time. These are the
// template of the texts as the texts that all pages have are that of the pages; some of them
// may be missing in some texts with what stands behind them.
//
// The package is pure.
package parts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values/calendar"
)

// Bounds of texts made of parts.
const (
	minCompound = 5  // texts that have to agree, so that words they share are no accident
	maxTokens   = 64 // of a text: a longer one is prose
	maxCompound = 64 // texts, evenly spread, from which a pattern is taken
	maxParted   = 8  // parts of a text
	proseTokens = 8  // tokens of a part, in the mean: one with more is running text, which is no value
)

// Span is a piece of a text: a word, a number or a mark, or a part. It is half-open, in bytes;
// of a part that the text lacks both are 0.
type Span struct{ At, End int }

// tokensOf cuts a text into words, numbers with what is glued to them, as their unit,
// and single other characters, white space left out. A word is as in UAX #29: letters,
// underscores and digits behind them, and marks of [midLetters] between two letters, so that the name of a file or host is
// one. Letters without case are glued to no number: they are of scripts that put no space
// between words.
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
	last, before := 0, rune(0)
	for i, r := range text {
		if unicode.IsSpace(r) {
			last = 0
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:]) // 1 of a byte that is no UTF-8
		k := kind(r)
		n := len(out)
		switch {
		case n > 0 && k != 0 && (k == last || last == 2 && !unicode.Is(unicode.Lo, r) || last == 1 && !unicode.Is(unicode.Lo, before)) && out[n-1].End == i:
			out[n-1].End = i + size
			k = last
		case n > 0 && (r == '.' || r == ',') && unicode.IsDigit(before) && out[n-1].End == i && digitAt(text, i+size):
			out[n-1].End = i + size // within a number
			k = last
		case n > 0 && strings.ContainsRune(midLetters, r) && last == 1 && out[n-1].End == i && letterAt(text, i+size):
			out[n-1].End = i + size
			k = 1
		case n > 0 && r == '_' && last != 0 && out[n-1].End == i:
			out[n-1].End = i + size
			k = last
		default:
			out = append(out, Span{i, i + size})
		}
		last, before = k, r
	}
	return datesWhole(text, out)
}

// datesWhole makes one token of a date whose day and year a comma parts, as in "May 3, 2019": it is a mark of the date and of no list or
// template.
//
// Cost: linear in the tokens.
func datesWhole(text string, tokens []Span) []Span {
	number := func(k, digits int) bool {
		t := tokens[k]
		return t.End-t.At <= digits && strings.Trim(text[t.At:t.End], "0123456789") == ""
	}
	out := tokens[:0]
	for k := 0; k < len(tokens); k++ {
		t := tokens[k]
		if k+3 < len(tokens) && text[tokens[k+2].At:tokens[k+2].End] == "," && number(k+1, 2) && number(k+3, 4) && tokens[k+3].End-tokens[k+3].At == 4 {
			if name := strings.ToLower(text[t.At:t.End]); calendar.Month(name) > 0 || calendar.ShortMonth(name) > 0 {
				t.End = tokens[k+3].End
				k += 3
			}
		}
		out = append(out, t)
	}
	return out
}

func digitAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.IsDigit(r)
}

func letterAt(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.IsLetter(r)
}

// midLetters are marks that join the letters on their two sides to a word (UAX #29, rules WB6 and WB7).
const midLetters = ".'’·"

func wordlike(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// Literal is words and marks that stand side by side. An optional one is not in all texts.
type Literal struct {
	Words    []string `json:"words,omitempty"`
	Optional bool     `json:"optional,omitempty"`
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

// match cuts tokens of a text that are made by the pattern.
func (pattern Pattern) match(text string, tokens []Span) []Span {
	to := pattern.place(text, tokens)
	if to == nil {
		return nil
	}
	out := make([]Span, len(pattern)-1)
	at, part := 0, -1
	cut := func(end int) {
		if part >= 0 && at < end && part < len(out) {
			out[part] = Span{tokens[at].At, tokens[end-1].End}
		}
	}
	for i, q := range to {
		if q >= 0 {
			cut(q)
			at, part = q+len(pattern[i].Words), i
		}
	}
	cut(len(tokens))
	return out
}

// place gives the token that each literal begins at, -1 if the text lacks it; nil if the pattern does not make the tokens.
func (pattern Pattern) place(text string, tokens []Span) []int {
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
	out := make([]int, m)
	at := 0
	for i := range m {
		if out[i] = to[i][at]; out[i] >= 0 {
			at = out[i] + len(pattern[i].Words)
		}
	}
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
// and one pattern makes all texts, it is that one; else those of the sentences that many pages have, one for each. Words that are
// so usual that the texts share them by chance are in none; usage is that of all texts of the pages, nil if it is not known.
//
// Cost: for each of a few patterns, that of Spans for as many texts as have the bounded number of sentences; and the
// square of the tokens of the texts of a bounded number of pages.
func Of(pages [][]string, usage *Usage) []Pattern {
	pages = slices.DeleteFunc(slices.Clone(pages), func(texts []string) bool { return len(texts) == 0 })
	if len(pages) < minCompound {
		return nil
	}
	sample := make([][]string, min(len(pages), maxCompound))
	for i := range sample {
		sample[i] = pages[i*len(pages)/len(sample)]
	}
	var all Pattern
	if !slices.ContainsFunc(pages, func(texts []string) bool { return len(texts) > 1 }) {
		all = made(slices.Concat(sample...))
	}
	if usage != nil {
		all = all.beyondChance(sample, usage)
	}
	if all != nil && all.fits(slices.Concat(pages...), 1) {
		return []Pattern{all}
	}
	return recurring(sample, usage)
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
	for _, text := range texts {
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
	said := 0
	for k := range n {
		if some[k] > 0 && len(different[k]) < 2 || tokens[k] > proseTokens*some[k] {
			return false
		}
		said += min(1, some[k])
	}
	fixed := slices.ContainsFunc(pattern, func(l Literal) bool { return !l.Optional && slices.ContainsFunc(l.Words, wordlike) })
	return (said > 1 || said == 1 && fixed) && said <= maxParted
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

// Names gives what part n, from 0, may be called: the words before it, and those behind, but for the unit of
// the part before. Either is "" if there are none.
func (pattern Pattern) Names(n int) (before, behind string) {
	words := func(k int) string {
		all := pattern[k].Words
		if k > 0 && len(all) > 1 && Measures("1", all[0]) {
			all = all[1:]
		}
		return strings.Join(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !wordlike(s) }), " ")
	}
	return words(n), words(n + 1)
}
