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

// A page may have all data of its entity in markup for machines, such as JSON-LD, and
// show people a name and prose. What its publisher marks up as the entity's is data,
// whatever the page looks like.

// markup reads the values that a page has of its own entity in markup for machines, as
// they are read for records. Cost: linear in the page.
func markup(doc *html.Node) (out []embedded.Found) {
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
			if f.Row.List == 0 { // not of an entity in a list
				out = append(out, f)
			}
		}
	}
	return out
}

// judgeByMarkup judges a page that is titled with the name asked for by its markup for
// machines: if that has the name and another value of the query, the page is data for
// certain.
func judgeByMarkup(marked []embedded.Found, asked query.Query, titles string, best *PageJudgement) {
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
				best.Probability, best.FragmentXPath = 1, cmp.Or(best.FragmentXPath, wholePage)
				return
			}
		}
	}
}
