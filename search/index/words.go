package index

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
)

// words gives the words of a text in lower case: those of bleve's Unicode
// tokenizer and lower-case filter, by which queries are read. Most texts are
// mostly ASCII, where the rules come down to a table of classes; the tokenizer,
// which takes ten times as long, is asked for the rest only. A word never goes
// beyond a space, so the text may be cut there.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			n := plain(text)
			if !asciiWords(strings.ToLower(text[:n]), yield) {
				return
			}
			text = text[n:]
			n = 0
			for n < len(text) && plain(text[n:]) == 0 {
				n = nextSpace(text, n)
			}
			for _, token := range lower.Filter(tokenizer.Tokenize([]byte(text[:n]))) {
				if !yield(string(token.Term)) {
					return
				}
			}
			text = text[n:]
		}
	}
}

var (
	tokenizer = unicode.NewUnicodeTokenizer()
	lower     = lowercase.NewLowerCaseFilter()
)

// singleWord gives the word of a text that has one.
func singleWord(text string) (word string, single bool) {
	n := 0
	for w := range words(text) {
		if n++; n > 1 {
			return "", false
		}
		word = w
	}
	return word, n == 1
}

// plain gives the length of the longest beginning of the text that is ASCII and
// ends before a space or with the text. A space stays with what follows, as a
// combining mark may stand on it.
func plain(text string) int {
	space := 0
	for i := range len(text) {
		switch {
		case text[i] >= utf8.RuneSelf:
			return space
		case text[i] == ' ':
			space = i
		}
	}
	return len(text)
}

// nextSpace gives the place of the first space behind i, or the end of the text.
func nextSpace(text string, i int) int {
	if n := strings.IndexByte(text[i+1:], ' '); n >= 0 {
		return i + 1 + n
	}
	return len(text)
}

// Classes of characters that are or join parts of words, in ASCII and lower
// case (Unicode Standard Annex 29, table 3).
const (
	letter         = 1 << iota // ALetter
	digit                      // Numeric
	underscore                 // ExtendNumLet
	betweenLetters             // MidLetter, MidNumLet, Single_Quote
	betweenDigits              // MidNum, MidNumLet, Single_Quote

	inWord = letter | digit | underscore
)

var classes = func() (of [utf8.RuneSelf]uint8) {
	for class, characters := range map[uint8]string{
		letter:                         "abcdefghijklmnopqrstuvwxyz",
		digit:                          "0123456789",
		underscore:                     "_",
		betweenLetters:                 ":",
		betweenDigits:                  ",;",
		betweenLetters | betweenDigits: ".'",
	} {
		for _, c := range characters {
			of[c] = class
		}
	}
	return of
}()

// asciiWords gives the words of an ASCII text that is in lower case: letters,
// digits and underscores in a row, with one mark between two letters or two
// digits (rules WB5 to WB13b).
func asciiWords(text string, yield func(string) bool) bool {
	for start := 0; start < len(text); start++ {
		if classes[text[start]]&inWord == 0 {
			continue
		}
		end := start + 1
		for end < len(text) && (classes[text[end]]&inWord != 0 || joins(text, end)) {
			end++
		}
		if !yield(text[start:end]) {
			return false
		}
		start = end
	}
	return true
}

// joins reports whether the character at i, which follows one of a word, is a
// mark that stands between two letters or two digits.
func joins(text string, i int) bool {
	mark := classes[text[i]]
	if mark == 0 || i+1 == len(text) {
		return false
	}
	around := classes[text[i-1]] & classes[text[i+1]]
	return mark&betweenLetters != 0 && around&letter != 0 || mark&betweenDigits != 0 && around&digit != 0
}
