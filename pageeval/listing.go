package pageeval

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A list of entities has rows of one structure, and each row is as structured as a
// data page: its features can't tell it from one, but its surroundings can.
// VerDE is silent on this; the classifier of the paper sees fragments only.

const (
	// minRows is how many siblings of one structure are a list. Many data pages
	// have two or three boxes of one structure (offers, editions, columns).
	minRows = 4
	// minLinkRows is the same for rows that link elsewhere, which are rarer on
	// data pages.
	minLinkRows = 3
	// rowDepth is how many levels of two rows have to be the same.
	rowDepth = 3
)

// rowFinder finds rows of lists in one document.
type rowFinder struct {
	rows map[*html.Node]row // of each element with its siblings, as they are asked for
}

// row is the run of siblings of an element that have its structure and class.
type row struct {
	similar, linked int // siblings with its structure, itself included; of them with a link
	list            list
}

// list is the elements of one structure below a parent.
type list struct {
	parent    *html.Node
	structure int // number of the structure among the parent's children
}

// of gives the row of n.
func (l rowFinder) of(n *html.Node) row {
	if r, ok := l.rows[n]; ok || n.Parent == nil {
		return r
	}
	type key struct {
		sig   uint64
		class string
	}
	count := make(map[key]row)
	keys := make(map[*html.Node]key)
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || invisible(c) {
			continue
		}
		k := key{signature(c, rowDepth), attribute(c, "class")}
		keys[c] = k
		r, old := count[k]
		if !old {
			r.list = list{n.Parent, len(count)}
		}
		r.similar++
		if hasLink(c) {
			r.linked++
		}
		count[k] = r
	}
	for c, k := range keys {
		l.rows[c] = count[k]
	}
	return l.rows[n]
}

// listing reports whether the container core shows the entity that a query
// asked for, which the identifying value (needle 0) names, as one of many:
//
//   - the container is in one of at least minRows siblings of the same
//     structure (a row of a table of results, a post, a review), or
//   - the entity is named there only by links in rows of the same structure
//     (the list of an author's books, whose heading is the author), or
//   - the entity is named there only by links, and neither in the title of the
//     page nor in a first-level heading (the same list with one book in it), or
//   - another required value is there only in rows of a list of which the
//     entity is one row (a shelf with its first and last book in the heading).
func (s *valueMap) listing(l rowFinder, core int) bool {
	for e := core; e >= 0; e = s.elements[e].parent {
		if n := s.elements[e].node; rowLike(n) && l.of(n).similar >= minRows {
			return true
		}
	}
	if s.inRows(l, core) {
		return true
	}
	named, rows, links := false, true, true
	for _, o := range s.occurrences {
		if o.needle != 0 || !s.within(o.element, core) {
			continue
		}
		link, row := s.linked(l, o.element, core)
		named, links, rows = true, links && link, rows && row
	}
	return named && (rows || links && !s.inHeading())
}

// inRows reports whether a required value besides the identifying one is in
// core only in rows of one list of links, and the identifying one is a link in
// a row of the same list: then each row shows an entity, whatever else on the
// page has this one's name. Attributes may be rows of links too, but the entity
// is none of its attributes; and where other books of an author are listed, the
// author is outside of the list as well. Cost: linear in the occurrences, times
// the depth.
func (s *valueMap) inRows(l rowFinder, core int) bool {
	seen := map[list]bool{}
	for _, o := range s.occurrences {
		if o.needle != 0 || !s.within(o.element, core) {
			continue
		}
		if link, _ := s.linked(l, o.element, core); !link {
			continue
		}
		for _, in := range s.listsOf(l, o.element, core) {
			if !seen[in] && s.confined(l, in, core) {
				return true
			}
			seen[in] = true
		}
	}
	return false
}

