// Package archived makes an archived page harmless for display, with some of its values
// marked.
//
// The one idea: an allowlist. The page is parsed, the marked places are wrapped, and
// only elements of text, lists and tables are kept, without any attribute that a browser
// would act on. So it has no script, style, form, frame, image or link. The
// Content-Security-Policy that it is sent with forbids all of these again (see
// [Policy]).
//
// The package is pure: bytes in, bytes out.
package archived

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/antchfx/htmlquery"
	"github.com/antchfx/xpath"
	"github.com/microcosm-cc/bluemonday"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// style is all that styles the page. The page's own style sheets are not shown.
const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:1rem;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.2rem .5rem;text-align:start;vertical-align:top}
mark{background:#ffe08a;color:#1a1a1a;outline:2px solid #a05a00;scroll-margin:4rem}
.verde-container{outline:2px dashed #0a7d5a;outline-offset:4px}
pre{white-space:pre-wrap}`

// Policy is the Content-Security-Policy that a shown page is to be sent with: no
// script, no request of any kind, no style but the one that [Show] writes.
var Policy = func() string {
	sum := sha256.Sum256([]byte(style))
	return "sandbox; default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
}()

// elements may be left of a page.
var elements = []string{"html", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "section", "article", "main", "header", "footer", "nav", "aside", "address",
	"ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "pre", "code", "blockquote", "br", "hr",
	"b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "mark", "q", "cite", "abbr", "time", "bdi", "bdo", "figure", "figcaption", "details", "summary"}

// allowed is what may be left of a page.
var allowed = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(elements...)
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("td", "th")
	p.AllowAttrs("id").Matching(markID).OnElements("mark")
	p.AllowAttrs("class").Matching(containerClass).Globally()
	p.AllowAttrs("id").Matching(containerID).Globally()
	return p
}()

// Shown is a page made harmless.
type Shown struct {
	HTML  []byte // a whole document
	Marks int    // places that were found and marked; the first has the id "mark"
}

// Show gives a page with the nodes at the given XPaths marked, and the container, if
// container is not "", with the id "container". XPaths that lead nowhere, or that can't be read, mark nothing.
// body is UTF-8; parse makes a tree of it. Cost: linear in the page for each XPath.
func Show(body []byte, parse func([]byte) (*nethtml.Node, error), title, container string, places ...string) (Shown, error) {
	doc, err := parse(body)
	if err != nil {
		return Shown{}, fmt.Errorf("reading the page: %w", err)
	}
	var nodes []*nethtml.Node
	for _, place := range places {
		if n := find(doc, place); n != nil {
			nodes = append(nodes, n)
		}
	}
	box := find(doc, container)
	drop(doc)
	if box != nil && box.Type == nethtml.ElementNode {
		if !slices.Contains(elements, box.Data) { // its content would be left without it
			box.Data, box.DataAtom = "div", atom.Div
		}
		box.Attr = append(box.Attr, nethtml.Attribute{Key: "class", Val: "verde-container"}, nethtml.Attribute{Key: "id", Val: "container"})
	}
	s := Shown{}
	for _, n := range nodes {
		if mark(n, s.Marks == 0) {
			s.Marks++
		}
	}
	var b strings.Builder
	if err := nethtml.Render(&b, doc); err != nil {
		return Shown{}, fmt.Errorf("writing the page: %w", err)
	}
	head := "<!doctype html><html><head><meta charset=\"utf-8\"><title>" + html.EscapeString(title) + "</title><style>" + style + "</style></head>"
	s.HTML = append([]byte(head), allowed.SanitizeBytes([]byte(b.String()))...)
	return s, nil
}

// find gives the node at an XPath, of an attribute the element that has it; nil if
// there is none.
func find(doc *nethtml.Node, place string) *nethtml.Node {
	if place == "" || len(place) > maxXPath {
		return nil
	}
	if at := strings.LastIndex(place, "/@"); at > 0 {
		place = place[:at]
	}
	expression, err := xpath.Compile(place)
	if err != nil {
		return nil
	}
	return htmlquery.QuerySelector(doc, expression)
}

// maxXPath bounds an expression, which comes with a request.
const maxXPath = 8 << 10

// drop removes comments and the content of elements that are not read as text, since
// bluemonday keeps the texts of elements that it removes. It also removes ids and classes,
// which could imitate our marks.
func drop(n *nethtml.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == nethtml.CommentNode:
			n.RemoveChild(c)
		case c.Type == nethtml.ElementNode && unread[c.DataAtom]:
			for c.FirstChild != nil { // the place of later siblings stays
				c.RemoveChild(c.FirstChild)
			}
		default:
			c.Attr = slices.DeleteFunc(c.Attr, func(a nethtml.Attribute) bool { return a.Key == "id" || a.Key == "class" })
			drop(c)
		}
		c = next
	}
}

var unread = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Iframe: true, atom.Object: true,
	atom.Svg: true, atom.Math: true, atom.Title: true, atom.Textarea: true, atom.Select: true, atom.Video: true, atom.Audio: true, atom.Canvas: true, atom.Noembed: true, atom.Noframes: true, atom.Xmp: true, atom.Plaintext: true}

// mark wraps a text, or what is in an element, and reports whether it could.
func mark(n *nethtml.Node, first bool) bool {
	m := &nethtml.Node{Type: nethtml.ElementNode, Data: "mark", DataAtom: atom.Mark}
	if first {
		m.Attr = []nethtml.Attribute{{Key: "id", Val: "mark"}}
	}
	switch {
	case n.Type == nethtml.TextNode && n.Parent != nil:
		n.Parent.InsertBefore(m, n)
		n.Parent.RemoveChild(n)
		m.AppendChild(n)
	case n.Type == nethtml.ElementNode && n.FirstChild != nil && !structure[n.DataAtom]:
		for n.FirstChild != nil {
			c := n.FirstChild
			n.RemoveChild(c)
			m.AppendChild(c)
		}
		n.AppendChild(m)
	default:
		return false
	}
	return true
}

// structure are elements whose content can't be wrapped, or whose wrapping would mark
// the whole page.
var structure = map[atom.Atom]bool{atom.Html: true, atom.Head: true, atom.Body: true, atom.Table: true, atom.Tbody: true, atom.Thead: true, atom.Tfoot: true, atom.Tr: true, atom.Ul: true, atom.Ol: true, atom.Dl: true}

var (
	markID         = regexp.MustCompile(`^mark$`)
	containerID    = regexp.MustCompile(`^container$`)
	containerClass = regexp.MustCompile(`^verde-container$`)
)
