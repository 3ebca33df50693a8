package fetch

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/warc"
	"verde/internal/fetchtest"
	"verde/page"
)

var testDate = time.Date(2026, 5, 6, 7, 8, 9, 123e6, time.UTC)

func testAnswer(url, body string) *answer {
	return &answer{url: url, status: 200, header: textproto.MIMEHeader{"Content-Type": {"text/html"}}, body: []byte(body), date: testDate}
}

// fill archives pages under the paths, and gives the bodies by URL.
func fill(t *testing.T, dir string, limit int64, paths ...string) map[string]string {
	t.Helper()
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	a.limit = limit
	bodies := make(map[string]string)
	for _, path := range paths {
		url := "http://h.example/" + path
		req, err := http.NewRequest("GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		bodies[url] = "<p>" + strings.Repeat(path+" ", 20)
		if err := a.append(testAnswer(url, bodies[url]), req); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	return bodies
}

// contents gives the bodies of an archive by URL, and its repairs.
func contents(t *testing.T, dir string) (map[string]string, []Repair) {
	t.Helper()
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	bodies := make(map[string]string)
	for _, url := range a.urls() {
		e, _, _ := a.lookup(t.Context(), url)
		ans, err := a.read(t.Context(), url, e)
		if err != nil {
			t.Fatal(err)
		}
		bodies[url] = string(ans.body)
	}
	return bodies, a.repairs
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCutAtAnyByte scans an archive cut off after each byte: what is whole is
// found, and the rest is told.
func TestCutAtAnyByte(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of files, read by one goroutine")
	}
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a", "b", "c")
	file := readFile(t, filepath.Join(dir, "00000.warc.gz"))
	var ends []int64 // of the records
	if _, err := scan(bytes.NewReader(file), 0, int64(len(file)), true, func(r warc.Record) { ends = append(ends, r.Offset+r.Size) }); err != nil {
		t.Fatal(err)
	}
	if len(ends) != 7 {
		t.Fatalf("%d records, want warcinfo and three of request and response", len(ends))
	}
	whole, end := 0, int64(0)
	for n := range int64(len(file)) {
		if whole < len(ends) && n == ends[whole] {
			end = ends[whole]
			whole++
		}
		found := 0
		damaged, err := scan(bytes.NewReader(file[:n]), 0, n, true, func(warc.Record) { found++ })
		if err != nil || found != whole {
			t.Fatalf("cut at %d: %d records, want %d; error %v", n, found, whole, err)
		}
		var want []gap
		if n > end {
			want = []gap{{offset: end, bytes: n - end, end: true, torn: true}}
		}
		if d := cmp.Diff(want, damaged, cmp.AllowUnexported(gap{})); d != "" {
			t.Fatalf("cut at %d: damage (-want +got):\n%s", n, d)
		}
	}
}

// TestKilled opens archives whose writer was stopped at some byte of the file,
// with the index as far as it can have been written by then, or lost.
func TestKilled(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	want := fill(t, source, maxArchiveFile, "a", "b")
	warc, index := readFile(t, filepath.Join(source, "00000.warc.gz")), readFile(t, filepath.Join(source, "00000.cdxj"))
	lines := bytes.SplitAfter(index, []byte("\n"))[:2]
	var starts, ends [2]int64 // of the answers
	for i, line := range lines {
		e, ok := parseIndexLine(line)
		if !ok {
			t.Fatalf("line %q can't be read", line)
		}
		starts[i], ends[i] = e.offset, e.offset+e.size
	}
	tests := []struct {
		name     string
		n        int64
		index    []byte
		complete int
	}{
		{"nothing written", 0, nil, 0},
		{"in the head of the file", 20, nil, 0},
		{"in the first request", starts[0] - 1, nil, 0},
		{"before the first response", starts[0], nil, 0},
		{"at the end of the first response", ends[0] - 1, nil, 0},
		{"before the first line of the index", ends[0], nil, 1},
		{"in the first line of the index", ends[0], lines[0][:30], 1},
		{"after the first line of the index", ends[0], lines[0], 1},
		{"in the second request", ends[0] + 1, lines[0], 1},
		{"in the second response", starts[1] + 50, lines[0], 1},
		{"before the second line of the index", ends[1], lines[0], 2},
		{"at the end of the second line of the index", ends[1], index[:len(index)-1], 2},
		{"index lost", ends[1], nil, 2},
		{"index lost, and in the second response", ends[1] - 1, nil, 1},
		{"index of a file that was not written to the disk", ends[0] + 9, index, 1},
		{"index that is no index", ends[1], []byte("x\n"), 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "00000.warc.gz"), warc[:test.n])
			if test.index != nil {
				writeFile(t, filepath.Join(dir, "00000.cdxj"), test.index)
			}
			got, _ := contents(t, dir)
			for url, body := range got {
				if body != want[url] {
					t.Errorf("%s changed", url)
				}
			}
			if len(got) != test.complete {
				t.Errorf("%d answers, want %d", len(got), test.complete)
			}
			maps.Copy(got, fill(t, dir, maxArchiveFile, "more"))
			again, repairs := contents(t, dir)
			if d := cmp.Diff(got, again); d != "" || len(repairs) > 0 {
				t.Errorf("after another run (-want +got), repairs %v:\n%s", repairs, d)
			}
		})
	}
}

func TestTornEndIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a")
	path := filepath.Join(dir, "00000.warc.gz")
	size := len(readFile(t, path))
	writeFile(t, path, append(readFile(t, path), fetchtest.Gzip("WARC/1.1\r\n")[:12]...))
	_, repairs := contents(t, dir)
	if d := cmp.Diff([]Repair{{Kind: Unfinished, File: path, Offset: int64(size), Bytes: 12}}, repairs); d != "" {
		t.Errorf("repairs (-want +got):\n%s", d)
	}
	if got := len(readFile(t, path)); got != size {
		t.Errorf("%d bytes after the repair, want %d", got, size)
	}
	if _, repairs = contents(t, dir); len(repairs) > 0 {
		t.Errorf("repaired twice: %v", repairs)
	}
}

func TestDamageInTheMiddle(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := fill(t, dir, maxArchiveFile, "a", "b", "c")
	path := filepath.Join(dir, "00000.warc.gz")
	data := readFile(t, path)
	index := readFile(t, filepath.Join(dir, "00000.cdxj"))
	b, _ := parseIndexLine(bytes.Split(index, []byte("\n"))[1])
	for i := range 20 {
		data[b.offset+30+int64(i)] ^= 0x55
	}
	writeFile(t, path, data)
	if err := os.Remove(filepath.Join(dir, "00000.cdxj")); err != nil {
		t.Fatal(err)
	}
	delete(want, "http://h.example/b")
	got, repairs := contents(t, dir)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]Repair{{Kind: Unreadable, File: path, Offset: b.offset, Bytes: b.size}, {Kind: Reindexed, File: path, Records: 2}}, repairs); d != "" {
		t.Errorf("repairs (-want +got):\n%s", d)
	}
}

// TestMadeUpRecordInATornPage has a page hold a record of another site, in the
// bytes behind the index where a record was torn.
func TestMadeUpRecordInATornPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := fill(t, dir, maxArchiveFile, "a")
	path := filepath.Join(dir, "00000.warc.gz")
	var torn bytes.Buffer
	zw, err := gzip.NewWriterLevel(&torn, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	fake := fetchtest.Gzip(fetchtest.Record("response", "http://victim.example/", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfake"))
	fmt.Fprint(zw, fetchtest.Record("response", "http://h.example/b", "HTTP/1.1 200 OK\r\n\r\n"+fake))
	if err := zw.Flush(); err != nil || !strings.Contains(torn.String(), fake) {
		t.Fatalf("the record is not in the file as it is; error %v", err)
	}
	writeFile(t, path, append(readFile(t, path), torn.Bytes()...))
	got, _ := contents(t, dir)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
}

func TestFilesRollOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := fill(t, dir, 1000, "a", "b", "c", "d", "e")
	maps.Copy(want, fill(t, dir, 1000, "f", "g"))
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(names) < 3 {
		t.Fatalf("files %v, error %v", names, err)
	}
	got, _ := contents(t, dir)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
}

// An index that is made anew is what it was, of bodies that indexing reads in
// part, too.
func TestIndexMadeAnew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a", strings.Repeat("b", scanKeep/10), "c")
	path := filepath.Join(dir, "00000.cdxj")
	want := readFile(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	contents(t, dir)
	if got := readFile(t, path); !bytes.Equal(got, want) {
		t.Errorf("%.500s\nwant\n%.500s", got, want)
	}
}

func TestForeignFilesAreReadAndLeftAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	foreign := filepath.Join(dir, "crawl.warc.gz")
	data := fetchtest.Gzip(fetchtest.Record("response", "HTTP://H.example:80/x", "HTTP/1.1 200 OK\r\n\r\nx"))
	writeFile(t, foreign, []byte(data+"torn"))
	want := fill(t, dir, maxArchiveFile, "a")
	want["http://h.example/x"] = "x"
	got, repairs := contents(t, dir)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]Repair{{Kind: Unreadable, File: foreign, Offset: int64(len(data)), Bytes: 4}}, repairs); d != "" || string(readFile(t, foreign)) != data+"torn" {
		t.Errorf("somebody else's file was changed: %v", repairs)
	}
}

func TestInUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unused := func(when string) {
		t.Helper()
		if used, err := InUse(dir); err != nil || used {
			t.Errorf("%s: in use %v, %v", when, used, err)
		}
	}
	unused("no archive")
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	unused("closed")
	if a, err = openArchive(dir); err != nil {
		t.Fatalf("to ask has taken it: %v", err)
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
}

func TestTwoRunsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		a, err := openArchive(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := openArchive(dir); err == nil || !strings.Contains(err.Error(), "in use") {
			t.Errorf("second run: %v", err)
		}
		if used, err := InUse(dir); err != nil || !used {
			t.Errorf("in use: %v, %v", used, err)
		}
		// One that is just ending is waited for.
		time.AfterFunc(time.Second, func() {
			if err := a.close(); err != nil {
				t.Error(err)
			}
		})
		b, err := openArchive(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.close(); err != nil {
			t.Error(err)
		}
	})
}

func TestIndexThatDoesNotFit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a", "b")
	path := filepath.Join(dir, "00000.cdxj")
	writeFile(t, path, bytes.ReplaceAll(readFile(t, path), []byte(`"http://h.example/a"`), []byte(`"http://h.example/z"`)))
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	e, _, _ := a.lookup(t.Context(), "http://h.example/z")
	if _, err := a.read(t.Context(), "http://h.example/z", e); err == nil || !strings.Contains(err.Error(), "00000.cdxj") {
		t.Errorf("error %v", err)
	}
}

