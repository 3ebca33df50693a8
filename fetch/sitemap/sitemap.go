// Package sitemap reads what sites publish of their own URLs: sitemaps of the
// protocol of sitemaps.org, indexes of them, plain lists of URLs, and feeds.
//
// The one idea: a sitemap is a list of claims by a stranger. What is not a URL
// of the site is counted and left, what is too much is cut, and a document
// that breaks off or is something else gives what could be read of it.
//
// The package is pure; [Collect] reaches pages through a [page.Fetcher].
package sitemap

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"time"

	"verde/page"
)

// MaxEntries is how many entries of a sitemap are read: as many as the
// protocol allows it to have.
const MaxEntries = 50_000

// Entry is a URL that a sitemap names.
type Entry struct {
	URL        string           // normal
	Modified   time.Time        // as the sitemap has it, zero without
	Alternates []page.Alternate // the page in its languages, itself among them, as xhtml:link elements have it; at most 100
}

// Sitemap is what one document names.
type Sitemap struct {
	Pages   []Entry // of the site, each once, in the order of the document
	Maps    []Entry // further sitemaps
	Foreign int     // entries of other hosts, which are left: nobody speaks for another
	Bad     int     // entries that are no http(s) URLs
	Cut     bool    // there were more than MaxEntries
}

// Parse reads a sitemap, as UTF-8, that was found at a normal URL. Pages are
// those of the site, as [page.Site] has it; further sitemaps also those of the
// host that the sitemap is at, where the site has put it. Elements count by
// their local names, since namespaces are often wrong, and by their parents,
// since images and videos have locations too.
//
// A document that is no sitemap gives an empty one. Cost: linear in the body.
func Parse(body []byte, at, site string) *Sitemap {
	r := &reader{at: at, site: site, seen: make(map[string]bool)}
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(body, []byte("<")) {
		r.readXML(body)
	} else {
		r.readLines(body)
	}
	return &r.out
}

// reader makes a Sitemap of what it reads.
type reader struct {
	at, site string
	seen     map[string]bool
	read     int
	out      Sitemap
}

// add takes an entry, and tells whether more are wanted.
func (r *reader) add(ref string, modified time.Time, alternates []page.Alternate, further bool) bool {
	if ref = strings.TrimSpace(ref); ref == "" {
		return true
	}
	if r.read++; r.read > MaxEntries {
		r.out.Cut = true
		return false
	}
	u, err := page.Resolve(r.at, ref)
	switch {
	case err != nil:
		r.out.Bad++
	case page.Site(u) != r.site && !(further && page.Site(u) == page.Site(r.at)):
		r.out.Foreign++
	case r.seen[u]:
	case further:
		r.seen[u] = true
		r.out.Maps = append(r.out.Maps, Entry{URL: u, Modified: modified})
	default:
		r.seen[u] = true
		r.out.Pages = append(r.out.Pages, Entry{u, modified, alternates})
	}
	return true
}

// readLines reads a list of URLs, one a line. A text whose first lines are
// none is no list.
func (r *reader) readLines(body []byte) {
	const trial = 10
	for line := range bytes.FieldsFuncSeq(body, func(c rune) bool { return c == '\n' || c == '\r' }) {
		lower := bytes.ToLower(bytes.TrimSpace(line[:min(len(line), page.MaxURL)]))
		if !bytes.HasPrefix(lower, []byte("http://")) && !bytes.HasPrefix(lower, []byte("https://")) {
			if len(lower) > 0 {
				r.out.Bad++
			}
			if r.out.Bad >= trial && len(r.out.Pages) == 0 || r.out.Bad > MaxEntries {
				return
			}
			continue
		}
		if !r.add(string(line), time.Time{}, nil, false) {
			return
		}
	}
}

// maxDepth is how many elements may be within each other; sitemaps have three.
const maxDepth = 32

