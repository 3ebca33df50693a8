package values

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is a value to be looked for in text: by its words (a code also if it is split by other blanks), as a quantity,
// or both. The zero value is found nowhere.
type Pattern struct {
	words    []string // none if the marks between them decide, as in 6'8"
	unparted string   // of a code, its form without blanks, see Unparted; else ""
	readings []Reading
	length   int    // words of the value
	key      string // see Key
	name     Form   // see Name
}

// NewPattern makes the pattern of a value. Cost: linear.
func NewPattern(value string) Pattern {
	p := Pattern{words: Words(value), readings: Readings(value), name: NewForm(value)}
	if len(p.readings) == 0 { // quantities have forms of their own: 21st is not 21 stone
		p.unparted = unparted(p.words)
	}
	p.length, p.key = countFolded(p.words), cmp.Or(p.unparted, strings.Join(p.words, " "))
	for _, r := range p.readings {
		p.key += fmt.Sprintf("|%d %g %s %t", r.kind, r.value, r.key, r.loose)
		// Unless only the value by itself reads as one, as 1 000' does.
		if (r.kind == length || r.kind == span) && !strings.ContainsFunc(value, unicode.IsLetter) && p.inText(casefold(value)) {
			p.words = nil
		}
	}
	return p
}

// countFolded is the number of words that folded words are; see [CountWords].
func countFolded(words []string) int {
	n, unspaced := 0, 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); Ideographic(r) {
			unspaced++
		} else {
			n++
		}
	}
	return n + WordsOf(unspaced)
}

// Len is the number of words of the value, as [CountWords] counts them.
func (p Pattern) Len() int { return p.length }

// Key is equal for patterns that are found in the same places: values that fold
// and read the same.
func (p Pattern) Key() string { return p.key }

// Words are the folded words by which the value is found, none if the marks
// between them decide, as in 6'8". The caller does not change them.
func (p Pattern) Words() []string { return p.words }

// Name is the value as a name, and whether it has several words, so that there are other forms of it.
func (p Pattern) Name() (Form, bool) { return p.name, len(p.words) > 1 && len(p.readings) == 0 }

// IsQuantity reports whether the value can be found in another form.
func (p Pattern) IsQuantity() bool { return len(p.readings) > 0 }

// Matches reports whether a whole text, given by its readings, means the value;
// a unit may be left out on one side. Cost: the product of their readings, which
// are a few each.
func (p Pattern) Matches(text []Reading) bool { return anySame(p.readings, text, true) }

// Means reports whether a quantity that [Scan] found in a text is the value. A reading of
// an ambiguous form ("6-8") needs a label before it, or a value of such a form.
func (p Pattern) Means(r Reading, labelled bool) bool {
	for _, x := range p.readings {
		if x.same(r) && (!r.loose || labelled || x.loose) {
			return true
		}
	}
	return false
}

// In reports whether text contains the value, as whole folded words or as a
// quantity in another form. Cost: linear in text.
func (p Pattern) In(text string) bool {
	if p.length == 0 {
		return false
	}
	if len(p.readings) > 0 && (p.Matches(Readings(text)) || p.inText(casefold(text))) {
		return true
	}
	m := NewMatcher([]Pattern{p})
	found := false
	f := Folder{Emit: func(w []byte, _, _ int) {
		m.Word(w, 0, 0, func(int, int, int) { found = true })
	}}
	f.Text(text, 0)
	f.Flush()
	return found
}

// inText looks for a quantity of the pattern's value in case-folded text.
func (p Pattern) inText(text string) bool {
	found := false
	Scan(text, func(r Reading, labelled bool, _, _ int) { found = found || p.Means(r, labelled) })
	return found
}

// Contains reports whether text contains value, as whole words after [Fold]
// or as a quantity of the same value in another form. An empty value is
// contained nowhere. Cost: linear in text.
func Contains(text, value string) bool { return NewPattern(value).In(text) }
