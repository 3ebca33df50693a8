package charset

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// detect gives the character set that a text is most likely in, which is
// neither ASCII nor UTF-8 and names none: that of a language by whose letters,
// and by the shape of whose words, the bytes that are not ASCII are least
// surprising.
//
// Bytes are taken for independent, as in naive Bayes; only that pages repeat
// themselves is minded, so that each word counts once. That is enough, as all
// but the right set make letters of other languages, symbols and control
// characters of many bytes.
//
// Cost: less than a millisecond, and some for the first text.
func detect(text []byte) string {
	words := highWords(text)
	best, most := defaultSet, math.Inf(-1)
	try := func(set string, likelihood func(word []byte) float64) {
		sum := 0.0
		if set == defaultSet {
			sum = priorDefault
		}
		for _, word := range words {
			sum += likelihood(word)
		}
		if sum > most {
			best, most = set, sum
		}
	}
	for _, m := range models() {
		try(m.set, m.likelihood)
	}
	for _, d := range doubles {
		try(d.set, d.likelihood)
	}
	return best
}

// highWords gives the words of a text that are not all ASCII, each once, until
// that is enough of them. They end at what is no letter in any set, and no part
// of one.
func highWords(text []byte) (words [][]byte) {
	const leastTrail = 0x40 // of second bytes
	seen := make(map[string]bool)
	high := 0
	for at := 0; at < len(text) && high < mostHigh; {
		from, count := at, 0
		for at < len(text) && text[at] >= leastTrail {
			if text[at] >= utf8.RuneSelf {
				count++
			}
			at++
		}
		if word := text[from:at]; count > 0 && !seen[string(word)] {
			seen[string(word)] = true
			words = append(words, word)
			high += count
		}
		at++
	}
	return words
}

const (
	defaultSet = "windows-1252" // the web's default
	mostHigh   = 4000           // bytes that are not ASCII and looked at, about a page of text
)

// Logarithms of how likely things are, where no language has a say. They are
// estimates of their order: a letter of the language is e^-1 to e^-7.
const (
	priorDefault = 3   // pages that name no set are in the default most of the time
	common       = -4  // a dash, a space, the marks of quotations and questions
	uncommon     = -6  // another sign that is set in texts
	symbol       = -9  // any other
	foreign      = -10 // a letter that the language has not
	control      = -16 // a byte that means nothing in the set
	ofLatin      = -2  // a letter that is not ASCII, in a language of Latin letters
	mixed        = -7  // two alphabets in a word
	alone        = -2  // a letter that is a word, in a language of other letters
	capital      = -1  // a word that begins with a capital
	capitals     = -2  // a word of capitals
	caseBreak    = -5  // a capital behind a small letter
	insideWord   = -4  // a sign between letters
)

// model is a language written in a character set of one byte a letter.
type model struct {
	set   string
	latin bool
	high  [128]float64 // logarithm of the likelihood of a byte, from 0x80 on
	kinds [256]kind
}

// kind of a byte's character.
type kind uint8

const (
	other kind = iota // no part of a word
	small             // letters
	large
	caseless // letters, and marks on letters
)

// models are made when the first is asked for.
var models = sync.OnceValue(func() []*model {
	var list []*model
	for _, l := range languages {
		for _, set := range strings.Fields(l.sets) {
			list = append(list, newModel(&l, set))
		}
	}
	return list
})

func newModel(l *language, set string) *model {
	e, err := htmlindex.Get(set)
	if err != nil {
		panic(err) // the table names what there is not
	}
	shares := make(map[rune]float64)
	for _, letter := range strings.Fields(l.letters) {
		r, size := utf8.DecodeRuneInString(letter)
		count, err := strconv.Atoi(letter[size:])
		if err != nil {
			panic(err)
		}
		shares[r] = float64(count) / 1000
	}
	m := &model{set: set, latin: l.latin}
	for c := range m.kinds {
		r := rune(c)
		if c >= utf8.RuneSelf {
			r = e.(*charmap.Charmap).DecodeByte(byte(c))
			m.high[c-utf8.RuneSelf] = likelihoodOf(r, shares, l.latin)
		}
		m.kinds[c] = kindOf(r)
	}
	return m
}

func kindOf(r rune) kind {
	switch {
	case unicode.IsLower(r):
		return small
	case unicode.IsUpper(r):
		return large
	case unicode.IsLetter(r), unicode.IsMark(r):
		return caseless
	}
	return other
}

// likelihoodOf gives the logarithm of the likelihood of a character.
func likelihoodOf(r rune, shares map[rune]float64, latin bool) float64 {
	share := shares[unicode.ToLower(r)]
	switch {
	case share > 0 && latin:
		return math.Log(share) + ofLatin
	case share > 0:
		return math.Log(share)
	case r == utf8.RuneError || unicode.IsControl(r):
		return control
	case kindOf(r) != other:
		return foreign
	case strings.ContainsRune("\u00a0“”„–—…«»¿¡", r):
		return common
	case strings.ContainsRune("‘’‚·•©®°№§€£", r):
		return uncommon
	}
	return symbol
}

// likelihood gives the logarithm of how likely it is that the bytes of a word
// which are not ASCII are in it and stand as they do.
func (m *model) likelihood(word []byte) float64 {
	sum := 0.0
	var high, ascii bool // letters since the last sign
	length, caps := 0, false
	before := other
	for i, c := range word {
		k := m.kinds[c]
		if c >= utf8.RuneSelf {
			sum += m.high[c-utf8.RuneSelf]
		}
		if k == other {
			if c >= utf8.RuneSelf && before != other && i+1 < len(word) && m.kinds[word[i+1]] == small {
				sum += insideWord
			}
			high, ascii, length, caps, before = false, false, 0, false, other
			continue
		}
		was := high && ascii
		high, ascii = high || c >= utf8.RuneSelf, ascii || c < utf8.RuneSelf
		if high && ascii && !was && !m.latin {
			sum += mixed
		}
		if high {
			sum += caseOf(k, before, length, &caps)
		}
		length++
		before = k
	}
	if len(word) == 1 && before != other && !m.latin {
		sum += alone
	}
	return sum
}

// caseOf gives what a letter of a kind adds for its case, behind a letter of the
// kind before and so many in all; caps notes a word of capitals.
func caseOf(k, before kind, length int, caps *bool) float64 {
	switch {
	case k == large && length == 0:
		return capital
	case k == large && before == small:
		return caseBreak
	case k == large && before == large && !*caps:
		*caps = true
		return capitals
	case k == small && before == large && length > 1:
		return caseBreak
	}
	return 0
}
