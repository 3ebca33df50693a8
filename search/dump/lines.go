package dump

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
)

// MaxLine is the longest line, object or row that is read, in bytes; a longer
// one is a [LineError].
const MaxLine = 4 << 20

var errLongLine = fmt.Errorf("longer than %d bytes", MaxLine)

// line is a line without its end, and its number from 1.
type line struct {
	text   []byte
	number int
	err    error // of reading it; io.EOF may come with the last line
}

// lines reads line by line, and takes lines back.
type lines struct {
	in   *bufio.Reader
	read int
	back []line
}

func (l *lines) next() line {
	if n := len(l.back); n > 0 {
		first := l.back[0]
		l.back = l.back[1:]
		return first
	}
	l.read++
	text, err := readLine(l.in)
	return line{text, l.read, err}
}

// unread puts lines back to where they were read.
func (l *lines) unread(some ...line) { l.back = append(some, l.back...) }

// readLine reads a line without its end. A line that is too long is skipped.
func readLine(in *bufio.Reader) ([]byte, error) {
	var text []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			text = append(text, part...)
		}
		if len(text) > MaxLine {
			text, long = nil, true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		text = bytes.TrimRight(text, "\r\n")
		if long && err == nil {
			err = errLongLine
		}
		return text, err
	}
}

// gather appends further lines, at most so many, to first until whole says that
// nothing is missing. A line that belongs refuses is not taken. The lines that
// were taken in vain are returned.
func (l *lines) gather(first []byte, most int, whole, belongs func(next []byte) bool) (text []byte, taken []line, ok bool) {
	text = bytes.Clone(first)
	for len(taken) < most {
		next := l.next()
		if next.err != nil && len(next.text) == 0 || !belongs(next.text) || len(text)+len(next.text) > MaxLine {
			l.unread(next)
			break
		}
		taken = append(taken, next)
		text = append(append(text, '\n'), next.text...)
		done := whole(next.text)
		if next.err != nil { // the end, met with this line
			taken[len(taken)-1].err = nil
			l.unread(line{nil, next.number, next.err})
		}
		if done {
			return text, nil, true
		}
	}
	return nil, taken, false
}
