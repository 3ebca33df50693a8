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
// the pages, so that nothing can be said to be near it.
var ErrUnknownDomain = errors.New("unknown domain term")

// ErrNoWord is a domain term that has no word, and can't be meant.
var ErrNoWord = errors.New("domain term without a word")

// Options tune [Choose]. The zero value means the defaults.
type Options struct {
	Entity    int               // entity keywords to choose; default 2, as in VerDE's Figure 3
	Related   int               // related words to keep; default 20
	Floor     float64           // least domain similarity of a related word; default 0.1, or anything above 0 where WordNet knows no candidate
	Frequency float64           // least share of the pages of the commonest candidate; default 0.3
	Language  language.Language // whose stemmer tells forms of one word; default none
}

const (
	defaultEntity  = 2
	defaultRelated = 20
	// defaultFloor, of a similarity of both parts, lets in what is four WordNet steps away (0.18) but not what is
	// so from one word of a domain of two: the ranking does the rest.
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
	LSA     float64 `json:"lsa"`     // its part from the pages, 0 if the evaluator doesn't tell
	WordNet float64 `json:"wordnet"` // its part from WordNet, likewise
	Cross   float64 `json:"cross"`   // mean similarity to the other related words
}

// Vocabulary is what [Choose] found out about a domain.
type Vocabulary struct {
	Domain  string   `json:"domain"`
	Related []Word   `json:"related"` // best first, by domain and cross similarity
	Entity  []string `json:"entity"`  // the entity keywords, best first; fewer if too little is related
}

// Choose rates the candidates against the domain term and among each other,
// and picks the entity keywords (VerDE §III, Figure 3):
//
//  1. Words that are frequent on the pages and similar enough to the domain are
//     taken, the most similar first, up to twice the number to keep.
//  2. They are rated among each other, and ranked by the mean of domain and
//     cross similarity; the best are the related words.
//  3. Entity keywords are the words among them whose weakest similarity, to the
//     domain and pairwise, is highest.
//
// Words of the domain term itself are left out, in any form, since every query
// has them anyway. A phrase is kept only if it is nearer to the domain than
// each of its words.
//
// The domain may have several words; one that ev knows is enough. If ev is an
// [Explainer] that knows none, the error wraps [ErrUnknownDomain]; a domain
// without any is [ErrNoWord].
//
// Cost: one evaluation per candidate, and one per pair of the words of step 1.
func Choose(domain string, candidates []Candidate, ev Evaluator, opt Options) (*Vocabulary, error) {
	opt = opt.withDefaults()
	domain = strings.Join(strings.Fields(domain), " ")
	if err := checkDomain(domain, ev); err != nil {
		return nil, err
	}
	related := nearest(domain, candidates, ev, opt)
	pairs := crossRate(related, ev)
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
	for _, i := range pick(order, related, pairs, opt) {
		v.Entity = append(v.Entity, related[i].Word)
	}
	return v, nil
}

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

// nearest rates candidates against the domain and returns those near it. The default floor is
// that of both parts of a similarity; where WordNet knows nothing, as in other languages than
// English, it would be above what pages alone give labels (.03 to .11 on the pages of a
// list of books), and whatever is near at all stays. A floor that was asked for holds.
func nearest(domain string, candidates []Candidate, ev Evaluator, opt Options) []Word {
	most := 0
	for _, c := range candidates {
		most = max(most, c.Pages)
	}
	own := map[string]bool{}
	for _, w := range Tokens(domain) {
		own[stem(w, opt.Language)] = true
	}
	ownWord := func(w string) bool { return own[stem(w, opt.Language)] }
	var words []Word
	pages, list := false, false // they, and the word list, know the domain and some of the words
	for _, c := range candidates {
		parts := Tokens(c.Word)
		if len(parts) == 0 || float64(c.Pages) < opt.Frequency*float64(most) || slices.ContainsFunc(parts, ownWord) {
			continue
		}
		w := rate(domain, c, ev)
		pages, list = pages || w.LSA > 0, list || w.WordNet > 0
		if len(parts) > 1 && slices.ContainsFunc(parts, func(p string) bool { return ev.Similarity(domain, p) >= w.Domain }) {
			continue
		}
		words = append(words, w)
	}
	if opt.Floor == 0 {
		opt.Floor = defaultFloor
		if pages && !list {
			opt.Floor = math.SmallestNonzeroFloat64
		}
	}
	words = slices.DeleteFunc(words, func(w Word) bool { return w.Domain < opt.Floor })
	slices.SortFunc(words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(b.Domain, a.Domain), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Word, b.Word))
	})
	return words[:min(len(words), 2*opt.Related)]
}

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

// crossRate sets each word's Cross and returns the similarities of all pairs.
func crossRate(words []Word, ev Evaluator) [][]float64 {
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

// pick chooses opt.Entity of the ranked words such that the weakest of their
// similarities, to the domain and to each other, is as strong as can be: over
// sums, that keeps out two words that are near to each other alone, as the two
// halves of "box office" are. Phrases are no choice, since few pages have them
// literally, nor are two forms of one word. The first two are the best pair; each
// further one is the best to add.
func pick(ranked []int, words []Word, pairs [][]float64, opt Options) []int {
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

// cohesion is how strongly some words are related: by their weakest similarity,
// and in case of equality by the sum of all.
type cohesion struct{ weakest, sum float64 }

func (l cohesion) with(similarity float64) cohesion {
	return cohesion{min(l.weakest, similarity), l.sum + similarity}
}

func (l cohesion) stronger(m cohesion) bool {
	return cmp.Or(cmp.Compare(l.weakest, m.weakest), cmp.Compare(l.sum, m.sum)) > 0
}
