package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"verde/fetch"
	"verde/metrics"
	"verde/progress"
	"verde/search"
)

// How often progress is shown: a terminal is redrawn, a log gets a line.
const (
	redrawn = 200 * time.Millisecond
	logged  = 30 * time.Second
)

// status shows how far a command is, below the log lines and tables that are
// written to it: a few lines that are redrawn on a terminal, a line now and then
// in a log. It is safe for use by several at once.
type status struct {
	out  io.Writer
	ctx  context.Context
	kind statusKind
	also func(progress.Event)       // is told each step too; nil for nobody
	size func() (columns, rows int) // of the terminal

	metrics *metrics.Run // is told of clients and steps until the status is closed; nil for nobody

	mu      sync.Mutex
	begun   bool
	tracker progress.Tracker
	waiters []progress.Waiter
	waits   holder
	client  *fetch.Client // whose requests are counted, if any

	writing sync.Mutex // held while anything is written
	bars    *mpb.Progress
	bar     *mpb.Bar
	partial []byte // of a line that is not whole
	closed  bool
	stop    chan struct{} // of the lines in a log
	stopped chan struct{}
}

// statusKind is how a status is shown.
type statusKind int

const (
	silent  statusKind = iota
	drawn              // on a terminal
	plain              // a line now and then
	records            // the same as log records
)

// newStatus makes the status of a command.
func newStatus(cmd *cobra.Command) *status {
	w := cmd.ErrOrStderr()
	s := &status{out: w, ctx: cmd.Context(), kind: plain, size: func() (int, int) {
		columns, rows, _ := terminalSize(w)
		return columns, rows
	}}
	if t := taskOf(cmd); t != nil {
		s.also = t.Progress
	}
	if m := metricsOf(cmd.Context()); m != nil {
		s.metrics = m.Begin()
		also := s.also
		s.also = func(e progress.Event) {
			s.metrics.Tell(e)
			if also != nil {
				also(e)
			}
		}
	}
	switch {
	case on(cmd.Flags(), "quiet"):
		s.kind = silent
	case on(cmd.Flags(), "json"):
		s.kind = records
	case isTerminal(w) && os.Getenv("TERM") != "dumb":
		s.kind = drawn
	}
	return s
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalSize is that of a terminal, or what is usual if it does not tell.
func terminalSize(w io.Writer) (columns, rows int, known bool) {
	if f, ok := w.(*os.File); ok {
		if columns, rows, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 && rows > 0 {
			return columns, rows, true
		}
	}
	return 80, 24, false
}

// watch shows what a client waits for, and counts its requests.
func (s *status) watch(c *fetch.Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiters, s.client = append(s.waiters, c), c
	if s.metrics != nil {
		s.metrics.Watch(c)
	}
}

// watchEngine shows what an engine waits for, if it tells.
func (s *status) watchEngine(e search.Engine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w, ok := search.Ability[progress.Waiter](e); ok {
		s.waiters = append(s.waiters, w)
	}
}

// tell takes in an event. The first begins the show.
func (s *status) tell(e progress.Event) {
	if s.also != nil {
		s.also(e)
	}
	s.mu.Lock()
	s.tracker.Add(e, time.Now())
	first := !s.begun
	s.begun = true
	s.mu.Unlock()
	if !first {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	switch {
	case s.closed:
	case s.kind == drawn:
		s.draw()
	case s.kind == plain, s.kind == records:
		s.stop, s.stopped = make(chan struct{}), make(chan struct{})
		go s.run()
	}
}

// now is what there is to show.
func (s *status) now() (progress.View, []progress.Wait, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	var waits []progress.Wait
	for _, w := range s.waiters {
		waits = append(waits, w.Waits()...)
	}
	requests := 0
	if s.client != nil {
		requests = s.client.Stats().Requests
	}
	return s.tracker.View(now), s.waits.hold(waits, now), requests
}

// holder keeps reasons for a moment longer, so that a line does not come and go
// with each request.
type holder map[string]held

type held struct {
	progress.Wait
	at time.Time
}

const heldFor = 2 * time.Second

func (h *holder) hold(waits []progress.Wait, now time.Time) []progress.Wait {
	if *h == nil {
		*h = make(holder)
	}
	for _, w := range waits {
		(*h)[w.Host] = held{w, now}
	}
	var out []progress.Wait
	for host, w := range *h {
		if now.Sub(w.at) > heldFor {
			delete(*h, host)
			continue
		}
		out = append(out, w.Wait)
	}
	return out
}

// unsized hides from mpb that it writes to a terminal: it would show nothing on
// one that does not tell its size.
type unsized struct{ io.Writer }

// canvas is what mpb draws on.
func canvas(w io.Writer) io.Writer {
	if _, _, told := terminalSize(w); told {
		return w
	}
	return unsized{w}
}

// draw begins to redraw lines. The caller holds the lock of what is written.
func (s *status) draw() {
	s.bars = mpb.New(mpb.WithOutput(canvas(s.out)), mpb.WithAutoRefresh(), mpb.WithRefreshRate(redrawn))
	style := mpb.BarStyle().Padding(" ").Build()
	bar := func(width, done, total int) string {
		var b strings.Builder
		style.Fill(&b, decor.Statistics{AvailableWidth: width, Current: int64(done), Total: int64(total)})
		return b.String()
	}
	var lines []string
	s.bar = s.bars.MustAdd(0, mpb.BarFillerFunc(func(w io.Writer, _ decor.Statistics) error {
		columns, rows := s.size()
		lines = glanceOf(s.now()).fit(columns, rows, bar)
		_, err := io.WriteString(w, lines[0])
		return err
	}), mpb.BarFillerTrim(), mpb.BarExtender(mpb.BarFillerFunc(func(w io.Writer, _ decor.Statistics) error {
		for _, line := range lines[1:] {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return err
			}
		}
		return nil
	}), false))
}

// run writes a line now and then, until the status is closed.
func (s *status) run() {
	defer close(s.stopped)
	tick := time.NewTicker(logged)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.log()
		}
	}
}

