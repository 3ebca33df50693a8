package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// person gives the folded words of a person's name, given names first. Initials at the end are given names, also without a
// comma ("Lee A.").
func person(name string) (words []string, ok bool) {
	n, ok := values.ParseName(name)
	if !ok {
		return nil, false
	}
	at := len(n.Words)
	for at > 0 && values.IsLetter(n.Words[at-1]) {
		at--
	}
	if at > 0 && at < len(n.Words) {
		return slices.Concat(n.Words[at:], n.Words[:at]), true
	}
	return n.Words, true
}

// Family is the folded family name in a text that has only initials beside it: "lee" of "Lee, A.", "A. B. Lee" and
// "Lee A". It is "" for all other texts.
func Family(name string) string {
	words, ok := person(name)
	if !ok {
		return ""
	}
	first := slices.IndexFunc(words, func(w string) bool { return !values.IsLetter(w) })
	if first < 1 || slices.ContainsFunc(words[first:], values.IsLetter) {
		return ""
	}
	return strings.Join(words[first:], " ")
}

// givenAndFamily splits a name into given names and the rest. ok is false if the name is not like a person's, or the site's names are
// not.
func (s *Names) givenAndFamily(name string) (given, family []string, ok bool) {
	tokens := strings.Fields(strings.ReplaceAll(clean(name), ",", " "))
	words, ok := person(name)
	at := 0 // where the given names begin
	for at < len(tokens) && values.Fold(strings.Join(slices.Concat(tokens[at:], tokens[:at]), " ")) != strings.Join(words, " ") {
		at++
	}
	if !s.persons || !ok || len(tokens) < 2 || at == len(tokens) || len(tokens) > maxPerson {
		return nil, nil, false
	}
	if at == 0 {
		at = len(tokens) - 1
		return tokens[:at], tokens[at:], true
	}
	return tokens[at:], tokens[:at], true
}

// withoutMiddle is a person's name with only the first of several given names that is no initial; any other name is unchanged. A query
// for its words finds sites with the middle names, too.
func (s *Names) withoutMiddle(name string) string {
	given, family, ok := s.givenAndFamily(name)
	first := slices.IndexFunc(given, func(t string) bool { return !values.IsLetter(values.Fold(t)) })
	if !ok || len(given) < 2 || first < 0 {
		return name
	}
	return given[first] + " " + strings.Join(family, " ")
}

// Written gives other ways in which sites write a person's name: with the family name first, without middle initials, and
// with initials in place of the given names. An engine that searches for a phrase finds only one of them. It is nil if the
// name, or the names of the site, are not like persons'. Cost: linear.
func (s *Names) Written(name string) (out []string) {
	given, family, ok := s.givenAndFamily(name)
	if !ok {
		return nil
	}
	var full, initials []string
	for _, t := range given {
		if letter := firstLetter(t); letter != "" {
			initials = append(initials, letter+".")
			if values.Fold(t) != values.Fold(letter) {
				full = append(full, t)
			}
		}
	}
	seen := map[string]bool{values.Fold(name): true}
	for _, g := range [][]string{given, full, initials} {
		for _, form := range []string{strings.Join(slices.Concat(g, family), " "), strings.Join(slices.Concat(family, g), " ")} {
			if f := values.Fold(form); len(g) > 0 && !seen[f] {
				seen[f], out = true, append(out, form)
			}
		}
	}
	return out
}

// maxPerson is the greatest number of words of a person's name; see [values.ParseName].
const maxPerson = 8

// firstLetter is the first letter of a word, "" if it begins with none.
func firstLetter(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(r) {
		return ""
	}
	return word[:n]
}
