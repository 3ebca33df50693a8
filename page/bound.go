package page

import (
	"bytes"
	"context"
	"errors"
	"io"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/sync/semaphore"
)

// Bounds of a document. A part is an element, text, comment or attribute. Pages of 30
// sites that were looked at have one part in 7 to 50 bytes; so pages of up to 7 MiB are
// read completely, and of the 8 MiB that are fetched by default all but the densest.
const (
	maxParts      = 1 << 20  // elements, texts, comments and attributes as written: 150 MB as a tree
	maxReopened   = 1 << 19  // elements and attributes that come by formatting which is opened again
	maxAttributes = 1 << 12  // of an element, where the document ends otherwise
	maxRoots      = 16       // html and body tags that are merged; the rest is left, as merging takes quadratic time
	maxParsed     = 8 << 20  // bytes of bodies that are parsed at a time: one of the largest, or a hundred others
	maxLinks      = 32 << 20 // bytes of the URLs of a page's links, of which each may be longer than the page is
)

// parsing bounds the bytes that are parsed at the same time.
var parsing = semaphore.NewWeighted(maxParsed)

// admit waits until a body may be parsed. The caller calls done after parsing it.
func admit(body []byte) (done func()) {
	weight := min(int64(len(body)), maxParsed)
	_ = parsing.Acquire(context.Background(), weight) // fails with its context only
	return func() { parsing.Release(weight) }
}

// Cut gives the part of an HTML body that is read: its first million (2²⁰) elements,
// texts, comments and attributes, ending earlier where an element has more than 4,096
// attributes. cut reports whether that is less than the body.
//
// Cost: next to none for bodies that can't have so many, else linear.
func Cut(body []byte) (taken []byte, cut bool) {
	if len(body) <= maxParts {
		return body, false
	}
	// A tag has a text, an element, and perhaps one around it; one of these
	// separators is before each attribute, and may all be of one element.
	tags, separators := bytes.Count(body, []byte("<")), 0
	for _, c := range []byte(" \n\t\r\f/\"'") {
		separators += bytes.Count(body, []byte{c})
	}
	if 3*tags+separators <= maxParts && separators <= 64*maxAttributes {
		return body, false
	}
	end, _ := countParts(body, maxParts)
	return body[:end], end < len(body)
}

// countParts counts the parts of a document up to a limit, and returns the offset where
// it is reached. Reopened formatting elements are not counted, see [survey].
func countParts(body []byte, limit int) (end, parts int) {
	r := &tagReader{body: body}
	z := html.NewTokenizer(r)
	drawn := false
	for parts <= limit {
		kind := z.Next()
		if kind == html.ErrorToken {
			if z.Err() == errAttributes {
				return r.token, parts
			}
			return len(body), parts
		}
		end = r.token
		raw := z.Raw()
		r.token += len(raw)
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			a, behind := tagName(raw[1:])
			drawn = drawn || a == atom.Svg || a == atom.Math
			n, _ := attributes(behind)
			parts += n + elementsOf(a)
			if a == atom.Noscript {
				z.NextIsNotRawText() // as scripting is off
			}
		case html.EndTagToken:
			switch a, _ := tagName(raw[2:]); a {
			case atom.P, atom.Br, atom.Tbody, atom.Thead, atom.Tfoot: // stand for an element, or for one to come
				parts++
			}
		case html.TextToken:
			parts++
			if drawn { // in a drawing there is no raw text
				parts += 2 * bytes.Count(raw, []byte("<"))
			}
		default:
			parts++
		}
	}
	return end, parts
}

// elementsOf gives how many elements a start tag makes at most, with those
// around it that need no tag.
func elementsOf(a atom.Atom) int {
	switch a {
	case atom.Table, atom.Caption, atom.Colgroup:
		return 3
	case atom.Tbody, atom.Thead, atom.Tfoot, atom.Td, atom.Th:
		return 2
	case atom.Col:
		return 4
	}
	return 1
}

// maxName is the length of the longest name of an element that there is a rule for.
const maxName = 12

// tagName gives the element of a tag, 0 for one that there is no rule for, and what stands
// behind its name. Cost: linear in the name.
func tagName(tag []byte) (atom.Atom, []byte) {
	var room [maxName]byte
	for i, c := range tag {
		switch {
		case isSeparator(c) || c == '>':
			if i > len(room) {
				return 0, tag[i:]
			}
			return atom.Lookup(room[:i]), tag[i:]
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		if i < len(room) {
			room[i] = c
		}
	}
	return 0, nil
}

// knownName is tagName for what may be no tag: it reads no further than the longest name goes
// that there is a rule for, as in "<a<a<a..." each name would be all the rest of the document.
// What stands behind a longer one is behind these bytes.
func knownName(tag []byte) (atom.Atom, []byte) {
	head := tag[:min(len(tag), maxName+1)]
	a, behind := tagName(head)
	return a, tag[len(head)-len(behind):]
}

func isSeparator(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '/'
}

// attributes counts the attributes of a tag, of which s is what stands behind
// its name, and gives how long the tag is, as the tokenizer of
// golang.org/x/net/html has them. One that comes twice counts twice.
func attributes(s []byte) (n, length int) {
	i := 0
	skip := func() {
		for i < len(s) && isSeparator(s[i]) && s[i] != '/' {
			i++
		}
	}
	for skip(); i < len(s) && s[i] != '>'; skip() {
		key := i
		for i < len(s) && s[i] != '>' && !isSeparator(s[i]) && (s[i] != '=' || i == key) {
			i++
		}
		if i > key {
			n++
		}
		switch skip(); {
		case i < len(s) && s[i] == '/':
			i++
		case i < len(s) && s[i] == '=':
			i++
			skip()
			i += valueLength(s[i:])
		}
	}
	return n, min(i+1, len(s))
}

// valueLength gives the length of the value that s begins with.
func valueLength(s []byte) int {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		if end := bytes.IndexByte(s[1:], s[0]); end >= 0 {
			return end + 2
		}
		return len(s)
	}
	for i, c := range s {
		if c == '>' || isSeparator(c) && c != '/' {
			return i
		}
	}
	return len(s)
}

var errAttributes = errors.New("an element of too many attributes")

// tagReader reads a document for a tokenizer, which keeps all attributes of a
// tag, and stops in a tag that has too many.
type tagReader struct {
	body  []byte
	at    int // what was read
	token int // where the tokenizer's last token ends
}

func (r *tagReader) Read(p []byte) (int, error) {
	if r.at == len(r.body) {
		return 0, io.EOF
	}
	if under := r.body[r.token:r.at]; len(under) > 2*maxAttributes && under[0] == '<' {
		_, behind := tagName(under[1:])
		if n, _ := attributes(behind); n > maxAttributes {
			return 0, errAttributes
		}
	}
	n := copy(p, r.body[r.at:])
	r.at += n
	return n, nil
}
