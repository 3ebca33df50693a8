package fetch

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is added to a folder is seen when it is read again: behind the end of a file, in a
// further one, and what was written in part before. A folder that was replaced is told.
func TestReread(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const small = 1 // a file for each page
	bodies := fill(t, dir, maxArchiveFile, "a", "b")
	c, err := New(Options{Replay: []string{dir}, IgnoreRobots: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	has := func(path string, want bool) {
		t.Helper()
		url := "http://h.example/" + path
		p, err := c.Fetch(t.Context(), url)
		if (err == nil) != want || want && string(p.Body) != bodies[url] {
			t.Errorf("%s: %v, want it %v", path, err, want)
		}
	}
	reread := func() {
		t.Helper()
		if err := c.Reread(); err != nil {
			t.Fatal(err)
		}
	}
	add := func(limit int64, paths ...string) {
		t.Helper()
		for url, body := range fill(t, dir, limit, paths...) {
			bodies[url] = body
		}
	}
	reread()
	add(maxArchiveFile, "c")
	has("c", false)
	reread()
	add(small, "d", "e")
	reread()
	for _, path := range []string{"a", "b", "c", "d", "e"} {
		has(path, true)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}

	// A record of which only the beginning is there.
	other := t.TempDir()
	bodies["http://h.example/f"] = fill(t, other, maxArchiveFile, "f")["http://h.example/f"]
	record, err := os.ReadFile(filepath.Join(other, "00000.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := os.OpenFile(files[len(files)-1], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	for _, part := range []string{string(record[:len(record)-9]), string(record[len(record)-9:])} {
		has("f", false)
		if _, err := io.WriteString(last, part); err != nil {
			t.Fatal(err)
		}
		reread()
	}
	has("f", true)
	has("a", true)

	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if err := c.Reread(); !errors.Is(err, ErrReplaced) {
		t.Errorf("a file is gone: %v", err)
	}
	writeFile(t, files[0], []byte(strings.Repeat("x", 1<<20)))
	if err := c.Reread(); !errors.Is(err, ErrReplaced) {
		t.Errorf("another file: %v", err)
	}
	live, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	if err := live.Reread(); err == nil {
		t.Error("a client that replays nothing reads again")
	}
}
