package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"verde/page"
)

// sentences is a log for people: a record is a line as they would write it,
// without a time, and with a level only where something is wrong.
//
//	openshelf.example: explored, 60 pages, 60 records
//	blog.example: refused: none of 6 pages like blog.example/posts/* shows the values that were asked for
//	warning: not answered, engine searxng, query q12: no answer within 30s
type sentences struct {
	mu    *sync.Mutex
	w     io.Writer
	level slog.Level
	attrs []slog.Attr
}

func newSentences(w io.Writer, level slog.Level) *sentences {
	return &sentences{mu: new(sync.Mutex), w: w, level: level}
}

func (h *sentences) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h *sentences) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = slices.Concat(h.attrs, attrs)
	return &with
}

// WithGroup leaves groups out: nothing here logs any.
func (h *sentences) WithGroup(string) slog.Handler { return h }

func (h *sentences) Handle(_ context.Context, r slog.Record) error {
	attrs := slices.Clone(h.attrs)
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, a)
		return true
	})
	subject, text, end := "", r.Message, ""
	for _, a := range attrs {
		switch a.Key {
		case "site", "url":
			subject = a.Value.String() + ": "
		case "error", "why":
			end += ": " + a.Value.String()
		default:
			text += ", " + clause(a)
		}
	}
	switch {
	case r.Level >= slog.LevelError:
		subject = "error: " + subject
	case r.Level >= slog.LevelWarn:
		subject = "warning: " + subject
	}
	line := strings.ReplaceAll(subject+text+end, "\n", " ") + "\n"
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := io.WriteString(h.w, line)
	return err
}

// loggedPages logs of each page whether it could be read.
func loggedPages(log *slog.Logger, pages iter.Seq2[*page.Page, error]) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		for p, err := range pages {
			if err != nil {
				log.Debug("no page", "error", err)
			} else {
				log.Debug("page", "url", p.URL, "bytes", len(p.Body))
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// clause writes an attribute: a count of what its key names as "60 pages",
// anything else as "engine searxng".
func clause(a slog.Attr) string {
	counts := strings.HasSuffix(a.Key, "s") && a.Key != "status" || strings.HasSuffix(a.Key, "ed") || strings.HasSuffix(a.Key, "en")
	switch v := a.Value.Resolve(); {
	case !counts:
	case v.Kind() == slog.KindInt64 && v.Int64() == 1:
		return "1 " + singular(a.Key)
	case v.Kind() == slog.KindInt64:
		return fmt.Sprintf("%d %s", v.Int64(), a.Key)
	case v.Kind() == slog.KindFloat64:
		return fmt.Sprintf("%.1f %s", v.Float64(), a.Key)
	}
	if a.Value.Kind() == slog.KindFloat64 {
		return fmt.Sprintf("%s %.2f", a.Key, a.Value.Float64())
	}
	return a.Key + " " + a.Value.String()
}

// singular is the word for one of what the plural is for.
func singular(plural string) string {
	if stem, ok := strings.CutSuffix(plural, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(plural, "s")
}

// newLog makes the logger that the persistent flags ask for, on w: what is done
// is told in sentences to a person at a terminal, and in records to whoever asked
// for JSON; a pipe gets warnings only, as lines that programs can read.
func newLog(cmd *cobra.Command, w io.Writer) *slog.Logger {
	level := slog.LevelWarn
	switch {
	case on(cmd.Flags(), "quiet"):
	case on(cmd.Flags(), "verbose"):
		level = slog.LevelDebug
	case on(cmd.Flags(), "json") || isTerminal(cmd.ErrOrStderr()):
		level = slog.LevelInfo
	}
	terminal := isTerminal(cmd.ErrOrStderr())
	w = &escaper{w: w} // JSON leaves controls above ASCII as they are
	options := &slog.HandlerOptions{Level: level}
	switch {
	case on(cmd.Flags(), "json"):
		return slog.New(slog.NewJSONHandler(w, options))
	case terminal:
		return slog.New(newSentences(w, level))
	}
	options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	return slog.New(slog.NewTextHandler(w, options))
}
