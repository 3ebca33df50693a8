package values

// Matcher finds patterns, as sequences of words, in a stream of words. For each pattern it
// runs the automaton of Knuth, Morris and Pratt. A code, which is found wherever blanks split
// it (see [Unparted]), has a list of its partial matches instead. Cost of a word: constant for
// each active pattern, amortised over the stream, and linear in the partial matches of codes.
type Matcher struct {
	patterns []Pattern
	back     [][]int          // of each pattern and word: words still matched if the next one is another
	first    map[string][]int // patterns by their first word
	state    []int            // words matched of each pattern
	active   []int            // patterns with at least one word matched
	pieces   []int            // the piece in which each word since the last interruption begins
	codes    map[byte][]int   // patterns that are codes, by their first byte
	parted   []spelling       // partial matches of codes
}

// spelling is a partial match of a code: of its first at bytes, from the word pieces[from] on.
type spelling struct{ pattern, at, from int }

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

// Interrupt drops all partial matches, at a boundary that no value spans.
func (m *Matcher) Interrupt() {
	for _, n := range m.active {
		m.state[n] = 0
	}
	m.active, m.pieces, m.parted = m.active[:0], m.pieces[:0], m.parted[:0]
}
