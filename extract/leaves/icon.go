package leaves

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// Some pages label a value by a picture before it, whose words are told in another way: by the alt attribute of an image, or
// the aria-label or title of an element, which has no text or the value. Whoever hears the page is read these words (HTML §4.8.4.4, WAI-ARIA
// §5.2.8.4), so they are texts of the page where they are labels, and nothing where they are not.

const (
	iconMark     = "<icon>" // the tag of a label that is seen as a picture
	MinIcons     = 2        // different ones in a list of facts: one alone may be an ornament
	maxIconNodes = 16       // elements in one, as the paths of a drawing
)

// iconAttributes say what an element is called, the first that does (Accessible Name and Description Computation, step 2).
var iconAttributes = [...]string{"aria-label", "alt", "title"}

// icon is what the picture that an element is says instead of a text, "" if it is none.
func icon(n *html.Node) string {
	var said [len(iconAttributes)]string
	for _, a := range n.Attr {
		if k := slices.Index(iconAttributes[:], a.Key); k >= 0 && (a.Key != "alt" || n.DataAtom == atom.Img) {
			said[k] = values.FoldOnly(a.Val, values.Space)
		}
	}
	text := cmp.Or(said[:]...)
	if left := maxIconNodes; !Namelike(text) || explains(n) || !wordless(n, &left) && text == said[1] {
		return ""
	}
	return text
}

// wordless tells whether no text is in an element, of which few are looked at.
func wordless(n *html.Node, left *int) bool {
	for c := range n.ChildNodes() {
		if *left--; *left < 0 || c.Type == html.TextNode && values.FoldOnly(c.Data, values.Space) != "" || c.Type == html.ElementNode && !wordless(c, left) {
			return false
		}
	}
	return true
}

// drawn tells elements that stand in a line with the texts around them, as pictures do.
func drawn(n *html.Node) bool {
	return n.DataAtom == atom.Img || n.DataAtom == atom.Svg || InlineTag(n.DataAtom)
}

// edges tells whether an element parts the texts around it, as blocks do, and pictures but for a label.
func (r *reader) edges(n *html.Node) bool {
	return !InlineTag(n.DataAtom) && (r.pictured == nil || n != r.pictured && n.Parent != r.pictured)
}

// explains tells elements whose title says their own text in other words, those that do something, and those that markup names.
func explains(n *html.Node) bool {
	switch n.DataAtom {
	case atom.A, atom.Abbr, atom.Acronym, atom.Button, atom.Dfn, atom.Time:
		return n.FirstChild != nil
	}
	return n.FirstChild != nil && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return namedBy(n, a) != "" })
}
