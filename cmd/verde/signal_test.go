//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// program gives a command of this package's tests, "verde" or "stuck".
func program(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = name
	return cmd
}

// A command that a signal stops says so, by its exit code too, whether it waits
// for a server or for somebody to type.
func TestStopped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		signal syscall.Signal
		answer bool // the server answers, so that the command waits for its input
		code   int
	}{
		{"waits for a server", syscall.SIGINT, false, 130},
		{"is ended by another program", syscall.SIGTERM, false, 143},
		{"waits for input", syscall.SIGINT, true, 130},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan bool, 1)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked <- true
				if !test.answer {
					<-r.Context().Done()
				}
				io.WriteString(w, "<p>a page")
			}))
			t.Cleanup(server.Close)
			dir := t.TempDir()
			verde := program(t, "verde", "fetch", "-", "--ignore-robots", "--allow-private", "127.0.0.0/8", "--archive", filepath.Join(dir, "archive"), "-o", filepath.Join(dir, "out"))
			var stderr bytes.Buffer
			verde.Stderr = &stderr
			stdin, err := verde.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			if err := verde.Start(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(stdin, server.URL)
			<-asked
			if err := verde.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			verde.Wait()
			if code := verde.ProcessState.ExitCode(); code != test.code || !strings.Contains(stderr.String(), "verde: stopped; the same command goes on from here") {
				t.Errorf("exit code %d, want %d: %s", code, test.code, stderr.String())
			}
			if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
				t.Error("what is not whole has the name of the output")
			}
		})
	}
}

// An expansion that is stopped keeps the pages that it knew, under another name.
func TestStoppedExpansion(t *testing.T) {
	t.Parallel()
	var links strings.Builder
	for i := range 40 {
		fmt.Fprintf(&links, "<li><a href=/b/%d>%d</a>", i, i)
	}
	asked := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/":
			fmt.Fprintf(w, "<title>all</title><ul>%s</ul>", links.String())
		case r.URL.Path == "/b/30":
			asked <- true
			<-r.Context().Done()
		default:
			fmt.Fprintf(w, "<title>Book %s</title><h1>Book</h1><p><a href=/>all</a><table><tr><th>Number<td>%[1]s</table><ul>%[2]s</ul>", r.URL.Path, links.String())
		}
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	out := filepath.Join(dir, "pages.jsonl")
	verde := program(t, "verde", "expand", server.URL+"/b/3", "--verify", "--delay", "0", "--render", "never", "--ignore-robots", "--allow-private", "127.0.0.0/8", "-o", out)
	var stderr bytes.Buffer
	verde.Stderr = &stderr
	if err := verde.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := verde.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	verde.Wait()
	part, err := os.ReadFile(out + ".part")
	if err != nil || bytes.Count(part, []byte("\n")) < 2 || verde.ProcessState.ExitCode() != 130 {
		t.Errorf("%v: %s%s", err, part, stderr.String())
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("what is not whole has the name of the output")
	}
}

// What is promised of a command that is stopped is what it does.
func TestTellStopped(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"explore":                         "stopped; the same command goes on from here",
		"expand http://a.example/":        "stopped; the same command begins anew: --archive FOLDER keeps what is fetched",
		"expand --archive pages x":        "stopped; the same command goes on from here, with the pages in pages",
		"fetch -":                         "stopped; the same command goes on from here, with the pages in verde-archive",
		"extract -":                       "stopped; the same command begins anew",
		"serve books":                     "stopped; runs that were under way are paused",
		"archive export --archive folder": "stopped; the same command begins anew",
	} {
		cmd, args, err := newRoot().Find(strings.Fields(line))
		if err == nil {
			err = cmd.ParseFlags(args)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := tellStopped(cmd, &stopped{syscall.SIGINT}); got != want {
			t.Errorf("%s: %s; want %s", line, got, want)
		}
	}
}

// A second signal ends a program at once that the first has not.
func TestStoppedTwice(t *testing.T) {
	t.Parallel()
	for _, second := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := program(t, "stuck")
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(stdout)
		for _, step := range []struct {
			says   string
			signal syscall.Signal
		}{{"ready", syscall.SIGINT}, {"cleaning up", second}} {
			if !lines.Scan() || lines.Text() != step.says {
				t.Fatalf("it says %q, want %q", lines.Text(), step.says)
			}
			if err := cmd.Process.Signal(step.signal); err != nil {
				t.Fatal(err)
			}
		}
		cmd.Wait()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != second {
			t.Errorf("after a second signal: %v", cmd.ProcessState)
		}
	}
}

// Input gives what there is, of any reader, and an end when the command is to.
func TestInput(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	r, w := io.Pipe()
	in := &input{ctx: ctx, r: io.MultiReader(strings.NewReader("one two"), r)}
	buf := make([]byte, 3)
	for _, want := range []string{"one", " tw", "o"} {
		if n, err := in.Read(buf); err != nil || string(buf[:n]) != want {
			t.Errorf("%q, %v; want %q", buf[:n], err, want)
		}
	}
	cancel(&stopped{syscall.SIGINT})
	for range 2 {
		if n, err := in.Read(buf); n != 0 || !errors.Is(err, context.Canceled) || err.Error() != "stopped by interrupt" {
			t.Errorf("after the end: %d bytes, %v", n, err)
		}
	}
	w.Close()
	if data, err := io.ReadAll(&input{ctx: t.Context(), r: strings.NewReader("whole")}); err != nil || string(data) != "whole" {
		t.Errorf("%q, %v", data, err)
	}
}
