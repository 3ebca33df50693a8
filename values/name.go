package values

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a person's name. Lists and registers turn names round, so where a text
// does so ("Carlsen, Magnus"; "CARLSEN Magnus"), the name is turned back.
type Name struct {
	Words  []string // folded, given names first: magnus carlsen
	Suffix string   // folded: jr, sr, ii, iii, iv; "" if there is none
}

// String gives the folded words, given names first, and the suffix.
func (n Name) String() string { return strings.TrimSpace(strings.Join(n.Words, " ") + " " + n.Suffix) }

// maxNameWords bounds the words of a name. The longest in ten sites' basketball
// players and books' authors have five; what is longer is a sentence or a list.
const maxNameWords = 8

// ParseName reads the name of a person, false if a text can't be one: it has a
// digit, no letter, more than 8 words, or parts between commas that no name has.
// It does not know whether a text is a name at all: "Red Hat" reads as one. So
// neither [Parse] nor [Same] asks it; whoever knows that a column has persons does.
//
// A comma stands after the family name (ISO 690 and library catalogs), or before
// a suffix. Words in capitals beside others that are not are the family name
// (lists of sports federations); they need three letters, since J.R. and DJ are
// given names. How many words the family name has is of no matter: "van Gogh,
// Vincent" and "Gogh, Vincent van" are both vincent van gogh. Titles and nicknames
// are words like others. Of a name in Chinese characters or kana no part is told from the
// other, and sites write it with a blank or without ("夏目 漱石"): it is one word. Cost: linear.
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

// Straight gives the folded words of what may be a person's name, given names first: "magnus
// carlsen" of "Carlsen, Magnus" as of "Magnus Carlsen". It is "" of a text of one word and of one that
// [ParseName] does not read.
func Straight(text string) string {
	if !strings.Contains(text, " ") {
		return ""
	}
	n, ok := ParseName(text)
	if !ok || len(n.Words) < 2 {
		return ""
	}
	return n.String()
}

// unspaced reports whether a folded word is a character of a script without blanks.
func unspaced(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return Ideographic(r)
}

// isSuffix reports whether a folded word tells persons of one name apart.
func isSuffix(word string) bool {
	return slices.Contains([]string{"jr", "sr", "ii", "iii", "iv"}, word)
}

// familyLast turns round a name that begins with words in capitals, if the others
// are not in capitals.
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

// Agreement is how well two names go together.
type Agreement uint8

const (
	OtherName      Agreement = iota // they can't be written for the same person
	CompatibleName                  // one leaves out or abbreviates what the other has: J. Doe, John Doe
	EqualName                       // the same words; persons may still share a name
)

// Compare tells whether two names may be one person's. Of names that are not
// equal the last words must be the same, the first ones the same or one the
// other's initial, and the words between them too, where the shorter name may lack
// some: "J. Doe", "John Doe" and "John Q. Doe" are compatible, "John Doe" and
// "Jane Doe" are not. Names of one word go with no longer ones. Two suffixes must
// be the same. Cost: linear.
func (n Name) Compare(o Name) Agreement {
	if n.Suffix != o.Suffix && n.Suffix != "" && o.Suffix != "" {
		return OtherName
	}
	short, long := n.Words, o.Words
	if len(short) > len(long) {
		short, long = long, short
	}
	if slices.Equal(short, long) {
		if n.Suffix != o.Suffix {
			return CompatibleName
		}
		return EqualName
	}
	if len(short) < 2 || short[len(short)-1] != long[len(long)-1] || !abbreviates(short[0], long[0]) {
		return OtherName
	}
	rest := long[1 : len(long)-1]
	for _, w := range short[1 : len(short)-1] {
		at := slices.IndexFunc(rest, func(x string) bool { return abbreviates(w, x) })
		if at < 0 {
			return OtherName
		}
		rest = rest[at+1:]
	}
	return CompatibleName
}

// abbreviates reports whether two words are equal or one is the other's initial.
func abbreviates(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len([]rune(a)) == 1 && strings.HasPrefix(b, a)
}
