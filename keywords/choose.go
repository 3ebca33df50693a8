package keywords

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"verde/language"
)

// ErrUnknownDomain means that no word of the domain term is in WordNet or on
// the pages, so that no similarity to it is known.
var ErrUnknownDomain = errors.New("unknown domain term")

// ErrNoWord means that the domain term has no word in it.
var ErrNoWord = errors.New("domain term without a word")

// Options tune [Choose]. The zero value means the defaults.
type Options struct {
	Entity    int               // entity keywords to choose; default 2, as in VerDE's Figure 3
	Related   int               // related words to keep; default 20
	Floor     float64           // least domain similarity of a related word; default 0.1, or anything above 0 if WordNet knows no candidate
	Frequency float64           // least number of pages of a candidate, as a share of that of the most frequent one; default 0.3
	Language  language.Language // whose stemmer joins forms of one word; default none
}

const (
	defaultEntity  = 2
	defaultRelated = 20
	// defaultFloor is for a similarity of LSA and WordNet. It admits words four WordNet
	// steps away from the domain (0.18), but not words that far from one of the domain's
	// two words. The ranking does the rest.
	defaultFloor = 0.1
	// defaultFrequency is DCA's least support of an optional template.
	defaultFrequency = 0.3
)

func (o Options) withDefaults() Options {
	o.Entity = cmp.Or(max(o.Entity, 0), defaultEntity)
	o.Related = cmp.Or(max(o.Related, 0), defaultRelated)
	o.Frequency = cmp.Or(o.Frequency, defaultFrequency)
	return o
}

// Word is a word or phrase related to a domain.
type Word struct {
	Word    string  `json:"word"`
	Pages   int     `json:"pages"`
	Domain  float64 `json:"domain"`  // similarity to the domain term
	LSA     float64 `json:"lsa"`     // its part from the pages, 0 if the evaluator is no Explainer
	WordNet float64 `json:"wordnet"` // its part from WordNet, 0 likewise
	Cross   float64 `json:"cross"`   // mean similarity to the other related words
}

// Vocabulary is the words of a domain that [Choose] found.
type Vocabulary struct {
	Domain  string   `json:"domain"`
	Related []Word   `json:"related"` // best first, by domain and cross similarity
	Entity  []string `json:"entity"`  // the entity keywords, best first; fewer if too little is related
}

// Choose rates the candidates by their similarity to the domain term and to each other,
// and picks the entity keywords (VerDE §III, Figure 3):
//
//  1. Of the words that are frequent on the pages and similar enough to the domain, the
//     most similar ones are taken, twice as many as will be kept.
//  2. Their cross similarity is computed, and they are ranked by the mean of domain and
//     cross similarity; the best are the related words.
//  3. Entity keywords are the related words whose weakest similarity, to the domain and
//     pairwise, is highest.
//
// Words of the domain term itself are left out, in any form, since every query
// has them anyway. A phrase is kept only if it is more similar to the domain than
// each of its words.
//
// If the domain has several words, it is enough that ev knows one. If ev is an
// [Explainer] that knows none, the error wraps [ErrUnknownDomain]; a domain without a
// word gives [ErrNoWord].
//
// Cost: one evaluation for each candidate, and for each pair of the words of step 1.
func Choose(domain string, candidates []Candidate, ev Evaluator, opt Options) (*Vocabulary, error) {
	opt = opt.withDefaults()
	domain = strings.Join(strings.Fields(domain), " ")
	if err := checkDomain(domain, ev); err != nil {
		return nil, err
	}
	related := relatedTo(domain, candidates, ev, opt)
	pairs := addCross(related, ev)
	v := &Vocabulary{Domain: domain}
	order := make([]int, len(related))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := related[i], related[j]
		return cmp.Or(cmp.Compare(b.Domain+b.Cross, a.Domain+a.Cross), cmp.Compare(a.Word, b.Word))
	})
	order = order[:min(len(order), opt.Related)]
	for _, i := range order {
		v.Related = append(v.Related, related[i])
	}
	for _, i := range pickEntity(order, related, pairs, opt) {
		v.Entity = append(v.Entity, related[i].Word)
	}
	return v, nil
}

// checkDomain reports a domain that no word can be compared with.
func checkDomain(domain string, ev Evaluator) error {
	words := Tokens(domain)
	if len(words) == 0 {
		return fmt.Errorf("%w: %q; name the kind of entity the pages are about, as in \"book\"", ErrNoWord, domain)
	}
	x, ok := ev.(Explainer)
	if !ok || x.Knows(domain) || slices.ContainsFunc(words, x.Knows) {
		return nil
	}
	return fmt.Errorf("%w %q: neither the word list nor the pages have it; give a common noun for one such entity, in English or the pages' language, as in \"book\" or \"nba player\"",
		ErrUnknownDomain, domain)
}

