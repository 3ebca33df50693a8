package fetch

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/internal/fetchtest"
)

// Archives of other crawlers are taken in, in whichever form they come: what
// they answer the run answers, from numbered files with an index beside each.
func TestImportForeign(t *testing.T) {
	t.Parallel()
	for name, test := range crawlers {
		all := strings.Join(test.records, "")
		for form, file := range map[string]string{"a.warc.gz": fetchtest.Gzip(test.records...), "b.warc.gz": fetchtest.Gzip(all), "c.warc": all,
			"d.wacz": string(readFile(t, packed(t, zip.Store, "archive/../../x.warc", all, "archive/data.warc.gz", fetchtest.Gzip(test.records...))))} {
			t.Run(name+" "+form, func(t *testing.T) {
				t.Parallel()
				path, dir := filepath.Join(t.TempDir(), form), filepath.Join(t.TempDir(), "run")
				writeFile(t, path, []byte(file))
				done, err := Import(dir, []string{path})
				if err != nil || done.Files != 1 || done.Known != 0 || len(done.Repairs) != 0 || done.Answers < len(test.want) {
					t.Fatalf("%+v, %v", done, err)
				}
				if d := cmp.Diff([]string{"00000.imported.cdxj", "00000.imported.warc.gz", "lock"}, names(t, dir)); d != "" {
					t.Errorf("files (-want +got):\n%s", d)
				}
				if d := cmp.Diff(test.want, walkPages(dir)); d != "" {
					t.Errorf("pages (-want +got):\n%s", d)
				}
				if again, err := ImportOf(dir, "standard input", strings.NewReader(file), int64(len(file))); err != nil || again.Known != 1 || again.Files != 0 {
					t.Errorf("the same from a stream: %+v, %v", again, err)
				}
				index := readFile(t, filepath.Join(dir, "00000.imported.cdxj"))
				c := client(t, Options{Archive: dir, IgnoreRobots: true, Transport: &web{serve: everything}})
				for _, line := range test.want {
					url, body, _ := strings.Cut(line, " text/html ")
					if p, err := c.Fetch(t.Context(), url); err != nil || string(p.Body) != body {
						t.Errorf("%s: %v", url, err)
					}
				}
				if s := c.Stats(); s.Requests != 0 || len(s.Repairs) != 0 {
					t.Errorf("%+v", s)
				}
				// What the run fetches now goes into a file of its own.
				if _, err := c.Fetch(t.Context(), "http://new.example/"); err != nil {
					t.Error(err)
				}
				if got := names(t, dir); !slices.Contains(got, "00001.warc.gz") || !bytes.Equal(readFile(t, filepath.Join(dir, "00000.imported.cdxj")), index) {
					t.Errorf("files %q", got)
				}
			})
		}
	}
}

// names lists a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// dated is a record of a page whose body is the date, which may be cut: "2024".
func dated(path, date, status string) string {
	return record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://h.example/"+path+"\nWARC-Date: "+date+"-05-06T07:08:09Z\nContent-Type: application/http",
		"HTTP/1.1 "+status+" X\r\nContent-Type: text/html\r\n\r\n"+date)
}

// Of two answers the later counts, whichever was taken in first; a failure that
// may pass replaces no answer, and a date that is to come is none.
func TestImportedDates(t *testing.T) {
	t.Parallel()
	in, dir := t.TempDir(), filepath.Join(t.TempDir(), "run")
	for name, file := range map[string]string{
		"a.warc": dated("old", "2024", "200") + dated("new", "2020", "200") + dated("down", "2020", "200") + dated("moved", "2024", "301"),
		"b.warc": dated("old", "2020", "200") + dated("new", "2024", "200") + dated("down", "2024", "503") + dated("moved", "2024", "404") + dated("future", "9999", "200"),
		"c.warc": record("WARC/1.1\nWARC-Type: revisit\nWARC-Target-URI: http://h.example/old\nWARC-Date: 2021-05-06T07:08:09Z\nWARC-Profile: x\nContent-Type: application/http", "HTTP/1.1 304 X\r\n\r\n"),
	} {
		writeFile(t, filepath.Join(in, name), []byte(file))
	}
	if done, err := Import(dir, []string{in}); err != nil || done.Files != 3 || done.Answers != 5 {
		t.Fatalf("%+v, %v", done, err)
	}
	for range 2 { // with the indexes that were made, and without
		a, err := openReplay([]string{dir})
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]string)
		for path, url := range map[string]string{"old": "http://h.example/old", "new": "http://h.example/new", "down": "http://h.example/down", "moved": "http://h.example/moved"} {
			e, _, _ := a.lookup(t.Context(), url)
			ans, err := a.read(t.Context(), url, e)
			if err != nil {
				t.Fatal(err)
			}
			got[path] = fmt.Sprint(ans.date.Year(), " ", ans.status, " ", string(ans.body))
		}
		if d := cmp.Diff(map[string]string{"old": "2024 200 2024", "new": "2024 200 2024", "down": "2020 200 2020", "moved": "2024 404 2024"}, got); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		if e, ok, _ := a.lookup(t.Context(), "http://h.example/future"); !ok || e.date.time().After(time.Now()) {
			t.Errorf("an answer of the year 9999 counts from %v", e.date.time())
		}
		if err := a.close(); err != nil {
			t.Error(err)
		}
		for _, name := range names(t, dir) {
			if strings.HasSuffix(name, ".cdxj") {
				os.Remove(filepath.Join(dir, name))
			}
		}
	}
}

