package keywords

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"verde/language"
)

// Token is a text of a template ("Publisher:", "Add to cart"), with the number of sample
// pages that have it.
type Token struct {
	Text  string
	Pages int
}

// Candidate is a word, or a phrase of two words, that may be about the entity.
type Candidate struct {
	Word  string // in the form met most often
	Pages int    // number of sample pages that have it, at least
}

// maxTokenWords bounds the words read of one token.
const maxTokenWords = 200

// Candidates gives the words of the template tokens of one kind of page (VerDE §III), and
// the tokens that have exactly two words ("Page count:") as phrases; in longer texts most
// neighbouring words are no phrase. Stop words, numbers and single letters are left out.
// Forms of one word ("author", "authors") are one candidate, by the stemmer of the stop
// words' language. The result is sorted by pages, then words. Cost: linear in the text of
// the tokens.
func Candidates(tokens []Token, stop Stop) []Candidate {
	forms := stemForms{}
	for _, t := range tokens {
		forms.addToken(t, stop)
	}
	return forms.candidates()
}

// isContentWord reports whether a word may be about a page's subject: it is no stop word,
// number or single letter.
func isContentWord(word string, stop Stop) bool {
	return !stop.Has(word) && utf8.RuneCountInString(word) >= 2 && hasLetter(word)
}

// stemForms has, for each stem, the forms in which it occurred.
type stemForms map[string]map[string]formCount

type formCount struct{ tokens, pages int }

func (t stemForms) addToken(token Token, stop Stop) {
	words := Tokens(token.Text)
	words = words[:min(len(words), maxTokenWords)]
	for _, w := range words {
		if isContentWord(w, stop) {
			t.add(w, token.Pages, stop.of)
		}
	}
	if len(words) == 2 && isContentWord(words[0], stop) && isContentWord(words[1], stop) && words[0] != words[1] {
		t.add(words[0]+" "+words[1], token.Pages, stop.of)
	}
}

func (t stemForms) add(word string, pages int, of language.Language) {
	key := stems(word, of)
	if t[key] == nil {
		t[key] = map[string]formCount{}
	}
	c := t[key][word]
	t[key][word] = formCount{tokens: c.tokens + 1, pages: max(c.pages, pages)}
}

func (t stemForms) candidates() []Candidate {
	list := make([]Candidate, 0, len(t))
	for _, forms := range t {
		var best Candidate
		var bestCount formCount
		pages := 0
		for w, c := range forms {
			pages = max(pages, c.pages)
			if best.Word == "" || cmp.Or(cmp.Compare(c.pages, bestCount.pages), cmp.Compare(c.tokens, bestCount.tokens),
				cmp.Compare(len(best.Word), len(w)), cmp.Compare(best.Word, w)) > 0 {
				best.Word, bestCount = w, c
			}
		}
		best.Pages = pages
		list = append(list, best)
	}
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Word, b.Word))
	})
	return list
}

// stems maps each word of a phrase to its stem.
func stems(phrase string, of language.Language) string {
	if !strings.Contains(phrase, " ") {
		return stem(phrase, of)
	}
	words := strings.Fields(phrase)
	for i, w := range words {
		words[i] = stem(w, of)
	}
	return strings.Join(words, " ")
}
