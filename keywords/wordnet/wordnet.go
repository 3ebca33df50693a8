// Package wordnet gives the distance of two English words in WordNet: the number of steps
// over relations of any kind.
//
// The one idea: the hypernym tree does not show whether a word belongs to a domain (in it
// a player is closer to a banana, both being whole physical things, than to a team). Over
// relations of all kinds, such as derivation, part and topic, related words are a few
// steps apart and others are not. So the package keeps only an undirected graph of synsets
// and the words of each. Glosses and the kinds of relations are left out.
//
// The table is embedded (wordnet.bin). It is derived from WordNet 3.0,
// Copyright 2006 by Princeton University, whose notice stands in
// LICENSE-WordNet.txt beside it and must stay with it. The program in the
// generate directory makes it from the database files that Debian's
// wordnet-base installs.
package wordnet

import (
	"cmp"
	_ "embed"
	"strings"
	"sync"
)

//go:generate go run ./generate -dict /usr/share/wordnet -o wordnet.bin

//go:embed wordnet.bin
var embedded []byte

// Synset numbers a set of synonyms: nouns first, then verbs, adjectives and
// adverbs.
type Synset uint32

// Graph is WordNet's synsets, the relations between them as undirected edges,
// and the words of each. It is immutable and safe for concurrent use.
type Graph struct {
	ends [numParts]Synset // one past the last synset of each part of speech

	// The neighbours of synset s are edges[edgeStart[s]:edgeStart[s+1]].
	edgeStart []uint32
	edges     []Synset

	words       table       // lemmas in lower case, words of a phrase joined by spaces
	senseStart  []uint32    // as edgeStart, per lemma
	senses      []Synset    // of each lemma, commonest first within a part of speech
	exceptions  table       // irregular forms, "children"
	exceptional []irregular // sorted by form, then part

	scratch sync.Pool // of *search
}

// part is a part of speech, in the order of synset numbers.
type part uint8

const (
	noun part = iota
	verb
	adjective
	adverb
	numParts
)

func (g *Graph) part(s Synset) part {
	for p := noun; p < adverb; p++ {
		if s < g.ends[p] {
			return p
		}
	}
	return adverb
}

// table is a sorted list of strings in one piece of memory.
type table struct {
	start []uint32
	text  string
}

func (t *table) len() int        { return len(t.start) - 1 }
func (t *table) at(i int) string { return t.text[t.start[i]:t.start[i+1]] }

// find returns the place of s, or where it would stand.
func (t *table) find(s string) (int, bool) {
	lo, hi := 0, t.len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t.at(mid) < s {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < t.len() && t.at(lo) == s
}

// lemmaOf brings a word to the form that lemmas have.
func lemmaOf(word string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return r == '_' || r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}), " ")
}

// irregular is an inflected form that no rule explains.
type irregular struct {
	form int // in Graph.exceptions
	part part
	base int // in Graph.words
}

func compareIrregular(a, b irregular) int {
	return cmp.Or(cmp.Compare(a.form, b.form), cmp.Compare(a.part, b.part), cmp.Compare(a.base, b.base))
}
