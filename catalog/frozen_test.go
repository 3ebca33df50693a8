package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/unprivileged"
)

// freeze makes a folder of files, copied from another, in which nobody can write any more.
func freeze(t *testing.T, from string, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chmod(dir, 0o755); err != nil { // to be removed
			t.Error(err)
		}
	})
	return dir
}

// A catalog in a folder that can't be written is counted and exported as it is, with what a run that was stopped
// has left in its log.
func TestOpenFrozen(t *testing.T) {
	t.Parallel()
	if !unprivileged.Test(t) {
		return
	}
	ctx, dir := t.Context(), t.TempDir()
	c, err := Open(ctx, filepath.Join(dir, "c.db"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string) {
		t.Helper()
		s, pages, records := site(name, 3)
		if err := c.PutSite(ctx, s, pages, records); err != nil {
			t.Fatal(err)
		}
	}
	put("a.example")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	whole := freeze(t, dir, "c.db")
	if c, err = Open(ctx, filepath.Join(dir, "c.db")); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	put("b.example")
	var plain bytes.Buffer
	for _, test := range []struct {
		name, dir string
		sites     int
		fails     string
	}{
		{name: "whole", dir: whole, sites: 1},
		{name: "of a run that was stopped", dir: freeze(t, dir, "c.db", "c.db-wal", "c.db-shm"), sites: 2},
		{name: "without what SQLite needs to read the log", dir: freeze(t, dir, "c.db", "c.db-wal"), fails: "c.db-wal holds what was written last"},
		{name: "that can be written", dir: dir, sites: 2},
		{name: "not there", dir: freeze(t, dir), fails: "unable to open"},
	} {
		before, err := os.ReadDir(test.dir)
		if err != nil {
			t.Fatal(err)
		}
		c, err := OpenFrozen(ctx, filepath.Join(test.dir, "c.db"))
		if test.fails != "" {
			if err == nil || !strings.Contains(err.Error(), test.fails) {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		st, err := c.Stats(ctx)
		if err != nil || len(st.PerSite) != test.sites || st.Values != test.sites*9 {
			t.Errorf("%s: %+v, %v", test.name, st, err)
		}
		plain.Reset()
		if err := c.Export(ctx, &plain, "jsonl", "records"); err != nil || strings.Count(plain.String(), "\n") != test.sites*3 {
			t.Errorf("%s: %v, %s", test.name, err, plain.String())
		}
		s, _, _ := site("c.example", 1)
		if err := c.PutSite(ctx, s, nil, nil); err == nil && test.dir != dir {
			t.Errorf("%s: it was written to", test.name)
		}
		if err := c.Close(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		after, err := os.ReadDir(test.dir)
		if d := cmp.Diff(listing(before), listing(after)); err != nil || d != "" {
			t.Errorf("%s: files (-before +after):\n%s", test.name, d)
		}
	}
}

func listing(entries []fs.DirEntry) (list []string) {
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// What can't be a catalog, or needs a change to be one, is told.
func TestOpenFrozenRefuses(t *testing.T) {
	t.Parallel()
	if !unprivileged.Test(t) {
		return
	}
	ctx := t.Context()
	for name, test := range map[string]struct{ change, fails string }{
		"of an earlier version": {"PRAGMA user_version = 1", "can't be brought to"},
		"of a later version":    {"PRAGMA user_version = 999", "use a newer verde"},
		"of another program":    {"PRAGMA application_id = 7", "is not a catalog"},
	} {
		dir := t.TempDir()
		alter(t, filepath.Join(dir, "c.db"), test.change)
		c, err := OpenFrozen(ctx, filepath.Join(freeze(t, dir, "c.db"), "c.db"))
		if err == nil || !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			c.Close()
		}
	}
}

// Who looks at a catalog while it is made finds none or a whole one, and nothing else is left beside it; an empty
// file is told, and stays as it is.
func TestOpenFrozenBegins(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 10 {
		path := filepath.Join(dir, fmt.Sprint(i, ".db"))
		made := make(chan error, 1)
		go func() {
			c, err := Open(t.Context(), path)
			if err == nil {
				err = c.Close()
			}
			made <- err
		}()
		for len(made) == 0 {
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				break
			}
			runtime.Gosched()
		}
		c, err := OpenFrozen(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Close(), <-made); err != nil {
			t.Error(err)
		}
	}
	empty := filepath.Join(dir, "empty.db")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFrozen(t.Context(), empty); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("empty: %v", err)
	}
	if info, err := os.Stat(empty); err != nil || info.Size() != 0 {
		t.Errorf("empty: %v, %v", info, err)
	}
	left, err := os.ReadDir(dir)
	left = slices.DeleteFunc(left, func(e fs.DirEntry) bool { // SQLite's own, of two that close at one time
		return strings.HasSuffix(e.Name(), ".db-wal") || strings.HasSuffix(e.Name(), ".db-shm")
	})
	if err != nil || len(left) != 11 {
		t.Errorf("%v, %v; want the catalogs alone", listing(left), err)
	}
}
