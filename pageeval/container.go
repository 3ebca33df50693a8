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
	s := mapValues(doc, required, optional)
	s.findContainers(true)
	var out []Container
	paths := pathfinder{}
	for _, p := range s.containers {
		e := s.elements[p.grown]
		xpath, css := paths.of(e.node)
		out = append(out, Container{Node: e.node, XPath: xpath, CSS: css, Matched: s.matched(p.grown)})
	}
	return out
}

// grownContainer is a container before and after it grew for optional values,
// as indexes of elements.
type grownContainer struct{ core, grown int }

// valueMap is a document with all occurrences of the values and their
// containers.
type valueMap struct {
	*reader
	required   int      // needles that are required, the first ones
	held       []uint64 // set of the values in each element
	containers []grownContainer
}

// matched is the number of values in element e.
func (s *valueMap) matched(e int) int { return bits.OnesCount64(s.held[e]) }

// mapValues finds the values in a document.
func mapValues(doc *html.Node, required, optional []string) *valueMap {
	needles, n := needlesOf(required, optional)
	s := &valueMap{reader: read(doc, needles), required: n}
	s.held = make([]uint64, len(s.elements))
	for _, o := range s.occurrences {
		s.held[o.element] |= 1 << o.needle
	}
	for e := len(s.elements) - 1; e > 0; e-- {
		s.held[s.elements[e].parent] |= s.held[e]
	}
	return s
}

// findContainers finds the containers of the values, from the innermost out.
// Without prose, an occurrence in longer text does not count for a required
// value.
func (s *valueMap) findContainers(prose bool) {
	s.containers = nil
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
	open := make([]uint64, len(s.elements)) // occurrences that no container below has used up
	for _, o := range s.occurrences {
		if prose || !o.prose {
			open[o.element] |= 1 << o.needle
		}
	}
	inside := make([]int, len(s.elements)) // containers in each element
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
		s.containers = append(s.containers, grownContainer{core, s.grow(core, inside)})
	}
}

// grow climbs from a container to the lowest ancestor that holds most optional
// values and no other container.
func (s *valueMap) grow(core int, inside []int) int {
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
