package pageeval

import (
	"math/bits"
	"slices"

	"golang.org/x/net/html"

	"verde/query"
	"verde/values"
)

// valueIndex is a document indexed by the values of a query. Pattern 0 is the
// identifying value, which names the entity.
type valueIndex struct {
	document
	required int      // patterns[:required] are required, the others optional
	valuesIn []uint64 // for each element, the set of patterns that occur in it
}

// maxPatterns is how many values are looked for on a page, required ones first, so that
// a set of them is a word; further ones are ignored.
const maxPatterns = 64

// indexValues finds the values in a document. Cost: linear in the document, for each
// value.
func indexValues(doc *html.Node, required, optional []string) *valueIndex {
	patterns, n := patternsOf(required, optional)
	s := &valueIndex{document: read(doc, patterns), required: n}
	s.valuesIn = make([]uint64, len(s.elements))
	for _, o := range s.occurrences {
		s.valuesIn[o.element] |= 1 << o.pattern
	}
	for e := len(s.elements) - 1; e > 0; e-- {
		s.valuesIn[s.elements[e].parent] |= s.valuesIn[e]
	}
	return s
}

// patternsOf gives the distinct values to look for and how many of them are required. A
// value without a word in it occurs nowhere, and is left out unless it is required.
func patternsOf(required, optional []string) (patterns []values.Pattern, n int) {
	seen := make(map[string]bool)
	for i, v := range slices.Concat(required, optional) {
		p := values.NewPattern(v)
		if seen[p.Key()] || p.Len() == 0 && i >= len(required) || len(patterns) == maxPatterns {
			continue
		}
		seen[p.Key()] = true
		patterns = append(patterns, p)
		if i < len(required) {
			n = len(patterns)
		}
	}
	return patterns, n
}

// countValues is the number of values in element e, each counted once.
func (s *valueIndex) countValues(e int) int { return bits.OnesCount64(s.valuesIn[e]) }

func texts(values []query.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}
