package page

import (
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Notation is how much of each element a link-path spells out (INDESIT 2004
// writes them as tag-lists; SSUP 2014 and 2019 compare the three).
type Notation uint8

const (
	TagAttr      Notation = iota // element names with their sorted attribute names: the default, it measured best in both papers
	Tag                          // element names alone
	TagAttrValue                 // names, attributes and values; the value of an anchor's href is left out
)

// ParseNotation reads "tag", "tag+attr" or "tag+attr+value".
func ParseNotation(s string) (Notation, bool) {
	for n, name := range notationNames {
		if s == name {
			return Notation(n), true
		}
	}
	return 0, false
}

var notationNames = [...]string{TagAttr: "tag+attr", Tag: "tag", TagAttrValue: "tag+attr+value"}

func (n Notation) String() string { return notationNames[n] }

// LinkPath stands for the path of elements from the root of a document to an
// anchor, in some notation. Link-paths are equal if their numbers are, as long
// as they come from the same [Paths].
type LinkPath uint32

// Paths numbers link-paths, so that schemas are short slices of integers. One
// serves all pages of a site. The zero value is ready for use, and safe for
// concurrent use.
type Paths struct {
	mu    sync.RWMutex
	ids   map[string]LinkPath
	names []string
}

// Name spells a link-path out, as in "html/body/ul[class]/li/a[href]".
func (p *Paths) Name(lp LinkPath) string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if int(lp) >= len(p.names) {
		return ""
	}
	return p.names[lp]
}

// Intern gives the number of a spelled-out link-path.
func (p *Paths) Intern(name string) LinkPath { return p.intern([]byte(name)) }

func (p *Paths) intern(name []byte) LinkPath {
	p.mu.RLock()
	id, ok := p.ids[string(name)]
	p.mu.RUnlock()
	if ok {
		return id
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if id, ok := p.ids[string(name)]; ok {
		return id
	}
	if p.ids == nil {
		p.ids = make(map[string]LinkPath)
	}
	id = LinkPath(len(p.names))
	s := string(name)
	p.ids[s], p.names = id, append(p.names, s)
	return id
}

// Schema is a page's set of link-paths (INDESIT 2004's page schema), sorted.
type Schema []LinkPath

// Similarity is the Jaccard coefficient of two schemas (SSUP 2019, Equation 3).
// Two pages without links are alike: 1. Cost: linear in both.
func (s Schema) Similarity(t Schema) float64 {
	if len(s) == 0 && len(t) == 0 {
		return 1
	}
	both := s.common(t)
	return float64(both) / float64(len(s)+len(t)-both)
}

// Distance is the size of the symmetric difference of two schemas, the page
// distance of INDESIT 2004. Cost: linear in both.
func (s Schema) Distance(t Schema) int { return len(s) + len(t) - 2*s.common(t) }

func (s Schema) common(t Schema) int {
	n := 0
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0] == t[0]:
			n++
			s, t = s[1:], t[1:]
		case s[0] < t[0]:
			s = s[1:]
		default:
			t = t[1:]
		}
	}
	return n
}

// Link is an anchor of a page.
type Link struct {
	URL  string   // normal URL it points to
	Text string   // anchor text, white space folded, at most MaxAnchorText bytes
	Path LinkPath // where it hangs
}

// MaxAnchorText bounds the text kept of a link, in bytes.
const MaxAnchorText = 160

// Outline is what is kept of a parsed page: its links in document order, the
// set of their link-paths, and what the page says about its own address.
type Outline struct {
	URL       string // normal URL of the page
	Title     string // content of the title element, white space folded
	Canonical string // normal URL of its canonical link element, "" if none
	Links     []Link
	Schema    Schema
}

// NewOutline reads the outline of the document doc, which was fetched from the
// normal URL pageURL. Anchors (a and area elements with href) count if they
// resolve to http or https, whether on the site or off it. A URL that hangs on
// several link-paths, or several times on one, gives several links.
//
// Cost: one walk over the tree, with one path string per distinct link-path.
func NewOutline(pageURL string, doc *html.Node, paths *Paths, notation Notation) *Outline {
	o := &Outline{URL: pageURL}
	base, err := url.Parse(pageURL)
	if err != nil {
		return o
	}
	w := walker{o: o, base: base, paths: paths, notation: notation, resolved: make(map[string]string)}
	w.findBase(doc)
	w.plain = plainBase(w.base)
	w.walk(doc)
	o.Schema = make(Schema, 0, 32)
	for _, l := range o.Links {
		o.Schema = append(o.Schema, l.Path)
	}
	slices.Sort(o.Schema)
	o.Schema = slices.Clip(slices.Compact(o.Schema))
	return o
}

