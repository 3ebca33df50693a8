package keywords

import (
	"cmp"
	"iter"
	"strings"

	"verde/language"
)

const (
	// defaultLabelShare is the least share of pages on which a label labels
	// something. Measured on SWDE pages of 14 sites: what menus and footers say
	// stays below .1, labels of optional values start at about .3.
	defaultLabelShare = 0.3
	// commonShare is the share of pages from which on a context is the template's.
	commonShare = 0.5
	// minPages is the number of pages below which it can't be told what varies.
	minPages = 3
)

// Labels keeps the candidates that have text of the page's own within two
// words, on at least the given share of the pages (0: the default of 0.3).
// "Publisher:" does, with a publisher next to it that is another on most pages;
// "checkout" is among the same words on all of them. The pages are the [Tokens]
// of sample pages of the entity.
//
// This is not in VerDE, which takes all template tokens; it does without pages
// outside the entity type what [Furniture] does with them, and finds furniture
// that only entity pages have. From fewer than three pages nothing can be told:
// then, or if no candidate would be left, all candidates are kept.
//
// Forms of one word are one by the language's stemmer.
//
// pages is ranged over three times. Cost: linear in their words.
func Labels(candidates []Candidate, pages iter.Seq[[]string], share float64, of language.Language) []Candidate {
	share = cmp.Or(share, defaultLabelShare)
	l := newLabeler(candidates, pages, of)
	// common: the number of pages that have each context of each candidate.
	common := map[contextOf]int{}
	n := l.eachPage(pages, func(contexts map[contextOf]bool) {
		for c := range contexts {
			common[c]++
		}
	})
	if n < minPages {
		return candidates
	}
	own := make([]int, len(candidates)) // pages where a candidate has a context of the page's own
	l.eachPage(pages, func(contexts map[contextOf]bool) {
		counted := map[int]bool{}
		for c := range contexts {
			if !counted[c.candidate] && float64(common[c]) < commonShare*float64(n) {
				counted[c.candidate] = true
				own[c.candidate]++
			}
		}
	})
	var labels []Candidate
	for i, c := range candidates {
		if float64(own[i]) >= share*float64(n) {
			labels = append(labels, c)
		}
	}
	if len(labels) == 0 {
		return candidates
	}
	return labels
}

// contextOf is a candidate among certain neighbours.
type contextOf struct {
	candidate int
	hash      uint64
}

// labeler finds candidates in pages by the stems of their words. Its forms have
// the number of the stem as term.
type labeler struct {
	known   map[string]form
	singles map[int32]int    // stem -> candidate
	phrases map[[2]int32]int // stems -> candidate
}

func newLabeler(candidates []Candidate, pages iter.Seq[[]string], of language.Language) *labeler {
	l := &labeler{known: map[string]form{}, singles: map[int32]int{}, phrases: map[[2]int32]int{}}
	numbers := map[string]int32{}
	number := func(s string) int32 {
		if _, ok := numbers[s]; !ok {
			numbers[s] = int32(len(numbers))
		}
		return numbers[s]
	}
	for i, c := range candidates {
		switch s := strings.Fields(stems(c.Word, of)); len(s) {
		case 1:
			l.singles[number(s[0])] = i
		case 2:
			l.phrases[[2]int32{number(s[0]), number(s[1])}] = i
		}
	}
	for page := range limited(pages, maxWords) {
		for _, w := range page {
			if _, ok := l.known[w]; ok {
				continue
			}
			f := form{term: -1, word: uint32(len(l.known) + 1)}
			if t, ok := numbers[stem(w, of)]; ok {
				f.term = t
			}
			l.known[w] = f
		}
	}
	return l
}

// eachPage calls visit with the contexts of the candidates of each page, and
// returns the number of pages.
func (l *labeler) eachPage(pages iter.Seq[[]string], visit func(contexts map[contextOf]bool)) int {
	n := 0
	var doc []form
	for page := range limited(pages, maxWords) {
		n++
		doc = doc[:0]
		for _, w := range page {
			doc = append(doc, l.known[w])
		}
		contexts := map[contextOf]bool{}
		for i, f := range doc {
			if f.term < 0 {
				continue
			}
			if c, ok := l.singles[f.term]; ok {
				contexts[contextOf{c, contextHash(doc, i, 1)}] = true
			}
			if i+1 < len(doc) {
				if c, ok := l.phrases[[2]int32{f.term, doc[i+1].term}]; ok {
					contexts[contextOf{c, contextHash(doc, i, 2)}] = true
				}
			}
		}
		visit(contexts)
	}
	return n
}
