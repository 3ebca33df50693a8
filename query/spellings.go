package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// Limits for spellings. A query with maxSpellings spellings, and the values that it requires beside the name, stays under
// the 32 words that engines read.
const (
	maxSpellings = 5
	maxLetters   = 4 // capitals before a number that may be a maker's or a series' letters: "LM 317", "PIC 16"
)

// Spellings are other ways in which sites write a name with a code in it, none for a name of plain words. A
// code is adjacent letters and digits, joined or with a blank or mark between. Sites join all of it, separate
// the letters in front from the number, or a suffix from the number before it: "KX32H108FG", "KX 32H108FG",
// "KX32H108-FG". An engine that searches for a phrase finds only one of them; it treats all marks as blanks. Cost:
// linear.
func Spellings(name string) []string {
	name = clean(name)
	from, to, pieces := code(name)
	if len(pieces) < 2 || values.Length(name) > maxLength {
		return nil
	}
	seen := map[string]bool{values.Fold(name): true}
	var out []string
	add := func(cuts ...int) {
		var b strings.Builder
		for i, p := range pieces {
			if slices.Contains(cuts, i) {
				b.WriteByte(' ')
			}
			b.WriteString(p)
		}
		spelled := name[:from] + b.String() + name[to:]
		if f := values.Fold(spelled); !seen[f] && len(out) < maxSpellings {
			seen[f] = true
			out = append(out, spelled)
		}
	}
	add()
	letters := isLetters(pieces[0])
	if letters {
		add(1)
	}
	last := 0
	for i := len(pieces) - 1; i > 0; i-- {
		if isLetters(pieces[i]) {
			last = max(last, i)
			add(i)
		}
	}
	if letters && last > 0 {
		add(1, last)
	}
	return out
}

func isLetters(piece string) bool {
	r, _ := utf8.DecodeRuneInString(piece)
	return !unicode.IsDigit(r)
}

// code gives the longest code in a name, name[from:to], and its alternating runs of letters and digits; pieces is nil if
// there is none. It begins with a word of letters and digits that is no measure, or with capitals, and goes on with further words
// as long as letters and digits meet at each gap. A year is no part of it,
// nor is a second number after a blank: in "SX30IS 14.1MP" that is the resolution.
func code(name string) (from, to int, pieces []string) {
	words := codeWords(name)
	for i := 0; i < len(words); {
		if !words[i].begins() {
			i++
			continue
		}
		run, isCoded := slices.Clone(words[i].pieces), isCode(words[i].text)
		end := i + 1
		for ; end < len(words) && words[end].near && words[end].continues(run); end++ {
			isCoded = isCoded || isCode(words[end].text) || isCapitals(words[end-1].text)
			run = append(run, words[end].pieces...)
		}
		if isCoded && len(run) > len(pieces) {
			from, to, pieces = words[i].at, words[end-1].at+len(words[end-1].text), run
		}
		i = end
	}
	return from, to, pieces
}

// codeWord is a word of letters and digits.
type codeWord struct {
	at      int
	text    string
	near    bool     // one blank or mark separates it from the word before
	blank   bool     // the separator is a blank
	decimal bool     // it is a number that continues after a mark: 2.4, 2,000
	pieces  []string // its alternating runs of letters and digits
}

// begins reports whether a code may begin with a word.
func (w codeWord) begins() bool { return isCode(w.text) || isCapitals(w.text) }

// continues reports whether a code of some pieces may go on with a word.
func (w codeWord) continues(run []string) bool {
	if isLetters(run[len(run)-1]) == isLetters(w.pieces[0]) || isYear(w.text) {
		return false
	}
	if w.blank && !isLetters(w.pieces[0]) && (w.decimal || len(run) > 1) {
		return false
	}
	return len(w.pieces) > 1 || !isLetters(w.text) || isCapitals(w.text)
}

// isCode reports whether a word is an identifier such as a model's number: it
// is coded (see [values.IsCoded]) and no measure.
func isCode(word string) bool {
	return values.IsCoded(word) && !isMeasure(word)
}

// isMeasure reports whether a word is a number with its unit (12MP, 5x, 20-50mm):
// a property and no part of a name, since other entities share it and other sites write it in other ways.
func isMeasure(word string) bool {
	unit := strings.TrimLeft(strings.Trim(word, "()[],;"), "0123456789.,-/x")
	return unit != word && utf8.RuneCountInString(unit) <= maxUnit && !strings.ContainsFunc(unit, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter)
}

// maxUnit is the greatest length of units that are written directly after a number.
const maxUnit = 3

// isCapitals reports whether a word is a few capital letters.
func isCapitals(word string) bool {
	return utf8.RuneCountInString(word) <= maxLetters && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// codeWords gives the words of a name.
func codeWords(name string) (out []codeWord) {
	end := -1 // of the last word
	for i := 0; i < len(name); {
		w := codeWord{at: i}
		for i < len(name) {
			r, n := utf8.DecodeRuneInString(name[i:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
				break
			}
			i += n
		}
		if i == w.at {
			_, n := utf8.DecodeRuneInString(name[i:])
			i += n
			continue
		}
		w.text = name[w.at:i]
		w.pieces = values.Pieces(w.text)
		if end >= 0 {
			mark := name[end:w.at]
			w.blank = mark == " "
			w.near = utf8.RuneCountInString(mark) == 1 && strings.Contains(" -‐‑–/._", mark)
		}
		w.decimal = len(w.pieces) == 1 && i+1 < len(name) && (name[i] == '.' || name[i] == ',') && '0' <= name[i+1] && name[i+1] <= '9'
		end, out = i, append(out, w)
	}
	return out
}
