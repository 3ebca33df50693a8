package pageeval

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// States reports whether a page has a name as a text of its own, with a label before it or not, outside of links and sentences, and
// nothing for which other reports true: a page that states what it calls otherwise does so ("Nazwa międzynarodowa: amoxicillin"), and
// a list states several. Cost: linear in the document, and a call of other for each text node.
func States(doc *html.Node, name string, other func(text string) bool) bool {
	s := mapValues(doc, []string{name}, nil)
	stated := false
	for _, o := range s.occurrences {
		stated = stated || o.first == o.last && !o.prose && !s.inLink(o.element) && values.Same(afterLabel(s.pieces[o.first].node.Data), name)
	}
	if !stated {
		return false
	}
	for _, p := range s.pieces {
		if text := afterLabel(p.node.Data); !values.Same(text, name) && !s.inLink(p.element) && other(text) {
			return false
		}
	}
	return true
}

// afterLabel is a text without a label before it.
func afterLabel(text string) string {
	if at := strings.IndexAny(text, ":："); at >= 0 {
		return strings.TrimSpace(strings.TrimLeft(text[at:], ":："))
	}
	return strings.TrimSpace(text)
}

// inLink reports whether an element is, or is in, a link.
func (s *valueMap) inLink(e int) bool {
	for ; e >= 0; e = s.elements[e].parent {
		if n := s.elements[e].node; n.DataAtom == atom.A && attribute(n, "href") != "" {
			return true
		}
	}
	return false
}
