package main

import (
	"strings"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/pageeval"
	"verde/values"
)

// chrome adds what a data page has beside its data: lists of links, forms and
// prose. Elements that hold two true values are left out.
func (c *collector) chrome(site string, doc *dom.Node, truth record) {
	var lists, forms, prose []*dom.Node
	for n := range doc.Descendants() {
		switch {
		case n.Type == dom.TextNode && len(strings.Fields(n.Data)) >= proseWords && visible(n):
			prose = append(prose, n.Parent)
		case n.DataAtom == atom.Form && fields(n) >= minFields && len(text(n)) < maxForm:
			forms = append(forms, n)
		case n.Type == dom.ElementNode && linkRows(n) >= 4:
			lists = append(lists, n)
		}
	}
	for _, of := range []places{
		{kindLinks, lists, listsPerPage, linkTexts, func(n *dom.Node) bool { return linkShare(n) > mostlyLinks }},
		{kindForm, forms, formsPerPage, shortTexts, func(*dom.Node) bool { return true }},
		{kindReview, prose, reviewsPerPage, names, prosaic},
	} {
		c.pairs(site, doc, truth, of)
	}
}

// places are elements of one kind in which two texts stand together that are no data.
type places struct {
	kind  string
	nodes []*dom.Node
	most  int                      // containers that are taken of them
	texts func(*dom.Node) []string // of an element
	is    func(*dom.Node) bool     // whether a container is of the kind
}

// pairs picks some of the nodes and of each two texts, and adds the
// container of the two that is around or inside that node.
func (c *collector) pairs(site string, doc *dom.Node, truth record, of places) {
	c.rng.Shuffle(len(of.nodes), func(i, j int) { of.nodes[i], of.nodes[j] = of.nodes[j], of.nodes[i] })
	seen := map[*dom.Node]bool{}
	for _, node := range of.nodes {
		t := of.texts(node)
		if len(seen) >= of.most || len(t) < 2 {
			continue
		}
		i := c.rng.IntN(len(t))
		j := c.rng.IntN(len(t))
		if values.Fold(t[i]) == values.Fold(t[j]) {
			continue
		}
		for _, k := range fragmentsOf(doc, t[i], t[j]) {
			if !seen[k.Node] && inside(k.Node, node) && of.is(k.Node) && trueValues(k.Node, truth) < 2 {
				seen[k.Node] = true
				c.set = append(c.set, example{site, of.kind, false, []string{t[i], t[j]}, k})
				break
			}
		}
	}
}

func inside(n, outer *dom.Node) bool {
	for n != nil && n != outer {
		n = n.Parent
	}
	return n == outer
}

// trueValues counts the attributes that an element shows.
func trueValues(n *dom.Node, truth record) int {
	count := 0
	for _, v := range truth {
		if len(v) > 0 && len(pageeval.Containers(n, v[:1], nil)) > 0 {
			count++
		}
	}
	return count
}

// A form is taken for one if it has some fields and little else: some pages
// are one form as a whole.
const (
	minFields = 2
	maxForm   = 300
)

// fields counts what a visitor fills in.
func fields(n *dom.Node) int {
	count := 0
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Select, atom.Textarea:
			count++
		case atom.Input:
			kind := "text"
			for _, a := range d.Attr {
				if a.Key == "type" {
					kind = strings.ToLower(a.Val)
				}
			}
			switch kind {
			case "hidden", "submit", "image", "button", "reset":
			default:
				count++
			}
		}
	}
	return count
}

// linkRows counts the children of n whose text is all in links.
func linkRows(n *dom.Node) int {
	count := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == dom.ElementNode && len(linkTexts(c)) == 1 {
			count++
		}
	}
	return count
}

func linkTexts(n *dom.Node) []string {
	var out []string
	add := func(n *dom.Node) {
		if n.DataAtom == atom.A {
			if t := text(n); t != "" {
				out = append(out, t)
			}
		}
	}
	add(n)
	for d := range n.Descendants() {
		add(d)
	}
	return out
}

func shortTexts(n *dom.Node) []string {
	var out []string
	for d := range n.Descendants() {
		if t := strings.TrimSpace(d.Data); d.Type == dom.TextNode && t != "" && len(t) < 60 && visible(d) {
			out = append(out, t)
		}
	}
	return out
}

// prosaic reports whether an element holds a text node of prose: a teaser, a
// tag or a table that repeats names of the article is not its main text.
func prosaic(n *dom.Node) bool {
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && len(strings.Fields(d.Data)) >= proseWords && visible(d) {
			return true
		}
	}
	return false
}

// mostlyLinks is the share of text in links that makes a list of links.
const mostlyLinks = 0.6

func linkShare(n *dom.Node) float64 {
	for p := n; p != nil; p = p.Parent {
		if p.DataAtom == atom.A {
			return 1
		}
	}
	all := len(text(n))
	links := 0
	for _, t := range linkTexts(n) {
		links += len(t)
	}
	return float64(links) / float64(max(all, 1))
}
