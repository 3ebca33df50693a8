package keywords

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball"
	"golang.org/x/text/unicode/norm"
)

// maxWord bounds a word in runes; what is longer is no word but data.
const maxWord = 40

// Tokens splits text into words in lower case: runs of Unicode letters, marks
// and digits, with apostrophes inside, after NFKC; "e-mail" is one word,
// "email". Runs of more than 40 runes are left out. Numbers are words here, for
// they are values beside labels, but never become candidates or have vectors.
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
		if w != "" && utf8.RuneCountInString(w) <= maxWord {
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

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// joined is the words of a text with a blank between them, as vectors and
// WordNet are asked for.
func joined(text string) string { return strings.Join(Tokens(text), " ") }

// stem maps the inflected and derived forms of a word to one string, for
// counting only: stems are never shown. Words of a language that the stemmer
// doesn't know are their own stems.
func stem(word, language string) string {
	s, err := snowball.Stem(strings.TrimSuffix(word, "'s"), language, true)
	if err != nil || s == "" {
		return word
	}
	return s
}