// log writes how far the command is as a line of its own.
func (s *status) log() {
	v, waits, requests := s.now()
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.kind == plain {
		fmt.Fprintln(s.out, glanceOf(v, waits, requests).line())
		return
	}
	if v.Phase == "" && len(v.Sites) > 0 { // a run for one site
		v.Phase, v.Done, v.Total = v.Sites[0].Phase, v.Sites[0].Done, v.Sites[0].Total
	}
	attrs := []any{"phase", v.Phase, "round", v.Round, "rounds", v.Of, "done", v.Done, "total", v.Total, "sites", len(v.Sites),
		"pages_read", v.Read, "pages", v.Pages, "requests", requests, "elapsed", v.Elapsed.Seconds()}
	if len(v.Sites) > 0 {
		attrs = append(attrs, "slowest", v.Sites[0].Name)
	}
	if text := hostLine(v, waits); text != "" {
		attrs = append(attrs, "waiting", text)
	}
	for key, l := range map[string]progress.Left{"left": v.Left, "part_left": v.Part} {
		if l.Known {
			attrs = append(attrs, slog.Group(key, "seconds", l.Time.Seconds(), "at_least", l.AtLeast))
		}
	}
	slog.New(slog.NewJSONHandler(s.out, nil)).Info("progress", attrs...)
}

// Write passes log lines and tables on, above what is redrawn. There a line that
// is not whole waits for its end.
func (s *status) Write(p []byte) (int, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.bars == nil {
		return s.out.Write(p)
	}
	text := append(s.partial, p...)
	end := bytes.LastIndexByte(text, '\n') + 1
	s.partial = bytes.Clone(text[end:])
	if end > 0 {
		if _, err := s.bars.Write(text[:end]); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// close ends the show. What was redrawn is gone then, unless the command was
// stopped: how far it came is worth to be read. Closing again does nothing.
func (s *status) close() {
	if s.metrics != nil {
		s.metrics.End()
	}
	s.writing.Lock()
	stop := s.stop
	if s.closed {
		stop = nil
	}
	s.closed = true
	s.writing.Unlock()
	if stop != nil {
		close(stop)
		<-s.stopped
		if s.ctx.Err() != nil {
			s.log()
		}
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.bars == nil {
		return
	}
	s.bar.Abort(s.ctx.Err() == nil)
	s.bars.Wait()
	s.bars = nil
	s.out.Write(s.partial)
}
