package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

var date = time.Date(2026, 3, 4, 5, 6, 8, 0, time.UTC)

// What is packed comes out as it was, of one date, and is packed the same each time.
func TestPack(t *testing.T) {
	t.Parallel()
	entries := []entry{{"verde", bytes.Repeat([]byte("program "), 1000), 0o755}, {"man/verde.1", []byte("page"), 0o644}}
	want := []string{"x/verde -rwxr-xr-x 8000 2026-03-04 05:06:08", "x/man/verde.1 -rw-r--r-- 4 2026-03-04 05:06:08"}
	for name, pack := range map[string]func(string, time.Time, []entry) ([]byte, error){"tar": packTar, "zip": packZip} {
		data, err := pack("x", date, entries)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := pack("x", date, entries); err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s: packed twice it is another, %v", name, err)
		}
		if d := cmp.Diff(want, unpack(t, name, data)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// unpack lists what is packed.
func unpack(t *testing.T, kind string, data []byte) (out []string) {
	t.Helper()
	line := func(name string, mode os.FileMode, r io.Reader, at time.Time) {
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %v %d %s", name, mode, len(content), at.UTC().Format(time.DateTime)))
	}
	if kind == "zip" {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			line(f.Name, f.Mode(), content, f.Modified)
		}
		return out
	}
	gz, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s is of %d %s", h.Name, h.Uid, h.Uname)
		}
		line(h.Name, h.FileInfo().Mode(), r, h.ModTime)
	}
}

