package values

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Folding is a set of differences that [FoldOnly] removes.
type Folding uint8

const (
	// References decodes HTML character references: &amp; becomes &.
	References Folding = 1 << iota
	// Space makes each run of white space one blank, and removes it, and byte order
	// marks, at the ends. Bidirectional control characters are removed.
	Space
	// Letters unifies case, width and composition (Unicode's NFKC_Casefold), and the
	// variants of dashes and quotation marks. Marks without a meaning for a value (™, soft
	// hyphens) are removed. Accents stay.
	Letters
	// Punctuation replaces what is between words by one blank, as [Fold] says. It includes
	// Letters and Space.
	Punctuation
)

// Fold gives a normal form that is equal for two spellings of a value: Letters and
// Punctuation are folded. Apostrophes inside words are removed ("Hard Day's" is "hard
// days"), and commas between thousands ("1,000" is "1000"); a decimal point stays.
// Symbols with a meaning (currencies, + # & % °) are words of their own.
//
// Fold is idempotent. Cost: linear.
func Fold(s string) string { return FoldOnly(s, Letters|Punctuation) }

// FoldOnly folds only the differences in what: FoldOnly(s, Space) is what a browser shows
// of a text node, without blanks at the ends. Cost: linear.
func FoldOnly(s string, what Folding) string {
	if what&References != 0 {
		s = html.UnescapeString(s)
	}
	switch {
	case what&Punctuation != 0:
		return foldWords(s)
	case what&Letters != 0:
		s = casefold(s)
	}
	if what&Space != 0 && !spaced(s) {
		if strings.ContainsFunc(s, directs) {
			s = strings.Map(func(r rune) rune {
				if directs(r) {
					return -1
				}
				return r
			}, s)
		}
		s = strings.Trim(strings.Join(strings.Fields(s), " "), "\ufeff ")
	}
	return s
}

// spaced reports whether the white space of s is folded already, as that of most values is.
func spaced(s string) bool {
	before := ' '
	for _, r := range s {
		if r == ' ' && before == ' ' || r != ' ' && unicode.IsSpace(r) || r == '\ufeff' || directs(r) {
			return false
		}
		before = r
	}
	return before != ' ' || s == ""
}

// directs reports whether r is a bidirectional control character.
func directs(r rune) bool { return r > unicode.MaxLatin1 && unicode.Is(unicode.Bidi_Control, r) }

// foldWords puts a blank between the words of s.
func foldWords(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	f := Folder{Emit: func(w []byte, _, _ int) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(w)
	}}
	f.Text(s, 0)
	f.Flush()
	return b.String()
}

// casefold maps s to Unicode's NFKC_Casefold, and the variants of dashes and quotation
// marks to one each. It is the part of [Fold] that does not depend on neighbouring
// characters. Cost: linear.
func casefold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii { // of the marks below it has one
		return strings.ReplaceAll(strings.ToLower(s), "`", "'")
	}
	if strings.ContainsAny(s, vulgar) {
		s = fractions().Replace(s)
	}
	s = strings.Map(unify, s)
	// Case folding can leave the composed form ("ǰ"), and NFKC can leave the
	// folded one ("㎅"), so one follows the other twice; then both are stable.
	for range 2 {
		s = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	}
	return strings.Map(unify, s)
}

const vulgar = "¼½¾"

// fractions replaces vulgar fractions before NFKC glues them to the digit
// that stands before ("5½" would read 51/2).
func fractions() *strings.Replacer {
	return strings.NewReplacer("¼", ".25", "½", ".5", "¾", ".75")
}

// unify maps the variants of a mark to the ASCII one and drops marks that say
// nothing about a value.
func unify(r rune) rune {
	switch r {
	case '’', '‘', 'ʼ', '′', '‛', '`', '´', '＇':
		return '\''
	case '“', '”', '″', '„', '‟', '«', '»', '＂':
		return '"'
	case '‐', '‑', '‒', '–', '—', '−', '﹣', '－':
		return '-'
	case '™', '®', '©', '℠', '\u00ad', '\u200b', '\u200c', '\u200d', '\ufeff', '\u200e', '\u200f':
		return -1
	}
	return r
}

// Folder cuts text into folded words. The text may come in pieces, one for each
// text node, and a word may span pieces ("<b>R</b>ay"). Emit has to be set.
type Folder struct {
	Emit func(word []byte, first, last int) // takes each word, which it must not keep, and the pieces that it spans

	word  []byte
	first int // piece that the word began in
	last  int
	pend  byte // '.', ',' or '\'' after a digit or letter, undecided yet
}

// Text takes a piece of text. Cost: linear.
func (f *Folder) Text(s string, piece int) {
	for _, r := range casefold(s) {
		f.Rune(r, piece)
	}
}

