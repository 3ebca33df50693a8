package values

import (
	"slices"
	"strings"
)

// Sites write one name in many forms: "Nadia Kowalczyk", "KOWALCZYK Nadia", "Kowalczyk, Nadia S.", "N. Kowalczyk". What
// they have in common is a set of words. So a name is compared by its [Wording], of which the order does not count. A
// single letter stands for a word that begins with it, and one that the other form lacks may be left out, as middle
// initials are; but of two forms that have each a letter of its own, neither is the other's. Beside digits a letter is
// a word like others.

// Overlap is what the wordings of two names, A and B, have in common.
type Overlap struct {
	Same         []string // words that both have
	Letters      []string // single letters of one that stand for a word of the other
	RestA, RestB []string // what only one has
}

// Within reports whether one of the names has all of the other.
func (o Overlap) Within() bool { return len(o.RestA) == 0 || len(o.RestB) == 0 }

// Overlay lays two wordings over each other, each word over one of the other. Cost: the product of their lengths.
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

// abridged reports whether letters of a wording may stand for words: no word has a digit.
func abridged(words []string) bool { return !slices.ContainsFunc(words, HasDigit) }

// standsFor reports whether one of two different words is the first letter of the other.
func standsFor(a, b string) bool {
	return IsLetter(a) && strings.HasPrefix(b, a) || IsLetter(b) && strings.HasPrefix(a, b)
}

// HasName reports whether a text has a name: words in a row, in the order of the name, wherever a code is parted (see
// [Spelled]), or in another of its forms. Cost: linear in the text, by the square of the name's words at most.
func HasName(text, name string) bool {
	_, ok := Beside(text, name)
	return ok
}

// Beside gives what a text has beside a name, folded, and whether it has it; see [HasName].
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

// Form is a text that is compared with many as a name.
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

// Has reports whether a text has a name in one of its forms; codes are parted alike. See [HasName].
func (f Form) Has(name Form) bool {
	_, _, ok := nameIn(f.words, name.words)
	return ok
}

// Extends reports whether a text is a name with one or two words more behind its given names, as sites have middle names that
// others leave out: "Ada Maria Brandt" and "Brandt, Ada Maria" extend "Ada Brandt". Neither has a digit: numbers tell things apart.
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

// SameName reports whether one of two folded texts has the other as a name: sites add subtitles and editions to names, or
// leave them out. It is asked of many pairs, most of which have no word in common: that costs no memory.
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

// nameIn finds the first words in a row that are a name in one of its forms. Letters before, between and behind them are
// among them, unless the name has letters that they lack: middle initials. That a letter was left out, or stands for a word,
// is said of no name of which one word is all that both have.
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
