// Package cdx asks the indexes of web archives which URLs of a site they have seen.
//
// The one idea: an index of captures is sorted by host, so what an archive of billions of
// pages knows of one site is one stretch of it, found by a few reads. Three kinds are
// read: servers of the CDX protocol (Common Crawl, the Wayback Machine, pywb), files of
// sorted CDX or CDXJ lines, and ZipNum indexes, whose lines are compressed in blocks with a
// list of their first keys (cluster.idx) beside them.
//
// What an index says is a claim by a stranger about the past: URLs that have gone are
// among it. So it gives a crawl places to begin from, and no pages.
package cdx

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"verde/page"
)

// Capture is a line of an index: a URL that was asked for once.
type Capture struct {
	URL    string // normal
	Status int    // HTTP status; 0 where the index does not say
	Media  string // media type; "" where the index does not say
}

// IsPage tells whether the capture was one of an HTML page, as far as the index says.
func (c Capture) IsPage() bool {
	return (c.Status == 0 || c.Status >= 200 && c.Status <= 299) && (c.Media == "" || c.Media == "unk" || c.Media == "text/html" || c.Media == "application/xhtml+xml")
}

// Key gives what the lines of a site (see [page.Site]) begin with in an index that is
// sorted by SURT: shop.example.com is com,example,shop)/.
func Key(site string) string {
	host, port, hasPort := strings.Cut(site, ":")
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	slices.Reverse(labels)
	key := strings.Join(labels, ",")
	if hasPort {
		key += ":" + port
	}
	return key + ")/"
}

// maxLine is the longest line that is read: a URL of 8 KiB in its two forms, and the rest.
const maxLine = 64 << 10

// Parse reads lines of an index: JSON objects, by themselves or behind key and time (CDXJ),
// rows of a JSON table that begins with the names of its columns, and lines of fields in
// the order that the file's first line gives (CDX), or else in the usual one. A line that
// is none of this is an error, and the next follows. Cost: linear.
func Parse(r io.Reader) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		var p parser
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			if c, ok, err := p.line(lines.Bytes()); (ok || err != nil) && !yield(c, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Capture{}, err)
		}
	}
}

// parser knows the order of the columns, once it is told.
type parser struct{ columns []string }

// usual is the order of fields that CDX files have unless they say otherwise: the letters
// are those of the format, here by the names that CDX servers give them.
var usual = []string{"urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "redirect", "metatags", "length", "offset", "filename"}

// letters are the columns that matter, by the letters of a CDX file's first line.
var letters = map[string]string{"N": "urlkey", "b": "timestamp", "a": "original", "m": "mimetype", "s": "statuscode"}

// line reads a line; false for one that says nothing of a URL.
func (p *parser) line(text []byte) (c Capture, ok bool, err error) {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0 || bytes.HasPrefix(text, []byte("!")): // of CDXJ: what the file is
		return c, false, nil
	case bytes.HasPrefix(text, []byte("CDX ")):
		p.columns = nil
		for _, letter := range strings.Fields(string(text))[1:] {
			p.columns = append(p.columns, letters[letter])
		}
		return c, false, nil
	case text[0] == '[' || text[0] == ']':
		return p.row(text)
	}
	if at := bytes.IndexByte(text, '{'); at >= 0 {
		var fields map[string]any
		if err := json.Unmarshal(text[at:], &fields); err != nil {
			return c, false, fmt.Errorf("line %.60q: %w", text, err)
		}
		get := func(names ...string) string {
			for _, name := range names {
				switch v := fields[name].(type) {
				case string:
					return v
				case float64:
					return strconv.FormatFloat(v, 'f', -1, 64)
				}
			}
			return ""
		}
		return capture(text, get("url", "original"), get("status", "statuscode"), get("mime", "mimetype"))
	}
	return p.fields(text, strings.Fields(string(text)))
}

// row reads a row of a JSON table, the first of which names the columns.
func (p *parser) row(text []byte) (c Capture, ok bool, err error) {
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte(",")), []byte("]]"))
	text = bytes.TrimPrefix(text, []byte("["))
	text = bytes.TrimSpace(text)
	if !bytes.HasPrefix(text, []byte("[")) {
		text = append([]byte("["), text...)
	}
	if !bytes.HasSuffix(text, []byte("]")) {
		text = append(slices.Clone(text), ']')
	}
	var row []string
	if err := json.Unmarshal(text, &row); err != nil {
		return c, false, fmt.Errorf("row %.60q: %w", text, err)
	}
	switch {
	case len(row) == 0:
		return c, false, nil
	case slices.Contains(row, "original") || slices.Contains(row, "url"):
		p.columns = row
		return c, false, nil
	}
	return p.fields(text, row)
}

// fields reads a line whose fields are told apart by their places.
func (p *parser) fields(text []byte, row []string) (Capture, bool, error) {
	columns := p.columns
	if columns == nil {
		columns = usual
	}
	get := func(names ...string) string {
		for _, name := range names {
			if at := slices.Index(columns, name); at >= 0 && at < len(row) {
				return row[at]
			}
		}
		return ""
	}
	return capture(text, get("original", "url"), get("statuscode", "status"), get("mimetype", "mime"))
}

// capture makes a capture of what a line says.
func capture(text []byte, url, status, media string) (c Capture, ok bool, err error) {
	if c.URL, err = page.Normalize(url); err != nil {
		return Capture{}, false, fmt.Errorf("line %.60q names no URL: %w", text, err)
	}
	c.Status, _ = strconv.Atoi(status) // "-" where none is known
	if c.Media = strings.ToLower(media); c.Media == "-" || c.Media == "warc/revisit" {
		c.Media = ""
	}
	return c, true, nil
}