// A list of materials names the program, the library of Go, and each module with its
// hash.
func TestMaterials(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Path: "verde", Version: "v1.2.3+dirty"}, Deps: []*debug.Module{
		{Path: "a.example/B/v2", Version: "v2.0.0", Sum: "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
		{Path: "c.example/d", Version: "v1.0.0", Replace: &debug.Module{Path: "c.example/fork", Version: "v1.0.1"}}}}
	bom, err := bomOf(info, sha256.Sum256([]byte("program")), date)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(bom)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"bomFormat":"CycloneDX"`, `"timestamp":"2026-03-04T05:06:08Z"`, `"type":"application","name":"verde","version":"v1.2.3+dirty"`,
		`"purl":"pkg:golang/std@1.26.8"`, `"purl":"pkg:golang/a.example/B/v2@v2.0.0"`, `"alg":"SHA-256","content":"` + strings.Repeat("0", 64) + `"`,
		`"purl":"pkg:golang/c.example/fork@v1.0.1"`,
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	if bytes.Contains(text, []byte("c.example/d")) {
		t.Error("a module is listed that is not linked")
	}
	again, err := bomOf(info, sha256.Sum256([]byte("program")), date)
	if d := cmp.Diff(bom, again); err != nil || d != "" {
		t.Errorf("the second time, %v (-first +second):\n%s", err, d)
	}
	other, err := bomOf(info, sha256.Sum256([]byte("another")), date)
	if err != nil || other.SerialNumber == bom.SerialNumber {
		t.Errorf("another program has the number %s, too, %v", bom.SerialNumber, err)
	}
	info.Deps[0].Sum = "h1:?"
	if _, err := bomOf(info, [32]byte{}, date); err == nil {
		t.Error("no hash is taken for one")
	}
}

func TestSums(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b", "a"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeSums(dir); err != nil {
		t.Fatal(err)
	}
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	got, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if d := cmp.Diff(sum+"  a\n"+sum+"  b\n", string(got)); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// A program built in one folder is, byte for byte, that built in another one, and names
// neither. It is a small one of the test's: what makes the difference are the settings
// of the build.
func TestReproducible(t *testing.T) {
	root := t.TempDir()
	var first []byte
	for _, name := range []string{"one", "another with a long name"} {
		dir := filepath.Join(root, name)
		for file, text := range map[string]string{"go.mod": "module verde\n", "cmd/verde/main.go": "package main\n\nfunc main() { panic(\"where am I\") }\n"} {
			path := filepath.Join(dir, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "all"}} {
			env := []string{"GIT_AUTHOR_DATE=2026-03-04T05:06:08Z", "GIT_COMMITTER_DATE=2026-03-04T05:06:08Z"}
			if _, err := output(t.Context(), env, "git", args...); err != nil {
				t.Skip("there is no git: ", err)
			}
		}
		to := filepath.Join(root, "built")
		if err := build(t.Context(), target{}, to); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(root)) {
			t.Errorf("the program names the folder %s", root)
		}
		if first == nil {
			first = data
		} else if !bytes.Equal(first, data) {
			t.Errorf("the program is another: %d and %d bytes", len(first), len(data))
		}
	}
	t.Chdir(os.TempDir())
}

// Files that are others, missing or too many are told.
func TestCompareSums(t *testing.T) {
	t.Parallel()
	if err := compareSums([]byte("1  a\n2  b\n"), []byte("1  a\n2  b\n")); err != nil {
		t.Errorf("the same: %v", err)
	}
	err := compareSums([]byte("1  a\n2  b\n3  c\n"), []byte("1  a\n9  b\n4  d\n"))
	if err == nil || err.Error() != "not the same: b, c, d" {
		t.Errorf("error %v", err)
	}
}

// One system's files of a whole release can be built again by themselves.
func TestSumsOf(t *testing.T) {
	t.Parallel()
	whole := []byte("1  verde_1.0_darwin_arm64.tar.gz\n2  verde_1.0_linux_arm64.cdx.json\n3  verde_1.0_linux_arm64.tar.gz\n4  verde_1.0_linux_amd64.tar.gz\n")
	if err := compareSums(sumsOf(whole, target{"linux", "arm64"}), []byte("2  verde_1.0_linux_arm64.cdx.json\n3  verde_1.0_linux_arm64.tar.gz\n")); err != nil {
		t.Errorf("a part of it: %v", err)
	}
	err := compareSums(sumsOf(whole, target{"linux", "arm64"}), []byte("9  verde_1.0_linux_arm64.tar.gz\n"))
	if err == nil || err.Error() != "not the same: verde_1.0_linux_arm64.cdx.json, verde_1.0_linux_arm64.tar.gz" {
		t.Errorf("error %v", err)
	}
}

// unreadable is a file system one of whose files can't be read.
type unreadable struct{ fs.FS }

var errDisk = errors.New("the disk is broken")

func (u unreadable) Open(name string) (fs.File, error) {
	if name == "b" {
		return nil, errDisk
	}
	return u.FS.Open(name)
}

// A folder is replaced as a whole, or left as it is; nothing is left beside it.
func TestReplace(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "below", "dist")
	for _, test := range []struct {
		name  string
		files fs.FS
		err   error
		want  string
	}{
		{"first", fstest.MapFS{"x": {}, "y": {}}, nil, "x y"},
		{"broken", unreadable{fstest.MapFS{"a": {}, "b": {}}}, errDisk, "x y"},
		{"second", fstest.MapFS{"a": {}, "b": {}}, nil, "a b"},
	} {
		err := replace(out, test.files)
		if got := list(t, out); !errors.Is(err, test.err) || got != test.want {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
	if got := list(t, filepath.Dir(out)); got != "dist" {
		t.Errorf("left behind: %q", got)
	}
}

func list(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	return strings.Join(names, " ")
}

func TestReplaceable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		files []string
		want  bool
	}{{nil, true}, {[]string{"notes"}, false}, {[]string{"verde.tar.gz", sumsFile}, true}} {
		dir := t.TempDir()
		for _, name := range test.files {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := replaceable(dir); (err == nil) != test.want {
			t.Errorf("%q: %v", test.files, err)
		}
	}
	if err := replaceable(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Errorf("no folder: %v", err)
	}
}

// What can't be built leaves nothing behind, and what was there as it was.
func TestRunFails(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // Windows
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--allow-empty", "-qm", "nothing"}} {
		if _, err := output(t.Context(), nil, "git", args...); err != nil {
			t.Skip("there is no git: ", err)
		}
	}
	out := t.TempDir()
	if err := os.WriteFile(filepath.Join(out, sumsFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"-o", out}, io.Discard); err == nil || !strings.Contains(err.Error(), "go build") {
		t.Errorf("error %v", err)
	}
	if got := list(t, out) + list(t, temporary); got != sumsFile {
		t.Errorf("left: %q", got)
	}
	t.Chdir(os.TempDir())
}

func TestRunWrong(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), []string{"-only", "plan9_mips", "-o", t.TempDir()}, io.Discard); err == nil || !strings.Contains(err.Error(), "linux_amd64") {
		t.Errorf("error %v", err)
	}
}
