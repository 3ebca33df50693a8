package keywords

import (
	"math"
	"strings"

	"verde/keywords/wordnet"
)

// Evaluator says how near two words, or phrases of several words, are in
// meaning: from 0, unrelated, to 1 (VerDE §III's semantic evaluator).
// Implementations are symmetric, deterministic and safe for concurrent use.
type Evaluator interface {
	Similarity(a, b string) float64
}

// Explainer is an [Evaluator] that can tell where a similarity comes from, and
// which words it has never met. [Choose] makes use of both if it can.
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

// LoadWordNet decodes the embedded WordNet: about 65 ms, and 6 MB that stay. Call it
// once and share the result.
// An error means that the program was built with a table that is no WordNet.
func LoadWordNet() (*WordNet, error) { return wordnet.Load() }

// The constants of the hybrid similarity of Han et al. 2013, and the D beyond
// which WordNet says nothing: within four steps over any relation, related
// pairs part from unrelated ones (book: paperback 1, author 3, banana 6);
// farther on they no longer do.
const (
	wordNetShare = 0.5
	wordNetDecay = 0.25
	maxSteps     = 4
)

// Semantic is VerDE §III's evaluator as Han et al. 2013 define it:
// min(1, lsa + 0.5·exp(-0.25·D)), where D is the number of WordNet steps over any
// relation between any senses of the words.
//
// Sets of words ("nba player") compare like this. The LSA part is the cosine of
// the sums of their vectors. For the WordNet part, a phrase that is in WordNet
// is one unit, else each of its words is; every unit is paired with the nearest
// one on the other side, and the means of both sides are averaged. Units that
// WordNet doesn't know count for nothing rather than against.
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
