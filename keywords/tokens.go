package keywords

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"verde/language"
	"verde/values"
)

// maxWord bounds a word in runes; what is longer is no word but data.
const maxWord = 40

// Tokens splits text into words in lower case: runs of Unicode letters, marks
// and digits, with apostrophes inside, after NFKC; "e-mail" is one word,
// "email". Runs of more than 40 runes are left out. In scripts without blanks a run is cut
// where the kind of character changes, since Japanese words end between kanji and kana;
// a part that is still longer than a word becomes overlapping pairs of characters, as in
// Lucene's CJKAnalyzer. Numbers are words here, since they are values beside labels, but
// they never become candidates and have no vectors.
// Template tokens, pages and domain terms are all split with it.
// Cost: linear in text.
func Tokens(text string) []string {
	text = strings.ToLower(norm.NFKC.String(text))
	var words []string
	for len(text) > 0 {
		n := wordEnd(text)
		if n == 0 {
			_, size := utf8.DecodeRuneInString(text)
			text = text[size:]
			continue
		}
		w := strings.TrimRight(text[:n], "'’")
		text = text[n:]
		if rest, ok := strings.CutPrefix(text, "-"); ok && w == "e" {
			// e-mail is email, not mail
			m := wordEnd(rest)
			w, text = "e"+strings.TrimRight(rest[:m], "'’"), rest[m:]
		}
		if strings.ContainsFunc(w, values.Ideographic) {
			words = appendUnspaced(words, w)
		} else if w != "" && utf8.RuneCountInString(w) <= maxWord {
			words = append(words, strings.ReplaceAll(w, "’", "'"))
		}
	}
	return words
}

// wordEnd returns the length of the word that text starts with, 0 if none.
func wordEnd(text string) int {
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && (i == 0 || r != '\'' && r != '’') {
			return i
		}
	}
	return len(text)
}

// maxUnspaced is the number of characters up to which a run of one kind is taken for a
// word: labels have up to five (出版年月日), and words two on the average.
const maxUnspaced = 5

// appendUnspaced appends the words of a run of letters that has characters of a script
// without blanks. Cost: linear.
func appendUnspaced(words []string, run string) []string {
	runes := []rune(run)
	for from, to := 0, 0; from < len(runes); from = to {
		kind := characterKind(runes[from])
		for to = from + 1; to < len(runes) && (characterKind(runes[to]) == kind || unicode.IsMark(runes[to]) || runes[to] == 'ー'); to++ {
		}
		part := runes[from:to]
		switch {
		case kind == 0 && len(part) > maxWord:
		case kind == 0 || len(part) <= maxUnspaced || kind == 'ア': // foreign words are written in katakana
			words = append(words, string(part))
		default:
			for i := range len(part) - 1 {
				words = append(words, string(part[i:i+2]))
			}
		}
	}
	return words
}

// characterKind classifies the characters of scripts without blanks: 'あ' for hiragana, 'ア' for
// katakana, '一' for all others, 0 for letters of other scripts.
func characterKind(r rune) rune {
	switch {
	case !values.Ideographic(r) && r != 'ー':
		return 0
	case unicode.Is(unicode.Hiragana, r):
		return 'あ'
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return 'ア'
	}
	return '一'
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// joined is the words of a text with a blank between them, as vectors and
// WordNet are asked for.
func joined(text string) string { return strings.Join(Tokens(text), " ") }

// stem maps the inflected and derived forms of a word to one string, for
// counting only: stems are never shown.
func stem(word string, of language.Language) string {
	return of.Stem(strings.TrimSuffix(word, "'s"))
}
