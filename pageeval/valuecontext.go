package pageeval

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// longLine is the number of words from which on a line is prose rather than
// data: a description, a paragraph, a review.
const longLine = 20

// valueContext is the text around a value. Each figure is the best one of all
// occurrences of the value, since the heading of a data page is repeated in its prose.
type valueContext struct {
	found                       bool
	besideInNodes, besideInLine int // words beside the value in its text nodes and in its line
	labelled                    bool
}

// features are those of element e as a container of the values: of its form, and of the
// contexts of the required values; of all values if none is required. Cost: linear in
// the element and the occurrences in it, plus sorting these.
func (s *valueIndex) features(e int) Features {
	var f Features
	form := formFeaturesOf(s.elements[e].node)
	copy(f[:], form[:])
	occurrences := s.requiredOccurrences(e)
	found, length := 0, 0
	for pattern, v := range s.valueContexts(occurrences) {
		if !v.found {
			continue
		}
		found++
		length += s.patterns[pattern].Len()
		f[wordsBeside] += math.Log1p(float64(v.besideInNodes))
		f[valuesInProse] += math.Log1p(float64(v.besideInLine))
		if v.labelled {
			f[labelledValues]++
		}
	}
	if found == 0 {
		return f
	}
	n := float64(found)
	f[wordsBeside] /= n
	f[valuesInProse] = f[valuesInProse] / n * s.longLineShare(e)
	f[labelledValues] /= n
	f[wordsBetween] = math.Log1p(float64(max(s.shortestRun(occurrences, found)-length, 0)))
	return f
}

// requiredOccurrences are the occurrences of required values in element e, of all values
// if none is required.
func (s *valueIndex) requiredOccurrences(e int) []occurrence {
	required := s.required
	if required == 0 {
		required = len(s.patterns)
	}
	from := sort.Search(len(s.occurrences), func(i int) bool { return s.occurrences[i].element >= e })
	var out []occurrence
	for _, o := range s.occurrences[from:] {
		if o.element >= s.elements[e].end {
			break
		}
		if o.pattern < required {
			out = append(out, o)
		}
	}
	return out
}

// valueContexts gives the context of each value.
func (s *valueIndex) valueContexts(occurrences []occurrence) []valueContext {
	out := make([]valueContext, len(s.patterns))
	for _, o := range occurrences {
		v := &out[o.pattern]
		if !v.found {
			*v = valueContext{found: true, besideInNodes: o.besideInNodes, besideInLine: o.besideInLine}
		}
		v.besideInNodes, v.besideInLine = min(v.besideInNodes, o.besideInNodes), min(v.besideInLine, o.besideInLine)
		v.labelled = v.labelled || s.isLabelled(o)
	}
	return out
}

// isLabelled reports whether there is a label before an occurrence of a value, in
// its text node or in the one before.
func (s *valueIndex) isLabelled(o occurrence) bool {
	t := s.textNodes[o.first]
	if n := leadingLabel(t.node.Data); n > 0 && n <= o.besideInNodes && o.besideInNodes <= labelWords {
		return true
	}
	if o.first == 0 {
		return false
	}
	before := s.textNodes[o.first-1]
	label := pairPart{before.node, before.words, endsInColon(strings.TrimSpace(before.node.Data))}
	return isPair(label, pairPart{t.node, t.words, false})
}

// longLineShare is the share of the words in element e that are in long lines.
func (s *valueIndex) longLineShare(e int) float64 {
	all, long := 0, 0
	for _, t := range s.textNodes[s.elements[e].first:s.elements[e].last] {
		all += t.words
		if s.lineWords[t.line] >= longLine {
			long += t.words
		}
	}
	return float64(long) / float64(max(all, 1))
}

// shortestRun is the number of words in the shortest run of text nodes that has all n
// values of the occurrences. It sorts the occurrences. Cost: that of sorting.
func (s *valueIndex) shortestRun(occurrences []occurrence, n int) int {
	slices.SortFunc(occurrences, func(a, b occurrence) int {
		return cmp.Or(a.first-b.first, a.last-b.last, a.pattern-b.pattern)
	})
	count := make([]int, len(s.patterns)) // of each pattern, occurrences in the run
	shortest, missing, low := math.MaxInt, n, 0
	for _, o := range occurrences {
		if count[o.pattern]++; count[o.pattern] == 1 {
			missing--
		}
		for ; missing == 0; low++ { // the run from occurrences[low] to o has all values
			first, last := s.textNodes[occurrences[low].first], s.textNodes[o.last]
			shortest = min(shortest, last.wordsBefore+last.words-first.wordsBefore)
			if count[occurrences[low].pattern]--; count[occurrences[low].pattern] == 0 {
				missing++
			}
		}
	}
	return shortest
}
