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

	"verde/fetch"
)

// status shows one line about a running command on a terminal, and lets log
// lines and tables pass above it. Where standard error is no terminal it shows
// nothing and passes everything through.
type status struct {
	mu    sync.Mutex
	w     io.Writer
	line  func() string // nil if there is nothing to show
	width func() int    // columns of the terminal, 0 if that is not known
	last  string
	once  sync.Once
	stop  chan struct{}
	done  chan struct{}
}

const statusInterval = 250 * time.Millisecond

// newStatus starts showing line, which is called a few times a second.
func newStatus(cmd *cobra.Command, line func() string) *status {
	w := cmd.ErrOrStderr()
	if !isTerminal(w) || on(cmd.Flags(), "quiet") || on(cmd.Flags(), "json") {
		line = nil
	}
	return startStatus(w, line, func() int { return terminalWidth(w) })
}

// startStatus shows line on w, which is a terminal of that width, until the
// status is closed; nothing if line is nil.
func startStatus(w io.Writer, line func() string, width func() int) *status {
	s := &status{w: w, line: line, width: width, stop: make(chan struct{}), done: make(chan struct{})}
	if line == nil {
		close(s.done)
		return s
	}
	go s.run()
	return s
}

func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
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

// show replaces the status line, cut where the terminal would break it: a
// broken line is not overwritten by the next. The caller holds the lock.
func (s *status) show(line string) {
	if width := s.width(); width > 0 {
		line = string([]rune(line)[:min(len([]rune(line)), width-1)])
	}
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

// close ends the status line and leaves the terminal clean. Closing again does
// nothing.
func (s *status) close() {
	s.once.Do(func() { close(s.stop) })
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != "" {
		s.show("")
		fmt.Fprint(s.w, "\r")
	}
}

// rate is how many requests a client has sent, and how many a second.
func rate(since time.Time, client *fetch.Client) string {
	n := client.Stats().Requests
	return fmt.Sprintf("%d requests (%.1f/s)", n, float64(n)/max(1, time.Since(since).Seconds()))
}

// remaining estimates the time left from what is done of a known total.
func remaining(since time.Time, done, total int64) string {
	if done == 0 || total <= done {
		return ""
	}
	left := time.Duration(float64(time.Since(since)) / float64(done) * float64(total-done))
	return ", about " + left.Round(time.Second).String() + " left"
}
