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

// sameChoice is the mean share of the pages with a control that offer each of its texts, for one whose choice tells something.
const sameChoice = .75

// choice is what is known of a text of which a control tells whether it is chosen.
type choice int8

const (
	noChoice choice = iota
	chosen
	notChosen
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
func box(n *html.Node) choice {
	if n == nil || n.DataAtom != atom.Input {
		return noChoice
	}
	is, state := false, notChosen
	for _, a := range n.Attr {
		switch a.Key {
		case "type":
			is = strings.EqualFold(a.Val, "checkbox") || strings.EqualFold(a.Val, "radio")
		case "checked":
			state = chosen
		}
	}
	if !is {
		return noChoice
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
func (r *reader) choiceOf(n *html.Node) choice {
	switch {
	case n.DataAtom == atom.Select:
		r.option = firstOption(n)
		return noChoice
	case n.DataAtom == atom.Option:
		if _, ok := attribute(n, "selected"); ok || n == r.option {
			return chosen
		}
		return notChosen
	case n.DataAtom == atom.Label:
		left := maxIconNodes
		if c := boxIn(n, &left); c != noChoice {
			return c
		}
	case n.Type != html.TextNode && !inlineTag(n.DataAtom):
		return noChoice
	}
	before := n.PrevSibling
	for before != nil && before.Type == html.TextNode && values.FoldOnly(before.Data, values.Space) == "" {
		before = before.PrevSibling
	}
	return box(before)
}

// boxIn is the state of the box within a label, of which few nodes are looked at.
func boxIn(n *html.Node, left *int) choice {
	for c := range n.ChildNodes() {
		if *left--; *left < 0 {
			break
		}
		if is := box(c); is != noChoice {
			return is
		}
		if is := boxIn(c, left); is != noChoice {
			return is
		}
	}
	return noChoice
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

// findChoices gives the places of texts that are chosen on some pages and not on others, of a choice that most pages offer alike:
// where each has its own, as the colours of a product, it is of the page, whatever is chosen.
//
// Cost: linear in the leaves.
func (a *Set) findChoices() map[int32]bool {
	type offer struct{ place, content int32 }
	offers, pages := make(map[offer]*sightings[choice]), make(map[int32]pageCount)
	for i, d := range a.Docs {
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if l.choice == noChoice {
				continue
			}
			place := a.choicePlace(l)
			pages[place] = pages[place].on(i)
			tallyOf(offers, offer{place, l.Content}).see(i, l.choice)
		}
	}
	uses, different, differs := make(map[int32]int), make(map[int32]int), make(map[int32]bool)
	for at, u := range offers {
		uses[at.place] += u.pages
		different[at.place]++
		differs[at.place] = differs[at.place] || u.differs
	}
	out := make(map[int32]bool)
	for place, p := range pages {
		if differs[place] && 2*p.pages >= len(a.Docs) && float64(uses[place]) >= sameChoice*float64(different[place]*p.pages) {
			out[place] = true
		}
	}
	return out
}

// choicePlace names where a text of a control stands.
func (c *Corpus) choicePlace(l *Leaf) int32 {
	sig := c.Sigs[l.Sig]
	return c.named(choiceAt{sig.Path, sig.IDs, sig.Classes}, func() string {
		return Style{Path: strings.Join(c.spell(c.Paths, sig.Path), "/"), IDs: c.spell(c.IDs, sig.IDs), Classes: c.spell(c.Classes, sig.Classes)}.String()
	})
}

// choiceAt is where the texts of a control stand.
type choiceAt struct{ path, ids, classes int32 }

// dropUnchosen takes the texts that are not chosen out, where others are on other pages.
func (c *Corpus) dropUnchosen(d *Doc) {
	d.takeOut(func(k int) bool {
		l := &d.Leaves[k]
		if l.choice != noChoice && !c.Choices[c.choicePlace(l)] {
			l.choice = noChoice
		}
		return l.choice == notChosen
	})
}
