package coding

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"verde/internal/fetchtest"
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
		{name: "gzip", body: fetchtest.Gzip(text), coding: " GZIP ", want: text},
		{name: "two members", body: fetchtest.Gzip("a") + fetchtest.Gzip("b"), coding: "x-gzip", want: "ab"},
		{name: "bytes behind", body: fetchtest.Gzip(text) + "\r\n----------", coding: "gzip", want: text},
		{name: "a line end behind", body: fetchtest.Gzip(text) + "\r\n", coding: "gzip", want: text},
		{name: "a byte behind two members", body: fetchtest.Gzip("a") + fetchtest.Gzip("b") + "\x00", coding: "gzip", want: "ab"},
		{name: "a member cut behind another", body: fetchtest.Gzip("a") + fetchtest.Gzip("b")[:5], coding: "gzip", want: "a", fails: true},
		{name: "no member behind another", body: fetchtest.Gzip("a") + GzipMagic + "\xff-------", coding: "gzip", want: "a"},
		{name: "at the limit", body: fetchtest.Gzip(strings.Repeat("x", 1000)), coding: "gzip", want: strings.Repeat("x", 1000)},
		{name: "over the limit", body: fetchtest.Gzip(strings.Repeat("x", 1001)), coding: "gzip", want: strings.Repeat("x", 1000), fails: true},
		{name: "plain over the limit", body: strings.Repeat("x", 1001), want: strings.Repeat("x", 1000), fails: true},
		{name: "cut", body: fetchtest.Gzip(text)[:20], coding: "gzip", want: text, fails: true},
		{name: "br", body: fetchtest.Brotli(text), coding: "br", want: text},
		{name: "zstd", body: zstandard(text), coding: "zstd", want: text},
		{name: "deflate", body: zlibbed(text), coding: "deflate", want: text},
		{name: "deflate without its frame", body: zlibbed(text)[2 : len(zlibbed(text))-4], coding: "deflate", want: text},
		{name: "stacked", body: fetchtest.Gzip(fetchtest.Brotli(zstandard(text))), coding: "zstd, br, gzip", want: text},
		{name: "the same twice", body: fetchtest.Gzip(fetchtest.Gzip(text)), coding: "gzip,gzip", want: text},
		{name: "empty in between", body: fetchtest.Gzip(text), coding: ", gzip,", want: text},
		{name: "too many", body: text, coding: "identity,identity,identity,identity,identity", fails: true},
		{name: "said to be br", body: "<p>é", coding: "br", want: "<p>é"},
		{name: "said to be deflate", body: "<p>é", coding: "deflate", want: "<p>é"},
		{name: "said to be zstd", body: "<p>é", coding: "zstd", want: "<p>é"},
		{name: "empty", coding: "gzip", want: ""},
		{name: "junk as br", body: "\xff\xfe\xfd", coding: "br", fails: true},
		{name: "br cut", body: fetchtest.Brotli(text)[:8], coding: "br", want: text[:0], fails: true},
		{name: "br over the limit", body: fetchtest.Brotli(strings.Repeat("x", 1001)), coding: "br", want: strings.Repeat("x", 1000), fails: true},
		{name: "zstd over the limit", body: zstandard(strings.Repeat("x", 1001)), coding: "zstd", want: strings.Repeat("x", 1000), fails: true},
		{name: "a bomb within", body: fetchtest.Gzip(fetchtest.Gzip(strings.Repeat("x", 1<<20))), coding: "gzip, gzip", fails: true},
		{name: "a window of a gigabyte", body: zstdMagic + "\x00\xa0\x01\x00\x00", coding: "zstd", fails: true},
		{name: "bad checksum", body: fetchtest.Gzip(text)[:len(fetchtest.Gzip(text))-8] + "12345678", coding: "gzip", want: text, fails: true},
		{name: "no coding of ours", body: text, coding: "compress", fails: true},
	} {
		got, err := Decompress([]byte(test.body), test.coding, 1000)
		if string(got) != test.want || (err != nil) != test.fails {
			t.Errorf("%s: %q, %v", test.name, got, err)
		}
	}
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
	for coding, body := range map[string]string{"gzip": fetchtest.Gzip(big), "br": fetchtest.Brotli(big), "zstd": zstandard(big), "deflate": zlibbed(big),
		"gzip, br": fetchtest.Brotli(fetchtest.Gzip(big)), "br, zstd": zstandard(fetchtest.Brotli(big))} {
		out, err := Decompress([]byte(body), coding, limit)
		if !errors.Is(err, ErrTooLarge) || len(out) > limit || cap(out) > 3*limit {
			t.Errorf("%s: %d bytes (room for %d), %v", coding, len(out), cap(out), err)
		}
	}
}

func FuzzDecompress(f *testing.F) {
	f.Add([]byte(fetchtest.Gzip("x")), "gzip")
	f.Add([]byte(fetchtest.Brotli(zstandard("x"))), "zstd, br")
	f.Add([]byte(zlibbed("x")), "deflate")
	f.Fuzz(func(t *testing.T, body []byte, coding string) {
		const limit = 1 << 12
		if out, err := Decompress(body, coding, limit); len(out) > limit || err == nil && out == nil && len(body) > 0 && coding == "" {
			t.Errorf("%d bytes, %v", len(out), err)
		}
	})
}
