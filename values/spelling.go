package values

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsCoded reports whether words have both letters and digits, as product codes have.
func IsCoded(words ...string) bool {
	has := func(what func(rune) bool) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, what) })
	}
	return has(unicode.IsDigit) && has(unicode.IsLetter)
}

// Pieces splits a word between letters and other characters: "KX32H108" is KX, 32, H, 108. That is where sites put blanks into
// codes.
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

// Unparted gives a form of a code that is the same however blanks and marks split it: "al32h072rc" for "AL32H072RC" and
// "AL32 H072-RC". Two numbers in a row stay separate, so that "1-2" is not 12. For a text that is no code (see [IsCoded]) it
// is [Fold]. Cost: linear.
func Unparted(s string) string {
	words := Words(s)
	if joined := unparted(words); joined != "" {
		return joined
	}
	return strings.Join(words, " ")
}

// unparted joins the folded words of a code, with a blank between two numbers; "" if they are no code.
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

// along matches one more word against an unparted code, of which at bytes are matched, and gives the number of bytes matched
// then; false if the code does not go on with the word.
func along(unparted string, at int, word string) (int, bool) {
	if endsInDigit(unparted[:at]) && beginsWithDigit(word) {
		if unparted[at] != ' ' {
			return 0, false
		}
		at++
	}
	return at + len(word), strings.HasPrefix(unparted[at:], word)
}

// Spelled gives the words of a folded text that are a name, in its order; those of a code may be split otherwise (see
// [Unparted]). It is "" if the text does not have the name. Cost: linear in the text, for each place where the name may begin.
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

// Skeleton gives a form that is the same for all spellings of a name: [Unparted] of its [Wording], with initials joined
// ("U.S.A." is "usa"). It distinguishes less than [Fold]: names that differ in an accent have the same. Cost: linear.
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

// Wording gives the words of a name for comparison: folded (see [Fold]) and without accents; "&" becomes "and", and Roman
// numerals of several letters up to 39 become numbers ("Rocky II" is rocky 2). Cost: linear.
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

// IsLetter reports whether a word is a single letter, of a script with blanks between words.
func IsLetter(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.IsLetter(r) && !Ideographic(r)
}
