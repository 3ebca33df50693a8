package coding

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func TestDecompress(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 100)
	for _, test := range []struct {
		name, body, coding, want string
		fails                    bool
	}{
		{name: "none", body: text, want: text},
		{name: "identity", body: text, coding: "identity", want: text},
		{name: "gzip", body: gzipped(text), coding: " GZIP ", want: text},
		{name: "two members", body: gzipped("a") + gzipped("b"), coding: "x-gzip", want: "ab"},
		{name: "bytes behind", body: gzipped(text) + "\r\n----------", coding: "gzip", want: text},
		{name: "at the limit", body: gzipped(strings.Repeat("x", 1000)), coding: "gzip", want: strings.Repeat("x", 1000)},
		{name: "over the limit", body: gzipped(strings.Repeat("x", 1001)), coding: "gzip", want: strings.Repeat("x", 1000), fails: true},
		{name: "plain over the limit", body: strings.Repeat("x", 1001), want: strings.Repeat("x", 1000), fails: true},
		{name: "cut", body: gzipped(text)[:20], coding: "gzip", want: text, fails: true},
		{name: "br", body: brotlied(text), coding: "br", want: text},
		{name: "zstd", body: zstandard(text), coding: "zstd", want: text},
		{name: "deflate", body: zlibbed(text), coding: "deflate", want: text},
		{name: "deflate without its frame", body: zlibbed(text)[2 : len(zlibbed(text))-4], coding: "deflate", want: text},
		{name: "stacked", body: gzipped(brotlied(zstandard(text))), coding: "zstd, br, gzip", want: text},
		{name: "the same twice", body: gzipped(gzipped(text)), coding: "gzip,gzip", want: text},
		{name: "empty in between", body: gzipped(text), coding: ", gzip,", want: text},
		{name: "too many", body: text, coding: "identity,identity,identity,identity,identity", fails: true},
		{name: "said to be br", body: "<p>é", coding: "br", want: "<p>é"},
		{name: "said to be deflate", body: "<p>é", coding: "deflate", want: "<p>é"},
		{name: "said to be zstd", body: "<p>é", coding: "zstd", want: "<p>é"},
		{name: "empty", coding: "gzip", want: ""},
		{name: "junk as br", body: "\xff\xfe\xfd", coding: "br", fails: true},
		{name: "br cut", body: brotlied(text)[:8], coding: "br", want: text[:0], fails: true},
		{name: "br over the limit", body: brotlied(strings.Repeat("x", 1001)), coding: "br", want: strings.Repeat("x", 1000), fails: true},
		{name: "zstd over the limit", body: zstandard(strings.Repeat("x", 1001)), coding: "zstd", want: strings.Repeat("x", 1000), fails: true},
		{name: "a bomb within", body: gzipped(gzipped(strings.Repeat("x", 1<<20))), coding: "gzip, gzip", fails: true},
		{name: "a window of a gigabyte", body: zstdMagic + "\x00\xa0\x01\x00\x00", coding: "zstd", fails: true},
		{name: "bad checksum", body: gzipped(text)[:len(gzipped(text))-8] + "12345678", coding: "gzip", want: text, fails: true},
		{name: "no coding of ours", body: text, coding: "compress", fails: true},
	} {
		got, err := Decompress([]byte(test.body), test.coding, 1000)
		if string(got) != test.want || (err != nil) != test.fails {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
}

func gzipped(s string) string {
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	io.WriteString(zw, s)
	zw.Close()
	return b.String()
}

func brotlied(s string) string {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func zstandard(s string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err) // without options it can't fail
	}
	defer w.Close()
	return string(w.EncodeAll([]byte(s), nil))
}

func zlibbed(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

// Of a coding that gives a thousand times its size no more is read than the
// limit, whichever it is.
func TestBombs(t *testing.T) {
	t.Parallel()
	const limit = 1 << 16
	big := strings.Repeat("\x00", 32<<20)
	for coding, body := range map[string]string{"gzip": gzipped(big), "br": brotlied(big), "zstd": zstandard(big), "deflate": zlibbed(big),
		"gzip, br": brotlied(gzipped(big)), "br, zstd": zstandard(brotlied(big))} {
		out, err := Decompress([]byte(body), coding, limit)
		if !errors.Is(err, ErrTooLarge) || len(out) > limit || cap(out) > 3*limit {
			t.Errorf("%s: %d bytes (room for %d), %v", coding, len(out), cap(out), err)
		}
	}
}

func FuzzDecompress(f *testing.F) {
	f.Add([]byte(gzipped("x")), "gzip")
	f.Add([]byte(brotlied(zstandard("x"))), "zstd, br")
	f.Add([]byte(zlibbed("x")), "deflate")
	f.Fuzz(func(t *testing.T, body []byte, coding string) {
		const limit = 1 << 12
		if out, err := Decompress(body, coding, limit); len(out) > limit || err == nil && out == nil && len(body) > 0 && coding == "" {
			t.Errorf("%d bytes, %v", len(out), err)
		}
	})
}
