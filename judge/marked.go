package judge

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/embedded"
	"verde/query"
	"verde/values"
)

// A page may say all that it knows of its entity to machines alone, as JSON-LD does, and show people a name
// and prose. What its publisher marks up as the entity's is data, whatever the page looks like.

// markedUp reads what a page says in markup for machines: values as they are read for records.
func markedUp(doc *html.Node) (out []embedded.Found) {
	var r embedded.Reader
	for n := range doc.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.DataAtom == atom.Script:
			if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "type" && strings.Contains(a.Val, "ld+json") }) {
				r.Script(n, 0, 0)
			}
		default:
			r.Element(n, 0)
		}
	}
	for key, list := range r.Data {
		if !embedded.Marked(key) {
			continue
		}
		for _, f := range list {
			if f.Row.List == 0 { // of the page's own entity, and of none of a list
				out = append(out, f)
			}
		}
	}
	return out
}

// judgeMarked judges a page that is titled with what is asked for by its markup for machines: where this has the
// name, and another value that is known beside it, it is data for sure.
func judgeMarked(marked []embedded.Found, asked query.Query, titles string, best *PageJudgement) {
	has := func(v query.Value) bool {
		for _, f := range marked {
			if values.Same(f.Text, v.Text) || values.IsName(f.Text, v.Text) {
				return true
			}
		}
		return false
	}
	name := asked.Required[0]
	if len(marked) == 0 || best.SemiStructured || !inTitles(titles, asked) || !has(name) {
		return
	}
	for _, list := range [][]query.Value{asked.Required[1:], asked.With, asked.OneOf, asked.Optional} {
		for _, v := range list {
			if !values.Same(v.Text, name.Text) && has(v) {
				best.QueryID, best.Matched, best.SemiStructured, best.Listing = asked.ID, true, true, false
				best.Probability, best.FragmentXPath = 1, cmp.Or(best.FragmentXPath, "/html/body")
				return
			}
		}
	}
}
