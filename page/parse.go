package page

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
)

// Parse builds the document tree of a UTF-8 HTML body. Scripting is off, so
// that the content of noscript elements is elements and not one text node.
//
// Whatever the body, the tree is at most 512 elements deep, and has at most one and a
// half times the parts that [Cut] allows. A document that would exceed this is parsed
// without the containers (div, span, font and the like) below some depth: its text and
// links stay, in fewer elements. An error says that this gave no tree either.
//
// Parse waits while bodies of 8 MiB in all are being parsed.
//
// Cost: linear in the body, and not more than five times that of a plain one.
func Parse(body []byte) (*html.Node, error) {
	defer admit(body)()
	return parse(body, func() bool { return new(flathtml.Document).Read(body) })
}

var errReopened = errors.New("formatting that is opened again and again")

// parse is Parse without waiting. It calls spelledOut if a bound from above says that the
// parser may make too many elements; true means that it does not.
func parse(body []byte, spelledOut func() bool) (*html.Node, error) {
	body, _ = Cut(body)
	body = endEmpty(body)
	err := errReopened
	was := survey(body)
	if !was.tooMany() || spelledOut() {
		var doc *html.Node
		if doc, err = build(body); err == nil {
			return doc, nil
		}
	}
	ladder := []flattener{{depth: len(body)}, {depth: 256}, {depth: 256, plain: true}, {depth: 64, plain: true}}
	if was.roots <= maxRoots {
		ladder = ladder[1:] // too deep, or too much formatting
	}
	for _, f := range ladder {
		out := f.flatten(body)
		if now := survey(out); now.tooMany() && !f.plain {
			continue
		}
		var doc *html.Node
		if doc, err = build(out); err == nil {
			return doc, nil
		}
	}
	return nil, fmt.Errorf("parsing HTML: %w", err)
}

// endEmpty adds an end tag to text-only elements in XML's notation for empty ones ("<iframe/>"), if no end
// tag follows. HTML ignores the slash: all of the document behind it would be the element's text, and its
// links would be lost. The notation is right in a page that is served as XHTML, which a copy on disk does
// not say. Cost: linear, a fraction of what parsing takes.
func endEmpty(body []byte) []byte {
	last := map[atom.Atom]int{} // end tag, -1 for none
	ends := func(a atom.Atom, after int) bool {
		if _, known := last[a]; !known {
			for last[a] = len(body); last[a] >= 0; {
				last[a] = bytes.LastIndex(body[:last[a]], []byte("</"))
				if b, _ := knownName(body[last[a]+len("</"):]); last[a] >= 0 && b == a {
					break
				}
			}
		}
		return last[a] > after
	}
	var out []byte
	from := 0
	for at := 0; ; at += len("/>") {
		i := bytes.Index(body[at:], []byte("/>"))
		if i < 0 {
			return append(out, body[from:]...)
		}
		start := bytes.LastIndexByte(body[at:at+i], '<')
		if at += i; start < 0 {
			continue
		}
		a, _ := knownName(body[at-i+start+1:])
		if hasTextOnly(a) && !ends(a, at) {
			out = append(append(append(append(out, body[from:at]...), "></"...), a.String()...), '>')
			from = at + len("/>")
		}
	}
}

// hasTextOnly reports whether an element has no child elements.
func hasTextOnly(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Xmp, atom.Iframe, atom.Noembed, atom.Noframes:
		return true
	}
	return false
}

