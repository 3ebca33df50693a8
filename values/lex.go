package values

import (
	"unicode"
	"unicode/utf8"
)

// token is a run of digits, a run of letters or one mark of prepared text.
type token struct {
	kind       byte // 'n' digits, 'w' letters, 's' a mark
	text       string
	start, end int  // bytes in the prepared text
	space      bool // white space stands before it
}

// lex cuts prepared text into tokens. Cost: linear.
func lex(s string) []token {
	toks := make([]token, 0, len(s)/4+4)
	space := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		end := i + size
		var kind byte
		switch {
		case unicode.IsSpace(r):
			space, i = true, end
			continue
		case '0' <= r && r <= '9':
			kind = 'n'
			for end < len(s) && '0' <= s[end] && s[end] <= '9' {
				end++
			}
		case unicode.IsLetter(r):
			kind = 'w'
			for end < len(s) {
				r, size := utf8.DecodeRuneInString(s[end:])
				if !unicode.IsLetter(r) && !unicode.IsMark(r) {
					break
				}
				end += size
			}
		default:
			kind = 's'
		}
		toks = append(toks, token{kind: kind, text: s[i:end], start: i, end: end, space: space})
		space, i = false, end
	}
	return toks
}

// scanner reads quantities from tokens. whole is set if the text is one value and nothing
// else: then less context is needed to be sure of a reading.
type scanner struct {
	toks  []token
	whole bool
}

// at is the token at i; past the end a token that matches nothing.
func (s *scanner) at(i int) token {
	if i < 0 || i >= len(s.toks) {
		return token{space: true}
	}
	return s.toks[i]
}

func (s *scanner) mark(i int, text string) bool {
	t := s.at(i)
	return t.kind == 's' && t.text == text
}

func (s *scanner) word(i int, words ...string) bool {
	t := s.at(i)
	if t.kind != 'w' {
		return false
	}
	for _, w := range words {
		if t.text == w {
			return true
		}
	}
	return false
}

// digits is the run of digits at i if it has low to high digits.
func (s *scanner) digits(i, low, high int) (int, bool) {
	t := s.at(i)
	if t.kind != 'n' || len(t.text) < low || len(t.text) > high {
		return 0, false
	}
	n := 0
	for _, c := range []byte(t.text) {
		n = n*10 + int(c-'0')
	}
	return n, true
}

// glued reports whether token i follows its predecessor without white space.
func (s *scanner) glued(i int) bool { t := s.at(i); return t.kind != 0 && !t.space }

// starts reports whether a number may begin at token i. It may not in the rest of a longer
// code ("a4", "1.2", "3-4").
func (s *scanner) starts(i int) bool {
	if !s.glued(i) || i == 0 {
		return true
	}
	p := s.at(i - 1)
	switch p.kind {
	case 'n', 'w':
		return false
	}
	if p.text == "." || p.text == "," || p.text == "-" || p.text == "/" || p.text == ":" || p.text == "'" {
		return i < 2 || !s.glued(i-1) || s.at(i-2).kind != 'n'
	}
	return true
}

// ends reports whether a quantity may end before token i, since no digit, letter or joined
// number continues it.
func (s *scanner) ends(i int) bool {
	if !s.glued(i) {
		return true
	}
	t := s.at(i)
	switch t.kind {
	case 'n', 'w':
		return false
	}
	if t.text == "." || t.text == "," || t.text == "-" || t.text == "/" || t.text == ":" {
		return !s.glued(i+1) || s.at(i+1).kind != 'n'
	}
	return true
}

// labelled reports whether token i is preceded by a colon, as the value of a
// label is ("Height: 6-8").
func (s *scanner) labelled(i int) bool { return s.mark(i-1, ":") }
