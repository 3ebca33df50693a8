package pageeval

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// A form to be filled in has short, separate texts, as data has,
// with fields in the place of the values. Its text counts as text in links
// does: both are there to be acted on. Many sites wrap whole pages into one
// form, and shops their offers, with a field for how many; these are none.
const (
	// minFields is how many fields a form to be filled in has at least.
	minFields = 2
	// perField is how many characters it has for each of them at most.
	perField = 150
	// maxFormText and maxFormNodes bound what is looked at of a form, and so
	// the cost of forms within forms; one with more is a page.
	maxFormText  = 20 * perField
	maxFormNodes = 2000
)

// fillable reports whether n is a form to be filled in. Cost: constant.
func fillable(n *html.Node) bool {
	if n.DataAtom != atom.Form {
		return false
	}
	fields, chars, nodes := 0, 0, 0
	for d := range n.Descendants() {
		if nodes++; nodes > maxFormNodes || chars > maxFormText {
			return false
		}
		switch {
		case d.Type == html.TextNode && !invisible(d.Parent) && d.Parent.DataAtom != atom.Option:
			for w := range strings.FieldsSeq(d.Data) {
				chars += values.Length(w)
			}
		case isField(d):
			fields++
		}
	}
	return fields >= minFields && chars <= fields*perField
}

// isField reports whether n is what a visitor fills in: no button, and nothing
// hidden.
func isField(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Select, atom.Textarea:
		return true
	case atom.Input:
		switch strings.ToLower(attribute(n, "type")) {
		case "hidden", "submit", "image", "button", "reset":
			return false
		}
		return true
	}
	return false
}
