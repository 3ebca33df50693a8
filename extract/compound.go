package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/record"
)

// A value may be made of several: "Lyon, Rhône", "Published 1896", "No. 025". What
// shows it is that the same words or marks stand in the same order in all of a
// column's values, with something else between them each time. Such values are
// given whole, and each part in a column of its own. Values of a type, as dates,
// are not cut: their parts mean nothing alone.

// Bounds of compound values.
const (
	minCompound = 5  // values that have to agree, so that words they share are no accident
	maxTokens   = 32 // of a value: a longer one is a text
	maxCompound = 64 // values, evenly spread, from which the pattern is taken
	maxParted   = 8  // parts of a value
)

// token is a word, a number or a mark of a text.
type token struct{ at, end int } // in bytes

// tokensOf cuts a text into runs of letters, numbers with what is glued to them, as
// their unit, and single other characters, white space left out. Letters without case
// are glued to no number: they are of scripts that put no space between words.
func tokensOf(text string) []token {
	var out []token
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
		case n > 0 && k != 0 && (k == last || last == 2 && !unicode.Is(unicode.Lo, r)) && out[n-1].end == i:
			out[n-1].end = i + size
			k = last
		case n > 0 && (r == '.' || r == ',') && last == 2 && out[n-1].end == i && digitAt(text, i+size):
			out[n-1].end = i + size // within a number
			k = 2
		default:
			out = append(out, token{i, i + size})
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

// spansOf gives the parts of a text between the literals of a pattern, in bytes, white
// space around them left out; nil if the text is not made so. A pattern has a list of
// words and marks before each part and one behind the last; they are found from left
// to right, the first and the last at the ends.
//
// Cost: linear in the text, times the pattern's longest literal.
func spansOf(text string, pattern [][]string) []token {
	tokens := tokensOf(text)
	is := func(at int, literal []string) bool {
		if at < 0 || at+len(literal) > len(tokens) {
			return false
		}
		for k, word := range literal {
			if text[tokens[at+k].at:tokens[at+k].end] != word {
				return false
			}
		}
		return true
	}
	if len(pattern) < 2 || !is(0, pattern[0]) {
		return nil
	}
	var out []token
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
		out = append(out, token{tokens[at].at, tokens[next-1].end})
		at = next + len(literal)
	}
	return out
}

// patternOf is the pattern that all values are made by, nil if there is none.
//
// Cost: quadratic in the tokens of a value, of which there are few.
func patternOf(texts []string) [][]string {
	if len(texts) < minCompound {
		return nil
	}
	var common []string
	for i := range min(len(texts), maxCompound) {
		text := texts[i*len(texts)/min(len(texts), maxCompound)]
		var words []string
		for _, t := range tokensOf(text) {
			words = append(words, text[t.at:t.end])
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
		spans := spansOf(text, pattern)
		if spans == nil {
			return nil
		}
		for k, s := range spans {
			if different[k] == nil {
				different[k] = make(map[string]bool)
			}
			different[k][text[s.at:s.end]] = true
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
func numbersApart(texts []string, pattern [][]string) [][]string {
	out := pattern[:1:1]
	for k := 1; k < len(pattern); k++ {
		apart := slices.ContainsFunc(pattern[k-1], wordlike) && !slices.ContainsFunc(texts, func(text string) bool {
			s := spansOf(text, pattern)[k-1]
			tokens := tokensOf(text[s.at:s.end])
			return len(tokens) < 2 || !digitAt(text[s.at:s.end], 0)
		})
		if apart {
			out = append(out, nil) // nothing but white space, behind one token
		}
		out = append(out, pattern[k])
	}
	return out
}

// literalsOf cuts a text at common words, which are in it in this order.
func literalsOf(text string, common []string) [][]string {
	out, part := [][]string{nil}, false
	for _, t := range tokensOf(text) {
		word := text[t.at:t.end]
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

// addParts adds a column for each part of the columns of w whose values, in t, are
// made of several. Those of the title and of free text that is no field are not looked at.
func (w *Wrapper) addParts(t *Table) {
	taken := make(map[string]int)
	for k := range w.Columns {
		taken[strings.ToLower(w.Columns[k].Label)] = 1
	}
	read := make(map[string]*Column, len(t.Columns))
	for k := range t.Columns {
		read[t.Columns[k].Label] = &t.Columns[k]
	}
	kept := make([]ColumnRule, 0, len(w.Columns))
	for _, c := range w.Columns {
		kept = append(kept, c)
		if !c.Kind.Data() || c.Constant || c.Type != "" || c.Field == "" && (c.FreeText || c.Multi) || len(c.Styles) == 0 || strings.HasSuffix(c.Styles[0].Path, "/title") {
			continue
		}
		whole := read[c.Label]
		pattern := patternOf(singles(whole))
		for n := range len(pattern) - 1 {
			part := Column{Cells: make([]Cell, len(whole.Cells))}
			for i := range whole.Cells {
				part.Cells[i] = whole.Cells[i].part(c.Label, pattern, n+1)
			}
			m := part.meaningOf()
			kept = append(kept, ColumnRule{Label: unique(partLabel(c.Label, pattern, n), taken), Kind: c.Kind, Type: m.kind, Unit: m.unit,
				After: c.After, Support: c.Support, PartOf: c.Label, Pattern: pattern, Part: n + 1})
		}
	}
	w.Columns = kept
}

// singles are the values of a column, nil if a cell has several or they repeat on
// the page.
func singles(c *Column) []string {
	var out []string
	for i := range c.Cells {
		cell := &c.Cells[i]
		if len(cell.Values) > 1 || cell.Rows != nil {
			return nil
		}
		for _, v := range cell.Values {
			out = append(out, v.Text)
		}
	}
	return out
}

// partLabel names part n by the words before it, else by those behind the last one,
// else by the whole.
func partLabel(whole string, pattern [][]string, n int) string {
	for _, literal := range [][]string{pattern[n], pattern[n+1]} {
		words := slices.DeleteFunc(slices.Clone(literal), func(s string) bool { return !wordlike(s) })
		if label := strings.Join(words, " "); namelike(label) {
			return label
		}
	}
	return clip(whole, maxLabel) + ", part"
}

// part cuts the n-th part, from 1, out of the values of a cell, whose column has this
// label.
func (c *Cell) part(label string, pattern [][]string, n int) Cell {
	out := Cell{likeness: c.likeness}
	for _, v := range c.Values {
		spans := spansOf(v.Text, pattern)
		if spans == nil {
			continue
		}
		s := spans[n-1]
		out.Values = append(out.Values, record.Value{Text: v.Text[s.at:s.end], PartOf: label, XPath: v.XPath, Key: v.Key, Offset: v.Offset + utf8.RuneCountInString(v.Text[:s.at])})
	}
	return out
}
