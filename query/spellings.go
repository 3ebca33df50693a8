package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// Limits of how a name is spelled. A query of maxSpellings beside the name, and of what is asked with it, stays under
// the 32 words that engines read.
const (
	maxSpellings = 5
	maxLetters   = 4 // capitals before a number that are like a maker's or a series' letters: "LM 317", "PIC 16"
)

// Spellings are the other ways in which sites write a name that has a code in it, none for a name of plain words. A
// code is letters and digits that follow each other, joined or with a blank or mark between. Sites write it joined, part
// the letters in front from the number, or what stands behind a number from it: "KX32H108FG", "KX 32H108FG",
// "KX32H108-FG". An engine that looks for a phrase finds one of them only; which mark it is, it does not see. Cost:
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

// code gives the longest code of a name, where it begins and ends, and the letters and numbers that it is made of by
// turns; none if there is none. Each word of it is one with letters and digits, but for measures, or capitals with a
// number behind them, and goes on with further ones as long as letters meet digits at every blank. A year is no part of it,
// nor is a second number behind a blank: "SX30IS 14.1MP" has its pixels there.
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

// codeWord is a word of letters and digits alone.
type codeWord struct {
	at      int
	text    string
	near    bool     // nothing but one blank or mark is between it and the word before
	blank   bool     // this is a blank
	decimal bool     // it is a number that goes on behind a mark: 2.4, 2,000
	pieces  []string // its letters and its numbers by turns
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

// isCode reports whether a word is one that somebody made up to tell things apart: it
// is coded (see [values.IsCoded]), as a model's number, and is no measure.
func isCode(word string) bool {
	return values.IsCoded(word) && !isMeasure(word)
}

// isMeasure reports whether a word is a number with its unit (12MP, 5x, 20-50mm):
// a property, which others have too and write in another way, and no part of a name.
func isMeasure(word string) bool {
	unit := strings.TrimLeft(strings.Trim(word, "()[],;"), "0123456789.,-/x")
	return unit != word && utf8.RuneCountInString(unit) <= maxUnit && !strings.ContainsFunc(unit, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter)
}

// maxUnit is the length of the units that are written right behind a number.
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
