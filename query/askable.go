package query

import (
	"strings"
	"unicode"

	"verde/values"
)

// Bounds of a value that is worth asking for, in characters (see [values.Length]) and words (see
// [values.CountWords]): shorter ones are everywhere, longer ones are prose that
// no other site repeats literally.
const (
	minLength = 3
	maxLength = 80
	maxWords  = 10
)

// quotationMarks are the double quotation marks of all scripts: engines treat many of them
// as the one of ASCII.
const quotationMarks = "\"“”„‟＂〝〞〟❝❞"

// Two invisible characters that are part of the spelling of words in some scripts.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// clean collapses white space and removes characters that end a quoted phrase in any
// dialect, control characters, invisible characters, and at both ends the marks
// that separate a value from its label or its neighbours, in which sites differ.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(quotationMarks, r) || r == '\\' || r == unicode.ReplacementChar || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner && r != zeroWidthNonJoiner:
			return -1 // soft hyphens, direction marks and the like
		}
		return r
	}, s)
	return strings.Join(strings.Fields(strings.Trim(s, " -–—•·:：;,、|｜*»>/「」『』《》【】")), " ")
}

// Usable reports whether a value is worth asking for: it has minLength to maxLength
// characters and at most maxWords words, and is neither a number, date, price or code
// (see numeric) nor a URL. A text that ends in a colon is the label of the next one.
func Usable(v string) bool {
	label := strings.TrimRight(v, ":： ") != strings.TrimRight(v, " ")
	v = clean(v)
	n := values.Length(v)
	return !label && n >= minLength && n <= maxLength && values.CountWords(v) <= maxWords && !numeric(v) && !strings.Contains(v, "://")
}

// usableShare is the share of values that are worth asking for, 0 if one of them is prose: a column with words
// and prose ("Sponsored:" and a sentence, a reviewer and the review) is no attribute.
func usableShare(texts []string) float64 {
	n := 0.
	for _, v := range texts {
		if isText(v) {
			return 0
		}
		if Usable(v) {
			n++
		}
	}
	return n / float64(len(texts))
}

// firstUsable is the first value worth asking for, cleaned; "" if there is none.
func firstUsable(texts []string) string {
	for _, v := range texts {
		if Usable(v) {
			return clean(v)
		}
	}
	return ""
}

// isText reports whether a value is prose, too long to be asked for.
func isText(v string) bool {
	v = clean(v)
	return values.Length(v) > maxLength || values.CountWords(v) > maxWords
}

// lettersAndDigits counts them.
func lettersAndDigits(v string) (letters, digits int) {
	for _, r := range v {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	return letters, digits
}

// numeric reports whether a value is a number, date, phone number, measure, price or
// code: it has no letters, or more than half as many digits as letters ("12 May"), or
// begins with a digit and has a third as many digits as letters ("12 months").
func numeric(v string) bool {
	letters, digits := lettersAndDigits(v)
	first := strings.TrimLeft(v, "$€£ ")
	leads := first != "" && first[0] >= '0' && first[0] <= '9'
	return letters == 0 || digits*2 > letters || leads && digits*3 >= letters
}

// isYear reports whether a value is a year of our time.
func isYear(v string) bool {
	v = clean(v)
	return len(v) == 4 && (strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20")) && strings.Trim(v[2:], "0123456789") == ""
}

// containsWords reports whether the words stand in a row in text, both folded:
// "jane austen" in "emma by jane austen", but not "ane".
func containsWords(text, words string) bool {
	return text != "" && words != "" && strings.Contains(" "+text+" ", " "+words+" ")
}

// namelike reports whether a value may be the name of an entity, even if it can't be asked for as
// it stands: it has letters, and is no number, date, price or measure, no URL and not longer than maxNameWords.
func namelike(v string) bool {
	v = clean(v)
	letters := 0
	for _, r := range v {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && values.Length(v) >= minLength && len(v) <= 4*maxLength && values.CountWords(v) <= maxNameWords &&
		!strings.Contains(v, "://") && len(values.Readings(v)) == 0
}

// askableName reports whether a name is worth asking for: it is like a name, and short
// enough that other sites repeat it.
func askableName(v string) bool {
	v = clean(v)
	return namelike(v) && values.Length(v) <= maxLength && values.CountWords(v) <= maxWords
}

// maxNameWords is the number of words up to which a text may be a name: of 5,278 names
// of cameras in ten shops ten have more.
const maxNameWords = 40

// Bare is a name without a last part in parentheses, which some sites add and others
// do not: "Emma (1815)" gives "Emma". A name without a usable rest is unchanged.
func Bare(name string) string {
	if !strings.HasSuffix(name, ")") {
		return name
	}
	if i := strings.LastIndexByte(name, '('); i > 0 {
		if bare := strings.TrimSpace(name[:i]); namelike(bare) {
			return bare
		}
	}
	return name
}
