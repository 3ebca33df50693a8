package fetch

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// warc10 is a record as older tools write it.
func warc10(kind, url, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: <%s>\r\nWARC-Date: 2020-02-03T04:05:06Z\r\n"+
		"Content-Type: application/http;msgtype=%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, url, kind, len(block), block)
}

func zipped(parts ...string) string {
	var b bytes.Buffer
	for _, part := range parts {
		zw := gzip.NewWriter(&b)
		io.WriteString(zw, part)
		zw.Close()
	}
	return b.String()
}

func TestReadArchive(t *testing.T) {
	t.Parallel()
	a := warc10("warcinfo", "", "software: x\r\n")
	b := warc10("response", "http://h.example/a", "HTTP/1.1 200 OK\r\n\r\na")
	c := warc10("response", "http://h.example/b", "HTTP/1.1 200 OK\r\n\r\nb")
	bare := strings.ReplaceAll("WARC/0.18\nWARC-Type: response\nWARC-Target-URI: http://h.example/\n c\nnonsense\nContent-Length: 3\n\nabc\n", "\r", "")
	type got struct {
		Type, URL, Block string
		Offset           int64
	}
	record := func(kind, url, block string, offset int) got { return got{kind, url, block, int64(offset)} }
	ok := "HTTP/1.1 200 OK\r\n\r\n"
	tests := []struct {
		name, file string
		want       []got
		err        bool
	}{
		{name: "empty"},
		{name: "plain", file: a + b + c, want: []got{record("warcinfo", "", "software: x\r\n", 0),
			record("response", "http://h.example/a", ok+"a", len(a)), record("response", "http://h.example/b", ok+"b", len(a)+len(b))}},
		{name: "a member a record", file: zipped(a, b), want: []got{record("warcinfo", "", "software: x\r\n", 0),
			record("response", "http://h.example/a", ok+"a", len(zipped(a)))}},
		{name: "one member", file: zipped(b + c), want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", 0)}},
		{name: "empty members and blank lines", file: zipped("", "\r\n\r\n"+b, "") + "\r\n", want: []got{
			record("response", "http://h.example/a", ok+"a", len(zipped("")))}},
		{name: "both kinds", file: b + zipped(c), want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", len(b))}},
		{name: "line feeds, folded and bad lines", file: bare, want: []got{record("response", "http://h.example/ c", "abc", 0)}},
		{name: "no blank lines between", file: strings.TrimRight(b, "\r\n") + c, want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", len(b)-4)}},
		{name: "torn header", file: b + c[:30], want: []got{record("response", "http://h.example/a", ok+"a", 0)}, err: true},
		{name: "torn block", file: b[:len(b)-6], err: true},
		{name: "torn member", file: zipped(b)[:60], err: true},
		{name: "not WARC", file: "<html>", err: true},
		{name: "no length", file: "WARC/1.0\r\n\r\n", err: true},
		{name: "negative length", file: "WARC/1.0\r\nContent-Length: -5\r\n\r\n", err: true},
		{name: "vast length", file: "WARC/1.0\r\nContent-Length: 9223372036854775807\r\n\r\nx", err: true},
		{name: "vast header", file: "WARC/1.0\r\nX: " + strings.Repeat("x", maxFields), err: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var list []got
			var failed error
			for rec, err := range ReadArchive(strings.NewReader(test.file)) {
				if failed = err; err != nil {
					continue
				}
				list = append(list, got{rec.Type, rec.URL, string(rec.Block), rec.Offset})
			}
			if d := cmp.Diff(test.want, list); d != "" {
				t.Errorf("records (-want +got):\n%s", d)
			}
			if (failed != nil) != test.err {
				t.Errorf("error %v", failed)
			}
		})
	}
	for _, err := range ReadArchive(strings.NewReader(b[:40])) {
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error of a torn file is %v", err)
		}
	}
}

func TestRecordDate(t *testing.T) {
	t.Parallel()
	for rec, err := range ReadArchive(strings.NewReader(warc10("response", "http://h.example/", ""))) {
		if want := time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC); err != nil || !rec.Date.Equal(want) {
			t.Errorf("date %v, error %v", rec.Date, err)
		}
	}
}

