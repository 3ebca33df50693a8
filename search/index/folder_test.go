package index

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"verde/page"
)

// victim names the folder in which TestMain is to build an index until it is
// killed.
const victim = "VERDE_INDEX_VICTIM"

func TestMain(m *testing.M) {
	if dir := os.Getenv(victim); dir != "" {
		_, err := Build(context.Background(), dir, endless)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// endless are pages without end; a line tells of each hundred.
func endless(yield func(*page.Page, error) bool) {
	for i := 0; ; i++ {
		if i%100 == 0 {
			fmt.Println("ready")
		}
		if !yield(&page.Page{URL: fmt.Sprintf("http://e.org/%d", i), Body: []byte("<title>Emma</title><p>by Jane Austen")}, nil) {
			return
		}
	}
}

// A process that is killed while it builds an index leaves none under its name.
// What it left is told apart from one, and the next build takes its place.
func TestKilled(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{1, 3 * batchPages / 100} { // before and after something is written
		t.Run(fmt.Sprint(lines), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "index")
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), victim+"="+dir)
			out, err := child.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			scan := bufio.NewScanner(out)
			for read := 0; read < lines && scan.Scan(); read++ {
			}
			if _, err := Build(t.Context(), dir, pages); err == nil || !strings.Contains(err.Error(), "another process is building it") {
				t.Errorf("built by two at once: %v", err)
			}
			if _, err := Open(Partial(dir)); !errors.Is(err, ErrPartial) {
				t.Errorf("opened while it is being built: %v", err)
			}
			child.Process.Kill()
			child.Wait()
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("there is an index: %v", err)
			}
			if _, err := Open(Partial(dir)); !errors.Is(err, ErrPartial) || !IsIndex(Partial(dir)) {
				t.Errorf("what is left opens: %v", err)
			}
			x, err := Build(t.Context(), dir, pages)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			if want := (Stats{Pages: 4, Skipped: 1, Leftover: true}); x.Stats != want {
				t.Errorf("built anew: %+v, want %+v", x.Stats, want)
			}
			if _, err := os.Stat(Partial(dir)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the part is still there: %v", err)
			}
		})
	}
}

// An index says of itself that it is whole: one under whatever name that does
// not, or that lost pages, is none.
func TestPartial(t *testing.T) {
	t.Parallel()
	for name, mark := range map[string]string{"none": "", "of more pages": `{"pages":3}`, "torn": `{"pages"`, "whole": `{"pages":0}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "index")
			x, err := create(dir)
			if err != nil {
				t.Fatal(err)
			}
			if mark != "" {
				if err := x.bleve.SetInternal(wholeKey, []byte(mark)); err != nil {
					t.Fatal(err)
				}
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			x, err = Open(dir)
			if (err == nil) != (name == "whole") {
				t.Errorf("opens: %v", err)
			}
			if err == nil {
				x.Close()
			}
		})
	}
}

// A build that fails leaves nothing, and one into a folder that is there does
// not touch it.
func TestBuildFails(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(yield func(*page.Page, error) bool) {
		pages(yield)
		cancel()
	}
	if _, err := Build(ctx, dir, stop); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(t.Context(), dir, pages); !errors.Is(err, fs.ErrExist) {
		t.Errorf("into a folder that is there: %v", err)
	}
}
