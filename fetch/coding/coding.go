// Package coding undoes content codings of HTTP (RFC 9110 §8.4) within limits of what they may grow to.
package coding

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Accept names the content codings that are asked for. Others are read
// where a server or an archive has them.
const Accept = "gzip, br, zstd"

const (
	maxCodings    = 4       // content codings, one around the other
	maxZstdWindow = 8 << 20 // RFC 9659 lets no server ask for more
)

// GzipMagic is what a gzip member begins with.
const GzipMagic = "\x1f\x8b"

// ErrTooLarge is what an error of [Decompress] wraps where a body is over the limit.
var ErrTooLarge = errors.New("over the limit")

// Decompress undoes the content codings of a body, the last named first, and
// refuses what is longer than limit after any of them, without reading on.
// Coding is a Content-Encoding field. A body that does not begin as the coding
// has it is taken for what a server that says so wrongly, or an archive that
// keeps bodies decoded, means by it: itself. With an error comes what the last
// coding gave before it, at most limit bytes.
//
// Memory is that of two bodies of limit, besides the windows of the decoders.
func Decompress(body []byte, coding string, limit int64) ([]byte, error) {
	codings := strings.Split(coding, ",")
	if len(codings) > maxCodings {
		return nil, fmt.Errorf("%d content codings: more than %d", len(codings), maxCodings)
	}
	for i := len(codings) - 1; i >= 0; i-- {
		var err error
		if body, err = decode(body, strings.ToLower(strings.TrimSpace(codings[i])), limit); err != nil {
			if i > 0 {
				body = nil // which is not text yet
			}
			return body, err
		}
	}
	if int64(len(body)) > limit {
		return body[:limit], fmt.Errorf("body of %d bytes: %w of %d", len(body), ErrTooLarge, limit)
	}
	return body, nil
}

const zstdMagic = "\x28\xb5\x2f\xfd"

// decode undoes one content coding.
func decode(body []byte, coding string, limit int64) ([]byte, error) {
	switch coding {
	case "", "identity", "none", "utf-8":
	case "gzip", "x-gzip":
		if bytes.HasPrefix(body, []byte(GzipMagic)) {
			return Gunzip(body, limit)
		}
	case "zstd":
		if bytes.HasPrefix(body, []byte(zstdMagic)) {
			return unzstd(body, limit)
		}
	case "br":
		out, err := readAll(brotli.NewReader(bytes.NewReader(body)), coding, limit)
		if err == nil || errors.Is(err, ErrTooLarge) || !isPlain(body) { // it has no mark that it begins with
			return out, err
		}
	case "deflate":
		if isPlain(body) {
			break
		}
		// The standard means zlib's format, some servers the bare one.
		if zr, err := zlib.NewReader(bytes.NewReader(body)); err == nil {
			return readAll(zr, coding, limit)
		}
		return readAll(flate.NewReader(bytes.NewReader(body)), coding, limit)
	default:
		return nil, fmt.Errorf("content coding %.40q is not known", coding)
	}
	return body, nil
}

// isPlain tells whether a body is text, and so not compressed.
func isPlain(body []byte) bool { return utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 }

// Gunzip decompresses the gzip members of a body (RFC 1952). Bytes behind the last
// one, however few, are passed over, as browsers do.
func Gunzip(body []byte, limit int64) ([]byte, error) {
	m := &members{body: body, rest: bytes.NewReader(body)}
	var err error
	if m.zr, err = gzip.NewReader(m.rest); err != nil {
		return nil, fmt.Errorf("body is not gzip: %w", err)
	}
	m.zr.Multistream(false)
	return readAll(m, "gzip", limit)
}

// members reads the gzip members of a body until something else follows. The reader of
// compress/gzip takes fewer than ten bytes behind a member for one that breaks off.
type members struct {
	body []byte
	rest *bytes.Reader // of body, behind what was read
	zr   *gzip.Reader
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.zr.Read(p)
	if err != io.EOF || !bytes.HasPrefix(m.body[len(m.body)-m.rest.Len():], []byte(GzipMagic)) {
		return n, err
	}
	switch err := m.zr.Reset(m.rest); {
	case errors.Is(err, gzip.ErrHeader):
		return n, io.EOF
	case err != nil:
		return n, NoEOF(err)
	}
	m.zr.Multistream(false)
	return n, nil
}

func unzstd(body []byte, limit int64) ([]byte, error) {
	zr, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxZstdWindow), zstd.WithDecoderMaxMemory(uint64(limit)+maxZstdWindow))
	if err != nil {
		return nil, fmt.Errorf("body is not zstd: %w", err)
	}
	defer zr.Close()
	out, err := readAll(zr, "zstd", limit)
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return out, fmt.Errorf("%w: %w of %d bytes", err, ErrTooLarge, limit)
	}
	return out, err
}

// readAll reads what a decoder gives, up to limit. With an error comes what
// could be read.
func readAll(r io.Reader, coding string, limit int64) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(out)) > limit {
		return out[:limit], fmt.Errorf("decompressed body: %w of %d bytes", ErrTooLarge, limit)
	}
	if err != nil {
		return out, fmt.Errorf("%s body breaks off after %d decompressed bytes: %w", coding, len(out), NoEOF(err))
	}
	return out, nil
}

// NoEOF makes an end of file within what should go on an unexpected one.
func NoEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
