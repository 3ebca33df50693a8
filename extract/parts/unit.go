package parts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// Units: what belongs to a number is part of the value, though all texts have the same there.

// Values gives the value that part n, from 0, of a text holds, a number with its unit; nil if the text lacks the
// part. Cost: that of Spans.
func (pattern Pattern) Values(text string, n int) []Span {
	spans := pattern.Spans(text)
	if spans == nil || spans[n].End == 0 {
		return nil
	}
	s := spans[n]
	s.End = withUnit(text, s, pattern[n+1].Words, n == len(spans)-1)
	return []Span{s}
}

// withUnit is the end of a number with its unit, though all texts have the same: "12 kg" of "weighs 12 kg and". The
// unit is the first of the words behind a part, and not the only one, as the last part's may be; and it goes on
// over a stroke or hyphen without a blank: "0.68 W/kg", "8.8/10". A text may lack it: not all have the words of
// an optional literal.
func withUnit(text string, s Span, behind []string, last bool) int {
	if len(behind) == 0 || !digitAt(text, s.At) {
		return s.End
	}
	end := s.End
	if (len(behind) > 1 || last) && Measures(text[s.At:s.End], behind[0]) {
		rest, ok := strings.CutPrefix(strings.TrimLeftFunc(text[s.End:], unicode.IsSpace), behind[0])
		if next, _ := utf8.DecodeRuneInString(rest); ok && !unicode.IsLetter(next) && !unicode.IsMark(next) {
			end, behind = len(text)-len(rest), behind[1:]
		}
	}
	for len(behind) > 1 && (behind[0] == "/" || behind[0] == "-") {
		glued := behind[0] + behind[1]
		if !strings.HasPrefix(text[end:], glued) {
			break
		}
		end, behind = end+len(glued), behind[2:]
	}
	return end
}

// Measures tells whether a number and a word are a quantity. "in" is the inch, but far more often a preposition.
func Measures(number, word string) bool {
	return number != "" && word != "in" && wordlike(word) && '0' <= number[0] && number[0] <= '9' && slices.ContainsFunc(values.Parse(number+" "+word), func(v values.Value) bool {
		switch v.(type) {
		case values.Quantity, values.Money, values.Duration:
			return true
		}
		return false
	})
}
