package fetch

import (
	"path"
	"strings"
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

// isPacked tells whether a body of this media type, at this normal URL, is a
// document that was compressed beforehand, as large sitemaps are. Other
// compressed files are downloads.
func isPacked(media, url string) bool {
	switch media {
	case "application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream":
	default:
		return false
	}
	name, _, _ := strings.Cut(pathOf(url), "?")
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

// isWanted tells whether bodies of a media type are asked for.
func isWanted(media, url string) bool { return media == "" || isText(media) || isPacked(media, url) }
