package values

// Matcher finds patterns, as sequences of words, in a stream of words: one
// automaton of Knuth, Morris and Pratt for each pattern. Cost of a word: constant
// for each pattern, amortised over the stream.
type Matcher struct {
	patterns []Pattern
	back     [][]int          // of each pattern and word: words still matched if the next one is another
	first    map[string][]int // patterns by their first word
	state    []int            // words matched of each pattern
	active   []int            // patterns of which some are
	pieces   []int            // that each word since the last interruption begins in
}

// NewMatcher makes a matcher. Cost: linear in the words of the patterns.
func NewMatcher(patterns []Pattern) *Matcher {
	m := &Matcher{patterns: patterns, first: make(map[string][]int, len(patterns)), state: make([]int, len(patterns)), back: make([][]int, len(patterns))}
	for i, p := range patterns {
		if len(p.words) > 0 {
			m.first[p.words[0]] = append(m.first[p.words[0]], i)
			m.back[i] = borders(p.words)
		}
	}
	return m
}

// borders gives for each prefix of the words how many of its first words are
// also its last ones.
func borders(words []string) []int {
	out := make([]int, len(words))
	for i, k := 1, 0; i < len(words); i++ {
		for k > 0 && words[k] != words[i] {
			k = out[k-1]
		}
		if words[k] == words[i] {
			k++
		}
		out[i] = k
	}
	return out
}

// Word takes the next word, as a [Folder] emits it, and calls yield for each
// pattern that it completes, by its index, with the first and last piece of text
// that the occurrence spans.
func (m *Matcher) Word(w []byte, first, last int, yield func(pattern, first, last int)) {
	m.pieces = append(m.pieces, first)
	keep := m.active[:0]
	for _, n := range m.active {
		want, k := m.patterns[n].words, m.state[n]
		for k > 0 && (k == len(want) || want[k] != string(w)) {
			k = m.back[n][k-1]
		}
		if want[k] == string(w) {
			k++
		}
		if k == len(want) {
			yield(n, m.pieces[len(m.pieces)-k], last)
		}
		if m.state[n] = k; k > 0 {
			keep = append(keep, n)
		}
	}
	for _, n := range m.first[string(w)] {
		switch {
		case len(m.patterns[n].words) == 1:
			yield(n, first, last)
		case m.state[n] == 0:
			m.state[n] = 1
			keep = append(keep, n)
		}
	}
	m.active = keep
}

// Interrupt ends all partial matches, for text that a value does not span.
func (m *Matcher) Interrupt() {
	for _, n := range m.active {
		m.state[n] = 0
	}
	m.active, m.pieces = m.active[:0], m.pieces[:0]
}
