package main

import (
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

func TestDuration(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Duration{
		"0": 0, "0s": 0, "90s": 90 * time.Second, "1.5h": 90 * time.Minute, "7d": week, "2w": 2 * week, "1w2d12h30m": week + 2*day + 12*time.Hour + 30*time.Minute,
		"0.5d": 12 * time.Hour, "250ms": 250 * time.Millisecond, "1µs": time.Microsecond, "15000w": 15000 * week,
	} {
		var got time.Duration
		if err := (&duration{&got, 0}).Set(in); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "7", "d", "-1d", "-5s", "1x", "1d2", "1 d", "1.2.3d", ".d", "16000w", "9000w9000w", "1e3d", "NaNd", "infw"} {
		got := time.Second
		if err := (&duration{&got, 0}).Set(in); err == nil || got != time.Second {
			t.Errorf("%q is %v, %v; want an error", in, got, err)
		}
	}
	for least, in := range map[time.Duration]string{1: "0", day: "23h"} {
		var got time.Duration
		if err := (&duration{&got, least}).Set(in); err == nil {
			t.Errorf("%q is enough where at least %v is", in, least)
		}
	}
	// What a flag shows, it reads.
	for d, want := range map[time.Duration]string{0: "0", 500 * time.Millisecond: "500ms", 30 * time.Second: "30s", 10 * time.Minute: "10m", time.Hour: "1h",
		90 * time.Minute: "1h30m", time.Hour + time.Second: "1h0m1s", week: "7d", 36 * time.Hour: "36h"} {
		shown := (&duration{&d, 0}).String()
		if got, err := parseDuration(shown); shown != want || got != d || err != nil {
			t.Errorf("%v is shown as %q, which is read as %v, %v; want %q", d, shown, got, err, want)
		}
	}
}

// Whatever is written, reading it ends, gives no less than none, and agrees with
// Go where Go can read it.
func TestDurationRandom(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 200_000 {
		var b strings.Builder
		for range rng.IntN(8) {
			b.WriteString([...]string{"0", "7", "12", ".", "d", "w", "h", "m", "s", "ms", "-", " ", "µs"}[rng.IntN(13)])
		}
		s := b.String()
		d, err := parseDuration(s)
		if err == nil {
			read++
		}
		if want, goErr := time.ParseDuration(s); d < 0 || goErr == nil && want >= 0 && s[0] != '-' && (err != nil || d != want) {
			t.Fatalf("%q is %v, %v; Go reads %v, %v", s, d, err, want, goErr)
		}
	}
	if read < 1000 {
		t.Errorf("only %d were lengths of time", read)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	var n int
	var size int64
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	countVar(flags, &n, "rounds", 3, 1, "")
	countVar(flags, &size, "max-bytes", 8<<20, 0, "")
	if n != 3 || size != 8<<20 || flags.Lookup("rounds").DefValue != "3" {
		t.Errorf("defaults %d, %d, %q", n, size, flags.Lookup("rounds").DefValue)
	}
	if err := flags.Parse([]string{"--rounds", "1", "--max-bytes=0"}); err != nil || n != 1 || size != 0 {
		t.Errorf("%d, %d, %v", n, size, err)
	}
	for _, bad := range []string{"--rounds=0", "--rounds=-3", "--rounds=1.5", "--rounds=", "--rounds=99999999999999999999", "--max-bytes=-1"} {
		if err := flags.Parse([]string{bad}); err == nil || n != 1 || size != 0 {
			t.Errorf("%s: %d, %d, %v", bad, n, size, err)
		}
	}
}

// No flag takes fewer than none of what it counts, nor less than no time, but
// where its help says what that means.
func TestNegativeFlags(t *testing.T) {
	t.Parallel()
	documented := map[string]bool{"max-links": true, "max-url": true, "max-repeats": true, "max-fruitless": true, "max-failures": true}
	checked := 0
	commands := newRoot().Commands()
	for len(commands) > 0 {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "string", "bool", "stringArray", "stringSlice", "float64":
				return
			}
			checked++
			if err := f.Value.Set("-1"); err == nil && !documented[f.Name] {
				t.Errorf("%s --%s -1 is accepted", cmd.CommandPath(), f.Name)
			}
		})
	}
	if checked < 50 {
		t.Errorf("%d flags checked", checked)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Path: "verde", Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "63a1c79"}, {Key: "vcs.time", Value: "2026-11-22T01:02:03Z"}, {Key: "vcs.modified", Value: "true"}, {Key: "GOOS", Value: "plan9"}}}
	v := versionOf(info)
	v.Platform = "linux/amd64"
	if got, want := v.String(), "verde v1.2.3, revision 63a1c79 of 2026-11-22T01:02:03Z, modified, go1.26.8 linux/amd64"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	v = versionOf(nil)
	if got, want := v.String(), "verde (devel), "+v.Go+" "+v.Platform; got != want || v.Go == "" {
		t.Errorf("%q, want %q", got, want)
	}
}
