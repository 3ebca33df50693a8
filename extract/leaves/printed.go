package leaves

import (
	"unicode"
	"unicode/utf8"
)

// GapKind is what white space parts in a text as it is shown.
type GapKind int8

const (
	NoGap   GapKind = iota
	MarkGap         // a mark between two things that one text says
	CellGap
	LineGap
	BlockGap // with an empty line in it
)

// Gap is where a text goes on behind white space that parts something.
type Gap struct {
	At     int // in the text, whose white space is folded
	Kind   GapKind
	Column int // in characters, of the line
}

// maxGaps is how many gaps of a text are looked at.
const maxGaps = 512

// printed follows the places of a text as it is shown, through elements.
type printed struct {
	lines, blanks int // of the white space at hand
	column        int
}

// gaps finds the gaps in a text node, that before it too. Blanks side by side are shown only in
// preformatted text, or where they are none of HTML's white space.
func (s *printed) gaps(text string, pre bool) (out []Gap) {
	at, begun := 0, false // in the folded text, and whether white space is behind a part of it
	for i, r := range text {
		switch {
		case r == '\n' && pre:
			s.lines++
			s.blanks, s.column, begun = 0, 0, at > 0
			continue
		case r == '\ufeff' && at == 0: // folded away, as at the end
			continue
		case unicode.IsSpace(r):
			if r == '\t' && pre {
				s.blanks++
			}
			if pre || r > unicode.MaxASCII {
				s.blanks++
				s.column++
			}
			begun = begun || at > 0
			continue
		}
		if begun {
			at++ // the blank
		}
		if kind := s.kind(); kind != NoGap && len(out) < maxGaps {
			out = append(out, Gap{at, kind, s.column})
		}
		s.lines, s.blanks, begun = 0, 0, false
		s.column++
		_, size := utf8.DecodeRuneInString(text[i:]) // 1 of a byte that is no UTF-8
		at += size
	}
	return out
}

func (s *printed) kind() GapKind {
	switch {
	case s.lines > 1:
		return BlockGap
	case s.lines == 1:
		return LineGap
	case s.blanks > 1:
		return CellGap
	}
	return NoGap
}