// relatedTo gives the candidates that are similar to the domain, the most similar first.
// The default floor is for similarities of LSA and WordNet. Where WordNet knows no
// candidate, as in other languages than English, it would be higher than most similarities
// that pages alone give labels (.03 to .11 on the pages of a list of books); there every
// candidate with any similarity is kept. A floor in opt always holds.
func relatedTo(domain string, candidates []Candidate, ev Evaluator, opt Options) []Word {
	most := 0
	for _, c := range candidates {
		most = max(most, c.Pages)
	}
	domainStems := map[string]bool{}
	for _, w := range Tokens(domain) {
		domainStems[stem(w, opt.Language)] = true
	}
	inDomain := func(w string) bool { return domainStems[stem(w, opt.Language)] }
	var words []Word
	anyLSA, anyWordNet := false, false // some candidate has that part of a similarity
	for _, c := range candidates {
		parts := Tokens(c.Word)
		if len(parts) == 0 || float64(c.Pages) < opt.Frequency*float64(most) || slices.ContainsFunc(parts, inDomain) {
			continue
		}
		w := rate(domain, c, ev)
		anyLSA, anyWordNet = anyLSA || w.LSA > 0, anyWordNet || w.WordNet > 0
		if len(parts) > 1 && slices.ContainsFunc(parts, func(p string) bool { return ev.Similarity(domain, p) >= w.Domain }) {
			continue
		}
		words = append(words, w)
	}
	if opt.Floor == 0 {
		opt.Floor = defaultFloor
		if anyLSA && !anyWordNet {
			opt.Floor = math.SmallestNonzeroFloat64
		}
	}
	words = slices.DeleteFunc(words, func(w Word) bool { return w.Domain < opt.Floor })
	slices.SortFunc(words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(b.Domain, a.Domain), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Word, b.Word))
	})
	return words[:min(len(words), 2*opt.Related)]
}

// rate computes the similarity of a candidate to the domain, with its parts if ev has
// them.
func rate(domain string, c Candidate, ev Evaluator) Word {
	w := Word{Word: c.Word, Pages: c.Pages}
	if x, ok := ev.(Explainer); ok {
		s := x.Scores(domain, c.Word)
		w.Domain, w.LSA, w.WordNet = s.Similarity, s.LSA, s.WordNet
		return w
	}
	w.Domain = ev.Similarity(domain, c.Word)
	return w
}

// addCross sets the Cross of all words and returns the similarities of all pairs.
func addCross(words []Word, ev Evaluator) [][]float64 {
	pairs := make([][]float64, len(words))
	for i := range pairs {
		pairs[i] = make([]float64, len(words))
	}
	for i := range words {
		for j := range i {
			s := ev.Similarity(words[i].Word, words[j].Word)
			pairs[i][j], pairs[j][i] = s, s
			words[i].Cross += s / float64(len(words)-1)
			words[j].Cross += s / float64(len(words)-1)
		}
	}
	return pairs
}

// pickEntity chooses opt.Entity of the ranked words by cohesion: the weakest of their
// similarities, to the domain and to each other, is to be as high as possible. A sum of
// similarities would choose words that are similar only to each other, as the two halves
// of "box office" are. Phrases are not chosen, since few pages have them literally, nor
// are two forms of one word. The first two are the best pair; each further word is the
// best one to add.
func pickEntity(ranked []int, words []Word, pairs [][]float64, opt Options) []int {
	stemOf := make([]string, len(words))
	var single []int
	for _, i := range ranked {
		stemOf[i] = stems(words[i].Word, opt.Language)
		if !strings.Contains(stemOf[i], " ") {
			single = append(single, i)
		}
	}
	var chosen []int
	if opt.Entity > 1 {
		chosen = bestPair(single, words, pairs, stemOf)
	}
	for len(chosen) < opt.Entity {
		next, best := -1, cohesion{}
		for _, i := range single {
			l := cohesion{words[i].Domain, words[i].Domain}
			for _, j := range chosen {
				l = l.with(pairs[i][j])
				if stemOf[i] == stemOf[j] {
					l = cohesion{}
				}
			}
			if l.stronger(best) {
				next, best = i, l
			}
		}
		if next < 0 {
			break
		}
		chosen = append(chosen, next)
	}
	return chosen
}

// bestPair gives the two words with the greatest cohesion.
func bestPair(single []int, words []Word, pairs [][]float64, stemOf []string) []int {
	var chosen []int
	best := cohesion{}
	for k, j := range single {
		for _, i := range single[:k] {
			l := cohesion{words[i].Domain, words[i].Domain}.with(words[j].Domain).with(pairs[i][j])
			if stemOf[i] != stemOf[j] && l.stronger(best) {
				chosen, best = []int{i, j}, l
			}
		}
	}
	return chosen
}

// cohesion compares sets of words by their weakest similarity, and equal ones by the sum
// of all similarities.
type cohesion struct{ weakest, sum float64 }

func (l cohesion) with(similarity float64) cohesion {
	return cohesion{min(l.weakest, similarity), l.sum + similarity}
}

func (l cohesion) stronger(m cohesion) bool {
	return cmp.Or(cmp.Compare(l.weakest, m.weakest), cmp.Compare(l.sum, m.sum)) > 0
}
