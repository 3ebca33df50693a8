package fetch

import (
	"bytes"
	"strings"
	"testing"

	"verde/fetch/warc"
	"verde/internal/fetchtest"
	"verde/page"
)

func TestAnswerOfRecord(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, record string
		status       int
		body         string
		reason       page.Reason
		none         bool
	}{
		{name: "response", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 404 Not Found\r\nX: y\r\n\r\nbody"), status: 404, body: "body"},
		{name: "HTTP/2 without a phrase", record: fetchtest.Record("response", "http://h.example/", "HTTP/2 200\r\n\r\nbody"), status: 200, body: "body"},
		{name: "length of the transfer", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nbody"), status: 200, body: "body"},
		{name: "chunks", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbod\r\n1\r\ny\r\n0\r\n\r\n"), status: 200, body: "body"},
		{name: "chunks in the header only", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody"), status: 200, body: "body"},
		{name: "request", record: fetchtest.Record("request", "http://h.example/", "GET / HTTP/1.1\r\n\r\n"), none: true},
		{name: "not http", record: fetchtest.Record("response", "dns:h.example", "x"), none: true},
		{name: "no status", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 \r\n\r\n"), none: true},
		{name: "status that is none", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 000 X\r\n\r\n"), none: true},
		{name: "before an answer", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 101 X\r\nConnection: Upgrade\r\n\r\n"), none: true},
		{name: "torn header", record: fetchtest.Record("response", "http://h.example/", "HTTP/1.1 200 OK\r\nX: y"), none: true},
		{name: "empty", record: fetchtest.Record("response", "http://h.example/", ""), none: true},
		{name: "failure", record: strings.Replace(fetchtest.Record("metadata", "http://h.example/", "Failure: timeout\r\nCause: slow"),
			"application/http;msgtype=metadata", "application/warc-fields", 1), reason: page.Timeout},
		{name: "other metadata", record: strings.Replace(fetchtest.Record("metadata", "http://h.example/", "via: x"),
			"application/http;msgtype=metadata", "application/warc-fields", 1), none: true},
		{name: "resource", record: strings.Replace(fetchtest.Record("resource", "http://h.example/", "<p>"),
			"application/http;msgtype=resource", "text/html", 1), status: 200, body: "<p>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for rec, err := range warc.Read(strings.NewReader(test.record)) {
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
	b := fetchtest.Record("response", "http://h.example/a", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a")
	f.Add([]byte(b + b))
	f.Add([]byte(fetchtest.Gzip(b, b)))
	f.Add([]byte(fetchtest.Gzip(b+b) + "\r\n"))
	f.Add([]byte(b[:len(b)-9]))
	f.Fuzz(func(t *testing.T, data []byte) {
		last := int64(0)
		for rec, err := range warc.Read(bytes.NewReader(data)) {
			if err != nil {
				break
			}
			if rec.Offset < last || rec.Size <= 0 || rec.Offset+rec.Size > int64(len(data)) {
				t.Fatalf("record at %d of %d bytes, after %d, in a file of %d", rec.Offset, rec.Size, last, len(data))
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
		damaged, err := scan(bytes.NewReader(data), 0, int64(len(data)), true, func(warc.Record) { found++ })
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
