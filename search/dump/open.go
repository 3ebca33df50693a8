package dump

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"verde/search"
)

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("result dump: %w", err)
	}
	if st, err := f.Stat(); err == nil && st.IsDir() {
		f.Close()
		return nil, fmt.Errorf("result dump %s is a folder: give its files", path)
	}
	return f, nil
}

// decompress looks at the first bytes of r.
func decompress(r io.Reader) (in *bufio.Reader, done func(), err error) {
	const buffer = 64 << 10
	in = bufio.NewReaderSize(r, buffer)
	magic, _ := in.Peek(4) // a shorter file is not compressed
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, buffer), func() { z.Close() }, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, buffer), z.Close, nil
	}
	return in, func() {}, nil
}

// look tells of what no line of can be a result: the beginning of a file shows
// it. That NUL is binary is git's and grep's rule too.
func look(in *bufio.Reader) error {
	const enough = 8000         // bytes: git's, too
	begin, _ := in.Peek(enough) // what is wrong with the file shows when it is read
	if bytes.IndexByte(begin, 0) >= 0 {
		return errBinary
	}
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(begin, []byte("\xef\xbb\xbf"))), []byte("<")) {
		return errMarkup
	}
	return nil
}

// stem is the name of a file without its folders and what it is packed in.
func stem(name string) string {
	if name == "standard input" {
		return ""
	}
	name = filepath.Base(name)
	for {
		ext := filepath.Ext(name)
		if ext == "" || ext == name || !slices.Contains(extensions, strings.ToLower(ext)) {
			return name
		}
		name = strings.TrimSuffix(name, ext)
	}
}

func isURL(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && !strings.ContainsAny(s, " \t\"") && len(s) <= search.MaxURL
}
