package extract

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"
)

// typeSet is the set of token types of a text (DCA, Equation 1).
type typeSet uint16

// The twelve token types (DCA, Figure 4, whose drawing is lost; these are the
// classes that its text and examples need).
const (
	typeCapitalised typeSet = 1 << iota
	typeLower
	typeUpper
	typeMixed
	typeInteger
	typeDecimal
	typeCurrency
	typePercent
	typeDate
	typeAddress // e-mail or URL
	typePunctuation
	typeOther
)

// maxTypedTokens bounds the tokens of one text that are typed: long prose has
// shown all its types by then.
const maxTypedTokens = 200

// typesOf unites the types of the white-space separated tokens of text.
func typesOf(text string) typeSet {
	var set typeSet
	n := 0
	for token := range strings.FieldsSeq(text) {
		set |= typeOf(token)
		if n++; n == maxTypedTokens {
			break
		}
	}
	return set
}

var (
	dateOrTime = regexp.MustCompile(`^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}-\p{L}{3,9}-\d{2,4}|\d{1,2}:\d{2}(:\d{2})?([ap]m)?)$`)
	address    = regexp.MustCompile(`^(https?://|www\.)|^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	amount     = regexp.MustCompile(`^-?\p{Sc}-?\d|^-?\d[\d.,]*\p{Sc}$`)
	percentage = regexp.MustCompile(`^[-+]?\d[\d.,]*%$`)
	integer    = regexp.MustCompile(`^[-+]?(\d+|\d{1,3}(,\d{3})+)$`)
	decimal    = regexp.MustCompile(`^[-+]?\d*\.\d+$|^[-+]?\d{1,3}(,\d{3})+\.\d+$`)
)

// typeOf gives the type of one token. Punctuation around a word or number is
// not part of it.
func typeOf(token string) typeSet {
	core := strings.TrimFunc(token, func(r rune) bool {
		return (unicode.IsPunct(r) || unicode.IsSymbol(r)) && r != '%' && !unicode.Is(unicode.Sc, r) && r != '-' && r != '+' && r != '.'
	})
	core = strings.TrimRight(core, ".-+")
	if core == "" {
		return typePunctuation
	}
	// What a token consists of tells which expressions can match at all; they take
	// most of the time of reading a page otherwise.
	var digits, letters, currency, others bool
	for _, r := range core {
		switch {
		case unicode.IsDigit(r):
			digits = true
		case unicode.IsLetter(r):
			letters = true
		case unicode.Is(unicode.Sc, r):
			currency, others = true, true
		case r != '-' && r != '\'' && r != '’' && r != '.':
			others = true
		}
	}
	if !digits && !others {
		return caseOf(core)
	}
	switch {
	case strings.ContainsAny(core, "@/w") && address.MatchString(core):
		return typeAddress
	case !digits:
		return typeOther
	case currency && amount.MatchString(core):
		return typeCurrency
	case letters && strings.ContainsAny(core, "-:") && dateOrTime.MatchString(core):
		return typeDate
	case letters || currency:
		return typeOther
	case percentage.MatchString(core):
		return typePercent
	case integer.MatchString(core):
		return typeInteger
	case decimal.MatchString(core):
		return typeDecimal
	case dateOrTime.MatchString(core):
		return typeDate
	}
	return typeOther
}

// caseOf types a word by its letters. Letters without case are lower.
func caseOf(word string) typeSet {
	upper, lower, first := 0, 0, false
	for i, r := range word {
		switch {
		case unicode.IsUpper(r):
			upper++
			first = first || i == 0
		case unicode.IsLetter(r):
			lower++
		}
	}
	switch {
	case upper+lower == 0:
		return typePunctuation
	case upper == 0:
		return typeLower
	case first && upper == 1:
		return typeCapitalised
	case lower == 0:
		return typeUpper
	}
	return typeMixed
}

// similarity compares type sets as Equation 2 does sequences: what they share
// over the larger one.
func (s typeSet) similarity(t typeSet) float32 {
	if s == t {
		return 1
	}
	return float32(bits.OnesCount16(uint16(s&t))) / float32(max(bits.OnesCount16(uint16(s)), bits.OnesCount16(uint16(t))))
}
