package compare

// Begins reports whether one of two values is a short form of the other: its few words are
// the ones that the other begins with, as "PG-13" and "PG-13 for violence".
func Begins(a, b *Value) bool {
	if a.count > b.count {
		a, b = b, a
	}
	return a.count <= shortWords && b.count > a.count && b.heads[a.count-1] == a.joined
}

// Heads are what values begin with that are short forms of v, as numbers: the value of
// which [Value.Short] gives one of them is one.
func (v *Value) Heads() []uint64 { return v.heads[:min(v.count-1, shortWords)] }

// Short gives the number that stands for a value of few words; see [Value.Heads].
func (v *Value) Short() (uint64, bool) { return v.joined, v.count <= shortWords }

// Forms is [Lexicon.Sets], where a short form of a value says as much as one that the value
// contains; see [Begins].
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
