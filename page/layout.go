package page

import "golang.org/x/net/html"

// Layout is a page as a browser shows it: its elements in document order, with their
// rectangles. It comes from a hostile page: a reader may rely only on parents coming before
// their children, see [Box].
type Layout struct {
	Boxes []Box
	Left  int        // elements that were left out, over a bound
	Cut   string     // which bound ended the rendering, "" for none
	Lacks int        // requests of the page that failed, as for style sheets
	Cost  LayoutCost // what it took
}

// LayoutCost is what laying out pages takes.
type LayoutCost struct {
	Pages    int     `json:"pages"`
	Requests int     `json:"requests"` // that the pages made: style sheets, scripts and their data
	Bytes    int     `json:"bytes"`    // of the answers to these
	Seconds  float64 `json:"seconds"`  // waiting for servers included
}

// Add adds what others took.
func (c *LayoutCost) Add(d LayoutCost) {
	c.Pages += d.Pages
	c.Requests += d.Requests
	c.Bytes += d.Bytes
	c.Seconds += d.Seconds
}

// Box is an element and the rectangle around all that is shown of it, in CSS pixels from
// the top left of the document. Elements that are not shown have a width and a height of 0.
type Box struct {
	Parent     int    // index of the element that it is in, less than its own; -1 for none
	Name       string // lower case
	Attributes []html.Attribute
	Link       string // normal URL that an anchor leads to, "" for others
	X, Y       float64
	Width      float64
	Height     float64
}

// Spell spells the element in a notation, as link-paths do. Cost: that of sorting its
// attributes.
func (b *Box) Spell(n Notation) string {
	var names []string
	spelled, _ := appendElement(nil, names, b.Name, b.Attributes, b.Name == "a" || b.Name == "area", n)
	return string(spelled[:min(len(spelled), maxPath)])
}
