package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/internal/unprivileged"
	"verde/record"
)

// The folder of a run that nobody may write to is counted and exported.
func TestReadOnlyRun(t *testing.T) {
	t.Parallel()
	if !unprivileged.Test(t) {
		return
	}
	dir, out := filepath.Join(t.TempDir(), "books"), t.TempDir()
	verde := func(args ...string) (stdout, stderr string) {
		t.Helper()
		var data, messages bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &data, &messages); code != exitDone {
			t.Errorf("verde %s: exit code %d: %s", strings.Join(args, " "), code, messages.String())
		}
		return data.String(), messages.String()
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<p>a page"))
	}))
	defer server.Close()
	verde("fetch", server.URL, "--ignore-robots", "--allow-private", "127.0.0.0/8", "--archive", filepath.Join(dir, "archive"), "-o", "-")
	c, err := catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	r := record.FromTexts("http://a.example/1", map[string][]string{"Title": {"One"}})
	if err := c.PutSite(t.Context(), catalog.Source{Site: "a.example", State: catalog.Expanded}, nil, []record.Record{r}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	chmod := func(file, folder fs.FileMode) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, folder)
			} else if err == nil {
				return os.Chmod(path, file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	chmod(0o444, 0o555)
	defer chmod(0o644, 0o755) // to be removed
	if stdout, _ := verde("catalog", "stats", "--run", dir); !strings.Contains(stdout, "records 1\n") {
		t.Errorf("stats: %s", stdout)
	}
	if stdout, _ := verde("catalog", "export", "--run", dir, "-o", "-"); !strings.Contains(stdout, `"label":"Title","values":[{"text":"One"}]`) {
		t.Errorf("export: %s", stdout)
	}
	if _, stderr := verde("archive", "export", "--run", dir, "-o", filepath.Join(out, "books.wacz")); !strings.Contains(stderr, "1 WARC files, 1 pages") {
		t.Errorf("archive export: %s", stderr)
	}
}
