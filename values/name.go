package values

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a person's name, given names first: also of a text with the family name first
// ("Carlsen, Magnus"; "CARLSEN Magnus").
type Name struct {
	Words  []string // folded, given names first: magnus carlsen
	Suffix string   // folded: jr, sr, ii, iii, iv; "" if there is none
}

// String gives the folded words, given names first, and the suffix.
func (n Name) String() string { return strings.TrimSpace(strings.Join(n.Words, " ") + " " + n.Suffix) }

// maxNameWords bounds the words of a name. The longest in ten sites' basketball
// players and books' authors have five; what is longer is a sentence or a list.
const maxNameWords = 8

// ParseName reads the name of a person. It returns false for a text that can't be one: with
// a digit, without a letter, with more than 8 words, or with more than two parts between
// commas. A text that is no name may still read as one, as "Red Hat" does. So [Parse] and
// [Same] do not use it; it is for columns that are known to hold persons.
//
// A comma stands after the family name (ISO 690 and library catalogs), or before
// a suffix. Words in capitals beside others that are not are the family name
// (lists of sports federations); they need three letters, since J.R. and DJ are
// given names. The number of words of the family name does not matter: "van Gogh,
// Vincent" and "Gogh, Vincent van" are both vincent van gogh. Titles and nicknames
// are words like others. A name in Chinese characters or kana is one word, since sites write
// it with a blank between its parts or without ("夏目 漱石"). Cost: linear.
func ParseName(text string) (Name, bool) {
	if len(text) > MaxValue || strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsAny(text, "&;/|@") {
		return Name{}, false
	}
	var n Name
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if s := Fold(part); n.Suffix == "" && len(parts) > 0 && isSuffix(s) {
			n.Suffix = s
			continue
		}
		parts = append(parts, part)
	}
	words := strings.Fields(parts[0])
	if last := len(words) - 1; n.Suffix == "" && last > 0 && isSuffix(Fold(words[last])) {
		n.Suffix, words = Fold(words[last]), words[:last]
	}
	switch len(parts) {
	case 1:
		words = familyLast(words)
	case 2:
		words = append(strings.Fields(parts[1]), words...)
	default:
		return Name{}, false
	}
	if n.Words = Words(strings.Join(words, " ")); slices.ContainsFunc(n.Words, unspaced) {
		n.Words = []string{strings.Join(n.Words, "")}
	}
	return n, len(n.Words) > 0 && countFolded(n.Words) <= maxNameWords && unicode.IsLetter([]rune(n.Words[0])[0])
}

// unspaced reports whether a folded word is a character of a script without blanks.
func unspaced(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return Ideographic(r)
}

// isSuffix reports whether a folded word is a suffix that distinguishes persons of one name.
func isSuffix(word string) bool {
	return slices.Contains([]string{"jr", "sr", "ii", "iii", "iv"}, word)
}

// familyLast moves leading words in capitals, the family name, to the end of a name, if
// the other words are not in capitals.
func familyLast(words []string) []string {
	n := 0
	for n < len(words) && capitals(words[n]) {
		n++
	}
	given := strings.Join(words[n:], "")
	if n == 0 || !strings.ContainsFunc(given, unicode.IsLower) || slices.ContainsFunc(words[n:], capitals) {
		return words
	}
	return append(slices.Clone(words[n:]), words[:n]...)
}

// capitals reports whether a word is written in capitals, of which it has three.
// J.R.R. are three words.
func capitals(word string) bool {
	if strings.Contains(word, ".") {
		return false
	}
	letters := 0
	for _, r := range word {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 3 && !strings.ContainsFunc(word, unicode.IsLower) && strings.ToLower(word) != word
}
