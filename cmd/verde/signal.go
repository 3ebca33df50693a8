package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// stopped is the cause of a context that a signal has ended.
type stopped struct{ signal syscall.Signal }

func (s *stopped) Error() string { return "stopped by " + s.signal.String() }

// Is makes it what it is to whoever knows contexts only.
func (s *stopped) Is(target error) bool { return target == context.Canceled }

// code is the exit code that shells give to who was ended by the signal: 130 for
// Ctrl-C, 143 for SIGTERM.
func (s *stopped) code() int { return 128 + int(s.signal) }

// untilSignal gives a context that ends with the first SIGINT or SIGTERM, so that
// what is under way is put away. From then on the signals do what they do to any
// program: a second one ends it at once, whatever it is blocked in. Release frees
// what it takes.
func untilSignal(parent context.Context) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(&stopped{s.(syscall.Signal)})
		case <-ctx.Done():
			signal.Stop(signals)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// input is standard input, of which nobody waits for more when the command is to
// end: a terminal or a pipe may say nothing for ever.
type input struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

// Read implements [io.Reader]. After the context has ended it may be called, but
// gives nothing any more.
func (in *input) Read(p []byte) (int, error) {
	if in.ctx.Err() != nil {
		return 0, context.Cause(in.ctx)
	}
	if cap(in.buf) < len(p) {
		in.buf = make([]byte, len(p))
	}
	type outcome struct {
		n   int
		err error
	}
	done := make(chan outcome, 1) // nobody may be left to receive
	buf := in.buf[:len(p)]
	go func() {
		n, err := in.r.Read(buf)
		done <- outcome{n, err}
	}()
	select {
	case o := <-done:
		return copy(p, buf[:o.n]), o.err
	case <-in.ctx.Done():
		return 0, context.Cause(in.ctx)
	}
}
