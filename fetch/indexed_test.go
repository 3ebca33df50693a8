package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"verde/fetch/sorted"
	"verde/internal/fetchtest"
	"verde/page"
)

// archives is a folder with files of this program and of others, in folders, in all forms.
func archives(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	fill(t, filepath.Join(dir, "run"), 3000, "/1", "/2", "/3", "/4", "/5")
	all := strings.Join(others, "")
	for name, file := range map[string]string{
		"heritrix.warc.gz": fetchtest.Gzip(heritrix...), "one/member.warc.gz": fetchtest.Gzip(strings.Join(browsertrix, "")), "one/plain.warc": strings.Join(warcio, ""), "post.warc": all,
		"a.warc": dated("old", "2024", "200") + dated("new", "2020", "200") + dated("down", "2020", "200") + dated("x?b=1&a=2", "2020", "200") + dated("folder/", "2020", "200"),
		"b.warc": dated("old", "2020", "200") + dated("new", "2024", "200") + dated("down", "2024", "503"),
		"c.warc": record("WARC/1.1\nWARC-Type: revisit\nWARC-Target-URI: http://h.example/old\nWARC-Date: 2025-05-06T07:08:09Z\nWARC-Profile: x\nContent-Type: application/http", "HTTP/1.1 304 X\r\n\r\n"),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, []byte(file))
	}
	return dir
}

// said gives what a client says of URLs.
func said(t *testing.T, c *Client, urls []string) (all []string) {
	t.Helper()
	for _, url := range urls {
		p, err := c.Fetch(t.Context(), url)
		if err != nil {
			reason, _ := page.ReasonOf(err)
			all = append(all, url+" "+string(reason))
			continue
		}
		all = append(all, fmt.Sprint(url, " ", p.URL, " ", p.FetchedAt, " ", string(p.Body)))
	}
	return all
}

// The archives by one index of all of them say what they say by indexes in memory, from the
// folder and over range requests, as sorted lines and as a ZipNum index; and the index is the
// same whether it is made of records or of the indexes beside them.
func TestIndexed(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	plain, err := openReplay([]string{dir, filepath.Join(dir, "one"), filepath.Join(dir, "run")})
	if err != nil {
		t.Fatal(err)
	}
	urls := append(plain.urls(), "http://h.example/none", "http://none.example/")
	if err := plain.close(); err != nil {
		t.Fatal(err)
	}
	want := said(t, client(t, Options{Replay: []string{dir, filepath.Join(dir, "one"), filepath.Join(dir, "run")}, IgnoreRobots: true}), urls)

	done, err := IndexArchives(t.Context(), dir)
	if err != nil || len(done.Repairs) > 0 || done.Files < 8 || done.Records < len(urls)-2 {
		t.Fatalf("%+v, error %v", done, err)
	}
	made := string(readFile(t, filepath.Join(dir, IndexName)))
	if lines := strings.Split(made, "\n"); !slices.IsSorted(lines[:len(lines)-1]) {
		t.Error("the index is not sorted")
	}
	if err := os.Remove(filepath.Join(dir, "run", "00000.cdxj")); err != nil {
		t.Fatal(err)
	}
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(made, string(readFile(t, filepath.Join(dir, IndexName)))); d != "" {
		t.Errorf("with an index beside a file -, without +:\n%s", d)
	}

	zipNum(t, dir, made)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	for name, test := range map[string]struct{ index, address string }{
		"sorted lines":            {index: IndexName},
		"ZipNum":                  {index: "cluster.idx"},
		"sorted lines, by server": {IndexName, server.URL + "/"},
		"ZipNum, by server":       {"cluster.idx", server.URL + "/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := client(t, fast(Options{IgnoreRobots: true}))
			var files sorted.Files = sorted.Folder(dir)
			if test.address != "" {
				if files, err = c.Files(test.address); err != nil {
					t.Fatal(err)
				}
			}
			x, err := OpenIndexed(t.Context(), files, test.index)
			if err != nil {
				t.Fatal(err)
			}
			c.Replay(x)
			for range 2 { // what was asked for is kept for a while
				if d := cmp.Diff(want, said(t, c, urls)); d != "" {
					t.Errorf("by indexes in memory -, by one index +:\n%s", d)
				}
			}
			if r := c.Stats().Repairs; len(r) > 0 {
				t.Errorf("repairs %v", r)
			}
			if got := c.Archived(t.Context(), "h.example"); !slices.Contains(got, "http://h.example/old") || slices.Contains(got, "http://h.example/down/none") {
				t.Errorf("archived: %v", got)
			}
		})
	}
}

