package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// status shows one line about a running command on a terminal, and lets log
// lines pass above it. Where standard error is no terminal it is silent.
type status struct {
	mu   sync.Mutex
	w    io.Writer
	line func() string // nil if there is nothing to show
	last string
	stop chan struct{}
	done chan struct{}
}

const statusInterval = 250 * time.Millisecond

// newStatus starts showing line, which is called a few times a second.
func newStatus(cmd *cobra.Command, line func() string) *status {
	s := &status{w: cmd.ErrOrStderr(), stop: make(chan struct{}), done: make(chan struct{})}
	if !isTerminal(s.w) || on(cmd.Flags(), "quiet") || on(cmd.Flags(), "json") {
		close(s.done)
		return s
	}
	s.line = line
	go s.run()
	return s
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (s *status) run() {
	defer close(s.done)
	tick := time.NewTicker(statusInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			line := s.line()
			s.mu.Lock()
			s.show(line)
			s.mu.Unlock()
		}
	}
}

// show replaces the status line. The caller holds the lock.
func (s *status) show(line string) {
	pad := max(0, len([]rune(s.last))-len([]rune(line)))
	fmt.Fprintf(s.w, "\r%s%s", line, strings.Repeat(" ", pad))
	s.last = line
}

// Write passes log lines through, above the status line.
func (s *status) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == "" {
		return s.w.Write(p)
	}
	last := s.last
	s.show("")
	fmt.Fprint(s.w, "\r")
	s.last = ""
	n, err := s.w.Write(p)
	s.show(last)
	return n, err
}

// close ends the status line and leaves the terminal clean.
func (s *status) close() {
	if s.line != nil {
		close(s.stop)
	}
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != "" {
		s.show("")
		fmt.Fprint(s.w, "\r")
	}
}

// remaining estimates the time left from what is done of a known total.
func remaining(since time.Time, done, total int64) string {
	if done == 0 || total <= done {
		return ""
	}
	left := time.Duration(float64(time.Since(since)) / float64(done) * float64(total-done))
	return ", about " + left.Round(time.Second).String() + " left"
}
