package pageeval

import (
	"math/bits"
	"slices"

	"golang.org/x/net/html"

	"verde/values"
)

// Container is an element that shows the values of a query together.
type Container struct {
	Node    *html.Node
	XPath   string // absolute; selects exactly Node
	CSS     string // selector; selects exactly Node
	Matched int    // required and optional values in it, each once
}

// Containers finds the places of a document that show the required values
// together (VerDE §VI): the lowest element that holds an occurrence of each
// of them and, of the optional values found, as many as possible.
//
// Values at several separate places give several containers, in document
// order. Once a place has every required value, its occurrences are used up:
// an element around it is a container of its own only if it has another
// occurrence of every required value outside. So a review that names a book
// and its author does not hide the heading and the table that do so too. For
// optional values a container grows upward, but never over another place.
//
// Text in head, script, style and other invisible elements does not count. If
// a required value is nowhere there is no container; without required values
// the optional ones that occur are required. At most 64 values are looked
// for. Cost: linear in the document, plus its depth for each container.
func Containers(doc *html.Node, required, optional []string) []Container {
	s := open(doc, required, optional)
	s.locate(true)
	var out []Container
	paths := pathfinder{}
	for _, p := range s.places {
		e := s.elements[p.grown]
		xpath, css := paths.of(e.node)
		out = append(out, Container{Node: e.node, XPath: xpath, CSS: css, Matched: s.matched(p.grown)})
	}
	return out
}

// place is a container before and after it grew for optional values, as
// indexes of elements.
type place struct{ core, grown int }

// sheet is a document with all places of the values in it.
type sheet struct {
	*reader
	required int      // needles that are required, the first ones
	held     []uint64 // values in each element
	places   []place
}

// matched is the number of values in element e.
func (s *sheet) matched(e int) int { return bits.OnesCount64(s.held[e]) }

// open reads a document for the values.
func open(doc *html.Node, required, optional []string) *sheet {
	needles, n := needlesOf(required, optional)
	s := &sheet{reader: read(doc, needles), required: n}
	s.held = make([]uint64, len(s.elements))
	for _, o := range s.occurrences {
		s.held[o.element] |= 1 << o.needle
	}
	for e := len(s.elements) - 1; e > 0; e-- {
		s.held[s.elements[e].parent] |= s.held[e]
	}
	return s
}

// locate finds the places of the values, from the innermost out. Without
// prose, an occurrence in longer text does not count for a required value.
func (s *sheet) locate(prose bool) {
	s.places = nil
	want := uint64(1)<<s.required - 1
	if s.required == maxNeedles {
		want = ^uint64(0)
	}
	if len(s.held) == 0 {
		return
	}
	if s.required == 0 {
		want = s.held[0]
	}
	if want == 0 || s.held[0]&want != want {
		return
	}
	open := make([]uint64, len(s.elements)) // occurrences that no place below has used up
	for _, o := range s.occurrences {
		if prose || !o.prose {
			open[o.element] |= 1 << o.needle
		}
	}
	inside := make([]int, len(s.elements)) // places in each element
	var cores []int
	for e := len(s.elements) - 1; e >= 0; e-- {
		parent := s.elements[e].parent
		if open[e]&want == want {
			cores = append(cores, e)
			inside[e]++
		} else if parent >= 0 {
			open[parent] |= open[e]
		}
		if parent >= 0 {
			inside[parent] += inside[e]
		}
	}
	slices.Reverse(cores)
	for _, core := range cores {
		s.places = append(s.places, place{core, s.grow(core, inside)})
	}
}

// grow climbs from a place to the lowest ancestor that holds most optional
// values and no other place.
func (s *sheet) grow(core int, inside []int) int {
	best := core
	for e := s.elements[core].parent; e >= 0 && inside[e] == inside[core]; e = s.elements[e].parent {
		if bits.OnesCount64(s.held[e]) > bits.OnesCount64(s.held[best]) {
			best = e
		}
	}
	return best
}

// needlesOf gives the distinct values to look for and how many of them are
// required. A value without a word in it can be nowhere, and is left out
// unless it is required.
func needlesOf(required, optional []string) (needles []values.Pattern, n int) {
	seen := make(map[string]bool)
	for i, v := range slices.Concat(required, optional) {
		nd := values.NewPattern(v)
		if seen[nd.Key()] || nd.Len() == 0 && i >= len(required) || len(needles) == maxNeedles {
			continue
		}
		seen[nd.Key()] = true
		needles = append(needles, nd)
		if i < len(required) {
			n = len(needles)
		}
	}
	return needles, n
}
