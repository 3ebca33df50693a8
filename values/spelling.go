package values

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsCoded reports whether words have letters and digits, as codes have that somebody made up to tell things apart.
func IsCoded(words ...string) bool {
	has := func(what func(rune) bool) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, what) })
	}
	return has(unicode.IsDigit) && has(unicode.IsLetter)
}

// Pieces are the letters of a word and what is between them by turns: "KX32H108" is KX, 32, H, 108. That is where sites part codes.
func Pieces(word string) (out []string) {
	from, letters := 0, false
	for i, r := range word {
		l := unicode.IsLetter(r) || unicode.IsMark(r)
		if i > from && l != letters {
			out, from = append(out, word[from:i]), i
		}
		letters = l
	}
	return append(out, word[from:])
}

// Unparted is the same for two texts that differ in where words are parted, if one is coded (see [IsCoded]): sites write
// codes joined, with blanks and with other marks ("AL32H072RC", "AL32 H072-RC"). What parts two numbers stays, "1-2" is
// not 12, and a text without letters or without digits is as [Fold] gives it. Cost: linear.
func Unparted(s string) string {
	words := Words(s)
	if joined := unparted(words); joined != "" {
		return joined
	}
	return strings.Join(words, " ")
}

// unparted joins folded words, but for two numbers; "" unless they are coded.
func unparted(words []string) string {
	if !IsCoded(words...) {
		return ""
	}
	var b []byte
	for _, w := range words {
		if endsInDigit(string(b)) && beginsWithDigit(w) {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return string(b)
}

func beginsWithDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}

func endsInDigit(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r)
}

// along gives how far an unparted text has come with one more word of a spelling of it; false if the spelling has
// another word there.
func along(unparted string, at int, word string) (int, bool) {
	if endsInDigit(unparted[:at]) && beginsWithDigit(word) {
		if unparted[at] != ' ' {
			return 0, false
		}
		at++
	}
	return at + len(word), strings.HasPrefix(unparted[at:], word)
}

// Spelled gives how a folded text spells a name, its words in a row, however they are parted there (see [Unparted]);
// "" if the text does not have it. Cost: linear in the text, as many times as the name's beginning recurs.
func Spelled(folded, name string) string {
	own := Words(name)
	if plain := strings.Join(own, " "); strings.Contains(" "+folded+" ", " "+plain+" ") {
		return plain
	}
	whole := unparted(own)
	if whole == "" {
		return "" // the blanks are what parts its words
	}
	words := strings.Fields(folded)
	for i := range words {
		at, ok := 0, true
		for j := i; ok && at < len(whole) && j < len(words); j++ {
			if at, ok = along(whole, at, words[j]); ok && at == len(whole) {
				return strings.Join(words[i:j+1], " ")
			}
		}
	}
	return ""
}

// Skeleton is the same for names that are one name in the spellings that sites have of it: it is [Unparted] of the
// [Wording], and initials are joined ("U.S.A."). It tells less than [Fold]: names may differ in an accent alone. Cost: linear.
func Skeleton(name string) string { return skeleton(Wording(name)) }

// skeleton is [Skeleton] of a wording.
func skeleton(wording []string) string {
	words := make([]string, 0, len(wording))
	for lo := 0; lo < len(wording); {
		hi := lo + 1
		for hi < len(wording) && IsLetter(wording[hi-1]) && IsLetter(wording[hi]) {
			hi++
		}
		words = append(words, strings.Join(wording[lo:hi], ""))
		lo = hi
	}
	if joined := unparted(words); joined != "" {
		return joined
	}
	return strings.Join(words, " ")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// withoutMarks takes accents off letters that have Latin, Greek or Cyrillic ones; of other scripts marks are vowels.
func withoutMarks(word string) string {
	var b strings.Builder
	base := false // whether the letter before may have accents
	for _, r := range norm.NFD.String(word) {
		if unicode.Is(unicode.Mn, r) && base {
			continue
		}
		base = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || unicode.Is(unicode.Mn, r) && base
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// smallRoman is the number of 2 to 39 that a folded word of several letters is in Roman numerals, 0 if it is none: one
// letter is an initial, and with more signs words are numbers ("mix").
func smallRoman(word string) int {
	if len(word) < 2 || strings.Trim(word, "ivx") != "" {
		return 0
	}
	for ones, s := range []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"} {
		for t := range 4 {
			if word == strings.Repeat("x", t)+s {
				return 10*t + ones
			}
		}
	}
	return 0
}

// Wording gives the words of a name without what its forms differ in: case and marks (see [Fold]) and accents; & is and,
// and small Roman numbers of several letters are numbers ("Rocky II"). Cost: linear.
func Wording(name string) []string {
	words := Words(name)
	for i, w := range words {
		if !isASCII(w) {
			w = withoutMarks(w)
		}
		switch n := smallRoman(w); {
		case w == "&":
			w = "and"
		case n > 0:
			w = strconv.Itoa(n)
		}
		words[i] = w
	}
	return words
}

// IsLetter reports whether a word is a single letter of a script that makes words of letters.
func IsLetter(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.IsLetter(r) && !Ideographic(r)
}
