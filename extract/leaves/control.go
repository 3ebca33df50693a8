package leaves

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// A record may be shown by the controls of a form. What they show is text of the page: the value of an input element, the content
// of a textarea. Of options and of boxes to tick, those that are chosen say something of the page, where others are chosen on
// other pages (HTML §4.10); else they are for whoever reads it, as the order of a list is, and how parts of a page are folded.

// valueAttribute stands for the value of an input element in place of the number of a text node.
const valueAttribute = -1

// Choice is what is known of a text of which a control tells whether it is chosen.
type Choice int8

const (
	NoChoice Choice = iota
	chosen
	NotChosen
)

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

// box is the state of a box to tick, or a button of which one is pressed, noChoice of another node.
func box(n *html.Node) Choice {
	if n == nil || n.DataAtom != atom.Input {
		return NoChoice
	}
	is, state := false, NotChosen
	for _, a := range n.Attr {
		switch a.Key {
		case "type":
			is = strings.EqualFold(a.Val, "checkbox") || strings.EqualFold(a.Val, "radio")
		case "checked":
			state = chosen
		}
	}
	if !is {
		return NoChoice
	}
	return state
}

// attribute is the value of an attribute, and whether a node has it.
func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// choiceOf is what a control tells of the texts of a node: the select element around it, or the box in it or right before it.
func (r *reader) choiceOf(n *html.Node) Choice {
	switch {
	case n.DataAtom == atom.Select:
		r.option = firstOption(n)
		return NoChoice
	case n.DataAtom == atom.Option:
		if _, ok := attribute(n, "selected"); ok || n == r.option {
			return chosen
		}
		return NotChosen
	case n.DataAtom == atom.Label:
		left := maxIconNodes
		if c := boxIn(n, &left); c != NoChoice {
			return c
		}
	case n.Type != html.TextNode && !InlineTag(n.DataAtom):
		return NoChoice
	}
	before := n.PrevSibling
	for before != nil && before.Type == html.TextNode && values.FoldOnly(before.Data, values.Space) == "" {
		before = before.PrevSibling
	}
	return box(before)
}

// boxIn is the state of the box within a label, of which few nodes are looked at.
func boxIn(n *html.Node, left *int) Choice {
	for c := range n.ChildNodes() {
		if *left--; *left < 0 {
			break
		}
		if is := box(c); is != NoChoice {
			return is
		}
		if is := boxIn(c, left); is != NoChoice {
			return is
		}
	}
	return NoChoice
}

// firstOption is the option that a select element of one line shows if none says that it is selected, else nil.
func firstOption(n *html.Node) *html.Node {
	if _, ok := attribute(n, "multiple"); ok {
		return nil
	}
	var first *html.Node
	for o := range n.Descendants() {
		if o.DataAtom != atom.Option {
			continue
		}
		if _, ok := attribute(o, "selected"); ok {
			return nil
		}
		if first == nil {
			first = o
		}
	}
	return first
}
