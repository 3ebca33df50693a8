package linefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asChild names the variable that has the test's program write lines, see TestMain.
const asChild = "VERDE_LINEFILE_CHILD"

type line struct {
	Of string
	N  int
	X  string
}

// TestMain is a process that writes lines for TestProcesses, or runs the tests.
func TestMain(m *testing.M) {
	path, of := os.Getenv(asChild), os.Getenv("OF")
	if path == "" {
		os.Exit(m.Run())
	}
	if err := write(path, of); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const each = 40

// write adds lines, each longer than a pipe takes at once, and now and then replaces the
// file by what it has read.
func write(path, of string) error {
	for n := range each {
		err := With(path, func(f File) error {
			if n%10 > 0 {
				return f.Append(line{of, n, strings.Repeat("x", 10_000)})
			}
			all, err := read(path)
			if err != nil {
				return err
			}
			return Replace(f, append(all, line{of, n, "replaced"}))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func read(path string) (all []line, err error) {
	return all, Read(path, func(text []byte, _ int) error {
		var l line
		err := json.Unmarshal(text, &l)
		all = append(all, l)
		return err
	})
}

// Two processes that add lines and replace the file lose none and tear none.
func TestProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lines.jsonl")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var children []*exec.Cmd
	for _, of := range []string{"a", "b"} {
		c := exec.CommandContext(t.Context(), program)
		c.Env = append(os.Environ(), asChild+"="+path, "OF="+of)
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, c)
	}
	if err := write(path, "here"); err != nil {
		t.Error(err)
	}
	for _, c := range children {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	all, err := read(path)
	if err != nil {
		t.Fatal(err)
	}
	next := make(map[string]int)
	for _, l := range all {
		if l.N != next[l.Of] {
			t.Fatalf("line %d of %s stands where %d should", l.N, l.Of, next[l.Of])
		}
		next[l.Of]++
	}
	if next["a"] != each || next["b"] != each || next["here"] != each {
		t.Errorf("lines %v, want %d of each", next, each)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "l.jsonl")
	if all, err := read(path); err != nil || len(all) != 0 {
		t.Errorf("no file: %v, %v", all, err)
	}
	if err := os.WriteFile(path, []byte("{\"N\":1}\n\n {\"N\":2}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := With(path, func(f File) error { return f.Append(line{N: 3}) }); err != nil {
		t.Fatal(err)
	}
	all, err := read(path)
	if err != nil || len(all) != 3 || all[2].N != 3 {
		t.Errorf("behind a line without its end: %+v, %v", all, err)
	}
	no := errors.New("no")
	if err := Read(path, func(_ []byte, n int) error {
		if n == 3 {
			return no
		}
		return nil
	}); !errors.Is(err, no) || !strings.Contains(err.Error(), "l.jsonl, line 3") {
		t.Errorf("error %v", err)
	}
	if err := With(path, func(File) error { return no }); err != no {
		t.Errorf("error %v", err)
	}
	if err := With(filepath.Join(dir, "nix", "l"), func(File) error { return nil }); err == nil || !strings.Contains(err.Error(), "locking") {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("x", maxLine+1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := read(path); err == nil {
		t.Error("a line beyond the bound is read")
	}
}

// A line that is added is one of its own, also where the last has no end.
func TestAppend(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{"": "\"c\"\n", "a\nb": "a\nb\n\"c\"\n", "a\n": "a\n\"c\"\n"} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := With(path, func(f File) error { return f.Append("c") }); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q becomes %q, %v; want %q", before, got, err, want)
		}
	}
}