// confined reports whether some required value besides the identifying one is
// in core, but only in rows of a list.
func (s *valueMap) confined(l rowFinder, to list, core int) bool {
	inside, outside := make([]bool, s.required), make([]bool, s.required)
	for _, o := range s.occurrences {
		if o.needle == 0 || o.needle >= s.required || !s.within(o.element, core) {
			continue
		}
		if slices.Contains(s.listsOf(l, o.element, core), to) {
			inside[o.needle] = true
		} else {
			outside[o.needle] = true
		}
	}
	for needle := range inside {
		if inside[needle] && !outside[needle] {
			return true
		}
	}
	return false
}

// listsOf gives the lists of links in whose rows element e is, within core.
func (s *valueMap) listsOf(l rowFinder, e, core int) []list {
	var out []list
	for ; e >= 0 && e != core; e = s.elements[e].parent {
		if n := s.elements[e].node; rowLike(n) && l.of(n).linked >= minLinkRows {
			out = append(out, l.of(n).list)
		}
	}
	return out
}

// inHeading reports whether the title of the page or a first-level heading has
// the identifying value.
func (s *valueMap) inHeading() bool {
	for _, o := range s.occurrences {
		for e := o.element; o.needle == 0 && e >= 0; e = s.elements[e].parent {
			if s.elements[e].node.DataAtom == atom.H1 {
				return true
			}
		}
	}
	return len(s.elements) > 0 && s.needles[0].In(s.title())
}

// namedAfter reports whether the page is named after the entity: at least half
// of the words of the identifying value (needle 0) are in its title or in its
// headings of the highest level. Titles are cut off, and have a site's name or
// an edition in them, so not all words need to. A page that has neither has no
// name to go by. Cost: linear in the document.
func (s *valueMap) namedAfter() bool {
	name := s.needles[0].Words()
	if len(name) == 0 || len(s.elements) == 0 {
		return true
	}
	said := s.titleWords()
	if len(said) == 0 {
		return true
	}
	if s.needles[0].In(strings.Join(said, " ")) { // a code, parted in other places
		return true
	}
	there := 0
	for _, w := range name {
		if slices.Contains(said, w) {
			there++
		}
	}
	return there*2 >= len(name)
}

// linked reports whether element e is in a link inside core, and whether that
// is in a row of links.
func (s *valueMap) linked(l rowFinder, e, core int) (link, row bool) {
	for ; e >= 0 && e != core; e = s.elements[e].parent {
		n := s.elements[e].node
		link = link || n.DataAtom == atom.A && attribute(n, "href") != ""
		if link && l.of(n).linked >= minLinkRows {
			return true, true
		}
	}
	return link, false
}

// within reports whether element e is core or inside it.
func (s *valueMap) within(e, core int) bool {
	for ; e > core; e = s.elements[e].parent {
	}
	return e == core
}

// rowLike elements can be rows of a list. Cells, words and the page can not.
func rowLike(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Br, atom.Td, atom.Th, atom.B, atom.I, atom.Em, atom.Strong, atom.Font:
		return false
	}
	return true
}

// hasLink reports whether n is or holds a link, looking at its first elements.
func hasLink(n *html.Node) bool {
	if n.DataAtom == atom.A {
		return attribute(n, "href") != ""
	}
	left := maxSignature
	for d := range n.Descendants() {
		if d.DataAtom == atom.A && attribute(d, "href") != "" {
			return true
		}
		if left--; left == 0 {
			break
		}
	}
	return false
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// signature hashes the structure of an element: its name and the names of the
// elements in it down to depth levels.
func signature(n *html.Node, depth int) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	add := func(s string) {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint64(s[i])) * prime
		}
		h = (h ^ 0xff) * prime
	}
	add(n.Data)
	left := maxSignature
	var visit func(n *html.Node, depth int) // as deep as depth, a small constant
	visit = func(n *html.Node, depth int) {
		for c := n.FirstChild; c != nil && left > 0; c = c.NextSibling {
			if c.Type != html.ElementNode || c.DataAtom == atom.Br {
				continue
			}
			left--
			add(c.Data)
			if depth > 1 {
				visit(c, depth-1)
				add("/")
			}
		}
	}
	visit(n, depth)
	return h
}