// Rune takes the next rune of a piece whose [Letters] are folded.
func (f *Folder) Rune(r rune, piece int) {
	if f.pend != 0 {
		f.decide(r)
	}
	switch {
	case Ideographic(r):
		f.Flush()
		f.add(r, piece)
		f.Flush()
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsNumber(r):
		f.add(r, piece)
	case len(f.word) > 0 && (r == '\'' || r == '.' || r == ','):
		f.pend = byte(r)
	case meaningful(r):
		f.Flush()
		f.add(r, piece)
		f.Flush()
	default:
		f.Flush()
	}
}

// decide handles the pending mark between the word so far and r: between digits a point or
// comma belongs to the number, between letters an apostrophe is dropped, and any other
// mark ends the word.
func (f *Folder) decide(r rune) {
	c := f.word[len(f.word)-1]
	digit := '0' <= c && c <= '9'
	pend := f.pend
	f.pend = 0
	switch {
	case pend == '\'' && !digit && unicode.IsLetter(r):
	case pend != '\'' && digit && '0' <= r && r <= '9':
		f.word = append(f.word, pend)
	default:
		f.Flush()
	}
}

func (f *Folder) add(r rune, piece int) {
	if len(f.word) == 0 {
		f.first = piece
	}
	f.last = piece
	f.word = utf8.AppendRune(f.word, r)
}

// Flush ends the current word.
func (f *Folder) Flush() {
	f.pend = 0
	if len(f.word) == 0 {
		return
	}
	w := f.word
	f.word = f.word[:0]
	comma := strings.IndexByte(string(w), ',') >= 0
	switch {
	case !comma && !manyPoints(w):
		f.Emit(w, f.first, f.last)
	case comma && thousands(w):
		f.Emit(dropCommas(w), f.first, f.last)
	default: // an enumeration of numbers
		start := 0
		for i := 0; i <= len(w); i++ {
			if i == len(w) || w[i] == ',' || w[i] == '.' {
				f.Emit(w[start:i], f.first, f.last)
				start = i + 1
			}
		}
	}
}

// manyPoints reports whether a word has several points, as versions and dotted phone
// numbers have, which are cut there; a decimal number is not.
func manyPoints(w []byte) bool {
	n := 0
	for _, c := range w {
		if c == '.' {
			n++
		}
	}
	return n > 1
}

// thousands reports whether the commas of w group digits by three.
func thousands(w []byte) bool {
	digits, groups, point := 0, 0, false
	for _, c := range w {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == ',' && !point && digits > 0 && (groups == 0 && digits <= 3 || digits == 3):
			groups++
			digits = 0
		case c == '.' && !point && digits == 3:
			point = true
		default:
			return false
		}
	}
	return groups > 0 && (point || digits == 3)
}

func dropCommas(w []byte) []byte {
	out := w[:0]
	for _, c := range w {
		if c != ',' {
			out = append(out, c)
		}
	}
	return out
}

// Ideographic reports whether r is of a script without blanks between words (Han, kana,
// Thai, Lao, Khmer, Myanmar). [Fold] makes each such character a word; [CountWords] counts
// two of them as one.
func Ideographic(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// perWord is the mean number of characters of a word in scripts without blanks, about that
// of Chinese. A character carries about as much as two Latin letters, and is as wide as two
// (Unicode's UAX #11).
const perWord = 2

// CountWords gives the number of words of a text: of the parts between blanks, where two
// characters of a script without blanks count as a word. "日本語" has two. Cost: linear.
func CountWords(s string) int {
	n := 0
	for w := range strings.FieldsSeq(s) {
		n += wordsIn(w)
	}
	return n
}

// wordsIn is CountWords of a text without blanks.
func wordsIn(w string) int {
	unspaced := 0
	for _, r := range w {
		if Ideographic(r) {
			unspaced++
		}
	}
	return max(1, WordsOf(unspaced))
}

// WordsOf converts a number of characters of a script without blanks to words.
func WordsOf(unspaced int) int { return (unspaced + perWord - 1) / perWord }

// Length gives the length of a text in letters, where a character of a script without
// blanks counts as two, so that one bound suits texts of all scripts. Cost: linear.
func Length(s string) int {
	n := 0
	for _, r := range s {
		if n++; Ideographic(r) {
			n++
		}
	}
	return n
}

// meaningful reports whether a symbol makes a value another one: C++ is not C, $5 is not £5.
func meaningful(r rune) bool {
	switch r {
	case '+', '#', '&', '%', '°':
		return true
	}
	return unicode.Is(unicode.Sc, r)
}

// Words are the folded words of s. Cost: linear.
func Words(s string) []string {
	var out []string
	f := Folder{Emit: func(w []byte, _, _ int) { out = append(out, string(w)) }}
	f.Text(s, 0)
	f.Flush()
	return out
}

// HasDigit is a quick test for a digit, in any script that NFKC or the lexer
// can bring to ASCII, or a vulgar fraction.
func HasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if '0' <= s[i] && s[i] <= '9' || s[i] == 0xEF { // full-width forms begin with EF
			return true
		}
	}
	return strings.ContainsAny(s, vulgar)
}
