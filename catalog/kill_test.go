package catalog

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// victim names the catalog that TestMain is to write to until it is killed.
const victim = "VERDE_CATALOG_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		if err := writeForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// writeForever stores site after site, of 1 to 40 pages in turn, and says "ready" after each so that the parent
// can wait for it.
func writeForever(path string) error {
	ctx := context.Background()
	fmt.Println("start")
	c, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		n := 1 + i%40
		s, pages, records := site(fmt.Sprint("s", i%7, ".example"), n)
		s.Support = n
		if err := c.PutSite(ctx, s, pages, records); err != nil {
			return err
		}
		fmt.Println("ready")
	}
}

// A process that is killed at any moment leaves a catalog with whole sites.
func TestKilled(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "c.db")
	for lines := range 12 { // the first are killed while they make the tables
		child := exec.Command(self, "-test.run=^$")
		child.Env = append(os.Environ(), victim+"="+path)
		var complaints bytes.Buffer
		child.Stderr = &complaints
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		scan := bufio.NewScanner(out)
		for read := 0; read <= lines && scan.Scan(); read++ {
		}
		child.Process.Kill()
		child.Wait()
		if complaints.Len() > 0 {
			t.Fatalf("the child failed: %s", complaints.String())
		}
		checkWhole(t, path, lines)
	}
}

func checkWhole(t *testing.T, path string, lines int) {
	t.Helper()
	c, err := Open(t.Context(), path)
	if err != nil {
		t.Fatalf("killed after %d lines: %v", lines, err)
	}
	defer c.Close()
	st, err := c.Stats(t.Context())
	if err != nil {
		t.Fatalf("killed after %d lines: %v", lines, err)
	}
	sources, err := c.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	support := make(map[string]int)
	for _, s := range sources {
		support[s.Site] = s.Support
	}
	for _, s := range st.PerSite {
		if n := support[s.Site]; s.Pages != n || s.Records != n || s.Values != 3*n {
			t.Errorf("killed after %d lines: %s has %d pages, %d records, %d values; want %d, %d, %d", lines, s.Site, s.Pages, s.Records, s.Values, n, n, 3*n)
		}
	}
	var b strings.Builder
	if err := c.Dump(t.Context(), &b); err != nil {
		t.Errorf("killed after %d lines: %v", lines, err)
	}
}
