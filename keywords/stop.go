package keywords

import (
	"iter"

	"verde/language"
)

// Stop are words that say nothing of what a page is about, whatever it is about. The zero
// value has none.
type Stop struct {
	of      language.Language
	learned map[string]bool
}

const (
	// longText is the number of words from which on a text is running text, which has
	// function words, and no label, value or menu: two lines.
	longText = 20
	// stopShare is the share of such texts that have a function word. Of English, "the",
	// "and", "of", "to", "a" and "in" pass it, and no word of a subject does.
	stopShare = 0.5
	// fewTexts is the number of them below which nothing is learned.
	fewTexts = 10
)

// NewStop gives the function words of a language, as far as there is a list, and learns others
// from texts, each the [Tokens] of a text node: the words that half of all longer ones have,
// whatever these are about. So words are told in a language without a list, too, the
// commonest of them. Cost: linear in texts, which may be nil.
func NewStop(of language.Language, texts iter.Seq[[]string]) Stop {
	s := Stop{of: of, learned: map[string]bool{}}
	if texts == nil {
		return s
	}
	n, having := 0, map[string]int{}
	for text := range texts {
		if len(text) < longText {
			continue
		}
		n++
		seen := map[string]bool{}
		for _, w := range text {
			if !seen[w] {
				seen[w] = true
				having[w]++
			}
		}
	}
	for w, k := range having {
		if n >= fewTexts && float64(k) >= stopShare*float64(n) {
			s.learned[w] = true
		}
	}
	return s
}

// Has reports whether a word in lower case is one of them.
func (s Stop) Has(word string) bool {
	return s.learned[word] || s.of.IsFunctionWord(word)
}
