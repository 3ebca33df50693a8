package dump

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line, object or row that is read, in bytes; a longer
// one is a [LineError].
const MaxLine = 4 << 20

var errLongLine = fmt.Errorf("longer than %d bytes", MaxLine)

// line is a line without its end, and its number from 1. The text is good until
// the next line is read.
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
	long []byte // the line at hand, if the reader's buffer does not hold it
}

func (l *lines) next() line {
	if n := len(l.back); n > 0 {
		first := l.back[0]
		l.back = l.back[1:]
		return first
	}
	l.read++
	text, err := l.readLine()
	return line{text, l.read, err}
}

// unread puts lines back to where they were read.
func (l *lines) unread(some ...line) { l.back = append(some, l.back...) }

// readLine reads a line without its end. A line that is too long is skipped; if
// it is the last one, the end is met behind it. Only one that is longer than the
// reader's buffer is copied.
func (l *lines) readLine() ([]byte, error) {
	text, err := l.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return bytes.TrimRight(text, "\r\n"), err
	}
	l.long = append(l.long[:0], text...)
	tooLong := false
	for errors.Is(err, bufio.ErrBufferFull) {
		text, err = l.in.ReadSlice('\n')
		if tooLong = tooLong || len(l.long)+len(text) > MaxLine; !tooLong {
			l.long = append(l.long, text...)
		}
	}
	if tooLong {
		if err == nil || errors.Is(err, io.EOF) {
			err = errLongLine
		}
		return nil, err
	}
	return bytes.TrimRight(l.long, "\r\n"), err
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
		next.text = bytes.Clone(next.text)
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