// An import can be repeated: what is there stays as it is, and what is there
// already is not taken in again.
func TestImportAgain(t *testing.T) {
	t.Parallel()
	in, dir := t.TempDir(), t.TempDir()
	whole := fetchtest.Gzip(dated("a", "2020", "200"), dated("b", "2020", "200"))
	for name, file := range map[string]string{"a.warc.gz": whole, "b.warc": dated("c", "2020", "200"), "torn.warc.gz": fetchtest.Gzip(dated("d", "2020", "200")) + whole[:len(whole)-9]} {
		writeFile(t, filepath.Join(in, name), []byte(file))
	}
	writeFile(t, filepath.Join(dir, "import.tmp"), []byte("left by a killed import"))
	writeFile(t, filepath.Join(dir, "00002.imported.cdxj"), []byte("of a file that is gone"))
	done, err := Import(dir, []string{in})
	if err != nil || done.Files != 3 || done.Answers != 4 || len(done.Repairs) != 1 || done.Repairs[0].File != filepath.Join(in, "torn.warc.gz") {
		t.Fatalf("%+v, %v", done, err)
	}
	before := contentsOf(t, dir)
	if done, err := Import(dir, []string{in}); err != nil || done.Files != 0 || done.Known != 3 || len(done.Repairs) != 0 {
		t.Errorf("again: %+v, %v", done, err)
	}
	if d := cmp.Diff(before, contentsOf(t, dir)); d != "" {
		t.Errorf("again (-before +after):\n%s", d)
	}
	if s := client(t, Options{Archive: dir}).Stats(); len(s.Repairs) != 0 {
		t.Errorf("the torn end came along: %v", s.Repairs)
	}
}

func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	for _, name := range names(t, dir) {
		files[name] = string(readFile(t, filepath.Join(dir, name)))
	}
	return files
}

// What is no archive is told and leaves nothing behind; what came before stays.
func TestImportOfNothing(t *testing.T) {
	t.Parallel()
	good := filepath.Join(t.TempDir(), "good.warc")
	writeFile(t, good, []byte(dated("a", "2020", "200")))
	empty := t.TempDir()
	for name, test := range map[string]struct{ path, want string }{
		"text":         {rewritten(t, []byte("none")), "not a valid zip file"},
		"an empty one": {textFile(t, "x.warc.gz", ""), "no WARC record"},
		"other gzip":   {textFile(t, "x.warc.gz", fetchtest.Gzip("none")), "no WARC record"},
		"a web page":   {textFile(t, "x.warc", "<p>WARC/1.0"), "no WARC record"},
		"nowhere":      {filepath.Join(empty, "none.warc"), "no such file"},
		"a folder":     {empty, "no .warc, .warc.gz or .wacz file in it"},
		"compressed":   {packed(t, zip.Deflate, "archive/a.warc", "x"), "compressed within it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "run")
			done, err := Import(dir, []string{good, test.path, good})
			if err == nil || !strings.Contains(err.Error(), test.want) || done.Files != 1 {
				t.Errorf("%+v, %v", done, err)
			}
			if d := cmp.Diff([]string{"00000.imported.cdxj", "00000.imported.warc.gz", "lock"}, names(t, dir)); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
		})
	}
	if _, err := Import(empty, []string{empty}); err == nil {
		t.Error("an archive is imported into itself")
	}
	client(t, Options{Archive: empty})
	if _, err := Import(empty, []string{good}); err == nil {
		t.Error("into an archive that a run is using")
	}
}

func textFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	writeFile(t, path, []byte(text))
	return path
}
