package sniff

import (
	"path"
	"strings"
)

// MediaType gives the media type of a Content-Type field in lower case,
// without parameters; "" for what is none.
func MediaType(field string) string {
	media, _, _ := strings.Cut(field, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	if !strings.Contains(media, "/") {
		return ""
	}
	return media
}

// IsText tells whether documents of a media type are given as pages. XML is
// in, since sitemaps are XML and some servers send XHTML under that name.
func IsText(media string) bool {
	switch media {
	case "text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml":
		return true
	}
	return false
}

// IsHTML tells whether a media type is one of HTML documents.
func IsHTML(media string) bool { return media == "text/html" || media == "application/xhtml+xml" }

// IsPacked tells whether a body of this media type, at this normal URL, is a
// document that was compressed beforehand, as large sitemaps are. Other
// compressed files are downloads.
func IsPacked(media, url string) bool {
	switch media {
	case "application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream":
	default:
		return false
	}
	name, _, _ := strings.Cut(url, "?")
	plain, ok := strings.CutSuffix(strings.ToLower(name), ".gz")
	if !ok {
		return false
	}
	switch path.Ext(plain) {
	case ".xml", ".txt", ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

// IsWanted tells whether bodies of a media type are asked for.
func IsWanted(media, url string) bool { return media == "" || IsText(media) || IsPacked(media, url) }
