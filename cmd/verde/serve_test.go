package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
)

// The command prints where it listens, answers there, and ends when it is told to while
// a browser waits for events.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "books")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<p>a page") }))
	defer server.Close()
	var messages bytes.Buffer
	if code := run(t.Context(), []string{"fetch", server.URL, "--ignore-robots", "--allow-private", "127.0.0.0/8", "--archive", filepath.Join(dir, "archive"), "-o", "-"},
		strings.NewReader(""), io.Discard, &messages); code != exitDone {
		t.Fatal(messages.String())
	}
	c, err := catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", dir, "--listen", "127.0.0.1:0"}, strings.NewReader(""), in, io.Discard)
		in.Close()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	for path, want := range map[string]string{"": "books", "runs/books/": "no entities yet", "runs/books/page?url=" + server.URL: "<iframe sandbox"} {
		answer, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d, %v: no %q in %s", path, answer.StatusCode, err, want, body)
		}
	}
	events, err := http.Get(address + "runs/books/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	stop()
	if code := <-ended; code != exitFailed { // by a test, no signal: that has a code of its own
		t.Errorf("exit code %d", code)
	}
}

func TestServeWrong(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"no run", []string{"serve", t.TempDir()}, "no run's folder"},
		{"no address", []string{"serve", "--listen", "nowhere"}, "--listen nowhere"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var messages bytes.Buffer
			if code := run(t.Context(), test.args, strings.NewReader(""), io.Discard, &messages); code == exitDone || !strings.Contains(messages.String(), test.want) {
				t.Errorf("exit code %d: %s", code, messages.String())
			}
		})
	}
}

func TestShownAt(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{"127.0.0.1:4780": "http://127.0.0.1:4780/?token=x", "0.0.0.0:80": "http://127.0.0.1:80/?token=x", "[::1]:80": "http://[::1]:80/?token=x"} {
		if got := shownAt(netip.MustParseAddrPort(at), "x"); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}
