package keywords

import (
	"math"
	"strings"

	"verde/keywords/wordnet"
)

// Evaluator computes the similarity in meaning of two words or phrases, from 0 for
// unrelated ones to 1 (VerDE §III's semantic evaluator).
// Implementations are symmetric, deterministic and safe for concurrent use.
type Evaluator interface {
	Similarity(a, b string) float64
}

// Explainer is an [Evaluator] that gives the parts of a similarity and knows which words
// it has never met. [Choose] uses both if it can.
type Explainer interface {
	Evaluator
	Scores(a, b string) Scores
	Knows(word string) bool
}

// Scores is the similarity of two words or phrases, and its parts.
type Scores struct {
	Similarity float64 // min(1, LSA + WordNet)
	LSA        float64 // from 0 to 1
	WordNet    float64 // from 0 to 0.5
}

// WordNet is the graph of package wordnet.
type WordNet = wordnet.Graph

// LoadWordNet gives the embedded WordNet, which is decoded once and shared: about 65 ms,
// and 6 MB that stay.
// An error means that the embedded table is damaged.
func LoadWordNet() (*WordNet, error) { return wordnet.Load() }

// The constants of the hybrid similarity of Han et al. 2013, and the greatest distance D
// that counts. Up to four steps over any relation the distance separates related pairs
// from unrelated ones (book: paperback 1, author 3, banana 6); beyond, it does not.
const (
	wordNetShare = 0.5
	wordNetDecay = 0.25
	maxSteps     = 4
)

// Semantic is VerDE §III's evaluator as Han et al. 2013 define it:
// min(1, lsa + 0.5·exp(-0.25·D)), where D is the number of WordNet steps over any
// relation between any senses of the words.
//
// Phrases ("nba player") are compared so: the LSA part is the cosine of the sums of their
// vectors. For the WordNet part, a phrase that is in WordNet is one unit, else each of its
// words is. Every unit is paired with the most similar one on the other side, and the
// means of both sides are averaged. Units that WordNet doesn't know are left out.
type Semantic struct {
	lsa *LSA
	wn  *WordNet
}

// NewSemantic combines the two; either may be nil and then adds nothing.
func NewSemantic(lsa *LSA, wn *WordNet) *Semantic { return &Semantic{lsa: lsa, wn: wn} }

// Similarity implements [Evaluator].
func (s *Semantic) Similarity(a, b string) float64 { return s.Scores(a, b).Similarity }

// Knows reports whether WordNet has word or the documents had it.
func (s *Semantic) Knows(word string) bool {
	return s.wn != nil && s.wn.Has(joined(word)) || s.lsa != nil && s.lsa.Has(joined(word))
}

// Scores returns the similarity of two words or phrases with its parts.
// Cost: some tens of microseconds.
func (s *Semantic) Scores(a, b string) Scores {
	var x Scores
	wordsA, wordsB := Tokens(a), Tokens(b)
	if s.lsa != nil {
		x.LSA = s.lsa.Similarity(wordsA, wordsB)
	}
	if s.wn != nil {
		sensesA, sensesB := s.units(wordsA), s.units(wordsB)
		x.WordNet = (s.meanOfBest(sensesA, sensesB) + s.meanOfBest(sensesB, sensesA)) / 2
	}
	x.Similarity = min(1, x.LSA+x.WordNet)
	return x
}

// units looks up a phrase in WordNet: itself or, failing that, its words.
func (s *Semantic) units(words []string) [][]wordnet.Synset {
	if len(words) > 1 {
		if senses := s.wn.Senses(strings.Join(words, " ")); len(senses) > 0 {
			return [][]wordnet.Synset{senses}
		}
	}
	var units [][]wordnet.Synset
	for _, w := range words {
		if senses := s.wn.Senses(w); len(senses) > 0 {
			units = append(units, senses)
		}
	}
	return units
}

// meanOfBest is the mean, over units of one phrase, of the greatest similarity to a unit of
// the other.
func (s *Semantic) meanOfBest(from, to [][]wordnet.Synset) float64 {
	if len(from) == 0 {
		return 0
	}
	var sum float64
	for _, a := range from {
		var best float64
		for _, b := range to {
			if d, ok := s.wn.Between(a, b, maxSteps); ok {
				best = max(best, wordNetShare*math.Exp(-wordNetDecay*float64(d)))
			}
		}
		sum += best
	}
	return sum / float64(len(from))
}