// zipNum writes lines as a ZipNum index of three lines a block.
func zipNum(t *testing.T, dir, lines string) {
	t.Helper()
	var blocks, list strings.Builder
	all := slices.Collect(strings.Lines(lines))
	for chunk := range slices.Chunk(all, 3) {
		var packed strings.Builder
		zw := gzip.NewWriter(&packed)
		if _, err := zw.Write([]byte(strings.Join(chunk, ""))); err != nil {
			t.Fatal(err)
		}
		if err := zw.Close(); err != nil {
			t.Fatal(err)
		}
		key, _, _ := strings.Cut(chunk[0], " {")
		fmt.Fprintf(&list, "%s\tcdx-00000.gz\t%d\t%d\t1\n", key, blocks.Len(), packed.Len())
		blocks.WriteString(packed.String())
	}
	writeFile(t, filepath.Join(dir, "cdx-00000.gz"), []byte(blocks.String()))
	writeFile(t, filepath.Join(dir, "cluster.idx"), []byte(list.String()))
}

// The pages of archives are walked by their index, in its order.
func TestPagesByIndex(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	want := walkPages(dir) // which finds archives in folders, too
	got := walkPages(filepath.Join(dir, IndexName))
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" || len(got) < 10 {
		t.Errorf("folder -, index +:\n%s", d)
	}
}

