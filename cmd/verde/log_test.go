package main

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"testing"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		log  func(*slog.Logger)
		want string
	}{
		{func(l *slog.Logger) { l.With("site", "a.example").Info("explored", "pages", 60, "records", 1) }, "a.example: explored, 60 pages, 1 record\n"},
		{func(l *slog.Logger) { l.Info("refused", "site", "a.example", "why", "none of 6 pages") }, "a.example: refused: none of 6 pages\n"},
		{func(l *slog.Logger) {
			l.Warn("not answered", "engine", "searxng", "query", "q12", "error", errors.New("no answer\nin time"))
		}, "warning: not answered, engine searxng, query q12: no answer in time\n"},
		{func(l *slog.Logger) {
			l.Info("round ended", "round", 1, "queries", 1, "accepted", 4, "unseen", 0.25)
		}, "round ended, round 1, 1 query, 4 accepted, 0.2 unseen\n"},
		{func(l *slog.Logger) {
			l.Info("page", "url", "http://a.example/1", "from", "network", "status", 200, "bytes", 1933)
		}, "http://a.example/1: page, from network, status 200, 1933 bytes\n"},
		{func(l *slog.Logger) { l.Error("broken") }, "error: broken\n"},
		{func(l *slog.Logger) { l.Debug("run", "precision", 0.987, "samples", []string{"a", "b"}) }, ""},
		{func(l *slog.Logger) { l.Info("run", "precision", 0.987, "samples", []string{"a", "b"}) }, "run, precision 0.99, samples [a b]\n"},
	} {
		var out bytes.Buffer
		test.log(slog.New(newSentences(&out, slog.LevelInfo)))
		if out.String() != test.want {
			t.Errorf("%q, want %q", out.String(), test.want)
		}
	}
}

// A line is written at once, so that those of several do not mix.
func TestSentencesAreWhole(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := slog.New(newSentences(&out, slog.LevelInfo))
	done := make(chan bool)
	for i := range 8 {
		go func() {
			for range 100 {
				log.Info("line", "number", i)
			}
			done <- true
		}()
	}
	for range 8 {
		<-done
	}
	for i := range 8 {
		if n := bytes.Count(out.Bytes(), fmt.Appendf(nil, "line, number %d\n", i)); n != 100 {
			t.Errorf("%d lines of %d", n, i)
		}
	}
}
