package keywords

import (
	"iter"

	"verde/language"
)

// Stop is a set of stop words: words that are independent of the subject of a text. The zero
// value is empty.
type Stop struct {
	of      language.Language
	learned map[string]bool
}

const (
	// longText is the least number of words of running text, about two lines. Shorter texts
	// are labels, values and menus, without function words.
	longText = 20
	// stopShare is the least share of running texts that a function word is in. In English
	// "the", "and", "of", "to", "a" and "in" reach it, and no word of a subject does.
	stopShare = 0.5
	// fewTexts is the number of running texts below which nothing is learned.
	fewTexts = 10
)

// NewStop gives the function words of a language, from the list of package language if it has
// one, and learns others from texts, each the [Tokens] of a text node: the words in at least
// half of the running texts. So the commonest function words are found in a language without a
// list, too. Cost: linear in texts, which may be nil.
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

// Has reports whether a word, in lower case, is a stop word.
func (s Stop) Has(word string) bool {
	return s.learned[word] || s.of.IsFunctionWord(word)
}
