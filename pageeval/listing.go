package pageeval

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A list of things has rows of one make, and each row is as structured as a
// data page: its features can't tell it from one, but its surroundings can.
// VerDE is silent on this; the classifier of the paper sees fragments only.

const (
	// minRows is how many siblings of one make are a list. Two or three boxes
	// of one make stand on many data pages (offers, editions, columns).
	minRows = 4
	// minLinkRows is the same for rows that link elsewhere, which are rarer on
	// data pages.
	minLinkRows = 3
	// rowDepth is how many levels of two rows have to be the same.
	rowDepth = 3
)

// lister finds rows of lists in one document.
type lister struct {
	rows map[*html.Node]row // of each element with its siblings, as they are asked for
}

// row says how many siblings of an element, itself included, are of its make,
// how many of those hold a link, and which list they are.
type row struct {
	like, linked int
	list         list
}

// list is the elements of one make below a parent, the makes numbered.
type list struct {
	parent *html.Node
	make   int
}

// of is the row of n.
func (l lister) of(n *html.Node) row {
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
		r.like++
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

// listing reports whether the place core shows the thing that a query asked
// for, which the identifying value (needle 0) names, as one of many:
//
//   - the place is in one of at least minRows siblings of one make (a row of
//     a table of results, a post, a review), or
//   - all that names the thing there is links in rows of one make (the list of
//     an author's books, whose heading is the author), or
//   - all that names the thing there is links, and neither the title of the
//     page nor a first-level heading does (the same list with one book in it), or
//   - what else is required stands there only in rows of a list that has the
//     thing among them (a shelf headed by the first and the last that is on it).
func (s *sheet) listing(l lister, core int) bool {
	for e := core; e >= 0; e = s.elements[e].parent {
		if n := s.elements[e].node; rowLike(n) && l.of(n).like >= minRows {
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
	return named && (rows || links && !s.headed())
}

// inRows reports whether a required value beside the identifying one stands in
// core only in rows of one list of links, and the identifying one is a link in a
// row of it: each shows a thing, of which this is one, whatever else on the page
// has its name. Attributes may be rows of links too, but the thing is none of
// its attributes; and where others of its maker are listed, the maker stands
// outside of the list as well. Cost: linear in the occurrences, times the depth.
func (s *sheet) inRows(l lister, core int) bool {
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

// confined reports whether some required value beside the identifying one stands
// in core, but only in rows of a list.
func (s *sheet) confined(l lister, to list, core int) bool {
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
func (s *sheet) listsOf(l lister, e, core int) []list {
	var out []list
	for ; e >= 0 && e != core; e = s.elements[e].parent {
		if n := s.elements[e].node; rowLike(n) && l.of(n).linked >= minLinkRows {
			out = append(out, l.of(n).list)
		}
	}
	return out
}

// headed reports whether the title of the page or a first-level heading has
// the identifying value.
func (s *sheet) headed() bool {
	for _, o := range s.occurrences {
		for e := o.element; o.needle == 0 && e >= 0; e = s.elements[e].parent {
			if s.elements[e].node.DataAtom == atom.H1 {
				return true
			}
		}
	}
	return len(s.elements) > 0 && s.needles[0].In(s.title())
}

// namedAfter reports whether the page is named after the thing: at least half of
// the words of the identifying value (needle 0) stand in its title or in its
// headings of the highest level. Titles are cut off, and have a site's name or
// an edition in them, so not all words need to. A page that has neither has no
// name to go by. Cost: linear in the document.
func (s *sheet) namedAfter() bool {
	name := s.needles[0].Words()
	if len(name) == 0 || len(s.elements) == 0 {
		return true
	}
	said := s.titleWords()
	if len(said) == 0 {
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
func (s *sheet) linked(l lister, e, core int) (link, row bool) {
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
func (s *sheet) within(e, core int) bool {
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
