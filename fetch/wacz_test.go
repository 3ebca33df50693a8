package fetch

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/coding"
	"verde/internal/fetchtest"
	"verde/internal/unprivileged"
)

// packed writes a zip file of names and contents in turn.
func packed(t *testing.T, method uint16, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: files[i], Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, files[i+1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.wacz")
	writeFile(t, path, b.Bytes())
	return path
}

// A run's archive is exported, and what the package gives is what the run has.
func TestExportWACZ(t *testing.T) {
	t.Parallel()
	began, dir := time.Now().Truncate(time.Millisecond), filepath.Join(t.TempDir(), "run")
	opt := Options{Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}, Archive: dir, Transport: &web{serve: everything}}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"b", "a", "a?<x>"} {
		if _, err := c.Fetch(t.Context(), "http://h.example/"+path); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := c.Refresh(t.Context(), "http://h.example/a", time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	// What a killed writer left does not come along.
	archived := filepath.Join(dir, "00000.warc.gz")
	whole := readFile(t, archived)
	writeFile(t, archived, append(slices.Clone(whole), coding.GzipMagic+"\x08torn"...))
	var b bytes.Buffer
	done, err := ExportWACZ(dir, &b, "books", testDate)
	if d := cmp.Diff(Exported{Files: 1, Pages: 3, Repairs: []Repair{{Kind: Unfinished, File: archived, Offset: int64(len(whole)), Bytes: 7}}}, done); d != "" || err != nil {
		t.Fatalf("%v; done (-want +got):\n%s", err, d)
	}
	file := filepath.Join(t.TempDir(), "run.wacz")
	writeFile(t, file, b.Bytes())
	written, err := os.Stat(archived)
	if err != nil {
		t.Fatal(err)
	}

	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	content := make(map[string]string)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil || f.Method != zip.Store {
			t.Errorf("%s: method %d, %v", f.Name, f.Method, err)
		}
		modified := testDate.Truncate(time.Second)
		if f.Name == "archive/00000.warc.gz" {
			modified = written.ModTime().Truncate(time.Second)
		}
		if !f.Modified.Equal(modified) {
			t.Errorf("%s was modified at %v, not at %v", f.Name, f.Modified, modified)
		}
		content[f.Name] = string(data)
	}
	if content["archive/00000.warc.gz"] != string(whole) {
		t.Error("the WARC file is not what it was")
	}
	var keys []string
	for line := range strings.Lines(content["indexes/index.cdx"]) {
		key, _, _ := strings.Cut(line, " ")
		keys = append(keys, key)
	}
	if d := cmp.Diff([]string{"example,h)/a", "example,h)/a", "example,h)/a?%3cx%3e", "example,h)/b", "example,h)/robots.txt"}, keys); d != "" {
		t.Errorf("index (-want +got):\n%s", d)
	}
	if n := strings.Count(content["pages/pages.jsonl"], "\n"); n != 4 || !strings.Contains(content["pages/pages.jsonl"], `"url":"http://h.example/a?%3Cx%3E"`) {
		t.Errorf("pages:\n%s", content["pages/pages.jsonl"])
	}
	for line := range strings.Lines(content["pages/pages.jsonl"]) {
		var p struct{ URL, TS string }
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Error(err)
		}
		if at, err := time.Parse(time.RFC3339, p.TS); p.URL != "" && (err != nil || at.Before(began) || time.Since(at) < 0) {
			t.Errorf("%s was fetched at %q", p.URL, p.TS)
		}
	}
	var description struct {
		Profile, Title, Created string
		Version                 string `json:"wacz_version"`
		Resources               []resource
	}
	if err := json.Unmarshal([]byte(content["datapackage.json"]), &description); err != nil {
		t.Fatal(err)
	}
	if description.Profile != "data-package" || description.Version != "1.1.1" || description.Title != "books" || len(description.Resources) != 3 {
		t.Errorf("description %+v", description)
	}
	for _, r := range description.Resources {
		if data := content[r.Path]; int64(len(data)) != r.Bytes || r.Hash != fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(data))) {
			t.Errorf("%+v is not as described", r)
		}
	}
	replay := client(t, Options{Replay: []string{file}, IgnoreRobots: true})
	for _, path := range []string{"a", "b"} {
		if p, err := replay.Fetch(t.Context(), "http://h.example/"+path); err != nil || string(p.Body) != "<p>page of /"+path {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := walk(file); len(got) != 3 {
		t.Errorf("pages %q", got)
	}
}

// An archive in a folder that can't be written is exported as it is: what a
// killed writer left unfinished stays behind, and an index that is behind or not
// there is made for the package alone.
func TestExportFrozen(t *testing.T) {
	t.Parallel()
	if !unprivileged.Test(t) {
		return
	}
	dir := filepath.Join(t.TempDir(), "run")
	fill(t, dir, maxArchiveFile, "a", "b", "c")
	file, index := filepath.Join(dir, "00000.warc.gz"), filepath.Join(dir, "00000.cdxj")
	var want bytes.Buffer
	if _, err := ExportWACZ(dir, &want, "books", testDate); err != nil {
		t.Fatal(err)
	}
	whole, lines := readFile(t, file), readFile(t, index)
	torn := append(slices.Clone(whole), coding.GzipMagic+"\x08torn"...)
	for _, test := range []struct {
		name       string
		data, cdxj []byte
		want       []Repair
	}{
		{"whole", whole, lines, nil},
		{"unfinished", torn, lines, []Repair{{Kind: Unfinished, File: file, Offset: int64(len(whole)), Bytes: 7}}},
		{"index behind", whole, lines[:bytes.IndexByte(lines, '\n')+9], nil},
		{"no index", torn, nil, []Repair{{Kind: Unfinished, File: file, Offset: int64(len(whole)), Bytes: 7}}},
	} {
		writeFile(t, file, test.data)
		writeFile(t, index, test.cdxj)
		if test.cdxj == nil {
			if err := os.Remove(index); err != nil {
				t.Fatal(err)
			}
		}
		at := testDate.Add(-time.Hour)
		if err := errors.Join(os.Chtimes(file, at, at), os.Chmod(dir, 0o555), os.Chmod(file, 0o444), os.Chmod(filepath.Join(dir, "lock"), 0o444)); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		done, err := ExportWACZ(dir, &got, "books", testDate)
		if d := cmp.Diff(Exported{Files: 1, Pages: 3, Repairs: test.want}, done); d != "" || err != nil {
			t.Errorf("%s: %v; done (-want +got):\n%s", test.name, err, d)
		}
		for name, text := range unzipped(t, want.Bytes()) {
			if other := unzipped(t, got.Bytes())[name]; other != text {
				t.Errorf("%s: %s is\n%.300s\nwant\n%.300s", test.name, name, other, text)
			}
		}
		if string(readFile(t, file)) != string(test.data) {
			t.Errorf("%s: the file was changed", test.name)
		}
		if err := errors.Join(os.Chmod(dir, 0o755), os.Chmod(file, 0o644), os.Chmod(filepath.Join(dir, "lock"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	// Nobody else may be writing to it, and who may not read it is told.
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := ExportWACZ(dir, io.Discard, "", testDate); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("of an archive in use: %v", err)
	}
}

// unzipped gives the files of a package by name.
func unzipped(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestExportOfNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "none")
	if _, err := ExportWACZ(dir, io.Discard, "", testDate); err == nil {
		t.Error("a folder that is not there is exported")
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("it was made")
	}
}

// Packages of others: whatever is in them, only WARC files in their folder
// count, and bad ones are told.
func TestWACZ(t *testing.T) {
	t.Parallel()
	record := func(path string) string {
		return fetchtest.Record("response", "http://h.example/"+path, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"+path)
	}
	good := packed(t, zip.Store, "pages/pages.jsonl", "{}", "archive/b.warc", record("b"), "archive/a.warc.gz", fetchtest.Gzip(record("a"), record("c")),
		"../../archive/x.warc", record("x"), "archive/deep/y.warc", record("y"), "archive/notes.txt", "z", "indexes/index.cdx", "nonsense")
	want := []string{"http://h.example/a text/html <p>a", "http://h.example/c text/html <p>c", "http://h.example/b text/html <p>b"}
	if d := cmp.Diff(want, walk(good)); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	if d := cmp.Diff(want, walk(filepath.Dir(good))); d != "" {
		t.Errorf("pages of the folder (-want +got):\n%s", d)
	}
	torn := readFile(t, good)
	for name, path := range map[string]string{
		"compressed":  packed(t, zip.Deflate, "archive/a.warc", record("a")),
		"empty":       packed(t, zip.Store, "pages/pages.jsonl", "{}"),
		"no package":  packed(t, zip.Store),
		"cut":         rewritten(t, torn[:len(torn)/2]),
		"not a zip":   rewritten(t, []byte("WARC/1.0")),
		"not a file":  t.TempDir() + "/none.wacz",
		"wrong place": rewritten(t, bytes.Replace(torn, []byte("archive/b.warc"), []byte("archive/b.wa\x00\xff"), 1)[:len(torn)-10]),
	} {
		c, err := New(Options{Replay: []string{path}})
		if err == nil {
			c.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

func rewritten(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "y.wacz")
	writeFile(t, path, data)
	return path
}

// FuzzWACZ: a package is what a stranger sends.
func FuzzWACZ(f *testing.F) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if w, err := z.CreateHeader(&zip.FileHeader{Name: "archive/a.warc", Method: zip.Store}); err == nil {
		io.WriteString(w, fetchtest.Record("response", "http://h.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"))
	}
	z.Close()
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		for p, err := range Pages(rewritten(t, data)) {
			if err == nil && p == nil {
				t.Error("neither page nor error")
			}
		}
	})
}
