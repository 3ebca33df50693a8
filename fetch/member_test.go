package fetch

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/warc"
	"verde/internal/fetchtest"
)

// eachFlip calls visit with data of which one bit is flipped, for every bit.
func eachFlip(data []byte, visit func(bit int, flipped []byte)) {
	flipped := bytes.Clone(data)
	for bit := range 8 * len(data) {
		flipped[bit/8] ^= 1 << (bit % 8)
		visit(bit, flipped)
		flipped[bit/8] = data[bit/8]
	}
}

// digested writes a record as crawlers do, with the digest of its block.
func digested(url, body string) string {
	block := http200("Content-Type: text/html", body)
	return record("WARC/1.1\nWARC-Type: response\nWARC-Target-URI: "+url+"\nWARC-Date: 2024-05-06T07:08:08Z\nWARC-Block-Digest: "+
		digest([]byte(block))+"\nContent-Type: application/http; msgtype=response", block)
}

// Whatever bit of a compressed archive is flipped, what is read of it is what
// was written, and what is not there any more is told.
func TestEveryBitOfAFile(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of files, read by one goroutine")
	}
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a")
	var plain []string // records without a digest, some with little between them
	for i := range 3 {
		plain = append(plain, fetchtest.Record("response", fmt.Sprintf("http://h.example/%d", i), http200("Content-Type: text/html", fmt.Sprintf("<p>page %d of three", i))))
	}
	own := readFile(t, filepath.Join(dir, "00000.warc.gz"))
	for name, file := range map[string]string{
		"a run's own":            string(own),
		"a member a record":      fetchtest.Gzip(plain...),
		"one member":             fetchtest.Gzip(strings.Join(plain, "")),
		"one member, digests":    fetchtest.Gzip(digested("http://h.example/0", "<p>one") + digested("http://h.example/1", "<p>another")),
		"members of two and one": fetchtest.Gzip(plain[0]+plain[1], plain[2]),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := make(map[string]bool)
			for _, line := range lines(PagesOf("x.warc.gz", strings.NewReader(file), int64(len(file)))) {
				want[line] = true
			}
			if len(want) == 0 {
				t.Fatal("no page")
			}
			eachFlip([]byte(file), func(bit int, flipped []byte) {
				told, found := false, 0
				for _, line := range lines(PagesOf("x.warc.gz", bytes.NewReader(flipped), int64(len(flipped)))) {
					if want[line] {
						found++
					} else if told = true; !strings.HasPrefix(line, "error ") {
						t.Errorf("bit %d: %s", bit, line)
					}
				}
				if found < len(want) && !told {
					t.Errorf("bit %d: %d pages of %d, and nothing is told", bit, found, len(want))
				}
			})
		})
	}
}

// A record of which an index tells is read likewise: as it was, or not at all.
func TestEveryBitOfAnIndexedRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of files, read by one goroutine")
	}
	t.Parallel()
	dir := t.TempDir()
	bodies := fill(t, dir, maxArchiveFile, "a", "b")
	a, err := openReplay([]string{filepath.Join(dir, "00000.warc.gz")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.close() })
	const url = "http://h.example/a"
	e := a.entries[url]
	whole := readFile(t, a.files[0].path)
	same := 0
	eachFlip(whole[e.offset:e.offset+e.size], func(bit int, flipped []byte) {
		file := bytes.Clone(whole)
		copy(file[e.offset:], flipped)
		w := &warcFile{path: "x", r: bytes.NewReader(file), size: int64(len(file))}
		ans, err := (&archive{files: []*warcFile{w}}).read(t.Context(), url, e)
		var r Repair
		switch {
		case err == nil && string(ans.body) == bodies[url]:
			same++
		case err == nil:
			t.Errorf("bit %d: %q", bit, ans.body)
		case !errors.As(err, &r) || r.Offset != e.offset:
			t.Errorf("bit %d: the damage is not told: %v", bit, err)
		}
	})
	if same == 0 || same > 100 { // those of a gzip header that mean nothing
		t.Errorf("%d flips changed nothing", same)
	}
}

// A reader of a stream, which can't be read ahead, tells of content that has grown.
func TestEveryBitOfAStream(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of files, read by one goroutine")
	}
	t.Parallel()
	block := http200("Content-Type: text/html", "<p>a page of some length, a page of some length")
	file := fetchtest.Gzip(fetchtest.Record("response", "http://h.example/", block))
	eachFlip([]byte(file), func(bit int, flipped []byte) {
		for rec, err := range warc.Read(bytes.NewReader(flipped)) {
			if err == nil && (string(rec.Block) != block || rec.URL != "http://h.example/") {
				t.Errorf("bit %d: %s %q", bit, rec.URL, rec.Block)
			}
		}
	})
}

