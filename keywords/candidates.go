package keywords

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// defaultLanguage is the language of stemming and of the stop words.
const defaultLanguage = "english"

// Token is a text that stands at the same place on many pages of a template
// ("Publisher:", "Add to cart"), with the number of sample pages that have it.
type Token struct {
	Text  string
	Pages int
}

// Candidate is a word, or a phrase of two, that may speak of the entity.
type Candidate struct {
	Word  string // in the form met most often
	Pages int    // sample pages it stands on, at least
}

// Furniture is a set of texts that also stand on pages outside the entity
// type: menus, footers, advertising. The zero value is empty.
type Furniture struct{ texts map[string]bool }

// NewFurniture gathers furniture from the texts (whole text nodes) of pages
// that are not about an entity. Case, punctuation and space don't matter.
func NewFurniture(texts iter.Seq[string]) Furniture {
	f := Furniture{texts: map[string]bool{}}
	for t := range texts {
		if t = fold(t); t != "" {
			f.texts[t] = true
		}
	}
	return f
}

// Has reports whether text is furniture.
func (f Furniture) Has(text string) bool { return f.texts[fold(text)] }

// maxTokenWords bounds the words read of one token.
const maxTokenWords = 200

// Candidates takes the words of the template tokens of one kind of page, and
// those tokens that are a phrase of two words ("Page count:"; inside longer
// texts most neighbours are no phrase) (VerDE §III). Left out are tokens that are furniture, English function words, words by which a site
// speaks of itself ("login"), and single letters. Forms of one word ("author",
// "authors") are one candidate. The result is sorted by pages, then words.
// Cost: linear in the text of the tokens.
func Candidates(tokens []Token, furniture Furniture) []Candidate {
	stop := wordSet(functionWords, webWords)
	tally := formTally{}
	for _, t := range tokens {
		if furniture.Has(t.Text) {
			continue
		}
		words := Tokens(t.Text)
		words = words[:min(len(words), maxTokenWords)]
		for i, w := range words {
			if stop[w] || utf8.RuneCountInString(w) < 2 {
				continue
			}
			tally.add(w, t.Pages)
			if v := words[0]; i == 1 && len(words) == 2 && !stop[v] && utf8.RuneCountInString(v) >= 2 && v != w {
				tally.add(v+" "+w, t.Pages)
			}
		}
	}
	return tally.candidates()
}

// formTally counts, per stem, the forms under which it was met.
type formTally map[string]map[string]formCount

type formCount struct{ tokens, pages int }

func (t formTally) add(word string, pages int) {
	key := stems(word, defaultLanguage)
	if t[key] == nil {
		t[key] = map[string]formCount{}
	}
	c := t[key][word]
	t[key][word] = formCount{tokens: c.tokens + 1, pages: max(c.pages, pages)}
}

func (t formTally) candidates() []Candidate {
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
func stems(phrase, language string) string {
	if !strings.Contains(phrase, " ") {
		return stem(phrase, language)
	}
	words := strings.Fields(phrase)
	for i, w := range words {
		words[i] = stem(w, language)
	}
	return strings.Join(words, " ")
}
