package pageeval

import (
	"strings"

	"golang.org/x/net/html"

	"verde/values"
)

// StatesName reports whether a page states a name as a value of its own: some text
// outside of links and sentences is the name, with a label before it or not, and no text
// outside of links is another name, of which isOther is true. So a page that calls its
// entity otherwise states the name ("Nazwa międzynarodowa: amoxicillin"), while a list
// has several names and states none. A name that is a number or a date ("1984") can't be
// told from other values, and is never stated. Cost: linear in the document, and one or
// two calls of isOther for each text node.
func StatesName(doc *html.Node, name string, isOther func(text string) bool) bool {
	if len(values.Readings(name)) > 0 {
		return false
	}
	s := indexValues(doc, []string{name}, nil)
	isName := func(text string) bool { return values.Same(text, name) }
	stated := false
	for _, o := range s.occurrences {
		stated = stated || o.first == o.last && !o.prose && !s.inLink(o.element) && textOrValueIs(s.textNodes[o.first].node.Data, isName)
	}
	if !stated {
		return false
	}
	for _, t := range s.textNodes {
		if textOrValueIs(t.node.Data, isOther) && !textOrValueIs(t.node.Data, isName) && !s.inLink(t.element) {
			return false
		}
	}
	return true
}

// textOrValueIs reports whether is holds for a text, or for what follows its first
// colon: the colon may end a label or be part of a name.
func textOrValueIs(text string, is func(text string) bool) bool {
	at := strings.IndexAny(text, ":：")
	return is(strings.TrimSpace(text)) || at >= 0 && is(strings.TrimSpace(strings.TrimLeft(text[at:], ":：")))
}

// inLink reports whether an element is, or is in, a link.
func (s *valueIndex) inLink(e int) bool {
	for ; e >= 0; e = s.elements[e].parent {
		if isLink(s.elements[e].node) {
			return true
		}
	}
	return false
}
