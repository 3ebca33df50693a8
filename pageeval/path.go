package pageeval

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// step is the last step of an element's path, from its parent.
type step struct{ xpath, css string }

// pathFinder gives the paths of elements. It keeps the steps of all siblings of an
// element it has met, so that the rows of a long table are counted once.
type pathFinder map[*html.Node]step

// of gives the absolute XPath of n and a CSS selector, each of which selects n and
// nothing else in its document. A step is the element's name, with its position among
// siblings of that name where there are several. Names that XPath can't spell and
// foreign ones (SVG, MathML) are given by position among all elements. Cost: linear in
// the depth, and in the siblings on the way when they are met first.
func (p pathFinder) of(n *html.Node) (xpath, css string) {
	var xs, cs []string
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		s, ok := p[n]
		if !ok {
			p.addSiblings(n)
			s = p[n]
		}
		xs, cs = append(xs, s.xpath), append(cs, s.css)
	}
	if len(cs) > 0 {
		cs[len(cs)-1] = ":root" // within SVG there can be an element html too
	}
	slices.Reverse(xs)
	slices.Reverse(cs)
	return "/" + strings.Join(xs, "/"), strings.Join(cs, " > ")
}

// addSiblings adds the steps of n and of all its siblings.
func (p pathFinder) addSiblings(n *html.Node) {
	first := n
	for first.PrevSibling != nil {
		first = first.PrevSibling
	}
	total := make(map[string]int)
	for s := first; s != nil; s = s.NextSibling {
		if s.Type == html.ElementNode {
			total[s.Data]++
		}
	}
	seen, all := make(map[string]int, len(total)), 0
	for s := first; s != nil; s = s.NextSibling {
		if s.Type != html.ElementNode {
			continue
		}
		all++
		seen[s.Data]++
		switch {
		case s.Namespace != "" || !plainName(s.Data):
			at := strconv.Itoa(all)
			p[s] = step{"*[" + at + "]", ":nth-child(" + at + ")"}
		case total[s.Data] > 1:
			at := strconv.Itoa(seen[s.Data])
			p[s] = step{s.Data + "[" + at + "]", s.Data + ":nth-of-type(" + at + ")"}
		default:
			p[s] = step{s.Data, s.Data}
		}
	}
}

// plainName reports whether a name can stand in an XPath and in a selector as it is.
func plainName(s string) bool {
	for i, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_')) {
			return false
		}
	}
	return s != ""
}
