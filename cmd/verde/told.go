package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// notes is where a command tells on standard error what it has done: in lines for
// people, as records of the log with --json, nowhere with --quiet.
func notes(cmd *cobra.Command) io.Writer {
	return notesOn(cmd, cmd.ErrOrStderr())
}

// notesOn is notes to w, as is the status of a command.
func notesOn(cmd *cobra.Command, w io.Writer) io.Writer {
	if on(cmd.Flags(), "quiet") {
		return io.Discard
	}
	return toldTo(cmd.Flags(), w, slog.LevelInfo)
}

// warnings is notes for what is told with --quiet, too.
func warnings(cmd *cobra.Command) io.Writer {
	return toldTo(cmd.Flags(), cmd.ErrOrStderr(), slog.LevelWarn)
}

func toldTo(flags *pflag.FlagSet, w io.Writer, level slog.Level) io.Writer {
	if !on(flags, "json") {
		return w
	}
	return &noted{handler: slog.NewJSONHandler(&escaper{w: w}, nil), level: level}
}

// noted makes a record of the log of each line that is written to it.
type noted struct {
	handler slog.Handler
	level   slog.Level
	partial []byte // of a line that has not ended
}

func (n *noted) Write(p []byte) (int, error) {
	n.partial = append(n.partial, p...)
	for {
		line, rest, whole := bytes.Cut(n.partial, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		n.partial = rest
		if text := strings.TrimSpace(string(line)); text != "" {
			slog.New(n.handler).Log(context.Background(), n.level, text)
		}
	}
}
