package pageeval

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// States reports whether a page has a name as a text of its own, with a label before it or not, outside of links and sentences, and
// nothing for which other reports true: a page that states what it calls otherwise does so ("Nazwa międzynarodowa: amoxicillin"), and
// a list states several. A name that is a number or a date ("1984") is not told from other values, and never stated. Cost: linear in the document, and one or two calls of other for each text node.
func States(doc *html.Node, name string, other func(text string) bool) bool {
	if len(values.Readings(name)) > 0 {
		return false
	}
	s := mapValues(doc, []string{name}, nil)
	stated, same := false, func(text string) bool { return values.Same(text, name) }
	for _, o := range s.occurrences {
		stated = stated || o.first == o.last && !o.prose && !s.inLink(o.element) && says(s.pieces[o.first].node.Data, same)
	}
	if !stated {
		return false
	}
	for _, p := range s.pieces {
		if says(p.node.Data, other) && !says(p.node.Data, same) && !s.inLink(p.element) {
			return false
		}
	}
	return true
}

// says reports whether a text is something, or is without the label before its first colon, which may also be in a name.
func says(text string, is func(text string) bool) bool {
	at := strings.IndexAny(text, ":：")
	return is(strings.TrimSpace(text)) || at >= 0 && is(strings.TrimSpace(strings.TrimLeft(text[at:], ":：")))
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
