package charset

import "math"

// double is a character set of two bytes a letter, with the languages that it is
// for.
type double struct {
	set string
	// char reads the character that a text begins with, of which the first byte is
	// not ASCII: how long it is, and the logarithm of its likelihood.
	char func(text []byte) (size int, likelihood float64)
}

var doubles = []double{
	{"shift_jis", shiftJIS}, {"euc-jp", eucJP}, {"gbk", gbk}, {"big5", big5}, {"euc-kr", eucKR},
}

// Logarithms of the likelihood of a character, from how many of a language's are
// of some part of its character set and how many there are in it.
var (
	hiragana  = math.Log(.38 / 83)
	katakana  = math.Log(.25 / 86)
	jisSigns  = math.Log(.08 / 94)
	jisFirst  = math.Log(.27 / 2965)
	jisSecond = math.Log(.01 / 3390)
	halfKana  = -9.0
	gbFirst   = math.Log(.92 / 3755)
	gbSecond  = math.Log(.015 / 3008)
	gbSigns   = math.Log(.06 / 188)
	bigFirst  = math.Log(.92 / 5401)
	bigSecond = math.Log(.01 / 7652)
	bigSigns  = math.Log(.06 / 250)
	hangul    = math.Log(.95 / 2350)
	hanja     = math.Log(.01 / 4888)
	ksSigns   = math.Log(.03 / 188)
)

const (
	rare    = -15 // a character that the set has, and texts have not
	invalid = -20 // bytes that are no character
)

// likelihood gives the logarithm of how likely the characters of a word are that
// are not ASCII.
func (d double) likelihood(text []byte) float64 {
	sum := 0.0
	for i := 0; i < len(text); {
		if text[i] < 0x80 {
			i++
			continue
		}
		size, l := d.char(text[i:])
		sum += l
		i += size
	}
	return sum
}

// jis gives the likelihood of a character of JIS X 0208.
func jis(row int) float64 {
	switch {
	case row == 1:
		return jisSigns
	case row == 4:
		return hiragana
	case row == 5:
		return katakana
	case row >= 16 && row <= 47:
		return jisFirst
	case row >= 48 && row <= 84:
		return jisSecond
	}
	return rare
}

func shiftJIS(text []byte) (int, float64) {
	lead := text[0]
	if lead >= 0xa1 && lead <= 0xdf {
		return 1, halfKana
	}
	if len(text) < 2 || lead == 0x80 || lead == 0xa0 || lead > 0xfc || text[1] < 0x40 || text[1] == 0x7f || text[1] > 0xfc {
		return 1, invalid
	}
	row := int(lead) - 0x81
	if lead >= 0xe0 {
		row -= 0x40
	}
	row = 2*row + 1
	if text[1] >= 0x9f {
		row++
	}
	return 2, jis(row)
}

func eucJP(text []byte) (int, float64) {
	switch {
	case len(text) < 2 || text[1] < 0xa1 || text[1] == 0xff:
	case text[0] == 0x8e && text[1] <= 0xdf:
		return 2, halfKana
	case text[0] >= 0xa1 && text[0] <= 0xfe:
		return 2, jis(int(text[0]) - 0xa0)
	}
	return 1, invalid
}

func gbk(text []byte) (int, float64) {
	if len(text) < 2 || text[0] == 0x80 || text[0] == 0xff {
		return 1, invalid
	}
	lead, trail := text[0], text[1]
	switch {
	case trail >= '0' && trail <= '9' && len(text) >= 4 && text[2] > 0x80 && text[2] < 0xff && text[3] >= '0' && text[3] <= '9':
		return 4, rare
	case trail < 0x40 || trail == 0x7f || trail == 0xff:
		return 1, invalid
	case trail < 0xa1:
		return 2, rare
	case lead == 0xa1 || lead == 0xa3:
		return 2, gbSigns
	case lead >= 0xb0 && lead <= 0xd7:
		return 2, gbFirst
	case lead >= 0xd8 && lead <= 0xf7:
		return 2, gbSecond
	}
	return 2, rare
}

func big5(text []byte) (int, float64) {
	if len(text) < 2 || text[0] == 0x80 || text[0] == 0xff || text[1] < 0x40 || text[1] > 0x7e && text[1] < 0xa1 || text[1] == 0xff {
		return 1, invalid
	}
	switch lead := text[0]; {
	case lead >= 0xa1 && lead <= 0xa3:
		return 2, bigSigns
	case lead >= 0xa4 && lead <= 0xc6:
		return 2, bigFirst
	case lead >= 0xc9 && lead <= 0xf9:
		return 2, bigSecond
	}
	return 2, rare
}

func eucKR(text []byte) (int, float64) {
	if len(text) < 2 || text[0] == 0x80 || text[0] == 0xff || text[1] < 0x41 || text[1] == 0xff {
		return 1, invalid
	}
	lead, trail := text[0], text[1]
	switch {
	case trail < 0xa1:
		return 2, rare
	case lead >= 0xb0 && lead <= 0xc8:
		return 2, hangul
	case lead >= 0xca && lead <= 0xfd:
		return 2, hanja
	case lead == 0xa1 || lead == 0xa3:
		return 2, ksSigns
	}
	return 2, rare
}
