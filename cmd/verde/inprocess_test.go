package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/runs"
)

// What a run was asked is kept with its paths absolute, whatever they were.
func TestOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	abs := func(name string) string {
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	cmd := newExplore()
	if err := cmd.ParseFlags([]string{"--run", dir, "--domain", "nba player", "--dump", "a.jsonl", "--dump", "-", "--mirror", "a.example/x=pages", "--cdx", "x.cdxj", "--cdx", "https://i.example/x", "--rounds", "2", "--delay", "0", "--retry", "http://a.example/1"}); err != nil {
		t.Fatal(err)
	}
	order, err := orderOf(cmd, cmd.Flags().Args())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"--cdx=" + abs("x.cdxj"), "--cdx=https://i.example/x", "--delay=0", "--domain=nba player", "--dump=" + abs("a.jsonl"), "--dump=-", "--mirror=a.example/x=" + abs("pages"), "--retry=true", "--rounds=2", "--", "http://a.example/1"}
	if d := cmp.Diff(want, order.Args); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// steered is a program that starts the run of a folder, the first argument, within its
// process, pauses it, starts it again, goes on with it as it was asked, and tries what
// can't be meant. It prints how the run stands after each.
func steered() {
	ctx, release := untilSignal(context.Background())
	defer release()
	r := runs.New(executor(execute).work)
	defer r.Close()
	dir, args := os.Args[1], os.Args[2:]
	step := func(what string, do func() error) {
		err := do()
		if err == nil {
			_, err = r.Wait(ctx, dir)
		}
		s, failed := r.State(dir)
		if err = errors.Join(err, failed); err != nil {
			fmt.Printf("%s: error: %v\n", what, err)
			return
		}
		fmt.Printf("%s: %s, here %v, lacks %q, error %v\n", what, s.Status, s.Here, s.Outcome.Lacks, s.Outcome.Err)
		for line := range strings.Lines(s.Log) {
			fmt.Printf("%s: log: %s", what, line)
		}
	}
	step("pause", func() error { return errors.Join(r.Start(dir, args), r.Pause(dir)) })
	step("start", func() error { return r.Start(dir, args) })
	step("resume", func() error { return r.Resume(dir) })
	step("wrong", func() error { return r.Start(dir, []string{"--rounds=none"}) })
}
