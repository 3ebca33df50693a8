package pageeval

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// siblingGroup are the children of one element that have the same structure and class,
// as the rows of a table do.
type siblingGroup struct {
	size     int
	withLink int // of these, elements that are or hold a link
}

// siblingGroups has the group of each element with its siblings, filled in as they are
// asked for. Two elements are of one group if their pointers are equal.
type siblingGroups map[*html.Node]*siblingGroup

// itemDepth is how many levels of two siblings have to be the same.
const itemDepth = 3

// of gives the group of n. Cost: linear in the siblings of n, once for all of them.
func (groups siblingGroups) of(n *html.Node) *siblingGroup {
	if g := groups[n]; g != nil {
		return g
	}
	if n.Parent == nil {
		return new(siblingGroup)
	}
	type key struct {
		signature uint64
		class     string
	}
	byKey := make(map[key]*siblingGroup)
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isInvisible(c) {
			continue
		}
		k := key{signature(c, itemDepth), attribute(c, "class")}
		g := byKey[k]
		if g == nil {
			g = new(siblingGroup)
			byKey[k] = g
		}
		g.size++
		if hasLink(c) {
			g.withLink++
		}
		groups[c] = g
	}
	return groups[n]
}

// maxSignature bounds the elements that signature and hasLink look at.
const maxSignature = 48

// hasLink reports whether n is or holds a link, looking at its first nodes.
func hasLink(n *html.Node) bool {
	if n.DataAtom == atom.A {
		return isLink(n)
	}
	nodes := 0
	for d := range n.Descendants() {
		if isLink(d) {
			return true
		}
		if nodes++; nodes == maxSignature {
			break
		}
	}
	return false
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
	elements := 0
	var visit func(n *html.Node, depth int) // as deep as depth, a small constant
	visit = func(n *html.Node, depth int) {
		for c := n.FirstChild; c != nil && elements < maxSignature; c = c.NextSibling {
			if c.Type != html.ElementNode || c.DataAtom == atom.Br {
				continue
			}
			elements++
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