func TestAnswerOfRecord(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, record string
		status       int
		body         string
		reason       page.Reason
		none         bool
	}{
		{name: "response", record: warc10("response", "http://h.example/", "HTTP/1.1 404 Not Found\r\nX: y\r\n\r\nbody"), status: 404, body: "body"},
		{name: "HTTP/2 without a phrase", record: warc10("response", "http://h.example/", "HTTP/2 200\r\n\r\nbody"), status: 200, body: "body"},
		{name: "length of the transfer", record: warc10("response", "http://h.example/", "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nbody"), status: 200, body: "body"},
		{name: "chunks", record: warc10("response", "http://h.example/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbod\r\n1\r\ny\r\n0\r\n\r\n"), status: 200, body: "body"},
		{name: "chunks in the header only", record: warc10("response", "http://h.example/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody"), status: 200, body: "body"},
		{name: "request", record: warc10("request", "http://h.example/", "GET / HTTP/1.1\r\n\r\n"), none: true},
		{name: "not http", record: warc10("response", "dns:h.example", "x"), none: true},
		{name: "no status", record: warc10("response", "http://h.example/", "HTTP/1.1 \r\n\r\n"), none: true},
		{name: "status that is none", record: warc10("response", "http://h.example/", "HTTP/1.1 000 X\r\n\r\n"), none: true},
		{name: "before an answer", record: warc10("response", "http://h.example/", "HTTP/1.1 101 X\r\nConnection: Upgrade\r\n\r\n"), none: true},
		{name: "torn header", record: warc10("response", "http://h.example/", "HTTP/1.1 200 OK\r\nX: y"), none: true},
		{name: "empty", record: warc10("response", "http://h.example/", ""), none: true},
		{name: "failure", record: strings.Replace(warc10("metadata", "http://h.example/", "Failure: timeout\r\nCause: slow"),
			"application/http;msgtype=metadata", "application/warc-fields", 1), reason: page.Timeout},
		{name: "other metadata", record: strings.Replace(warc10("metadata", "http://h.example/", "via: x"),
			"application/http;msgtype=metadata", "application/warc-fields", 1), none: true},
		{name: "resource", record: strings.Replace(warc10("resource", "http://h.example/", "<p>"),
			"application/http;msgtype=resource", "text/html", 1), status: 200, body: "<p>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for rec, err := range ReadArchive(strings.NewReader(test.record)) {
				if err != nil {
					t.Fatal(err)
				}
				a, ok := answerOf(rec)
				if ok == test.none {
					t.Fatalf("is an answer: %v", ok)
				}
				if ok && (a.status != test.status || string(a.body) != test.body || a.reason != test.reason) {
					t.Errorf("status %d, body %q, reason %q", a.status, a.body, a.reason)
				}
			}
		})
	}
}

func FuzzReadArchive(f *testing.F) {
	b := warc10("response", "http://h.example/a", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a")
	f.Add([]byte(b + b))
	f.Add([]byte(zipped(b, b)))
	f.Add([]byte(zipped(b+b) + "\r\n"))
	f.Add([]byte(b[:len(b)-9]))
	f.Fuzz(func(t *testing.T, data []byte) {
		last := int64(0)
		for rec, err := range ReadArchive(bytes.NewReader(data)) {
			if err != nil {
				break
			}
			if rec.Offset < last || rec.size <= 0 || rec.Offset+rec.size > int64(len(data)) {
				t.Fatalf("record at %d of %d bytes, after %d, in a file of %d", rec.Offset, rec.size, last, len(data))
			}
			last = rec.Offset
			if a, ok := answerOf(rec); ok {
				if p, err := a.page(a.url, 1<<20); (p == nil) == (err == nil) {
					t.Fatal("neither a page nor an error")
				}
			}
		}
		// Whatever is in a file, indexing it ends, and accounts for every byte that it passes over.
		found := 0
		damaged, err := scan(bytes.NewReader(data), 0, int64(len(data)), true, func(Record) { found++ })
		if err != nil {
			t.Fatal(err)
		}
		end := int64(0)
		for _, d := range damaged {
			if d.offset < end || d.bytes <= 0 || d.offset+d.bytes > int64(len(data)) {
				t.Fatalf("damage %+v after %d in a file of %d", d, end, len(data))
			}
			end = d.offset + d.bytes
		}
	})
}
