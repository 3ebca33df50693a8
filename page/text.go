package page

import (
	"iter"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Texts gives what the selected nodes show: the text nodes in them, in document
// order, white space collapsed, without empty ones. The text of scripts, styles,
// templates and titles is not on the page. Cost: one walk over the nodes.
func Texts(s *goquery.Selection) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, n := range s.Nodes {
			if !texts(n, yield) {
				return
			}
		}
	}
}

// texts gives those of one node; false ends it. A tree is at most 512 deep.
func texts(n *html.Node, yield func(string) bool) bool {
	if n.Type == html.TextNode {
		text := strings.Join(strings.Fields(n.Data), " ")
		return text == "" || yield(text)
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Title:
		return true
	}
	for child := range n.ChildNodes() {
		if !texts(child, yield) {
			return false
		}
	}
	return true
}
