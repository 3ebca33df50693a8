package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"verde/values"
)

// person reads a person's name, given names first; initials that stand last, without a comma too ("Lee A."), are given
// names.
func person(name string) (words []string, ok bool) {
	n, ok := values.ParseName(name)
	if !ok {
		return nil, false
	}
	at := len(n.Words)
	for at > 0 && isInitial(n.Words[at-1]) {
		at--
	}
	if at > 0 && at < len(n.Words) {
		return slices.Concat(n.Words[at:], n.Words[:at]), true
	}
	return n.Words, true
}

func isInitial(word string) bool { return utf8.RuneCountInString(word) == 1 }

// Family is the folded family name of a person of whom a text has nothing but initials beside it, "" of all other texts:
// "lee" of "Lee, A.", "A. B. Lee" and "Lee A".
func Family(name string) string {
	words, ok := person(name)
	if !ok {
		return ""
	}
	first := slices.IndexFunc(words, func(w string) bool { return !isInitial(w) })
	if first < 1 || slices.ContainsFunc(words[first:], isInitial) {
		return ""
	}
	return strings.Join(words[first:], " ")
}

// InitialsKey is the same for the names that may be of one person if some have initials in place of given names: the last
// word of the family name behind the first letter of the first given name. It is "" unless the names of the site are like
// those of persons.
func (s *Names) InitialsKey(name string) string {
	if !s.persons {
		return ""
	}
	return InitialsKey(s.Core(name))
}

// InitialsKey is [Names.InitialsKey] of what is the name of a person.
func InitialsKey(name string) string {
	words, ok := person(name)
	if !ok || len(words) < 2 {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	return string(first) + " " + words[len(words)-1]
}

// SamePerson reports whether two names, of which one at least has initials in place of all given names, may be one
// person's; see [values.Name.Compare].
func SamePerson(a, b string) bool {
	if Family(a) == "" && Family(b) == "" {
		return false
	}
	x, ok := person(a)
	y, also := person(b)
	return ok && also && (values.Name{Words: x}).Compare(values.Name{Words: y}) != values.OtherName
}

// otherForms is the number of ways to write a person's name other than given names first; see [Names.Written].
const otherForms = 3

// Written is the name of a person in one of the other ways that sites write such names in, k says which: turned round (see
// [Names.Turned]), the family name and initials, initials and the family name. An engine that looks for a phrase finds
// one form only. Names that have initials already are turned, and those of sites that have other names than persons' stay.
func (s *Names) Written(name string, k int) string {
	words, ok := person(name)
	if !s.persons || !ok || len(words) < 2 || k%otherForms == 0 || Family(name) != "" {
		return s.Turned(name)
	}
	family, initials := words[len(words)-1], make([]string, len(words)-1)
	if spelled := strings.Fields(name); values.Fold(name) == strings.Join(words, " ") {
		family = spelled[len(spelled)-1]
	}
	for i, w := range words[:len(words)-1] {
		first, _ := utf8.DecodeRuneInString(w)
		initials[i] = strings.ToUpper(string(first)) + "."
	}
	if k%otherForms == 1 {
		return family + ", " + strings.Join(initials, " ")
	}
	return strings.Join(initials, " ") + " " + family
}