// readXML reads a sitemap, an index of sitemaps, or a feed.
func (r *reader) readXML(body []byte) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.Strict, dec.AutoClose, dec.Entity = false, nil, xml.HTMLEntity
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	e := entries{reader: r}
	for more := true; more; {
		token, err := dec.RawToken() // pairs of tags are held together here, loosely
		if err != nil {
			e.flush(e.open) // an entry that breaks off after its location is one
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			more = e.start(t)
		case xml.CharData:
			if e.text.Len()+len(t) <= page.MaxURL+100 {
				e.text.Write(t)
			}
		case xml.EndElement:
			more = e.end(strings.ToLower(t.Name.Local))
		}
	}
}

// entries reads the elements of an XML document into its reader's map. What its
// methods return is whether to go on.
type entries struct {
	*reader
	open          []string        // local names, from the outside
	text          strings.Builder // since the last tag
	loc, modified string          // of the entry that is open
	alternates    []page.Alternate
}

// flush takes the entry that is open, one of the names, if it has a location.
func (e *entries) flush(names []string) bool {
	if e.loc == "" || !slices.ContainsFunc(names, isEntry) {
		return true
	}
	more := e.add(e.loc, parseDate(e.modified), e.alternates, slices.Contains(names, "sitemap"))
	e.loc, e.modified, e.alternates = "", "", nil
	return more
}

func (e *entries) start(t xml.StartElement) bool {
	if len(e.open) == maxDepth {
		return false
	}
	name := strings.ToLower(t.Name.Local)
	if isEntry(name) && !e.flush(e.open) { // the one before was not closed
		return false
	}
	e.open = append(e.open, name)
	e.text.Reset()
	switch {
	case isEntry(name):
		e.loc, e.modified, e.alternates = "", "", nil
	case name == "link" && parent(e.open) == "url" && len(e.alternates) < maxAlternates:
		if u, err := page.Resolve(e.at, attribute(t, "href")); err == nil && attribute(t, "hreflang") != "" && isAlternate(t) {
			e.alternates = append(e.alternates, page.Alternate{URL: u, Language: strings.ToLower(strings.TrimSpace(attribute(t, "hreflang")))})
		}
	case name == "link" && e.loc == "" && parent(e.open) == "entry" && isAlternate(t):
		e.loc = attribute(t, "href") // of an Atom feed
	}
	return true
}

// end closes the innermost element of a name, and those within it.
func (e *entries) end(name string) bool {
	i := len(e.open) - 1
	for i >= 0 && e.open[i] != name {
		i--
	}
	if i < 0 {
		return true // it was closed before, or never opened
	}
	if !e.flush(e.open[i+1:]) {
		return false
	}
	e.open = e.open[:i+1]
	switch above := parent(e.open); {
	case name == "loc" && (above == "url" || above == "sitemap") || name == "link" && above == "item":
		if e.loc == "" {
			e.loc = e.text.String()
		}
	case name == "lastmod" || name == "updated" || name == "pubdate":
		e.modified = e.text.String()
	case isEntry(name):
		if !e.flush(e.open[i:]) {
			return false
		}
	}
	e.open = e.open[:i]
	e.text.Reset()
	return true
}

// maxAlternates is how many languages of a page are read.
const maxAlternates = 100

// isEntry tells elements that stand for a URL: of a sitemap, an index, a feed.
func isEntry(name string) bool {
	return name == "url" || name == "sitemap" || name == "item" || name == "entry"
}

// parent gives the name of the element around the innermost.
func parent(open []string) string {
	if len(open) < 2 {
		return ""
	}
	return open[len(open)-2]
}

// isAlternate tells whether a link of a feed is to the page that it is about.
func isAlternate(t xml.StartElement) bool {
	rel := attribute(t, "rel")
	return rel == "" || rel == "alternate"
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// parseDate reads a date of the protocol (W3C: a year, a day, or a moment) or
// of RSS. What is none is the zero time.
func parseDate(s string) time.Time {
	s = strings.TrimSpace(s)
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02", "2006-01", "2006",
		time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
