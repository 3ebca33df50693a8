package pageeval

import (
	"slices"

	"golang.org/x/net/html"
)

// Container is an element that shows the values of a query together.
type Container struct {
	Node    *html.Node
	XPath   string // absolute; selects exactly Node
	CSS     string // selector; selects exactly Node
	Matched int    // required and optional values in it, each counted once
}

// Containers finds the places of a document that show the required values together
// (VerDE §VI): the lowest element that holds an occurrence of each required value and as
// many optional values as possible.
//
// Values at several separate places give several containers, in document order. The
// occurrences of a container are used up: an element around it is a container of its own
// only if it has another occurrence of every required value outside. So the heading and
// table of a book are found although a review on the same page names the book and its
// author, too. For optional values a container is extended upward, but never over
// another container.
//
// Text in head, script, style and other invisible elements does not count. If a required
// value is nowhere there is no container. Without required values, the optional ones
// that occur are required. At most 64 values are looked for. Cost: linear in the
// document, plus its depth for each container.
func Containers(doc *html.Node, required, optional []string) []Container {
	s := indexValues(doc, required, optional)
	var out []Container
	paths := pathFinder{}
	for _, c := range s.containers(true) {
		e := s.elements[c.extended]
		xpath, css := paths.of(e.node)
		out = append(out, Container{Node: e.node, XPath: xpath, CSS: css, Matched: s.countValues(c.extended)})
	}
	return out
}

// containerElements are the two elements of a container.
type containerElements struct {
	core     int // the lowest that holds the required values
	extended int // core or an element around it, with more of the optional values
}

// containers finds the containers of the values, from the innermost out. Occurrences of
// required values in prose count only if prose is true.
func (s *valueIndex) containers(prose bool) (out []containerElements) {
	if len(s.elements) == 0 {
		return nil
	}
	want := s.valuesIn[0]
	if s.required > 0 {
		want = ^uint64(0) >> (maxPatterns - s.required)
	}
	if want == 0 || s.valuesIn[0]&want != want {
		return nil
	}
	unused := make([]uint64, len(s.elements)) // values of each element that no container in it has used up
	for _, o := range s.occurrences {
		if prose || !o.prose {
			unused[o.element] |= 1 << o.pattern
		}
	}
	inside := make([]int, len(s.elements)) // containers in each element
	var cores []int
	for e := len(s.elements) - 1; e >= 0; e-- {
		parent := s.elements[e].parent
		if unused[e]&want == want {
			cores = append(cores, e)
			inside[e]++
		} else if parent >= 0 {
			unused[parent] |= unused[e]
		}
		if parent >= 0 {
			inside[parent] += inside[e]
		}
	}
	slices.Reverse(cores)
	for _, core := range cores {
		out = append(out, containerElements{core, s.extend(core, inside)})
	}
	return out
}

// extend climbs from a container to the lowest ancestor that holds most optional values
// and no other container.
func (s *valueIndex) extend(core int, inside []int) int {
	best := core
	for e := s.elements[core].parent; e >= 0 && inside[e] == inside[core]; e = s.elements[e].parent {
		if s.countValues(e) > s.countValues(best) {
			best = e
		}
	}
	return best
}
