package warc

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/internal/fetchtest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	a := fetchtest.Record("warcinfo", "", "software: x\r\n")
	b := fetchtest.Record("response", "http://h.example/a", "HTTP/1.1 200 OK\r\n\r\na")
	c := fetchtest.Record("response", "http://h.example/b", "HTTP/1.1 200 OK\r\n\r\nb")
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
		{name: "a member a record", file: fetchtest.Gzip(a, b), want: []got{record("warcinfo", "", "software: x\r\n", 0),
			record("response", "http://h.example/a", ok+"a", len(fetchtest.Gzip(a)))}},
		{name: "one member", file: fetchtest.Gzip(b + c), want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", 0)}},
		{name: "empty members and blank lines", file: fetchtest.Gzip("", "\r\n\r\n"+b, "") + "\r\n", want: []got{
			record("response", "http://h.example/a", ok+"a", len(fetchtest.Gzip("")))}},
		{name: "both kinds", file: b + fetchtest.Gzip(c), want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", len(b))}},
		{name: "line feeds, folded and bad lines", file: bare, want: []got{record("response", "http://h.example/ c", "abc", 0)}},
		{name: "no blank lines between", file: strings.TrimRight(b, "\r\n") + c, want: []got{record("response", "http://h.example/a", ok+"a", 0),
			record("response", "http://h.example/b", ok+"b", len(b)-4)}},
		{name: "torn header", file: b + c[:30], want: []got{record("response", "http://h.example/a", ok+"a", 0)}, err: true},
		{name: "torn block", file: b[:len(b)-6], err: true},
		{name: "torn member", file: fetchtest.Gzip(b)[:60], err: true},
		{name: "not WARC", file: "<html>", err: true},
		{name: "no length", file: "WARC/1.0\r\n\r\n", err: true},
		{name: "negative length", file: "WARC/1.0\r\nContent-Length: -5\r\n\r\n", err: true},
		{name: "vast length", file: "WARC/1.0\r\nContent-Length: 9223372036854775807\r\n\r\nx", err: true},
		{name: "vast header", file: "WARC/1.0\r\nX: " + strings.Repeat("x", MaxFields), err: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var list []got
			var failed error
			for rec, err := range Read(strings.NewReader(test.file)) {
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
	for _, err := range Read(strings.NewReader(b[:40])) {
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error of a torn file is %v", err)
		}
	}
}

func TestRecordDate(t *testing.T) {
	t.Parallel()
	for rec, err := range Read(strings.NewReader(fetchtest.Record("response", "http://h.example/", ""))) {
		if want := time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC); err != nil || !rec.Date.Equal(want) {
			t.Errorf("date %v, error %v", rec.Date, err)
		}
	}
}
