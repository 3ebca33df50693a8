package sorted

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counted are files of which is counted what is read.
type counted struct {
	Folder
	reads int
}

func (c *counted) Range(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	c.reads++
	return c.Folder.Range(ctx, name, offset, length)
}

// Lines of all lengths, some across blocks, are found by any beginning, and few blocks are
// read for that.
func TestLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	for range 3000 {
		long := 10
		if r.IntN(20) == 0 {
			long = 30_000
		}
		lines = append(lines, fmt.Sprintf("%c%c%d ", 'a'+r.IntN(26), 'a'+r.IntN(26), r.IntN(100))+strings.Repeat("x", r.IntN(long)))
	}
	slices.Sort(lines)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lines"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := &counted{Folder: Folder(dir)}
	x, err := Open(t.Context(), files, "lines")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(prefix string) (got []string) {
		t.Helper()
		for line, err := range x.Lines(t.Context(), prefix) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(line))
		}
		return got
	}
	for _, prefix := range []string{"", "a", "zz", "zzz", "mm", "q", "A", "~", lines[0], lines[len(lines)-1], lines[1500]} {
		var want []string
		for _, line := range lines {
			if strings.HasPrefix(line, prefix) {
				want = append(want, line)
			}
		}
		if d := cmp.Diff(want, ask(prefix)); d != "" {
			t.Errorf("%.20q: want -, got +\n%.500s", prefix, d)
		}
	}
	before := files.reads
	ask("mm1")
	ask("mm1")
	if n := files.reads - before; n > 15 {
		t.Errorf("%d blocks were read for neighbours of what was asked for", n)
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	for _, err := range x.Lines(stopped, "") {
		if !errors.Is(err, enough) {
			t.Errorf("stopped: %v", err)
		}
	}
}

// Names do not lead out of a folder, and what is not there whole is an error.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x"), []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := Folder(dir)
	if got, err := f.Range(t.Context(), "x", 1, 3); err != nil || string(got) != "234" {
		t.Errorf("%q, error %v", got, err)
	}
	for _, name := range []string{"../x", "/etc/passwd", "", ".", "none"} {
		if _, err := f.Range(t.Context(), name, 0, 1); err == nil {
			t.Errorf("%q: no error", name)
		}
		if _, err := f.Size(t.Context(), name); err == nil {
			t.Errorf("size of %q: no error", name)
		}
	}
	if _, err := f.Range(t.Context(), "x", 3, 3); err == nil {
		t.Error("more than there is: no error")
	}
	if _, err := Open(t.Context(), f, "none"); err == nil {
		t.Error("no index: no error")
	}
}