type walker struct {
	o        *Outline
	base     *url.URL
	plain    directory
	paths    *Paths
	notation Notation
	path     []byte            // the element path of the current node
	resolved map[string]string // href -> normal URL, "" if none
	names    []string          // scratch for sorted attributes
}

// findBase applies the first base element, which may stand after links.
func (w *walker) findBase(doc *html.Node) {
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Base && n.Type == html.ElementNode {
			if href, ok := attr(n, "href"); ok {
				if u, err := parse(href); err == nil {
					w.base = w.base.ResolveReference(u)
				}
				return
			}
		}
	}
}

// walk visits the tree in document order without recursion.
func (w *walker) walk(root *html.Node) {
	var lengths []int
	for n := root; n != nil; {
		lengths = append(lengths, len(w.path))
		if n.Type == html.ElementNode {
			w.enter(n)
		}
		if n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			w.path = w.path[:lengths[len(lengths)-1]]
			lengths = lengths[:len(lengths)-1]
			if n == root {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
}

func (w *walker) enter(n *html.Node) {
	anchor := n.DataAtom == atom.A || n.DataAtom == atom.Area
	w.element(n, anchor)
	switch {
	case anchor:
		if href, ok := attr(n, "href"); ok {
			if u := w.resolve(href); u != "" {
				w.o.Links = append(w.o.Links, Link{URL: u, Text: anchorText(n), Path: w.paths.intern(w.path)})
			}
		}
	case n.DataAtom == atom.Title && w.o.Title == "" && n.Namespace == "":
		w.o.Title = anchorText(n)
	case n.DataAtom == atom.Link && w.o.Canonical == "":
		if rel, _ := attr(n, "rel"); strings.EqualFold(strings.TrimSpace(rel), "canonical") {
			if href, ok := attr(n, "href"); ok {
				w.o.Canonical = w.resolve(href)
			}
		}
	}
}

// element appends n to the path in the walker's notation.
func (w *walker) element(n *html.Node, anchor bool) {
	if len(w.path) > 0 {
		w.path = append(w.path, '/')
	}
	w.path = append(w.path, n.Data...)
	if w.notation == Tag || len(n.Attr) == 0 {
		return
	}
	w.names = w.names[:0]
	for _, a := range n.Attr {
		name := a.Key
		if w.notation == TagAttrValue && !(anchor && a.Key == "href") {
			name += "=" + a.Val
		}
		w.names = append(w.names, name)
	}
	slices.Sort(w.names)
	w.path = append(w.path, '[')
	for i, name := range w.names {
		if i > 0 {
			w.path = append(w.path, ',')
		}
		w.path = append(w.path, name...)
	}
	w.path = append(w.path, ']')
}

func (w *walker) resolve(href string) string {
	if u, ok := w.resolved[href]; ok {
		return u
	}
	u, ok := w.plain.resolve(href)
	if !ok {
		var err error
		if u, err = resolve(w.base, href); err != nil {
			u = ""
		}
	}
	w.resolved[href] = u
	return u
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// anchorText folds the text below n, up to MaxAnchorText bytes. An image
// speaks by its alt attribute.
func anchorText(n *html.Node) string {
	var b strings.Builder
	space := false
	add := func(s string) bool {
		for _, r := range s {
			if unicode.IsSpace(r) {
				space = b.Len() > 0
				continue
			}
			if b.Len()+utf8.RuneLen(r)+1 > MaxAnchorText {
				return false
			}
			if space {
				b.WriteByte(' ')
				space = false
			}
			b.WriteRune(r)
		}
		return true
	}
	for d := range n.Descendants() {
		ok := true
		switch {
		case d.Type == html.TextNode:
			ok = add(d.Data)
		case d.DataAtom == atom.Img:
			if alt, has := attr(d, "alt"); has {
				ok = add(alt)
			}
		}
		if !ok {
			break
		}
	}
	return b.String()
}
