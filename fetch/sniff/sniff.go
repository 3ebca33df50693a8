// Package sniff tells what a document is: by the media type that is said of it, by its
// name, and by what it begins with, as browsers do.
package sniff

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/fetch/charset"
)

const (
	Reach    = 4096 // bytes that tell what a document is; WHATWG's MIME Sniffing takes 1,445 at least
	anyBytes = "application/octet-stream"
	// controlShare is the least part of text, one byte in so many, that makes it
	// binary. Pages in use have a stray one; of compressed data it is one in nine,
	// of programs more.
	controlShare = 50
)

// Content gives the media type of a document by its content, and whether it is a
// page from the beginning. It is that of WHATWG's MIME Sniffing but where that
// takes text for data: the signatures of BMP and EOT are letters that a text may
// begin with; and for pages that begin with other elements than it lists.
func Content(body []byte) (media string, whole bool) {
	head := body[:min(len(body), Reach)]
	media = MediaType(http.DetectContentType(head))
	switch {
	case media == "application/pdf" || media == "application/postscript": // may begin with text
		return media, false
	case IsData(media) && media != anyBytes && controls(head) > 0:
		return media, false
	}
	if bytes.IndexByte(head, 0) >= 0 {
		if text, set := charset.UTF8(head, ""); strings.HasPrefix(set, "utf-16") {
			head = text
		}
	}
	if controls(head)*controlShare > len(head) {
		return anyBytes, false
	}
	return markup(head)
}

// IsData tells whether a media type is one of no text.
func IsData(media string) bool {
	return !IsText(media) && !strings.HasPrefix(media, "text/") && media != "image/svg+xml" && media != "application/json"
}

// controls counts what the standard calls binary data bytes.
func controls(text []byte) (n int) {
	for _, c := range text {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != 0x1b {
			n++
		}
	}
	return n
}

// markup gives the media type of a text by the element that it begins with, and
// whether that is a whole page.
func markup(text []byte) (media string, whole bool) {
	z := html.NewTokenizer(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	media, page := "text/plain", "text/html"
	for {
		kind := z.Next()
		raw := bytes.ToLower(z.Raw())
		switch kind {
		case html.TextToken:
			if len(bytes.TrimSpace(raw)) > 0 {
				return media, false
			}
		case html.CommentToken: // instructions are comments in HTML
			switch {
			case bytes.HasPrefix(raw, []byte("<?xml")):
				media, page = "text/xml", "application/xhtml+xml"
			case bytes.HasPrefix(raw, []byte("<?php")):
				return "text/x-php", false
			case media == "text/plain" && bytes.HasPrefix(raw, []byte("<!--")):
				media = "text/html"
			}
		case html.DoctypeToken:
			name, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(string(z.Text()))), " ")
			return elementMedia(name, media, page)
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			return elementMedia(string(name), media, page)
		default:
			return media, false
		}
	}
}

// elementMedia gives the media type of a text that begins with an element: page
// for one of HTML, and other for one of another language.
func elementMedia(name, other, page string) (media string, whole bool) {
	switch {
	case name == "html":
		return page, true
	case name == "svg":
		return "image/svg+xml", false
	case other == "text/xml":
		return other, false
	case atom.Lookup([]byte(name)) != 0 || strings.Contains(name, "-"): // of the standard, or of the page's own
		return page, false
	}
	return "text/plain", false
}

// MediaOf gives the media type of a file by its content, and by its name where
// the content is text that may be anything. A page is one whatever it is called,
// as wget's "show.php?id=7" or an error page in place of a program; a picture is
// none.
func MediaOf(name string, body []byte) string {
	named := MediaNamed(name)
	found, whole := Content(body)
	if named == "" || IsData(found) || whole && !IsHTML(named) {
		return found
	}
	return named
}

// MediaNamed gives the media type that a file's name tells, "" if it tells none.
func MediaNamed(name string) string {
	name = strings.ToLower(path.Base(name))
	if media := mediaOfExt(path.Ext(name)); media != "" {
		return media
	}
	name, _, _ = strings.Cut(name, "?") // wget keeps queries
	return mediaOfExt(path.Ext(name))
}

func mediaOfExt(ext string) string {
	switch ext {
	case ".html", ".htm":
		return "text/html"
	case ".xhtml", ".xht":
		return "application/xhtml+xml"
	case ".txt":
		return "text/plain"
	case ".xml":
		return "text/xml"
	case ".css":
		return "text/css"
	case ".js", ".mjs":
		return "text/javascript"
	case ".json", ".map", ".jsonl":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".csv":
		return "text/csv"
	}
	return ""
}

// IsWARCHead tells whether content that begins so is a WARC file.
func IsWARCHead(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, "\r\n"), []byte("WARC/"))
}

// UnpackedHead gives the beginning of what a gzip file holds, as far as the
// beginning of the file tells.
func UnpackedHead(head []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(z, Reach)) // its end is cut off
	return out
}