// A rendering and what was settled of a page are found by an index, too.
func TestIndexedRendering(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	own := openSmall(t, Options{Archive: dir, Transport: &small{make(map[string]int)}})
	p := have(t, own, "/page")
	if _, err := own.KeepRendering(p, []byte("<p>shown"), "", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := own.Settle(have(t, own, "/other")); err != nil {
		t.Fatal(err)
	}
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	x, err := OpenIndexed(t.Context(), sorted.Folder(dir), IndexName)
	if err != nil {
		t.Fatal(err)
	}
	c := openSmall(t, Options{IgnoreRobots: true})
	c.Replay(x)
	r, err := c.Rendering(t.Context(), have(t, c, "/page"))
	if err != nil || r == nil || r.Page == nil || string(r.Page.Body) != "<p>shown" {
		t.Errorf("rendering %+v, error %v", r, err)
	}
	if r, err := c.Rendering(t.Context(), have(t, c, "/other")); r != nil || err != nil {
		t.Errorf("rendering of another page %+v, error %v", r, err)
	}
	if !c.Settled(t.Context(), have(t, c, "/other")) || c.Settled(t.Context(), have(t, c, "/page")) {
		t.Error("what was settled is not known")
	}
	if err := x.settle(c); err == nil {
		t.Error("an archive that is replayed was written")
	}
}

// settle tries to write to an archive that is replayed.
func (x Indexed) settle(*Client) error {
	return newIndexed(x).note("http://h.example/", nil, time.Now())
}

// Lines of others: numbers for texts, dates before the JSON alone, revisits of what is not
// named, files that are no files, and what is not there.
func TestForeignIndex(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := dated("a", "2020", "200") + dated("b", "2020", "200")
	at := len(file) / 2
	writeFile(t, filepath.Join(dir, "x.warc"), []byte(file))
	line := func(path, rest string) string {
		return fmt.Sprintf(`example,h)/%s 20200506070809 {"url": "http://h.example/%s", %s}`+"\n", path, path, rest)
	}
	lines := []string{
		line("a", fmt.Sprintf(`"status": 200, "mime": "text/html", "offset": 0, "length": %d, "filename": "x.warc"`, at)),
		line("b", fmt.Sprintf(`"status": "200", "offset": "%d", "length": "%d", "filename": "x.warc"`, at, len(file)-at)),
		strings.Replace(line("b", `"status": "200", "mime": "warc/revisit", "offset": "0", "length": "9", "filename": "x.warc"`), "2020", "2021", 1),
		line("c", fmt.Sprintf(`"status": "200", "offset": "%d", "length": "%d", "filename": "x.warc"`, at, len(file)-at)), // where b is
		line("d", `"status": "200", "offset": "0", "length": "9", "filename": "../x.warc"`),
		line("e", `"status": "200", "offset": "0", "length": "9", "filename": "none.warc"`),
		line("f", `"status": "200", "offset": "0", "length": "99999", "filename": "x.warc"`),
		line("g", `"status": "200", "offset": "0", "length": "999999999999", "filename": "x.warc"`),
		line("h", `"status": "-", "offset": "0", "length": "9", "filename": "x.warc"`),
		line("i", `"status": "200"`),
	}
	slices.Sort(lines)
	writeFile(t, filepath.Join(dir, "i.cdxj"), []byte("!meta\n"+strings.Join(lines, "")))
	c := client(t, Options{IgnoreRobots: true})
	x, err := OpenIndexed(t.Context(), sorted.Folder(dir), "i.cdxj")
	if err != nil {
		t.Fatal(err)
	}
	c.Replay(x)
	for path, want := range map[string]page.Reason{"a": "", "b": "", "c": page.NotArchived, "d": page.NotArchived, "e": page.NotArchived, "f": page.NotArchived, "g": page.NotArchived, "h": page.NotArchived, "i": page.NotArchived, "none": page.NotArchived} {
		for range 2 {
			p, err := c.Fetch(t.Context(), "http://h.example/"+path)
			if reason, _ := page.ReasonOf(err); reason != want || err == nil && string(p.Body) != "2020" {
				t.Errorf("%s: %v, want reason %q", path, err, want)
			}
		}
	}
	kinds := map[RepairKind]int{}
	for _, r := range c.Stats().Repairs {
		kinds[r.Kind]++
	}
	if d := cmp.Diff(map[RepairKind]int{Misplaced: 1, Missing: 3, Unreadable: 1}, kinds); d != "" {
		t.Errorf("repairs -want +got:\n%s", d)
	}
	writeFile(t, filepath.Join(dir, "unsorted.cdxj"), []byte(lines[1]+lines[0]))
	if _, err := OpenIndexed(t.Context(), sorted.Folder(dir), "unsorted.cdxj"); !errors.Is(err, sorted.ErrUnsorted) {
		t.Errorf("not sorted: %v", err)
	}
}

// What a server of files can do wrong is told, and what passes is tried again.
func TestFilesOfServer(t *testing.T) {
	t.Parallel()
	const text = "0123456789"
	var asked atomic.Int64
	base, _ := site(t, map[string]http.HandlerFunc{
		"/good": func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
		},
		"/moved": redirect(http.StatusFound, "/good"),
		"/whole": send(http.StatusOK, text),
		"/other": send(http.StatusPartialContent, text[:3], "Content-Range", "bytes 1-3/10"),
		"/more":  send(http.StatusPartialContent, text, "Content-Range", "bytes 2-4/10"),
		"/any":   send(http.StatusPartialContent, text[:1], "Content-Range", "bytes 0-0/*"),
		"/busy": func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 1 {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
		},
		"/down": send(http.StatusInternalServerError, ""),
	})
	opt := fast(Options{})
	opt.Retries = 1
	c := client(t, opt)
	files, err := c.Files(base + "/index.cdxj")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"good": "234", "moved": "234", "busy": "234", "whole": "range requests", "other": "from 2 on", "more": "more than", "down": "500", "none": "not exist", "../good": "no file", "http://h.example/": "no file"} {
		data, err := files.Range(t.Context(), name, 2, 3)
		if got := fmt.Sprint(string(data), err); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"good": "10", "any": "does not say", "none": "not exist"} {
		n, err := files.Size(t.Context(), name)
		if got := fmt.Sprint(n, err); !strings.Contains(got, want) {
			t.Errorf("size of %s: %s, want %s", name, got, want)
		}
	}
	var failed *page.Error
	if _, err := files.Range(t.Context(), "down", 0, 1); !errors.As(err, &failed) {
		t.Errorf("a server that is down: %v", err)
	}
	for _, address := range []string{"ftp://h.example/", "folder", "http://"} {
		if _, err := c.Files(address); err == nil {
			t.Errorf("%s: no error", address)
		}
	}
	// A page of an archive that is away is a failure of that page.
	x := newIndexed(Indexed{Files: files})
	file, err := x.number("down")
	if err != nil {
		t.Fatal(err)
	}
	a, err := x.get(t.Context(), "http://h.example/", entry{file: file, size: 10})
	if err != nil || a == nil || a.reason != page.Network {
		t.Errorf("answer %+v, error %v", a, err)
	}
}

