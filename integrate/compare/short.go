package compare

// Begins reports whether one of two values is a short form of the other, which begins with its few words: "PG-13"
// and "PG-13 for violence".
func Begins(a, b *Value) bool {
	if a.count > b.count {
		a, b = b, a
	}
	return a.count <= shortWords && b.count > a.count && b.prefixHashes[a.count-1] == a.wordsHash
}

// Heads are the hashes of the possible short forms of v: a value is one if [Value.Short] returns one of them.
func (v *Value) Heads() []uint64 { return v.prefixHashes[:min(v.count-1, shortWords)] }

// Short returns the hash of a value of few words; see [Value.Heads].
func (v *Value) Short() (uint64, bool) { return v.wordsHash, v.count <= shortWords }

// Forms is [Lexicon.Sets], but a short form of a value counts as contained in it; see [Begins].
func (l *Lexicon) Forms(a, b []*Value) (level Level, ok bool) {
	level, ok = l.Sets(a, b)
	if !ok || level >= Contained {
		return level, ok
	}
	for _, x := range a {
		for _, y := range b {
			if Begins(x, y) {
				return Contained, true
			}
		}
	}
	return level, true
}
