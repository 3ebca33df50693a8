// Package parts finds out how texts are made of parts: "Lyon, Rhône", "Published 1896",
// "No. 025". What shows it is that the same words or marks stand in the same order in all
// of them, with something else in between each time.
//
// The package is pure.
package parts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of compound values.
const (
	minCompound = 5  // values that have to agree, so that words they share are no accident
	maxTokens   = 32 // of a value: a longer one is a text
	maxCompound = 64 // values, evenly spread, from which the pattern is taken
	maxParted   = 8  // parts of a value
)

// Span is a piece of a text: a word, a number or a mark, or a part. It is half-open, in bytes.
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

// Pattern is the words and marks before each part of a text, and behind the last.
type Pattern [][]string

// Spans gives the parts of a text between the literals of the pattern, white space around
// them left out; nil if the text is not made so. The literals are found from left to
// right, the first and the last at the ends.
//
// Cost: linear in the text, times the pattern's longest literal.
func (pattern Pattern) Spans(text string) []Span {
	tokens := tokensOf(text)
	is := func(at int, literal []string) bool {
		if at < 0 || at+len(literal) > len(tokens) {
			return false
		}
		for k, word := range literal {
			if text[tokens[at+k].At:tokens[at+k].End] != word {
				return false
			}
		}
		return true
	}
	if len(pattern) < 2 || !is(0, pattern[0]) {
		return nil
	}
	var out []Span
	at := len(pattern[0])
	for k, literal := range pattern[1:] {
		next := at + 1 // a part has one token at least
		if k == len(pattern)-2 {
			next = max(next, len(tokens)-len(literal))
		}
		for next <= len(tokens) && !is(next, literal) {
			next++
		}
		if next > len(tokens) {
			return nil
		}
		out = append(out, Span{tokens[at].At, tokens[next-1].End})
		at = next + len(literal)
	}
	return out
}

// Of is the pattern that all values are made by, nil if there is none.
//
// Cost: quadratic in the tokens of a value, of which there are few.
func Of(texts []string) Pattern {
	if len(texts) < minCompound {
		return nil
	}
	var common []string
	for i := range min(len(texts), maxCompound) {
		text := texts[i*len(texts)/min(len(texts), maxCompound)]
		var words []string
		for _, t := range tokensOf(text) {
			words = append(words, text[t.At:t.End])
		}
		if len(words) > maxTokens {
			return nil
		}
		if i == 0 {
			common = words
		} else {
			common = commonWords(common, words)
		}
		if len(common) == 0 {
			return nil
		}
	}
	pattern := literalsOf(texts[0], common)
	if n := len(pattern) - 1; n < 1 || n > maxParted || n == 1 && !slices.ContainsFunc(slices.Concat(pattern...), wordlike) {
		return nil // or marks around one part, which say nothing of it
	}
	different := make([]map[string]bool, len(pattern)-1)
	for _, text := range texts {
		spans := pattern.Spans(text)
		if spans == nil {
			return nil
		}
		for k, s := range spans {
			if different[k] == nil {
				different[k] = make(map[string]bool)
			}
			different[k][text[s.At:s.End]] = true
		}
	}
	for _, d := range different {
		if len(d) < 2 {
			return nil
		}
	}
	return numbersApart(texts, pattern)
}

// numbersApart parts a number from what follows it in all values where a word says what
// it is: "No. 460 Snover".
func numbersApart(texts []string, pattern Pattern) Pattern {
	out := pattern[:1:1]
	for k := 1; k < len(pattern); k++ {
		apart := slices.ContainsFunc(pattern[k-1], wordlike) && !slices.ContainsFunc(texts, func(text string) bool {
			s := pattern.Spans(text)[k-1]
			tokens := tokensOf(text[s.At:s.End])
			return len(tokens) < 2 || !digitAt(text[s.At:s.End], 0)
		})
		if apart {
			out = append(out, nil) // nothing but white space, behind one token
		}
		out = append(out, pattern[k])
	}
	return out
}

// literalsOf cuts a text at common words, which are in it in this order.
func literalsOf(text string, common []string) Pattern {
	out, part := Pattern{nil}, false
	for _, t := range tokensOf(text) {
		word := text[t.At:t.End]
		switch {
		case len(common) > 0 && word == common[0]:
			out[len(out)-1], common, part = append(out[len(out)-1], word), common[1:], false
		case !part:
			out, part = append(out, nil), true
		}
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

// Names gives what part n, from 0, may be called: the words before it, and those behind.
// Either is "" if there are none.
func (pattern Pattern) Names(n int) (before, behind string) {
	words := func(literal []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(literal), func(s string) bool { return !wordlike(s) }), " ")
	}
	return words(pattern[n]), words(pattern[n+1])
}
