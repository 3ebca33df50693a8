package values

import "strings"

// MaxValue is the longest text, in bytes, that is read as a quantity. Longer
// texts are compared as text.
const MaxValue = 200

// Readings gives all ways to read the whole of s as one quantity. Words for an
// approximation or a bound are passed over: "approx. 250 g", "up to 4". There are none for
// a text longer than [MaxValue]. Cost: linear.
func Readings(s string) []Reading {
	if len(s) > MaxValue || !HasDigit(s) {
		return nil
	}
	sc := scanner{toks: lex(casefold(strings.TrimSpace(s))), whole: true}
	sc.toks = sc.toks[sc.hedge():]
	var out, more []Reading
	sc.read(0, func(r Reading, end int) {
		if end == len(sc.toks) || end == len(sc.toks)-1 && sc.mark(end, ".") {
			out = append(out, r)
		} else if also := sc.gloss(r, end); len(also) > 0 {
			out, more = append(out, r), append(more, also...)
		}
	})
	return append(out, more...)
}

// Parse gives the values that the whole of a text may mean, each once; none for
// words, or for a text longer than [MaxValue] bytes. A quantity that is said again in other units is one value, see
// [Again]. An all-numeric date that may
// have the month or the day first gives both, the month first as the first one.
//
// Values of an ambiguous form are given too ("6-8", a height or a range; "2:06", minutes
// or hours): the other texts of the column decide. Cost: linear.
func Parse(text string) []Value { return parse(text, false) }

// Again gives the repetitions of a quantity in other units, rounded as the text has them: 4050 m of "13,300 ft (4,050 m)".
// Cost: linear.
func Again(text string) []Value { return parse(text, true) }

func parse(text string, gloss bool) []Value {
	var out []Value
	had := make(map[Value]bool)
	for _, r := range Readings(text) {
		for _, v := range r.values() {
			if r.gloss == gloss && !had[v] {
				had[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}