// Indexing ends when it is to, and leaves nothing.
func TestIndexArchivesStopped(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	stopped, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := IndexArchives(stopped, dir); err == nil {
		t.Error("stopped: no error")
	}
	left, err := filepath.Glob(filepath.Join(dir, "*ndex*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
	if _, err := IndexArchives(t.Context(), filepath.Join(dir, "none")); err == nil {
		t.Error("no folder: no error")
	}
}

// Excerpts are files of which a part is there.
func TestExcerpt(t *testing.T) {
	t.Parallel()
	x := &excerpt{[]byte("345"), 3}
	p := make([]byte, 2)
	for offset, want := range map[int64]string{2: "0 EOF", 3: "2 <nil>", 5: "1 EOF", 6: "0 EOF"} {
		n, err := x.ReadAt(p, offset)
		if got := fmt.Sprint(n, " ", err); got != want {
			t.Errorf("at %d: %s, want %s", offset, got, want)
		}
	}
}

// hanging are files whose server does not answer for some of them.
type hanging struct {
	sorted.Files
	of      func(name string, offset int64) bool
	waiting chan string
}

// Range implements [sorted.Files].
func (h hanging) Range(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	if !h.of(name, offset) {
		return h.Files.Range(ctx, name, offset, length)
	}
	h.waiting <- name
	<-ctx.Done()
	return nil, ctx.Err()
}

// A run that ends does not wait for the server of an archive, be it for the index or for a
// page, and nothing counts as lost then.
func TestIndexedStopped(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(dir, IndexName)
	lines := readFile(t, index)
	for i := range 2000 { // more than one block
		lines = fmt.Appendf(lines, "zz,site%04d)/ 20240101000000 {\"url\":\"http://site%04d.zz/\"}\n", i, i)
	}
	writeFile(t, index, lines)
	for name, of := range map[string]func(string, int64) bool{
		"index": func(name string, offset int64) bool { return name == IndexName && offset > 0 },
		"page":  func(name string, _ int64) bool { return name != IndexName },
	} {
		files := hanging{sorted.Folder(dir), of, make(chan string, 10)}
		x, err := OpenIndexed(t.Context(), files, IndexName)
		if err != nil {
			t.Fatal(err)
		}
		c := client(t, Options{IgnoreRobots: true})
		c.Replay(x)
		stopped, cancel := context.WithCancelCause(t.Context())
		go func() {
			<-files.waiting
			cancel(errors.New("enough"))
		}()
		if _, err := c.Fetch(stopped, "http://h.example/old"); err == nil || !strings.Contains(err.Error(), "enough") || !errors.Is(context.Cause(stopped), err) {
			t.Errorf("%s: error %v, want the context's cause", name, err)
		}
		if repairs := c.Stats().Repairs; len(repairs) > 0 {
			t.Errorf("%s: lost %v", name, repairs)
		}
	}
}

// Of a URL with more captures than are looked at the last one counts.
func TestManyCaptures(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(readFile(t, filepath.Join(dir, IndexName)))) {
		lines = append(lines, line)
		if rest, ok := strings.CutPrefix(line, "example,h)/new 2020"); ok {
			for range 3 * maxCaptures { // of the old one again, before the new one
				lines = append(lines, fmt.Sprintf("example,h)/new 2021%s", strings.Replace(rest, "2020", "2021", 1)))
			}
		}
	}
	writeFile(t, filepath.Join(dir, IndexName), []byte(strings.Join(lines, "")))
	x, err := OpenIndexed(t.Context(), sorted.Folder(dir), IndexName)
	if err != nil {
		t.Fatal(err)
	}
	c := client(t, Options{IgnoreRobots: true})
	c.Replay(x)
	if p, err := c.Fetch(t.Context(), "http://h.example/new"); err != nil || p.FetchedAt.Year() != 2024 {
		t.Errorf("%+v, error %v: want the answer of 2024", p, err)
	}
}

// A server that gives a part of an archive too late costs the page, and not the run.
func TestIndexedLate(t *testing.T) {
	t.Parallel()
	dir := archives(t)
	if _, err := IndexArchives(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(dir, IndexName)
	lines := readFile(t, index)
	for i := range 2000 { // more than one block
		lines = fmt.Appendf(lines, "zz,site%04d)/ 20240101000000 {\"url\":\"http://site%04d.zz/\"}\n", i, i)
	}
	writeFile(t, index, lines)
	for name, of := range map[string]func(string, int64) bool{
		"index": func(name string, offset int64) bool { return name == IndexName && offset > 0 },
		"page":  func(name string, _ int64) bool { return name != IndexName },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x, err := OpenIndexed(t.Context(), hanging{sorted.Folder(dir), of, make(chan string, 10)}, IndexName)
				if err != nil {
					t.Fatal(err)
				}
				c := client(t, Options{IgnoreRobots: true})
				c.Replay(x)
				began := time.Now()
				_, err = c.Fetch(t.Context(), "http://h.example/old")
				if reason, ok := page.ReasonOf(err); !ok || reason != page.Timeout || time.Since(began) < replayWithin {
					t.Errorf("error %v after %v, want a timeout of the page", err, time.Since(began))
				}
				if repairs := c.Stats().Repairs; len(repairs) > 0 {
					t.Errorf("lost %v", repairs)
				}
			})
		})
	}
}
