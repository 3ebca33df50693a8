// Package token tells what the tokens of a text look like: words by their letters, numbers,
// dates, addresses (DCA, Figure 4). It is pure.
package token

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"
)

// Types is the set of token types of a text (DCA, Equation 1).
type Types uint16

// The twelve token types (DCA, Figure 4, whose drawing is lost; these are the
// classes that its text and examples need).
const (
	Capitalised Types = 1 << iota
	Lower
	Upper
	Mixed
	Integer
	Decimal
	Currency
	Percent
	Date
	Address // e-mail or URL
	Punctuation
	Other
)

// Numeric are the types of texts that say numbers and dates, and of marks.
const Numeric = Integer | Decimal | Currency | Percent | Date | Punctuation

// letters stand for the types, in the order of their bits.
const letters = "CaUM0.$%d@,?"

// String writes types as a letter each.
func (s Types) String() string {
	var b strings.Builder
	for i, letter := range letters {
		if s&(1<<i) != 0 {
			b.WriteRune(letter)
		}
	}
	return b.String()
}

// Parse reads what String wrote; other letters are passed over.
func Parse(text string) Types {
	var set Types
	for _, letter := range text {
		if i := strings.IndexRune(letters, letter); i >= 0 {
			set |= 1 << i
		}
	}
	return set
}

// maxTypedTokens bounds the tokens of one text that are typed: long prose has
// shown all its types by then.
const maxTypedTokens = 200

// Of unites the types of the white-space separated tokens of text.
func Of(text string) Types {
	var set Types
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
	dateOrTime  = regexp.MustCompile(`^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}-\p{L}{3,9}-\d{2,4}|\d{1,2}:\d{2}(:\d{2})?([ap]m)?)$`)
	addressForm = regexp.MustCompile(`^(https?://|www\.)|^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	amount      = regexp.MustCompile(`^-?\p{Sc}-?\d|^-?\d[\d.,]*\p{Sc}$`)
	percentage  = regexp.MustCompile(`^[-+]?\d[\d.,]*%$`)
	integer     = regexp.MustCompile(`^[-+]?(\d+|\d{1,3}(,\d{3})+)$`)
	decimal     = regexp.MustCompile(`^[-+]?\d*\.\d+$|^[-+]?\d{1,3}(,\d{3})+\.\d+$`)
)

// typeOf gives the type of one token. Punctuation around a word or number is
// not part of it.
func typeOf(token string) Types {
	core := strings.TrimFunc(token, func(r rune) bool {
		return (unicode.IsPunct(r) || unicode.IsSymbol(r)) && r != '%' && !unicode.Is(unicode.Sc, r) && r != '-' && r != '+' && r != '.'
	})
	core = strings.TrimRight(core, ".-+")
	if core == "" {
		return Punctuation
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
	case strings.ContainsAny(core, "@/w") && addressForm.MatchString(core):
		return Address
	case !digits:
		return Other
	case currency && amount.MatchString(core):
		return Currency
	case letters && strings.ContainsAny(core, "-:") && dateOrTime.MatchString(core):
		return Date
	case letters || currency:
		return Other
	case percentage.MatchString(core):
		return Percent
	case integer.MatchString(core):
		return Integer
	case decimal.MatchString(core):
		return Decimal
	case dateOrTime.MatchString(core):
		return Date
	}
	return Other
}

// caseOf types a word by its letters. Letters without case are lower.
func caseOf(word string) Types {
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
		return Punctuation
	case upper == 0:
		return Lower
	case first && upper == 1:
		return Capitalised
	case lower == 0:
		return Upper
	}
	return Mixed
}

// Similarity compares type sets as Equation 2 does sequences: what they share
// over the larger one.
func (s Types) Similarity(t Types) float32 {
	if s == t {
		return 1
	}
	return float32(bits.OnesCount16(uint16(s&t))) / float32(max(bits.OnesCount16(uint16(s)), bits.OnesCount16(uint16(t))))
}
