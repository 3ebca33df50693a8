package pageeval

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// A form to be filled in has short, separate texts, as data has, with fields in the
// place of the values. Its text counts as text of links does: both are there to be acted
// on. Two kinds of forms are not meant: many sites wrap the whole page into one, and
// shops wrap an offer, with one field for the quantity.
const (
	// minFields is how many fields a form to be filled in has at least.
	minFields = 2
	// charsPerField is how many characters it has at most for each of them.
	charsPerField = 150
	// maxFormText and maxFormNodes bound what is read of a form, and so
	// the cost of forms within forms; a form with more is a page.
	maxFormText  = 20 * charsPerField
	maxFormNodes = 2000
)

// isFillInForm reports whether n is a form to be filled in. Cost: constant, as at most
// maxFormNodes nodes are read.
func isFillInForm(n *html.Node) bool {
	if n.DataAtom != atom.Form {
		return false
	}
	fields, chars, nodes := 0, 0, 0
	for d := range n.Descendants() {
		if nodes++; nodes > maxFormNodes || chars > maxFormText {
			return false
		}
		switch {
		case d.Type == html.TextNode && !isInvisible(d.Parent) && d.Parent.DataAtom != atom.Option:
			for w := range strings.FieldsSeq(d.Data) {
				chars += values.Length(w)
			}
		case isField(d):
			fields++
		}
	}
	return fields >= minFields && chars <= fields*charsPerField
}

// isField reports whether a visitor fills in n: buttons and hidden fields are left out.
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
