package pageeval

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// step leads from an element to one of its children.
type step struct{ xpath, css string }

// pathfinder gives the paths of elements. It keeps the steps of the elements it
// has met, so that the many rows of one table do not count each other over and
// over.
type pathfinder map[*html.Node]step

// of gives the absolute XPath of n and a CSS selector, which select n and
// nothing else in its document: names with their position among siblings of
// that name where there are several. Names that XPath can't spell and foreign
// ones are given by position among all elements.
func (p pathfinder) of(n *html.Node) (xpath, css string) {
	var xs, cs []string
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		s, ok := p[n]
		if !ok {
			p.steps(n)
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

// steps notes the step of n and of all its siblings.
func (p pathfinder) steps(n *html.Node) {
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

func plainName(s string) bool {
	for i, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_')) {
			return false
		}
	}
	return s != ""
}
