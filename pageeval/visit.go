package pageeval

import "golang.org/x/net/html"

// visit calls enter for each node of the tree at root in document order, children only
// of nodes for which it is true, and leave for each of these after its children. It does
// not recurse: how deep a page is is its author's choice.
func visit(root *html.Node, enter func(*html.Node) bool, leave func(*html.Node)) {
	for n := root; n != nil; {
		entered := enter(n)
		if entered && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			if entered {
				leave(n)
			}
			if n == root {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n, entered = n.Parent, true
		}
	}
}
