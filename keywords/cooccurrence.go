package keywords

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

const (
	// maxWords bounds the words that TrainLSA reads, and so its memory.
	maxWords = 4 << 20
	// gramReach is how many words on each side have to be equal for two contexts to be
	// the same.
	gramReach = 2
	// contextPower smooths the frequencies of context words, since mutual information
	// overrates rare ones (Levy, Goldberg and Dagan 2015).
	contextPower = 0.75
	// pairBuffer is how many pairs are gathered before equal ones are merged.
	pairBuffer = 1 << 20
)

// countCooccurrences numbers the terms of docs into l, sets the trust in each,
// and returns the matrix of positive pointwise mutual information between terms
// (rows) and the terms within the window around them (columns).
func (l *LSA) countCooccurrences(docs iter.Seq[[]string], opt LSAOptions) *sparse {
	known := l.numberTerms(docs, opt)
	contexts := make([]int, len(l.terms)) // number of distinct contexts of each term
	var pairs pairCounts
	seen := map[uint64]bool{}
	var doc []form
	for words := range limitWords(docs, maxWords) {
		doc = doc[:0]
		for _, w := range words {
			doc = append(doc, known[w])
		}
		for i, f := range doc {
			if f.term < 0 {
				continue
			}
			h := contextHash(doc, i, 1)
			if seen[h] {
				continue
			}
			seen[h] = true
			contexts[f.term]++
			for j := max(0, i-opt.Window); j <= min(len(doc)-1, i+opt.Window); j++ {
				if context := doc[j].term; context >= 0 && context != f.term {
					pairs.add(f.term, context)
				}
			}
		}
	}
	l.trust = make([]float64, len(contexts))
	for i, c := range contexts {
		l.trust[i] = float64(c) / float64(c+halfTrust)
	}
	return pairs.ppmi(len(l.terms))
}

// form is a word as it is written: the row of its stem in the matrix, -1 if it has none,
// and the number of the word itself.
type form struct {
	term int32
	word uint32
}

// contextHash hashes the n words from doc[i] on with gramReach words on each side. Each
// word is mixed in by the finalizer of SplitMix64.
func contextHash(doc []form, i, n int) uint64 {
	var h uint64
	for k := i - gramReach; k < i+n+gramReach; k++ {
		word := uint64(0) // outside the document; words count from 1
		if k >= 0 && k < len(doc) {
			word = uint64(doc[k].word)
		}
		h += word + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// limitWords yields docs up to n words.
func limitWords(docs iter.Seq[[]string], n int) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		left := n
		for doc := range docs {
			doc = doc[:min(len(doc), left)]
			left -= len(doc)
			if !yield(doc) || left == 0 {
				return
			}
		}
	}
}

// numberTerms gives the most frequent stems of docs rows in l.terms, and returns the forms
// of all words of docs.
func (l *LSA) numberTerms(docs iter.Seq[[]string], opt LSAOptions) map[string]form {
	known := map[string]form{}
	var occurrences []int // per form
	for doc := range limitWords(docs, maxWords) {
		for _, w := range doc {
			f, ok := known[w]
			if !ok {
				occurrences = append(occurrences, 0)
				f = form{term: -1, word: uint32(len(occurrences))}
				known[w] = f
			}
			occurrences[f.word-1]++
		}
	}
	stemOf := make([]string, len(occurrences))
	count := map[string]int{}
	for w, f := range known {
		if hasLetter(w) {
			s := stem(w, opt.Language)
			stemOf[f.word-1] = s
			count[s] += occurrences[f.word-1]
		}
	}
	var frequent []string
	for s, n := range count {
		if n >= opt.MinCount {
			frequent = append(frequent, s)
		}
	}
	slices.SortFunc(frequent, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for i, s := range frequent[:min(len(frequent), opt.MaxTerms)] {
		l.terms[s] = i
	}
	for w, f := range known {
		if i, ok := l.terms[stemOf[f.word-1]]; ok {
			f.term = int32(i)
			known[w] = f
		}
	}
	return known
}

// pairCounts counts pairs of a term and a context term. Pairs are collected in a buffer
// that is sorted and merged whenever it is full, so that memory is linear in the number
// of distinct pairs.
type pairCounts struct {
	recent []uint64
	keys   []uint64 // term in the upper half, context term in the lower; sorted
	counts []uint32
}

func (p *pairCounts) add(term, context int32) {
	p.recent = append(p.recent, uint64(term)<<32|uint64(context))
	if len(p.recent) >= max(pairBuffer, len(p.keys)) {
		p.merge()
	}
}

func (p *pairCounts) merge() {
	slices.Sort(p.recent)
	keys := make([]uint64, 0, len(p.keys)+len(p.recent)/4)
	counts := make([]uint32, 0, cap(keys))
	old := 0
	for i := 0; i < len(p.recent); {
		key, n := p.recent[i], uint32(0)
		for ; i < len(p.recent) && p.recent[i] == key; i++ {
			n++
		}
		for ; old < len(p.keys) && p.keys[old] < key; old++ {
			keys, counts = append(keys, p.keys[old]), append(counts, p.counts[old])
		}
		if old < len(p.keys) && p.keys[old] == key {
			n += p.counts[old]
			old++
		}
		keys, counts = append(keys, key), append(counts, n)
	}
	p.keys = append(keys, p.keys[old:]...)
	p.counts = append(counts, p.counts[old:]...)
	p.recent = p.recent[:0]
}

// ppmi gives the positive pointwise mutual information as an n x n matrix:
// max(0, ln(P(context | term) / P'(context))), where P' is the share of the context term
// among all context terms, with frequencies raised to contextPower.
func (p *pairCounts) ppmi(n int) *sparse {
	p.merge()
	row, column := make([]float64, n), make([]float64, n)
	for i, key := range p.keys {
		row[key>>32] += float64(p.counts[i])
		column[uint32(key)] += float64(p.counts[i])
	}
	var total float64
	for i, c := range column {
		column[i] = math.Pow(c, contextPower)
		total += column[i]
	}
	m := &sparse{rows: n, columns: n, start: make([]int, 1, n+1)}
	i := 0
	for r := range n {
		for ; i < len(p.keys) && int(p.keys[i]>>32) == r; i++ {
			c := uint32(p.keys[i])
			if v := math.Log(float64(p.counts[i]) / row[r] * total / column[c]); v > 0 {
				m.column, m.value = append(m.column, c), append(m.value, v)
			}
		}
		m.start = append(m.start, len(m.column))
	}
	return m
}
