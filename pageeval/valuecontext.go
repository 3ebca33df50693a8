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

// valueContext is the text around a value, at the occurrence with the fewest
// words around.
type valueContext struct {
	found          bool
	beside, inLine int // words beside it in its text node and in its line
	labelled       bool
}

// features are those of element e as a container of the values: of its form,
// and of the contexts of the required values; without required values, of all.
// Cost: linear in the element and the occurrences in it.
func (s *valueMap) features(e int) Features {
	var f Features
	form := elementFeatures(s.elements[e].node)
	copy(f[:], form[:])
	at := s.requiredIn(e)
	there, length := 0, 0
	for needle, v := range s.valueContexts(at) {
		if !v.found {
			continue
		}
		there++
		length += s.needles[needle].Len()
		f[8] += math.Log1p(float64(v.beside))
		f[9] += math.Log1p(float64(v.inLine))
		if v.labelled {
			f[10]++
		}
	}
	if there == 0 {
		return f
	}
	n := float64(there)
	f[8], f[9], f[10] = f[8]/n, f[9]/n*s.longShare(e), f[10]/n
	f[11] = math.Log1p(float64(max(s.run(at, there)-length, 0)))
	return f
}

// requiredIn are the occurrences of required values in element e, of all values
// if none is required.
func (s *valueMap) requiredIn(e int) []occurrence {
	required := s.required
	if required == 0 {
		required = len(s.needles)
	}
	from := sort.Search(len(s.occurrences), func(i int) bool { return s.occurrences[i].element >= e })
	var out []occurrence
	for _, o := range s.occurrences[from:] {
		if o.element >= s.elements[e].end {
			break
		}
		if o.needle < required {
			out = append(out, o)
		}
	}
	return out
}

// valueContexts gives the context of each value, the best of all its
// occurrences: the heading of a data page is repeated in its prose.
func (s *valueMap) valueContexts(at []occurrence) []valueContext {
	out := make([]valueContext, len(s.needles))
	for _, o := range at {
		v := &out[o.needle]
		if !v.found {
			*v = valueContext{found: true, beside: o.beside, inLine: o.inLine}
		}
		v.beside, v.inLine = min(v.beside, o.beside), min(v.inLine, o.inLine)
		v.labelled = v.labelled || s.labelled(o)
	}
	return out
}

// labelled reports whether there is a label before an occurrence of a value, in
// its text node or in the one before.
func (s *valueMap) labelled(o occurrence) bool {
	p := s.pieces[o.first]
	if n := leadingLabel(p.node.Data); n > 0 && n <= o.beside && o.beside <= labelWords {
		return true
	}
	if o.first == 0 {
		return false
	}
	before := s.pieces[o.first-1]
	label := endsInColon(strings.TrimSpace(before.node.Data))
	return isPair(snippet{before.node, before.words, label}, snippet{p.node, p.words, false})
}

// leadingLabel counts the words of the label that a text begins with: up to a
// colon after one of the first words, but not after the last of all.
func leadingLabel(s string) int {
	n, found := 0, false
	for w := range strings.FieldsSeq(s) {
		if found {
			return n
		}
		if n++; n > labelWords {
			return 0
		}
		found = endsInColon(w)
	}
	return 0
}

// longShare is the share of the words in element e that are in long lines.
func (s *valueMap) longShare(e int) float64 {
	all, long := 0, 0
	for _, p := range s.pieces[s.elements[e].first:s.elements[e].last] {
		all += p.words
		if s.lines[p.line] >= longLine {
			long += p.words
		}
	}
	return float64(long) / float64(max(all, 1))
}

// run is the number of words in the shortest run of text nodes that has all n
// values of the occurrences. It sorts at. Cost: that of sorting.
func (s *valueMap) run(at []occurrence, n int) int {
	slices.SortFunc(at, func(a, b occurrence) int { return cmp.Or(a.first-b.first, a.last-b.last, a.needle-b.needle) })
	count := make([]int, len(s.needles)) // of the occurrences in the run
	shortest, missing, low := math.MaxInt, n, 0
	for _, o := range at {
		if count[o.needle]++; count[o.needle] == 1 {
			missing--
		}
		for ; missing == 0; low++ { // the run from at[low] to o has all
			last := s.pieces[o.last]
			shortest = min(shortest, last.before+last.words-s.pieces[at[low].first].before)
			if count[at[low].needle]--; count[at[low].needle] == 0 {
				missing++
			}
		}
	}
	return shortest
}
