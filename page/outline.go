package page

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
)

// Notation is how much of each element is written in a link-path (INDESIT 2004
// uses lists of tags; SSUP 2014 and 2019 compare the three notations).
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

// LinkPath is the number of a link-path: the path of elements from the root of a document
// to an anchor, in some notation. Numbers are comparable if they come from the same [Paths].
type LinkPath uint32

// Paths numbers link-paths, so that schemas are short slices of integers. One
// serves all pages of a site. The zero value is ready for use, and safe for
// concurrent use.
type Paths struct {
	mu    sync.RWMutex
	ids   map[string]LinkPath
	names []string
	size  int // of the names
}

// Bounds of the link-paths of a site. Beyond maxPaths all further ones share the number
// of restPath; a longer path is cut. The sites that were looked at take some kilobytes,
// and none has more than a few hundred link-paths.
const (
	maxPaths = 64 << 20 // bytes
	maxPath  = 16 << 10 // bytes
	restPath = "..."
)

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
	if p.size+len(name) > maxPaths {
		name = []byte(restPath)
	}
	if id, ok := p.ids[string(name)]; ok {
		return id
	}
	if p.ids == nil {
		p.ids = make(map[string]LinkPath)
	}
	id = LinkPath(len(p.names))
	s := string(name)
	p.ids[s], p.names, p.size = id, append(p.names, s), p.size+len(s)
	return id
}

// Schema is a page's set of link-paths (INDESIT 2004's page schema), sorted.
type Schema []LinkPath

// Similarity is the Jaccard coefficient of two schemas (SSUP 2019, Equation 3).
// Two pages without links are alike: 1. Cost: linear in both.
func (s Schema) Similarity(t Schema) float64 { return jaccard(s, t) }

// Distance is the size of the symmetric difference of two schemas, the page
// distance of INDESIT 2004. Cost: linear in both.
func (s Schema) Distance(t Schema) int { return len(s) + len(t) - 2*common(s, t) }

// jaccard is the Jaccard coefficient of two sorted lists without repetitions, 1 of
// two empty ones.
func jaccard[S ~[]E, E cmp.Ordered](s, t S) float64 {
	if len(s) == 0 && len(t) == 0 {
		return 1
	}
	both := common(s, t)
	return float64(both) / float64(len(s)+len(t)-both)
}

// common counts what two sorted lists both have.
func common[S ~[]E, E cmp.Ordered](s, t S) int {
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
	Text string   // anchor text, white space collapsed, at most MaxAnchorText bytes; "" from OutlineOf
	Path LinkPath // from the root to the anchor
	node int32    // index of the anchor in the document
}

// MaxAnchorText bounds the text kept of a link, in bytes.
const MaxAnchorText = 160

// Outline is what is kept of a parsed page: its links in document order, the
// set of their link-paths, and what the page says about its own address.
type Outline struct {
	URL        string      // normal URL of the page
	Title      string      // content of the title element, white space collapsed, at most MaxAnchorText bytes
	Canonical  string      // normal URL that it says is its own (rel=canonical), "" if none
	Up         string      // normal URL of the page above it in the site's order, as it says itself (rel=up), "" if it names none
	Language   string      // of the document by its html element, in lower case ("de", "pt-br"), "" if it does not say
	Parts      []string    // normal URLs of its next and prev relations: further parts of a list
	Frames     []string    // normal URLs of the documents in its frames
	Alternates []Alternate // other forms of the page that it names
	Links      []Link
	Dropped    int // links that are left out, since the URLs of those before exceed 32 MiB
	Schema     Schema
}

// Alternate is the same content at another URL: in another language, for print or
// for other devices.
type Alternate struct {
	URL      string // normal
	Language string // lower case, as hreflang has it ("de", "pt-br", "x-default"); "" for another form of the same language
}

// AnyLanguage is the hreflang value of a page that asks visitors for their language.
const AnyLanguage = "x-default"

// maxAlternates bounds the alternates, parts and frames of a page, each. It is more than
// the languages of any site.
const maxAlternates = 250

// NewOutline makes the outline of p from its document tree. Anchors (a and area elements
// with href) count if they resolve to http or https, on the site or off it. Each anchor
// gives a link, also if another one has the same URL or link-path.
//
// Cost: one walk over the tree, with one path string per distinct link-path.
func NewOutline(p *Page, doc *html.Node, paths *Paths, notation Notation) *Outline {
	var d flathtml.Document
	d.Fill(doc)
	o := OutlineOf(p, &d, paths, notation)
	for i := range o.Links {
		l := &o.Links[i]
		l.Text = collapsedText(&d, int(l.node))
	}
	return o
}

// OutlineOf is [NewOutline] for a flat document, without the texts of the links.
// Cost: one walk over its nodes.
func OutlineOf(p *Page, doc *flathtml.Document, paths *Paths, notation Notation) *Outline {
	o := &Outline{URL: p.URL}
	base, err := locate(p.URL)
	if err != nil {
		return o
	}
	w := walker{Document: doc, o: o, base: base, paths: paths, notation: notation}
	w.findBase()
	w.base.encode(p.Charset)
	for i := range doc.Nodes {
		w.visit(i)
	}
	o.Schema = make(Schema, 0, 32)
	for _, l := range o.Links {
		if n := len(o.Schema); n == 0 || o.Schema[n-1] != l.Path {
			o.Schema = append(o.Schema, l.Path)
		}
	}
	slices.Sort(o.Schema)
	o.Schema = slices.Clone(slices.Compact(o.Schema)) // kept for long, the scratch is not
	return o
}

