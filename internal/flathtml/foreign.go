package flathtml

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// names are those of the elements and attributes in drawings as the tree has
// them ("viewBox", with a capital letter that the scanner makes small). They
// are taken from the tree of a drawing of nothing else, once each.
type names struct {
	elements   map[string]element
	attributes map[string]html.Attribute
}

// element is one of a drawing.
type element struct {
	name string // "" if it ends the drawing
	atom atom.Atom
}

// mostNames is the number of names that are kept.
const mostNames = 1 << 10

// drawn gives the innermost element of a drawing, nil if it is left.
func drawn(drawing string) *html.Node {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	top, err := html.ParseFragment(strings.NewReader(drawing), body)
	if err != nil || len(top) != 1 || top[0].FirstChild == nil {
		return nil
	}
	return top[0].FirstChild
}

func (n *names) element(name string) element {
	e, ok := n.elements[name]
	if !ok {
		if len(n.elements) >= mostNames || n.elements == nil {
			n.elements = map[string]element{}
		}
		if in := drawn("<svg><" + name + ">"); in != nil {
			e = element{in.Data, in.DataAtom}
		}
		n.elements[strings.Clone(name)] = e
	}
	return e
}

func (n *names) attribute(name string) html.Attribute {
	a, ok := n.attributes[name]
	if !ok {
		if len(n.attributes) >= mostNames || n.attributes == nil {
			n.attributes = map[string]html.Attribute{}
		}
		a.Key = strings.Clone(name)
		if in := drawn("<svg><g " + name + ">"); in != nil && len(in.Attr) == 1 {
			a = in.Attr[0]
		}
		n.attributes[strings.Clone(name)] = a
	}
	return a
}

// startDrawing takes in the start tag of a drawing or of what is in it.
func (b *builder) startDrawing(t tag) bool {
	e := element{"svg", atom.Svg}
	if b.drawing() {
		if shows(b.top()) {
			return false
		}
		if e = b.names.element(t.name); e.name == "" || t.atom == atom.Font {
			return false
		}
	}
	if t.twice {
		return false
	}
	for i := range b.attrs[t.attrs:] {
		a := &b.attrs[int(t.attrs)+i]
		as := b.names.attribute(a.Key)
		a.Namespace, a.Key = as.Namespace, as.Key
	}
	t.name, t.atom = e.name, e.atom
	ok := b.put(t)
	b.Nodes[len(b.Nodes)-1].Foreign = true
	if t.closed {
		b.leave()
	}
	return ok
}

// shows tells the elements of a drawing in which there is none again.
func shows(a atom.Atom) bool {
	switch a {
	case atom.Title, atom.Desc, atom.ForeignObject, atom.Foreignobject:
		return true
	}
	return false
}

// endDrawing takes in the end tag of what is open in a drawing.
func (b *builder) endDrawing(t tag) bool {
	if !strings.EqualFold(b.node(len(b.open)-1).Data, t.name) {
		return false
	}
	b.leave()
	return true
}

// drawing reports whether one is open.
func (b *builder) drawing() bool {
	return len(b.open) > 0 && b.node(len(b.open)-1).Foreign
}
