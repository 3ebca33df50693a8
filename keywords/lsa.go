package keywords

import (
	"cmp"
	"iter"
	"math"

	"verde/language"
)

// The defaults of LSAOptions. Measured on SWDE pages of six sites, by how many of
// the ten words nearest to the domain stay: 50 dimensions 6 to 10, 200 (at 2.5
// times the cost) 7 to 10, a window of 5 or 12 words 6 to 9, 4,000 or 20,000
// terms all. So none of them is critical, and the tables were no better.
const (
	defaultDimensions = 100
	defaultMinCount   = 2
	defaultMaxTerms   = 8000
	defaultWindow     = 8
)

// LSAOptions tune [TrainLSA]. The zero value means the defaults.
type LSAOptions struct {
	Dimensions int               // length of the word vectors; default 100
	MinCount   int               // words that occur less often have no vector; default 2
	MaxTerms   int               // at most so many words, the most frequent; default 8000
	Window     int               // how many words to each side count as co-occurring; default 8
	Language   language.Language // whose stemmer tells forms of one word; default none
	Seed       uint64            // of the randomised SVD; see powerIterations for its effect
}

func (o LSAOptions) withDefaults() LSAOptions {
	o.Dimensions = cmp.Or(max(o.Dimensions, 0), defaultDimensions)
	o.MinCount = cmp.Or(max(o.MinCount, 0), defaultMinCount)
	o.MaxTerms = cmp.Or(max(o.MaxTerms, 0), defaultMaxTerms)
	o.Window = cmp.Or(max(o.Window, 0), defaultWindow)
	return o
}

// LSA is a vector for each word of a set of documents, such that words that
// occur with similar words have similar vectors. Forms of one word share a
// vector. It is immutable and safe for concurrent use.
type LSA struct {
	language   language.Language
	terms      map[string]int // stem -> row
	dimensions int
	vectors    []float64 // rows of unit length, or zero
	trust      []float64 // per row, from 0 to 1
}

// halfTrust is the number of different contexts at which a word's vector is
// half trusted. Below some ten contexts cosines are mostly chance: with 5,
// words seen twice on ten pages no longer outrank WordNet's neighbours.
const halfTrust = 5

// TrainLSA learns word vectors from documents, each the [Tokens] of a page.
//
// As in Han et al. 2013, whose evaluator VerDE §III points at, the matrix is
// words by the words around them, its truncated SVD the vectors. Two things
// are our own, since the pages at hand are few and of one template:
//
//   - A context that repeats (a word with the same two words on each side)
//     counts once, over all documents. So text that a site repeats on every page
//     counts once, whereas a label, which has another value beside it on every
//     page, keeps its weight.
//   - Counts become positive pointwise mutual information rather than logarithms:
//     in a template every word is frequent, and only how much more often than by
//     chance two words co-occur is informative.
//
// docs is ranged over twice and must give the same both times. At most four
// million words are read. Cost, for 300 pages of a shop (215,000 words): 2.2 s, 40 MB.
func TrainLSA(docs iter.Seq[[]string], opt LSAOptions) *LSA {
	opt = opt.withDefaults()
	l := &LSA{language: opt.Language, terms: map[string]int{}}
	cooccurrences := l.countCooccurrences(docs, opt)
	sigma, u := truncatedSVD(cooccurrences, opt.Dimensions, opt.Seed)
	l.dimensions = len(sigma)
	l.vectors = make([]float64, len(l.terms)*l.dimensions)
	for i := range len(l.terms) {
		v := l.vector(i)
		for d := range v {
			// The square root, halfway between U and U·Σ: Σ alone lets the few
			// strongest dimensions decide (Levy and Goldberg 2014).
			v[d] = u.Data[i*u.Stride+d] * math.Sqrt(sigma[d])
		}
		scaleToUnit(v)
	}
	return l
}

func (l *LSA) vector(i int) []float64 { return l.vectors[i*l.dimensions:][:l.dimensions] }

func scaleToUnit(v []float64) {
	var sum float64
	for _, x := range v {
		sum += x * x
	}
	if sum <= 0 {
		return
	}
	scale := 1 / math.Sqrt(sum)
	for d := range v {
		v[d] *= scale
	}
}

// Has reports whether word, in any of its forms, occurred often enough to have
// a vector.
func (l *LSA) Has(word string) bool {
	_, ok := l.terms[stem(word, l.language)]
	return ok
}

// Size returns the number of words and the length of their vectors.
func (l *LSA) Size() (words, dimensions int) { return len(l.terms), l.dimensions }

// Similarity returns the cosine between two words or sets of words, from 0 to
// 1, scaled down if either was seen in few contexts. A set has the sum of its
// words' vectors, each weighed by how well it is known. Negative cosines, and
// words that are not known, give 0.
func (l *LSA) Similarity(a, b []string) float64 {
	x, trustX := l.foldIn(a)
	y, trustY := l.foldIn(b)
	var dot float64
	for d := range x {
		dot += x[d] * y[d]
	}
	return max(0, min(1, dot)) * min(trustX, trustY)
}

// foldIn returns the vector of a set of words (LSA's folding-in) and the trust
// in it: that of its best known word.
func (l *LSA) foldIn(words []string) ([]float64, float64) {
	sum, trust := make([]float64, l.dimensions), 0.0
	for _, w := range words {
		i, ok := l.terms[stem(w, l.language)]
		if !ok {
			continue
		}
		for d, x := range l.vector(i) {
			sum[d] += l.trust[i] * x
		}
		trust = max(trust, l.trust[i])
	}
	scaleToUnit(sum)
	return sum, trust
}
