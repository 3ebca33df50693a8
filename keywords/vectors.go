package keywords

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Vectors is an [Evaluator] by given word vectors. It is immutable and safe for concurrent
// use.
type Vectors struct {
	dimensions int
	byWord     map[string][]float32 // of unit length, by normalised word or phrase
	Skipped    int                  // lines without a vector of the same length as the first
}

// Bounds of a file of vectors: of what is published, the longest have 1,024
// numbers, written with up to 20 characters each.
const (
	maxDimensions = 4096
	maxVectorLine = 128 << 10 // bytes
)

// ReadVectors reads word vectors in the text format of word2vec and GloVe: a
// line for each word with its numbers; word2vec has a line with the number of
// words and of dimensions before them. Only the phrases in keep and their words
// are kept (all if keep is nil), since published files have millions. Words are in
// lower case; of a word in two cases the first line counts, which is that of the more
// frequent one.
//
// Cost: linear in the file; memory: the vectors kept.
func ReadVectors(r io.Reader, keep []string) (*Vectors, error) {
	var wanted map[string]bool
	if keep != nil {
		wanted = map[string]bool{}
		for _, phrase := range keep {
			wanted[joined(phrase)] = true
			for _, w := range Tokens(phrase) {
				wanted[w] = true
			}
		}
	}
	v := &Vectors{byWord: map[string][]float32{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxVectorLine)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if n == 1 && isHeader(fields) {
			continue
		}
		if v.dimensions == 0 {
			if v.dimensions = numbersAtEnd(fields); v.dimensions == 0 {
				return nil, fmt.Errorf("word vectors, line %d: no word with numbers behind it", n)
			}
		}
		v.line(fields, wanted)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("word vectors: %w", err)
	}
	if v.dimensions == 0 {
		return nil, errors.New("word vectors: nothing in it")
	}
	return v, nil
}

// isHeader reports whether fields are word2vec's first line.
func isHeader(fields []string) bool {
	if len(fields) != 2 {
		return false
	}
	_, err := strconv.ParseUint(fields[0], 10, 32)
	d, err2 := strconv.ParseUint(fields[1], 10, 32)
	return err == nil && err2 == nil && 1 < d && d <= maxDimensions
}

// numbersAtEnd counts the numbers behind a line's word.
func numbersAtEnd(fields []string) int {
	n := 0
	for n < len(fields)-1 && n < maxDimensions {
		if _, err := strconv.ParseFloat(fields[len(fields)-1-n], 32); err != nil {
			break
		}
		n++
	}
	return n
}

// line keeps a vector. What stands before its numbers is the word; some files
// have words of several parts, joined by spaces or underscores.
func (v *Vectors) line(fields []string, wanted map[string]bool) {
	if len(fields) <= v.dimensions {
		v.Skipped++
		return
	}
	words := fields[:len(fields)-v.dimensions]
	word := joined(strings.ReplaceAll(strings.Join(words, " "), "_", " "))
	if word == "" || wanted != nil && !wanted[word] || v.byWord[word] != nil {
		return
	}
	vector := make([]float32, v.dimensions)
	for i, f := range fields[len(words):] {
		x, err := strconv.ParseFloat(f, 32)
		if err != nil {
			v.Skipped++
			return
		}
		vector[i] = float32(x)
	}
	if !toUnit(vector) {
		v.Skipped++
		return
	}
	v.byWord[word] = vector
}

// NewVectors makes an evaluator of vectors for words or phrases, which have to
// be of one length, finite and not zero. The vectors are copied.
//
// With centre, the mean of all is taken from each first: models that embed
// whole texts give all short ones a large part in common, so that nothing looks
// unrelated (Mu and Viswanath 2018).
func NewVectors(of map[string][]float32, centre bool) (*Vectors, error) {
	v := &Vectors{byWord: make(map[string][]float32, len(of))}
	var mean []float64
	words := slices.Sorted(maps.Keys(of)) // so that sums are the same every time
	for _, word := range words {
		vector := of[word]
		if v.dimensions == 0 {
			v.dimensions = len(vector)
			mean = make([]float64, len(vector))
		}
		if len(vector) == 0 || len(vector) != v.dimensions {
			return nil, fmt.Errorf("the vector of %q has %d numbers, others %d", word, len(vector), v.dimensions)
		}
		unit := append([]float32(nil), vector...)
		if !toUnit(unit) {
			return nil, fmt.Errorf("the vector of %q has no direction", word)
		}
		v.byWord[joined(word)] = unit
	}
	if !centre || len(v.byWord) < minWords {
		return v, nil
	}
	words = slices.Sorted(maps.Keys(v.byWord))
	for _, word := range words {
		for i, x := range v.byWord[word] {
			mean[i] += float64(x) / float64(len(words))
		}
	}
	for _, vector := range v.byWord {
		for i, m := range mean {
			vector[i] -= float32(m)
		}
		toUnit(vector) // one that is the mean itself stays near zero, and near nothing
	}
	return v, nil
}

// minWords is the number of vectors below which no mean is taken from them: it
// would be one of the words.
const minWords = 8

// toUnit scales a vector to length 1, and reports whether it can be.
func toUnit(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return false
	}
	scale := 1 / math.Sqrt(sum)
	for i := range v {
		v[i] = float32(float64(v[i]) * scale)
	}
	return true
}

// Knows reports whether there is a vector for the word or phrase itself, or for
// one of its words.
func (v *Vectors) Knows(word string) bool { return v.vector(word) != nil }

// Similarity implements [Evaluator]: the cosine, or 0 if it is negative or
// nothing is known. A phrase without a vector has the sum of its words'.
func (v *Vectors) Similarity(a, b string) float64 {
	x, y := v.vector(a), v.vector(b)
	if x == nil || y == nil {
		return 0
	}
	var dot, lengthX, lengthY float64
	for i := range x {
		dot += float64(x[i]) * float64(y[i])
		lengthX += float64(x[i]) * float64(x[i])
		lengthY += float64(y[i]) * float64(y[i])
	}
	if !(dot > 0) {
		return 0
	}
	return min(1, dot/math.Sqrt(lengthX*lengthY))
}

// Scores implements [Explainer]; its parts are 0.
func (v *Vectors) Scores(a, b string) Scores { return Scores{Similarity: v.Similarity(a, b)} }

// vector is that of a phrase or the sum of its words', nil if there is none.
func (v *Vectors) vector(phrase string) []float32 {
	words := Tokens(phrase)
	if whole := v.byWord[strings.Join(words, " ")]; whole != nil {
		return whole
	}
	var sum []float32
	for _, w := range words {
		vector := v.byWord[w]
		if vector == nil {
			continue
		}
		if sum == nil {
			sum = make([]float32, v.dimensions)
		}
		for i, x := range vector {
			sum[i] += x
		}
	}
	return sum
}
