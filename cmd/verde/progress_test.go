package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// screen is a terminal of some width: it keeps what a person would see, and
// breaks lines as a terminal does.
type screen struct {
	mu    sync.Mutex
	width int
	rows  [][]rune
	col   int
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range string(p) {
		if s.rows == nil {
			s.rows = make([][]rune, 1)
		}
		switch {
		case r == '\r':
			s.col = 0
			continue
		case r == '\n':
			s.rows, s.col = append(s.rows, nil), 0
			continue
		case s.col == s.width:
			s.rows, s.col = append(s.rows, nil), 0
		}
		row := &s.rows[len(s.rows)-1]
		for len(*row) <= s.col {
			*row = append(*row, ' ')
		}
		(*row)[s.col] = r
		s.col++
	}
	return len(p), nil
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, row := range s.rows {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func TestStatus(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &screen{width: 20}
		line := "3 pages downloaded"
		var mu sync.Mutex
		s := startStatus(tty, func() string { mu.Lock(); defer mu.Unlock(); return line }, func() int { return tty.width })
		look := func(want string) {
			t.Helper()
			time.Sleep(2 * statusInterval)
			synctest.Wait()
			if got := tty.text(); got != want {
				t.Errorf("screen:\n%s\nwant:\n%s", got, want)
			}
		}
		look("3 pages downloaded")
		s.Write([]byte("a log line\n"))
		look("a log line\n3 pages downloaded")
		mu.Lock()
		line = "12 pages downloaded, about 4s left" // wider than the terminal
		mu.Unlock()
		look("a log line\n12 pages downloaded")
		s.close()
		look("a log line")
		s.close() // as a deferred call does after an earlier one
		s.Write([]byte("done\n"))
		look("a log line\ndone")
	})
}

func TestStatusWithoutTerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := startStatus(&out, nil, func() int { return 0 })
	s.Write([]byte("a warning\n"))
	s.close()
	s.close()
	if out.String() != "a warning\n" {
		t.Errorf("wrote %q", out.String())
	}
}