func build(body []byte) (*html.Node, error) {
	return html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
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

// Reader reads pages one after the other into the same memory. It suits a crawl of
// thousands of pages of which little is kept: most are read without building a tree. The
// zero value is ready for use.
type Reader struct{ doc flathtml.Document }

// Read gives the elements and texts of p: those of the tree that [Page.Parse] would
// build. The document is valid until the next call.
//
// Cost: for most pages, a fraction of that of building the tree.
func (r *Reader) Read(p *Page) (*flathtml.Document, error) {
	defer admit(p.Body)()
	if r.doc.Read(p.Body) {
		return &r.doc, nil
	}
	body, cut := Cut(p.Body)
	if cut && r.doc.Read(body) {
		return &r.doc, nil
	}
	root, err := parse(body, func() bool { return false })
	if err != nil {
		return nil, &Error{URL: p.URL, Reason: Unparseable, Err: err}
	}
	r.doc.Fill(root)
	return &r.doc, nil
}

// flattener rewrites a document with fewer elements, each with its end tag in order. It
// tracks open elements in a simpler way than the parser, which closes some by itself and
// reopens others; so the result may still be too deep, and a stricter flattener is tried.
type flattener struct {
	depth int  // elements that are open at once
	plain bool // without formatting elements but links, which hold nothing but text and images

	out   bytes.Buffer
	open  []opened       // from the outside
	kept  []int          // places of those in open that are kept
	count map[string]int // of open, by name
	roots int
	link  bool // open, in a plain document
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
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return f.out.Bytes()
		}
		raw := z.Raw()
		keep := true
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			if keep = f.start(string(name)); string(name) == "noscript" {
				z.NextIsNotRawText() // as scripting is off
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			keep = f.end(string(name))
		}
		if keep {
			f.out.Write(raw)
		}
	}
}

// start processes a start tag, and reports whether to keep it.
func (f *flattener) start(name string) bool {
	a := atom.Lookup([]byte(name))
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source,
		atom.Track, atom.Wbr, atom.Plaintext: // have no content, or all the rest
		return true
	}
	if hasTextOnly(a) {
		return true
	}
	f.endLink()
	switch a {
	case atom.Html, atom.Body:
		f.roots++
		return f.roots <= maxRoots
	case atom.A:
		f.link = f.plain
		return true
	case atom.Head: // is never within itself
		return true
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Option, atom.Optgroup, atom.Tr, atom.Td, atom.Th, atom.Thead, atom.Tbody, atom.Tfoot, atom.Rt, atom.Rp:
		if n := len(f.kept); n > 0 && f.open[f.kept[n-1]].name == name {
			for len(f.kept) == n { // ends where the next begins
				f.pop()
			}
		}
	case atom.Svg, atom.Math: // in them other rules hold
		return false
	}
	if f.plain && isFormatting(a) {
		return false
	}
	keep := len(f.kept) < f.depth
	if keep {
		f.kept = append(f.kept, len(f.open))
	}
	f.open = append(f.open, opened{name, keep})
	f.count[name]++
	return keep
}

// endLink ends a link of a plain document before an element begins or ends
// around it, so that it is not opened again.
func (f *flattener) endLink() {
	if f.link {
		f.out.WriteString("</a>")
		f.link = false
	}
}

// end processes an end tag, and reports whether to keep it: not if its start tag was
// dropped. Elements inside it that have no end tag get one; otherwise the parser may ignore
// this tag as misplaced, and go deeper than was counted. Paragraphs and formatting need
// none.
func (f *flattener) end(name string) bool {
	a := atom.Lookup([]byte(name))
	if f.plain && isFormatting(a) {
		keep := f.link && a == atom.A
		f.link = f.link && !keep
		return keep
	}
	f.endLink()
	if f.count[name] == 0 {
		return a != atom.Svg && a != atom.Math // of an element that is not counted, or of none
	}
	for {
		e := f.pop()
		if e.name == name {
			return e.kept
		}
		if e.kept && e.name != "p" && !isFormatting(atom.Lookup([]byte(e.name))) {
			f.out.WriteString("</" + e.name + ">")
		}
	}
}

func (f *flattener) pop() opened {
	last := len(f.open) - 1
	e := f.open[last]
	f.open = f.open[:last]
	f.count[e.name]--
	if e.kept {
		f.kept = f.kept[:len(f.kept)-1]
	}
	return e
}
