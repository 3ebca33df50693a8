package fetch

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// mediaType gives the media type of a Content-Type field in lower case,
// without parameters; "" for what is none.
func mediaType(field string) string {
	media, _, _ := strings.Cut(field, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	if !strings.Contains(media, "/") {
		return ""
	}
	return media
}

// isText tells whether documents of a media type are given as pages. XML is
// in, since sitemaps are XML and some servers send XHTML under that name.
func isText(media string) bool {
	switch media {
	case "text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml":
		return true
	}
	return false
}

// isHTML tells whether a media type is one of HTML documents.
func isHTML(media string) bool { return media == "text/html" || media == "application/xhtml+xml" }

// sniff gives the media type of a body that came with none.
func sniff(body []byte) string { return mediaType(http.DetectContentType(body)) }

var errTooLarge = errors.New("over the limit")

// decompress undoes the content coding of a body and refuses what is longer
// than limit without reading on.
func decompress(body []byte, coding string, limit int64) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(coding)) {
	case "", "identity", "none":
	case "gzip", "x-gzip":
		if bytes.HasPrefix(body, []byte(gzipMagic)) { // some servers say so and do not
			return gunzip(body, limit)
		}
	default:
		return nil, fmt.Errorf("content coding %.40q was not asked for", coding)
	}
	if int64(len(body)) > limit {
		return nil, fmt.Errorf("body of %d bytes: %w of %d", len(body), errTooLarge, limit)
	}
	return body, nil
}

// gunzip decompresses body. Bytes behind the compressed data are passed over,
// as browsers do.
func gunzip(body []byte, limit int64) ([]byte, error) {
	zr, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("body is not gzip: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(zr, limit+1))
	if int64(len(out)) > limit {
		return nil, fmt.Errorf("decompressed body: %w of %d bytes", errTooLarge, limit)
	}
	if err != nil && (err != gzip.ErrHeader || len(out) == 0) {
		return nil, fmt.Errorf("gzip body breaks off after %d decompressed bytes: %w", len(out), noEOF(err))
	}
	return out, nil
}

// toUTF8 gives a text as UTF-8. A body that is valid UTF-8 as a whole is that,
// whatever is said of it; else a byte order mark, the Content-Type field and a
// meta element name its character set, in this order. What cannot be decoded
// becomes U+FFFD.
func toUTF8(body []byte, contentType string) []byte {
	const bom = "\xef\xbb\xbf"
	if utf8.Valid(body) && !isShifted(body, contentType) {
		return bytes.TrimPrefix(body, []byte(bom))
	}
	encoding, name, _ := charset.DetermineEncoding(body, contentType)
	if name == "utf-8" {
		return bytes.TrimPrefix(bytes.ToValidUTF8(body, []byte("\uFFFD")), []byte(bom))
	}
	text, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return bytes.TrimPrefix(text, []byte(bom))
}

// isShifted tells whether a text of ASCII bytes is ISO-2022-JP, the one
// character set of the web that writes other letters in them.
func isShifted(body []byte, contentType string) bool {
	if bytes.IndexByte(body, 0x1b) < 0 {
		return false
	}
	_, params, _ := mime.ParseMediaType(contentType)
	if said := params["charset"]; said != "" {
		return strings.EqualFold(said, "iso-2022-jp")
	}
	_, name, _ := charset.DetermineEncoding(body, "")
	return name == "iso-2022-jp"
}
