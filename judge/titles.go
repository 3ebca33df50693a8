package judge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"verde/page"
	"verde/query"
	"verde/values"
)

// maxTitleWords is how many words of titles are enough: no heading is read after them.
const maxTitleWords = 1000

// foldedTitles are the title and the first- and second-level headings of a page, folded,
// with a blank before, between and after the words, so that names can be found in them as
// whole words.
func foldedTitles(doc *html.Node, title string) string {
	words := strings.Fields(values.Fold(title))
	for text := range page.Texts(goquery.NewDocumentFromNode(doc).Find("h1, h2")) {
		if len(words) >= maxTitleWords {
			break
		}
		words = append(words, strings.Fields(values.Fold(text))...)
	}
	return " " + strings.Join(words, " ") + " "
}

// inTitles reports whether the titles of a page have the name, or its first part, that a
// query asks for.
func inTitles(titles string, q query.Query) bool { return values.HasName(titles, q.Required[0].Text) }

// adaptQuery gives the query of an ID in the form in which a page with these titles is to
// be judged by it:
//
//   - with the name in two parts, if the titles have the first part and not the full name
//   - if the titles have one of the other values together with the name as one longer
//     name ("Nokia 3310" for 3310 by Nokia), by the name alone, with the other values
//     optional: the longer name proves no more than the name
//   - else as it is; empty if the results do not have it
func (in *inspection) adaptQuery(id, titles string) query.Query {
	q, _ := in.results.Query(id)
	if len(q.Required) == 0 {
		return q
	}
	if parts, ok := q.InParts(); ok && !inTitles(titles, q) && inTitles(titles, parts) {
		return parts
	}
	name := cmp.Or(values.Spelled(strings.TrimSpace(titles), q.Required[0].Text), values.Fold(q.Required[0].Text))
	isPartOfName := func(v query.Value) bool {
		f := values.Fold(v.Text)
		return strings.Contains(titles, " "+f+" "+name+" ") || strings.Contains(titles, " "+name+" "+f+" ")
	}
	if len(q.Required) == 1 && slices.ContainsFunc(q.OneOf, isPartOfName) {
		q.Optional = slices.DeleteFunc(slices.Concat(q.OneOf, q.Optional), isPartOfName)
		q.OneOf, q.With = nil, nil
	}
	return q
}
