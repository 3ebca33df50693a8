package page

import (
	"bytes"
	"fmt"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/page/flat"
)

// Limits of a document tree.
const (
	maxTags  = 1 << 20 // of a document; what stands behind is left
	maxRoots = 16      // html and body tags of a document that are merged; the rest is left, as merging takes quadratic time
)

// Parse builds the document tree of a UTF-8 HTML body. Scripting is off, so
// that the content of noscript elements is elements and not one text node.
//
// Whatever the body, the tree is at most 512 elements deep. A document that is
// deeper is parsed again without the containers (div, span, font and the like)
// below some depth: its text and its links stay, in fewer elements. Of a
// document of more than a million tags the first million count. An error says
// that none of this gave a tree.
//
// Cost: linear in the body, and not more than five times that of a plain one.
func Parse(body []byte) (*html.Node, error) {
	doc, err := html.ParseWithOptions(bytes.NewReader(trim(body)), html.ParseOptionEnableScripting(false))
	for _, f := range []flattener{{depth: 256}, {depth: 256, plain: true}, {depth: 32, plain: true}, {depth: 4, plain: true}} {
		if err == nil {
			return doc, nil
		}
		doc, err = html.ParseWithOptions(bytes.NewReader(f.flatten(body)), html.ParseOptionEnableScripting(false))
	}
	if err != nil {
		return nil, fmt.Errorf("parsing HTML: %w", err)
	}
	return doc, nil
}

// Parse builds the document tree of p. A body that has none is an [*Error]
// with reason [Unparseable].
func (p *Page) Parse() (*html.Node, error) {
	doc, err := Parse(p.Body)
	if err != nil {
		return nil, &Error{URL: p.URL, Reason: Unparseable, Err: err}
	}
	return doc, nil
}

// Reader reads pages one after the other into the same space. It is for those
// who go through thousands of pages of which they keep little: see package
// flat. The zero value is ready for use.
type Reader struct{ doc flat.Document }

// Read gives the elements and texts of p, those of the tree that [Page.Parse]
// builds. The document is good until the next call.
//
// Cost: for most pages, a fraction of that of building the tree.
func (r *Reader) Read(p *Page) (*flat.Document, error) {
	if body := trim(p.Body); len(body) == len(p.Body) && r.doc.Read(body) {
		return &r.doc, nil
	}
	root, err := p.Parse()
	if err != nil {
		return nil, err
	}
	r.doc.Fill(root)
	return &r.doc, nil
}

// trim gives a body that takes linear time to parse: the body itself, unless
// it has more html and body tags, or more tags at all, than are taken.
func trim(body []byte) []byte {
	tags, roots := 0, 0
	for rest := body; ; {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return body
		}
		rest = rest[i+1:]
		if tags++; hasTag(rest, "body") || hasTag(rest, "html") {
			roots++
		}
		if tags > maxTags || roots > maxRoots {
			return (&flattener{depth: len(body)}).flatten(body)
		}
	}
}

// hasTag tells whether what follows "<" is a tag of this name, or one that
// begins alike.
func hasTag(s []byte, name string) bool {
	return len(s) >= len(name) && bytes.EqualFold(s[:len(name)], []byte(name))
}

// flattener rewrites a document with fewer tags. It keeps count of what is
// open in a simpler way than the parser, which closes elements by itself and
// opens others again; so it may take more than one try.
type flattener struct {
	depth int  // elements that are open at once
	plain bool // without formatting elements, which the parser opens again after others have ended

	out   bytes.Buffer
	open  []opened       // from the outside
	count map[string]int // of open, by name
	kept  int            // of open
	roots int
}

// opened is an element that is open.
type opened struct {
	name string
	kept bool
}

func (f *flattener) flatten(body []byte) []byte {
	f.out.Grow(len(body))
	f.count = make(map[string]int)
	z := html.NewTokenizer(bytes.NewReader(body))
	for range maxTags {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := z.Raw()
		keep := true
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			keep = f.start(string(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			keep = f.end(string(name))
		}
		if keep {
			f.out.Write(raw)
		}
	}
	return f.out.Bytes()
}

// start takes a start tag, and tells whether to keep it.
func (f *flattener) start(name string) bool {
	a := atom.Lookup([]byte(name))
	switch a {
	case atom.Html, atom.Body:
		f.roots++
		return f.roots <= maxRoots
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source,
		atom.Track, atom.Wbr, // have no content
		atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Xmp, atom.Iframe, atom.Noembed, atom.Noframes, atom.Plaintext, // have text only
		atom.A, atom.Head: // are never within themselves
		return true
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Option, atom.Optgroup, atom.Tr, atom.Td, atom.Th, atom.Thead, atom.Tbody, atom.Tfoot, atom.Rt, atom.Rp:
		if n := len(f.open); n > 0 && f.open[n-1].name == name {
			f.pop() // ends where the next begins
		}
	}
	keep := f.kept < f.depth
	switch a {
	case atom.Svg, atom.Math:
		keep = false // in them other rules hold
	case atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		keep = keep && !f.plain
	}
	f.open = append(f.open, opened{name, keep})
	f.count[name]++
	if keep {
		f.kept++
	}
	return keep
}

// end takes an end tag, and tells whether to keep it: those of elements that
// were left are left.
func (f *flattener) end(name string) bool {
	if f.count[name] == 0 {
		return true // of an element that is not counted, or of none
	}
	for {
		if e := f.pop(); e.name == name {
			return e.kept
		}
	}
}

func (f *flattener) pop() opened {
	last := len(f.open) - 1
	e := f.open[last]
	f.open = f.open[:last]
	f.count[e.name]--
	if e.kept {
		f.kept--
	}
	return e
}
