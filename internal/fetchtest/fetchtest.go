// Package fetchtest makes what servers and archives send, for tests of the packages that read it.
package fetchtest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// Record is a record of a WARC file as older tools write it: of version 1.0, with the URL in angle brackets.
func Record(kind, url, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: <%s>\r\nWARC-Date: 2020-02-03T04:05:06Z\r\n"+
		"Content-Type: application/http;msgtype=%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, url, kind, len(block), block)
}

// Gzip is each part as a gzip member, one behind the other.
func Gzip(parts ...string) string {
	var b bytes.Buffer
	for _, part := range parts {
		write(gzip.NewWriter(&b), part)
	}
	return b.String()
}

// Brotli is s as a brotli stream.
func Brotli(s string) string {
	var b bytes.Buffer
	write(brotli.NewWriter(&b), s)
	return b.String()
}

// write writes s and closes w, which fails on no buffer.
func write(w io.WriteCloser, s string) {
	if _, err := io.WriteString(w, s); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
}