type walker struct {
	*flathtml.Document
	o        *Outline
	base     *location
	paths    *Paths
	notation Notation
	path     []byte    // spelled out
	spelled  []element // the elements of path
	climbed  []int32   // scratch: elements to be appended, innermost first
	names    []string  // scratch for sorted attributes
	length   int       // of the links' URLs
}

// element is an element of the walker's path.
type element struct {
	node   int32
	length int // of path up to its end
}

// findBase applies the first base element, which may stand after links.
func (w *walker) findBase() {
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if n.Atom != atom.Base {
			continue
		}
		if href, ok := w.Attribute(n, "href"); ok {
			if u, err := w.base.resolve(href); err == nil {
				w.base, _ = locate(u)
			}
			return
		}
	}
}

// visit notes what the i-th node says.
func (w *walker) visit(i int) {
	n := &w.Nodes[i]
	switch n.Atom {
	case atom.A, atom.Area:
		if href, ok := w.Attribute(n, "href"); ok {
			if w.length > maxLinks {
				w.o.Dropped++
			} else if u := w.resolve(href); u != "" {
				w.length += len(u)
				w.o.Links = append(w.o.Links, Link{URL: u, Path: w.linkPath(int32(i)), node: int32(i)})
				if rel, ok := w.Attribute(n, "rel"); ok {
					if r := (Relation{Rel: strings.ToLower(rel), Href: href}); r.is("up") {
						w.o.relate(r, w.resolve)
					}
				}
			}
		}
	case atom.Frame, atom.Iframe:
		if src, ok := w.Attribute(n, "src"); ok && !n.Foreign && len(w.o.Frames) < maxAlternates {
			if u := w.resolve(src); u != "" {
				w.o.Frames = append(w.o.Frames, u)
			}
		}
	case atom.Html:
		if w.o.Language == "" {
			language, _ := w.Attribute(n, "lang")
			if language = strings.ToLower(strings.TrimSpace(language)); len(language) <= maxLanguage {
				w.o.Language = language
			}
		}
	case atom.Title:
		if w.o.Title == "" && !n.Foreign {
			w.o.Title = collapsedText(w.Document, i)
		}
	case atom.Link:
		if _, ok := w.Attribute(n, "href"); ok {
			w.o.relate(w.relation(n), w.resolve)
		}
	}
}

// maxLanguage is the length of a language tag, in bytes; RFC 5646 has room for
// all registered ones in 35.
const maxLanguage = 35

// relation reads a link element.
func (w *walker) relation(n *flathtml.Node) Relation {
	get := func(name string) string {
		value, _ := w.Attribute(n, name)
		return value
	}
	return Relation{strings.ToLower(get("rel")), get("href"), get("hreflang"), get("media"), get("type")}
}

// linkPath gives the link-path of the i-th node. The prefix that it shares with the last
// path is not spelled out again.
func (w *walker) linkPath(i int32) LinkPath {
	last := len(w.spelled) - 1
	for last >= 0 && w.Nodes[w.spelled[last].node].End <= i {
		last--
	}
	w.spelled = w.spelled[:last+1]
	within, length := int32(-1), 0
	if last >= 0 {
		within, length = w.spelled[last].node, w.spelled[last].length
	}
	w.path = w.path[:length]
	w.climbed = w.climbed[:0]
	for at := i; at != within; at = w.Nodes[at].Parent {
		w.climbed = append(w.climbed, at)
	}
	for _, at := range slices.Backward(w.climbed) {
		w.spell(&w.Nodes[at])
		w.spelled = append(w.spelled, element{at, len(w.path)})
	}
	return w.paths.intern(w.path)
}

// spell appends n to the path in the walker's notation, if there is room.
func (w *walker) spell(n *flathtml.Node) {
	defer func() { w.path = w.path[:min(len(w.path), maxPath)] }()
	if len(w.path) == maxPath {
		return
	}
	if len(w.path) > 0 {
		w.path = append(w.path, '/')
	}
	w.path, w.names = appendElement(w.path, w.names[:0], n.Data, w.Attributes(n), n.Atom == atom.A || n.Atom == atom.Area, w.notation)
}

// appendElement appends an element to a path in a notation. names is scratch, which is
// given back to be used again.
func appendElement(path []byte, names []string, element string, attrs []html.Attribute, anchor bool, notation Notation) ([]byte, []string) {
	path = append(path, element...)
	if notation == Tag || len(attrs) == 0 {
		return path, names
	}
	for _, a := range attrs {
		name := a.Key
		if notation == TagAttrValue && !(anchor && a.Key == "href") {
			name += "=" + a.Val
		}
		names = append(names, name)
	}
	slices.Sort(names)
	path = append(path, '[')
	for i, name := range names {
		if i > 0 {
			path = append(path, ',')
		}
		path = append(path, name...)
	}
	return append(path, ']'), names
}

// resolve gives the normal URL of a reference, "" if it has none.
func (w *walker) resolve(href string) string {
	u, err := w.base.join(href)
	if err != nil {
		return ""
	}
	return u
}

// collapsedText gives the text within the i-th node, white space collapsed, up to
// MaxAnchorText bytes. An image speaks by its alt attribute.
func collapsedText(d *flathtml.Document, i int) string {
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
	for k := i + 1; k < int(d.Nodes[i].End); k++ {
		n, ok := &d.Nodes[k], true
		switch {
		case n.Text:
			ok = add(n.Data)
		case n.Atom == atom.Img:
			if alt, has := d.Attribute(n, "alt"); has {
				ok = add(alt)
			}
		}
		if !ok {
			break
		}
	}
	return b.String()
}
