// Package flathtml holds an HTML document as a list of its elements and texts.
//
// The one idea: what is looked for in thousands of pages of a site, links and
// what they hang on, is found in one walk in document order, and for that a
// list serves that is filled again for each page. Most pages spell their tree
// out with tags so far that the list can be read off their tags, with the same
// outcome as by way of the tree and at a fraction of its cost; where tags are
// crossed, or text stands in a table but in no cell, the tree has to be built.
//
// The rules are those of the HTML standard for building the tree (WHATWG,
// "Tree construction"), as golang.org/x/net/html has them.
package flathtml

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Document is the list of a document's elements and texts in document order.
// Comments are not among them. The zero value is empty and ready to be filled.
// It is not for concurrent use.
type Document struct {
	Nodes []Node
	attrs []html.Attribute
	open  []int32 // elements that are open while the document is read
	names names
}

// Node is an element or a text.
type Node struct {
	Data    string    // name of an element as [html.Node] has it, or the text
	Atom    atom.Atom // of an element's name, 0 if it has none
	Parent  int32     // place of the element around it, -1 if there is none
	End     int32     // place behind all that it contains
	attrs   [2]int32
	Text    bool // is a text
	Foreign bool // is an element of SVG or MathML
}

// Attributes gives the attributes of an element, in no particular order. What
// it returns is good until the document is filled again.
func (d *Document) Attributes(n *Node) []html.Attribute {
	return d.attrs[n.attrs[0]:n.attrs[1]:n.attrs[1]]
}

// Attribute gives the value of an attribute that is of no namespace.
func (d *Document) Attribute(n *Node, key string) (string, bool) {
	for _, a := range d.Attributes(n) {
		if a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// most is the number of nodes and attributes for which room is kept.
const most = 1 << 16

func (d *Document) reset() {
	if cap(d.Nodes) > most || cap(d.attrs) > most {
		*d = Document{names: d.names}
	}
	clear(d.Nodes)
	clear(d.attrs)
	d.Nodes, d.attrs, d.open = d.Nodes[:0], d.attrs[:0], d.open[:0]
}

// add appends a node within what is open.
func (d *Document) add(n Node) {
	n.Parent = -1
	if len(d.open) > 0 {
		n.Parent = d.open[len(d.open)-1]
	}
	n.End = int32(len(d.Nodes)) + 1
	d.Nodes = append(d.Nodes, n)
}

// enter opens the node that was added last.
func (d *Document) enter() { d.open = append(d.open, int32(len(d.Nodes))-1) }

// leave closes what was opened last.
func (d *Document) leave() {
	last := len(d.open) - 1
	d.Nodes[d.open[last]].End = int32(len(d.Nodes))
	d.open = d.open[:last]
}

// Fill makes d the list of a document that has a tree. Cost: linear.
func (d *Document) Fill(root *html.Node) {
	d.reset()
	nodes, attrs := 0, 0
	for n := range root.Descendants() {
		nodes, attrs = nodes+1, attrs+len(n.Attr)
	}
	d.Nodes, d.attrs = slices.Grow(d.Nodes, nodes), slices.Grow(d.attrs, attrs)
	for n := root; n != nil; {
		opened := n.Type == html.ElementNode
		switch n.Type {
		case html.ElementNode:
			from := int32(len(d.attrs))
			d.attrs = append(d.attrs, n.Attr...)
			d.add(Node{Data: n.Data, Atom: n.DataAtom, attrs: [2]int32{from, int32(len(d.attrs))}, Foreign: n.Namespace != ""})
		case html.TextNode:
			d.add(Node{Data: n.Data, Text: true})
		}
		if n.FirstChild != nil {
			if opened {
				d.enter()
			}
			n = n.FirstChild
			continue
		}
		for n != root && n.NextSibling == nil {
			if n = n.Parent; n.Type == html.ElementNode {
				d.leave()
			}
		}
		if n == root {
			break
		}
		n = n.NextSibling
	}
}