// An uncompressed record has the digest of its block, if that: where it has one, a
// changed block is not handed out.
func TestEveryBitOfAnUncompressedBlock(t *testing.T) {
	t.Parallel()
	const body = "<p>a page of some length"
	file := digested("http://h.example/0", body) + digested("http://h.example/1", "<p>another")
	want := []string{"http://h.example/0 text/html " + body, "http://h.example/1 text/html <p>another"}
	if d := cmp.Diff(want, lines(PagesOf("x.warc", strings.NewReader(file), int64(len(file))))); d != "" {
		t.Fatalf("unchanged (-want +got):\n%s", d)
	}
	at := strings.Index(file, body)
	eachFlip([]byte(body), func(bit int, flipped []byte) {
		damaged := file[:at] + string(flipped) + file[at+len(body):]
		got := lines(PagesOf("x.warc", strings.NewReader(damaged), int64(len(damaged))))
		if len(got) != 2 || !strings.HasPrefix(got[0], "error ") || got[1] != want[1] {
			t.Errorf("bit %d: %q", bit, got)
		}
	})
	malformed := strings.Replace(file, "WARC-Block-Digest: sha1:", "WARC-Block-Digest: sha1:AB", 1)
	if got := lines(PagesOf("x.warc", strings.NewReader(malformed), int64(len(malformed)))); !slices.Equal(got, want) {
		t.Errorf("what is no digest counts as one: %q", got)
	}
}

// Of a gzip member that is cut off, the records before the cut count whose own
// digests hold; of a damaged one, none does.
func TestMemberOfSeveralRecords(t *testing.T) {
	t.Parallel()
	var digests, bare []string
	for i := range 40 {
		url := fmt.Sprintf("http://h.example/%d", i)
		digests = append(digests, digested(url, "<p>"+digest([]byte(url))))
		bare = append(bare, fetchtest.Record("response", url, http200("Content-Type: text/html", "<p>"+digest([]byte(url)))))
	}
	flip := func(s string) string { return s[:len(s)-8] + "\x00\x00\x00\x00" + s[len(s)-4:] } // its checksum
	with, without := fetchtest.Gzip(strings.Join(digests, "")), fetchtest.Gzip(strings.Join(bare, ""))
	long := fetchtest.Gzip(digested("http://h.example/", "<p>"+strings.Repeat("long ", scanKeep)) + digests[1] + digests[2])
	for _, test := range []struct {
		name, file  string
		least, most int // pages
		told        bool
	}{
		{"whole", without, 40, 40, false},
		{"whole, with text behind", fetchtest.Gzip(bare[0]+"text", bare[1]), 2, 2, true},
		{"cut, digests", with[:len(with)/2], 10, 30, true},
		{"cut in the checksum, digests", with[:len(with)-6], 39, 39, true},
		{"cut, no digests", without[:len(without)/2], 0, 0, true},
		{"cut, a long record", long[:len(long)-10], 1, 2, true},
		{"damaged, digests", flip(with), 0, 0, true},
		{"damaged, another behind", flip(fetchtest.Gzip(bare[0]+bare[1])) + fetchtest.Gzip(bare[2]), 1, 1, true},
	} {
		pages, told := 0, false
		for _, err := range PagesOf("x.warc.gz", strings.NewReader(test.file), int64(len(test.file))) {
			var r Repair
			switch {
			case errors.As(err, &r):
				told = true
			case err != nil:
				t.Errorf("%s: %v", test.name, err)
			default:
				pages++
			}
		}
		if pages < test.least || pages > test.most || told != test.told {
			t.Errorf("%s: %d pages, want %d to %d; told: %v", test.name, pages, test.least, test.most, told)
		}
	}
}

// A damaged record is left out of a package, and told: what is behind it is found
// there, and the file can be decompressed to its end.
func TestExportOfDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fill(t, dir, maxArchiveFile, "a", "b", "c")
	flip(t, dir, 1)
	var b bytes.Buffer
	done, err := ExportWACZ(dir, &b, "x", time.Now())
	if err != nil || done.Pages != 2 || len(done.Repairs) != 1 || done.Repairs[0].Kind != Unreadable || done.Repairs[0].Bytes == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	content := make(map[string][]byte)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if content[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	file := content["archive/00000.warc.gz"]
	zr, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		_, err = io.Copy(io.Discard, zr)
	}
	if err != nil {
		t.Errorf("decompressing: %v", err)
	}
	var got []string
	for line := range bytes.Lines(content["indexes/index.cdx"]) {
		p, _ := parseIndexLine(line)
		rec, err := warc.NewScanner(bytes.NewReader(file[p.offset:p.offset+p.size]), warc.MaxBlock).Next()
		if err != nil || rec.URL != p.url || rec.Type != "response" || !strings.HasPrefix(string(line), surt(p.url)+" 20") {
			t.Errorf("%s: %s %s, %v", line, rec.Type, rec.URL, err)
		}
		got = append(got, rec.URL)
	}
	if d := cmp.Diff([]string{"http://h.example/a", "http://h.example/c"}, got); d != "" {
		t.Errorf("index (-want +got):\n%s", d)
	}
	if pages := string(content["pages/pages.jsonl"]); strings.Contains(pages, "h.example/b") {
		t.Error(pages)
	}
}
