package sniff

import (
	"strings"
	"testing"
)

func TestMediaOf(t *testing.T) {
	t.Parallel()
	wide := func(s string) string { // UTF-16, little endian, without a mark
		return strings.Join(strings.Split(s, ""), "\x00") + "\x00"
	}
	for _, tt := range []struct{ name, body, want string }{
		{"show.php?id=7", "<!doctype html><p>x", "text/html"},
		{"show?id=7.html", "x", "text/html"},
		{"page", "\ufeff\n<!-- saved --><base href=http://h.example/>x", "text/html"},
		{"page", "<center><font size=2>x", "text/html"},
		{"page", "<font size=2>x", "text/html"},
		{"page", "<br />\n<b>Warning</b>: x in y on line 3", "text/html"},
		{"page", "Warning: x in y on line 3\n<html><body>x", "text/plain"},
		{"page", "<book-list><p>x", "text/html"},
		{"page", "</div><p>x", "text/html"},
		{"page", "<!-- " + strings.Repeat("a licence ", 1000) + "--><p>x", "text/html"},
		{"page", "BMW cars", "text/plain"},
		{"page", strings.Repeat("x", 34) + "LP records", "text/plain"},
		{"page", `{"a": "<html>"}`, "text/plain"},
		{"page", `<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>`, "application/xhtml+xml"},
		{"page", `<?xml version="1.0"?><html xmlns="x">`, "application/xhtml+xml"},
		{"page.xml", `<?xml version="1.0"?><html xmlns="x">`, "application/xhtml+xml"},
		{"page", `<?xml version="1.0"?><rss><channel><title>`, "text/xml"},
		{"page", `<rss><channel><title>x</title>`, "text/plain"},
		{"page", `<?xml version="1.0"?><svg>`, "image/svg+xml"},
		{"page", "<svg viewBox=x>", "image/svg+xml"},
		{"page", "<?php echo '<html>'; ?>", "text/x-php"},
		{"page", wide("<html><body>wide"), "text/html"},
		{"page", "<html>" + strings.Repeat("text ", 100) + "\x00\x01", "text/html"},
		{"page.html", "a text without markup", "text/html"},
		{"page.html", strings.Repeat("text ", 100) + "\x01", "text/html"},
		{"page.html", "\x01\x02\x03\x04", "application/octet-stream"},
		{"page.html", "\x89PNG\r\n\x1a\n", "image/png"},
		{"page.html", "%PDF-1.4", "application/pdf"},
		{"main.js", "// <html>\nvar a = 1", "text/javascript"},
		{"main.js", "<!DOCTYPE html><title>404", "text/html"},
		{"main.css", "<!-- body { } -->", "text/css"},
		{"notes.txt", "a text", "text/plain"},
		{"data.json", "\x1f\x8b\x08\x00", "application/x-gzip"},
		{"", "", "text/plain"},
	} {
		if got := MediaOf(tt.name, []byte(tt.body)); got != tt.want {
			t.Errorf("%s %.40q is %s, want %s", tt.name, tt.body, got, tt.want)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add("a.html", []byte("<!--<?xml <!doctype html><p>"))
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		if media := MediaOf(name, body); !strings.Contains(media, "/") {
			t.Errorf("media type %q", media)
		}
	})
}
