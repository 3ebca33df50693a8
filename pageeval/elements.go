package pageeval

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// attribute is the value of an attribute in no namespace, "" if n has none.
func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// isLink reports whether n is a link to somewhere.
func isLink(n *html.Node) bool { return n.DataAtom == atom.A && attribute(n, "href") != "" }

// isInvisible reports whether n holds no text that a reader sees, or only the choices of
// a form.
func isInvisible(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Template, atom.Noscript, atom.Iframe, atom.Noframes, atom.Noembed, atom.Object, atom.Svg, atom.Math,
		atom.Select, atom.Datalist, atom.Textarea, atom.Button:
		return true
	}
	return false
}

// isBlock reports whether n starts and ends a block of text when no style sheet says
// otherwise.
func isBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Button, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Legend, atom.Li, atom.Main,
		atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option, atom.P, atom.Pre, atom.Section, atom.Select, atom.Summary, atom.Table,
		atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// isSeamless reports whether n changes the look of letters within a word. Spans and
// links do not: style sheets set them apart.
func isSeamless(n *html.Node) bool {
	switch n.DataAtom {
	case atom.B, atom.Big, atom.Em, atom.Font, atom.I, atom.Mark, atom.S, atom.Small, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Wbr:
		return true
	}
	return false
}

// isHeading reports whether n is a heading of any level.
func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// isCell reports whether n is an item of a list or a cell of a table.
func isCell(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Li, atom.Td, atom.Th, atom.Dt, atom.Dd:
		return true
	}
	return false
}

// repeatsInProse reports whether an element often repeats in prose, too: paragraphs,
// line breaks, images, emphasis.
func repeatsInProse(n *html.Node) bool {
	switch n.DataAtom {
	case atom.P, atom.Br, atom.Hr, atom.Img, atom.Input, atom.Wbr, atom.B, atom.I, atom.Em, atom.Strong, atom.Link, atom.Meta:
		return true
	}
	return false
}

// canBeListItem reports whether an element may be an item of a list of entities. Cells,
// emphasised words and the page can not.
func canBeListItem(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Br, atom.Td, atom.Th, atom.B, atom.I, atom.Em, atom.Strong, atom.Font:
		return false
	}
	return true
}