// TestRecordsAreWARC reads what is written with nothing but the standard.
func TestRecordsAreWARC(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest("GET", "http://h.example/a?b=c", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "x")
	ok := testAnswer("http://h.example/a?b=c", "<p>body")
	ok.header.Set("Set-Cookie", "a\r\nb")
	for _, ans := range []*answer{ok, {url: "http://h.example/f", reason: page.Network, cause: "no\r\n\r\nroute", date: testDate}} {
		if err := a.append(ans, req); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	type record struct{ Kind, URL, Date, Media, Block string }
	var got []record
	ids := make(map[string]bool)
	for rec, err := range warc.Read(bytes.NewReader(readFile(t, filepath.Join(dir, "00000.warc.gz")))) {
		if err != nil {
			t.Fatal(err)
		}
		h := rec.Header
		if ids[h.Get("WARC-Record-ID")] || len(h.Get("WARC-Record-ID")) != len("<urn:uuid:00000000-0000-0000-0000-000000000000>") {
			t.Errorf("record ID %q", h.Get("WARC-Record-ID"))
		}
		ids[h.Get("WARC-Record-ID")] = true
		if h.Get("WARC-Block-Digest") != digest(rec.Block) {
			t.Errorf("block digest of %s is %s", rec.Type, h.Get("WARC-Block-Digest"))
		}
		if rec.Type == "response" && h.Get("WARC-Payload-Digest") != digest([]byte("<p>body")) {
			t.Errorf("payload digest %s", h.Get("WARC-Payload-Digest"))
		}
		if rec.Type != "warcinfo" {
			got = append(got, record{rec.Type, rec.URL, h.Get("WARC-Date"), h.Get("Content-Type"), string(rec.Block)})
		}
	}
	want := []record{
		{"request", "http://h.example/a?b=c", "2026-05-06T07:08:09.123Z", "application/http;msgtype=request",
			"GET /a?b=c HTTP/1.1\r\nHost: h.example\r\nUser-Agent: x\r\n\r\n"},
		{"response", "http://h.example/a?b=c", "2026-05-06T07:08:09.123Z", "application/http;msgtype=response",
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a  b\r\n\r\n<p>body"},
		{"metadata", "http://h.example/f", "2026-05-06T07:08:09.123Z", "application/warc-fields",
			"Failure: network\r\nCause: no    route\r\n"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	// A known digest in the notation that tools check.
	if got := digest(nil); got != "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ" {
		t.Errorf("digest of nothing is %s", got)
	}
}

func TestSURT(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://www.example.com/A?B":  "com,example)/a?b",
		"http://a.example.co.uk:8080/": "uk,co,example,a:8080)/",
		"http://127.0.0.1/x":           "127.0.0.1)/x",
		"http://[2001:db8::1]/":        "2001:db8::1)/",
	} {
		if got := surt(url); got != want {
			t.Errorf("%s is %q, want %q", url, got, want)
		}
	}
}

func TestIndexLines(t *testing.T) {
	t.Parallel()
	ans := testAnswer("https://www.shop.example.co.uk:8080/A/b?q=<x>&y", "b")
	line := indexLineOf(ans, entry{offset: 7, size: 9}, "00000.warc.gz")
	want := `uk,co,example,shop:8080)/a/b?q=<x>&y 20260506070809 {"url":"https://www.shop.example.co.uk:8080/A/b?q=<x>&y",` +
		`"mime":"text/html","status":"200","digest":"` + digest([]byte("b")) + `","length":"9","offset":"7","filename":"00000.warc.gz",` +
		`"date":"2026-05-06T07:08:09.123Z"}` + "\n"
	if d := cmp.Diff(want, string(line)); d != "" {
		t.Errorf("line (-want +got):\n%s", d)
	}
	e, ok := parseIndexLine(line)
	if !ok || e.url != ans.url || e.filename != "00000.warc.gz" || e.offset != 7 || e.size != 9 || e.status != 200 || !e.date.time().Equal(testDate) || e.transient {
		t.Errorf("read again: %+v %v", e, ok)
	}
	for _, bad := range []string{"", "x", "x {}", "x {", `x {"url":"u","length":"1","offset":"-1","date":"2026-05-06T07:08:09Z"}`,
		`x {"url":"u","length":"0","offset":"1","date":"2026-05-06T07:08:09Z"}`, `x {"url":"u","length":"1","offset":"1","date":"today"}`,
		`x {"url":"u","length":"1","offset":"1","date":"2026-05-06T07:08:09Z"}`, `x {"url":"u","status":"101","length":"1","offset":"1","date":"2026-05-06T07:08:09Z"}`} {
		if _, ok := parseIndexLine([]byte(bad)); ok {
			t.Errorf("%q is taken for a line", bad)
		}
	}
}

func FuzzIndexLine(f *testing.F) {
	f.Add(string(indexLineOf(testAnswer("http://h.example/a?b", "x"), entry{offset: 7, size: 9, inner: 3}, "00000.warc.gz")))
	f.Add(string(revisitLineOf("http://h.example/a", "sha1:X", &reference{url: "http://h.example/b", recorded: testDate}, testDate, entry{offset: 1, inner: 3, size: 2}, "x")))
	f.Add(string(noteLineOf("http://h.example/a", "sha1:X", testDate, entry{offset: 1, size: 2}, "x")))
	f.Add(`com,example)/ 20260101000000 {"url": "http://example.com/", "mime": "warc/revisit", "status": "-", "digest": "X", "length": "1", "offset": "2", "filename": "a"}`)
	f.Add(`x {"url":"u","length":"9223372036854775807","offset":"9223372036854775807","date":"2026-05-06T07:08:09Z","status":"99999999999999999999"}`)
	f.Fuzz(func(t *testing.T, line string) {
		e, ok := parseIndexLine([]byte(line))
		if ok && (e.url == "" || e.offset < 0 || e.size <= 0 || e.inner < 0 || e.refers != nil && e.refers.url == "") {
			t.Errorf("%+v of %q", e, line)
		}
		// An index of such lines opens with the archive, whatever it says.
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "00000.warc.gz"), []byte(fetchtest.Gzip(fetchtest.Record("response", "http://h.example/a", "HTTP/1.1 200 OK\r\n\r\na"))))
		writeFile(t, filepath.Join(dir, "00000.cdxj"), []byte(line+"\n"))
		a, err := openReplay([]string{dir})
		if err != nil {
			t.Fatal(err)
		}
		for _, url := range a.urls() {
			if e, ok, _ := a.lookup(t.Context(), url); ok {
				if ans, err := a.read(t.Context(), url, e); err == nil && ans.url != url {
					t.Errorf("%s is answered for %s", ans.url, url)
				}
			}
		}
		if err := a.close(); err != nil {
			t.Error(err)
		}
	})
}

// A write that fails ends the run with a plain error, and when there is room
// again the next run goes on from what was archived.
func TestFullDiskIsFreed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := &web{serve: everything}
	opt := Options{Pace: Pace{Delay: -1}, Archive: dir, IgnoreRobots: true, Transport: w}
	for _, part := range []string{"record", "index"} { // what there is no room for
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Fetch(t.Context(), "http://h.example/"+part+"/1"); err != nil {
			t.Fatal(err)
		}
		last := c.archive.(*archive).files[len(c.archive.(*archive).files)-1]
		if part == "record" { // a file that can only be read stands for one that is full
			last.f.Close()
			if last.f, err = os.Open(last.path); err != nil {
				t.Fatal(err)
			}
		} else {
			c.archive.(*archive).index.Close()
			if c.archive.(*archive).index, err = os.Open(indexPath(last.path)); err != nil {
				t.Fatal(err)
			}
		}
		for _, path := range []string{"/2", "/3"} {
			_, err := c.Fetch(t.Context(), "http://h.example/"+part+path)
			if _, isPage := page.ReasonOf(err); err == nil || isPage || !strings.Contains(err.Error(), "run again") {
				t.Errorf("%s%s: %v", part, path, err)
			}
		}
		c.Close()
		c, err = New(opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/1", "/2", "/3"} {
			if p, err := c.Fetch(t.Context(), "http://h.example/"+part+path); err != nil || string(p.Body) != "<p>page of /"+part+path {
				t.Errorf("%s%s, after there is room: %v", part, path, err)
			}
		}
		if n := w.seen["http://h.example/"+part+"/1"]; n != 1 {
			t.Errorf("%s/1 was requested %d times", part, n)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	a, err := openArchive(dir)
	if err != nil {
		b.Fatal(err)
	}
	const n = 10000
	body := strings.Repeat("<p>some text of a page</p>\n", 400)
	req, err := http.NewRequest("GET", "http://h.example/", nil)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		if err := a.append(testAnswer(fmt.Sprintf("http://h.example/%d", i), body), req); err != nil {
			b.Fatal(err)
		}
	}
	if err := a.close(); err != nil {
		b.Fatal(err)
	}
	open := func(b *testing.B) {
		for b.Loop() {
			a, err := openArchive(dir)
			if err != nil {
				b.Fatal(err)
			}
			if len(a.entries) != n {
				b.Fatal(len(a.entries))
			}
			if err := a.close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/n, "µs/answer")
	}
	b.Run("indexed", open)
	b.Run("without index", func(b *testing.B) {
		for b.Loop() {
			if err := os.Remove(filepath.Join(dir, "00000.cdxj")); err != nil {
				b.Fatal(err)
			}
			a, err := openArchive(dir)
			if err != nil {
				b.Fatal(err)
			}
			if err := a.close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/n, "µs/answer")
	})
}

func BenchmarkAppend(b *testing.B) {
	a, err := openArchive(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer a.close()
	var body bytes.Buffer
	for i := range 600 {
		fmt.Fprintf(&body, "<tr><td class=c%d>item %d</td><td>%x</td></tr>\n", i%7, i*i, i*7919)
	}
	req, err := http.NewRequest("GET", "http://h.example/", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(body.Len()))
	for b.Loop() {
		if err := a.append(testAnswer("http://h.example/", body.String()), req); err != nil {
			b.Fatal(err)
		}
	}
}
