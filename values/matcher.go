package values

// Matcher finds patterns, as sequences of words, in a stream of words: one
// automaton of Knuth, Morris and Pratt for each pattern, and for one that is found however it is parted (see
// [Unparted]) the places in it that the words so far have come to. Cost of a word: constant
// for each pattern, amortised over the stream, times the places where a code's beginning recurs in it.
type Matcher struct {
	patterns []Pattern
	back     [][]int          // of each pattern and word: words still matched if the next one is another
	first    map[string][]int // patterns by their first word
	state    []int            // words matched of each pattern
	active   []int            // patterns of which some are
	pieces   []int            // that each word since the last interruption begins in
	codes    map[byte][]int   // patterns that are found however they are parted, by their first byte
	parted   []spelling       // what words have begun of these
}

// spelling is the beginning of a code in some words.
type spelling struct{ pattern, at, from int } // from is the place in pieces of its first word

// NewMatcher makes a matcher. Cost: linear in the words of the patterns.
func NewMatcher(patterns []Pattern) *Matcher {
	m := &Matcher{patterns: patterns, first: make(map[string][]int, len(patterns)), state: make([]int, len(patterns)), back: make([][]int, len(patterns))}
	for i, p := range patterns {
		if p.unparted != "" {
			if m.codes == nil {
				m.codes = map[byte][]int{}
			}
			m.codes[p.unparted[0]] = append(m.codes[p.unparted[0]], i)
		} else if len(p.words) > 0 {
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
	m.code(w, last, yield)
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

// code is Word for the patterns that are found however they are parted.
func (m *Matcher) code(w []byte, last int, yield func(pattern, first, last int)) {
	if len(m.codes) == 0 {
		return
	}
	word, now := string(w), len(m.pieces)-1
	begun := m.parted
	for _, n := range m.codes[w[0]] {
		begun = append(begun, spelling{n, 0, now})
	}
	keep := begun[:0]
	for _, s := range begun {
		whole := m.patterns[s.pattern].unparted
		switch at, ok := along(whole, s.at, word); {
		case ok && at == len(whole):
			yield(s.pattern, m.pieces[s.from], last)
		case ok:
			keep = append(keep, spelling{s.pattern, at, s.from})
		}
	}
	m.parted = keep
}

// Interrupt ends all partial matches, for text that a value does not span.
func (m *Matcher) Interrupt() {
	for _, n := range m.active {
		m.state[n] = 0
	}
	m.active, m.pieces, m.parted = m.active[:0], m.pieces[:0], m.parted[:0]
}
