package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Two characters that no one sees and whole scripts need: they join letters,
// or keep them apart.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// shown tells whether a character of the web may go to a terminal. Controls of
// both sets (ECMA-48: C0 and C1, with escape sequences and titles that some
// terminals run), line separators and characters that turn the direction of
// writing, so that one address looks like another, may not.
func shown(r rune) bool {
	return unicode.IsPrint(r) || r == zeroWidthJoiner || r == zeroWidthNonJoiner
}

// printable drops what could steer a terminal from text of the web, line ends
// too: what is left stays in its place.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !shown(r) {
			return -1
		}
		return r
	}, s)
}

// escaper passes text on with what could steer a terminal written as \u and four
// digits, be it to a terminal or to a file that is shown on one later; lines and
// tabs stay. In JSON that is the same text. It is for data, whose lines are the
// program's own.
type escaper struct {
	w    io.Writer
	tail []byte // of the last write: a character that is not whole yet
}

// Write passes on p. An incomplete character waits for the next write; bytes that
// are no UTF-8 become U+FFFD, since a terminal may take them for controls of its
// own character set.
func (e *escaper) Write(p []byte) (int, error) {
	in := append(e.tail, p...)
	out := make([]byte, 0, len(in))
	for len(in) > 0 && utf8.FullRune(in) {
		r, size := utf8.DecodeRune(in)
		in = in[size:]
		if r >= ' ' && r < 0x7f || r == '\n' || r == '\t' || shown(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	e.tail = append([]byte(nil), in...)
	if _, err := e.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
