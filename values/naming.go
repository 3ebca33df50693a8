package values

import (
	"slices"
	"strings"
)

// Sites write one name in many forms: "Nadia Kowalczyk", "KOWALCZYK Nadia", "Kowalczyk, Nadia S.", "N. Kowalczyk". They
// have a set of words in common. So names are compared by their [Wording], in any order, with these rules for single
// letters (initials). A letter matches a word that begins with it. A letter without a match in the other form may be
// left out, as middle initials are; but not if both forms have such a letter. In a name with a digit a letter is a
// word like others.

// Overlap is the result of matching the words of two names, A and B, one to one.
type Overlap struct {
	Same         []string // words that both have
	Letters      []string // initials in one of a word of the other
	RestA, RestB []string // words without a match
}

// Within reports whether one of the names has all of the other.
func (o Overlap) Within() bool { return len(o.RestA) == 0 || len(o.RestB) == 0 }

// Overlay matches the words of two wordings one to one: equal words first, then initials. Cost: the product of their
// lengths.
func Overlay(a, b []string) (o Overlap) {
	o.RestB = slices.Clone(b)
	for _, w := range a {
		if at := slices.Index(o.RestB, w); at >= 0 {
			o.Same, o.RestB = append(o.Same, w), slices.Delete(o.RestB, at, at+1)
		} else {
			o.RestA = append(o.RestA, w)
		}
	}
	if !abridged(a) || !abridged(b) {
		return o
	}
	o.RestA = slices.DeleteFunc(o.RestA, func(w string) bool {
		at := slices.IndexFunc(o.RestB, func(x string) bool { return standsFor(w, x) })
		if at >= 0 {
			o.Letters, o.RestB = append(o.Letters, min(w, o.RestB[at])), slices.Delete(o.RestB, at, at+1)
		}
		return at >= 0
	})
	return o
}

// abridged reports whether single letters of a wording may be initials: no word has a digit.
func abridged(words []string) bool { return !slices.ContainsFunc(words, HasDigit) }

// standsFor reports whether one of two different words is the first letter of the other.
func standsFor(a, b string) bool {
	return IsLetter(a) && strings.HasPrefix(b, a) || IsLetter(b) && strings.HasPrefix(a, b)
}

// HasName reports whether a text contains a name: its words in a row, as the name orders them (a code may be split
// otherwise, see [Spelled]), or in another form of it. Cost: the words of the text times the square of the name's, at most.
func HasName(text, name string) bool {
	_, ok := Beside(text, name)
	return ok
}

// Beside gives the rest of a text without a name in it, folded, and whether the text has the name; see [HasName].
func Beside(text, name string) (rest string, ok bool) {
	folded := Fold(text)
	if s := Spelled(folded, name); s != "" {
		return strings.TrimSpace(strings.Replace(" "+folded+" ", " "+s+" ", " ", 1)), true
	}
	from, to, ok := nameIn(Wording(folded), Wording(name))
	if !ok {
		return "", false
	}
	words := Words(folded)
	return strings.Join(slices.Concat(words[:from], words[to:]), " "), true
}

// IsName reports whether a text is a name in one of its forms or spellings (see [Skeleton]), and nothing else. Cost: that of
// [HasName].
func IsName(text, name string) bool { return NewForm(text).Is(NewForm(name)) }

// Form is a text prepared for many comparisons as a name.
type Form struct {
	words    []string
	skeleton string
}

// NewForm makes the form of a text. Cost: linear.
func NewForm(text string) Form {
	words := Wording(text)
	return Form{words, skeleton(words)}
}

// Is is [IsName] of two texts.
func (f Form) Is(name Form) bool {
	from, to, ok := nameIn(f.words, name.words)
	return ok && to-from == len(f.words) || f.skeleton != "" && f.skeleton == name.skeleton
}

// Has reports whether a text contains a name in one of its forms. Unlike [HasName] it does not find a code that is split
// otherwise.
func (f Form) Has(name Form) bool {
	_, _, ok := nameIn(f.words, name.words)
	return ok
}

// Extends reports whether a text is a name with one or two middle names more: "Ada Maria Brandt" and "Brandt, Ada Maria" extend
// "Ada Brandt". It is false for texts with digits, since numbers distinguish things.
func (f Form) Extends(name Form) bool {
	n, k := len(f.words), len(name.words)
	if k < 2 || n <= k || n > k+maxMiddle || !abridged(f.words) || slices.ContainsFunc(name.words, func(w string) bool { return !slices.Contains(f.words, w) }) {
		return false
	}
	if slices.Contains(name.words, f.words[0]) && slices.Contains(name.words, f.words[n-1]) {
		return true
	}
	at := slices.Index(name.words, f.words[0]) // where the family name begins
	return at > 0 && slices.Equal(f.words[:k], slices.Concat(name.words[at:], name.words[:at]))
}

// maxMiddle is the number of middle names.
const maxMiddle = 2

// SameName reports whether one of two folded texts contains the other as a name, as sites add subtitles and editions to
// names, or leave them out. It allocates nothing for pairs without a common word, which most pairs are.
func SameName(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if b == "" || strings.Contains(a, b) && strings.Contains(" "+a+" ", " "+b+" ") {
		return b != ""
	}
	if !HasDigit(b) {
		shared := false
		for w := range strings.FieldsSeq(b) {
			shared = shared || !IsLetter(w) && strings.Contains(a, w)
		}
		if !shared {
			return false
		}
	}
	return HasName(a, b) || HasName(b, a)
}

// nameIn finds the first run of words, text[from:to], that is a name in one of its forms. Initials beside and between
// them belong to the run, unless the name has initials of its own that the run lacks. An initial is dropped or matched with
// a word only if at least two words of the name are in the run.
func nameIn(text, name []string) (from, to int, ok bool) {
	letters := abridged(name)
	optional := func(w string) bool { return letters && IsLetter(w) }
	for from = range text {
		left, full, both, more := name, 0, 0, 0
	words:
		for to = from; to < len(text); to++ {
			w := text[to]
			at := slices.Index(left, w)
			if at < 0 && letters {
				at = slices.IndexFunc(left, func(x string) bool { return standsFor(x, w) })
			}
			switch {
			case at >= 0:
				if both++; left[at] == w && !IsLetter(w) {
					full++
				}
				left = slices.Concat(left[:at], left[at+1:])
			case to > from && optional(w) && more < maxNameWords: // a text of letters alone costs no more than others
				more++
			default:
				break words
			}
		}
		switch exact := len(left) == 0 && more == 0; {
		case full == 0 || !exact && both < 2 || more > 0 && len(left) > 0:
		case slices.ContainsFunc(left, func(x string) bool { return !optional(x) }):
		default:
			for len(left) == 0 && both > 1 && from > 0 && optional(text[from-1]) {
				from--
			}
			return from, to, true
		}
	}
	return 0, 0, false
}
