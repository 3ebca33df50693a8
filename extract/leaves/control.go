package leaves

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// A record may be shown by the controls of a form. What they show is text of the page: the value of an input element, the content
// of a textarea (HTML §4.10).

// valueAttribute stands for the value of an input element in place of the number of a text node.
const valueAttribute = -1

// shownValue is what an input element shows, "" if it shows nothing or what a click does.
func shownValue(n *html.Node) string {
	if n.DataAtom != atom.Input {
		return ""
	}
	value := ""
	for _, a := range n.Attr {
		switch a.Key {
		case "type":
			if !slices.Contains([]string{"", "text", "number", "date", "datetime-local", "month", "time", "email", "url", "tel"}, strings.ToLower(a.Val)) {
				return ""
			}
		case "value":
			value = values.FoldOnly(a.Val, values.Space)
		case "hidden":
			return ""
		}
	}
	return value
}
