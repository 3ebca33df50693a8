package labels

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"verde/catalog"
	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// Judged is a page that a run has judged, with the query that it was judged by.
type Judged struct {
	catalog.Verdict
	query query.Query
}

// Pages gives the pages of a run that show what was asked for, by a query that was asked
// or that was made of an entity which a title names, those first about which the run was
// least sure. Cost: linear in the queries and verdicts.
func Pages(ctx context.Context, c *catalog.Catalog) ([]Judged, error) {
	asked, err := c.Queries(ctx)
	if err != nil {
		return nil, err
	}
	queries := make(map[string]query.Query, len(asked))
	for q, err := range c.Recognised(ctx) {
		if err != nil {
			return nil, err
		}
		queries[q.ID] = q
	}
	for _, a := range asked {
		queries[a.Query.ID] = a.Query
	}
	var out []Judged
	for v, err := range c.Verdicts(ctx) {
		if err != nil {
			return nil, err
		}
		if q, ok := queries[v.QueryID]; ok && v.Matched {
			out = append(out, Judged{v, q})
		}
	}
	slices.SortStableFunc(out, func(p, q Judged) int { return cmp.Compare(doubt(p.Probability), doubt(q.Probability)) })
	return out, nil
}

// Fragments judges pages again and gives their fragments. What is refused whatever its
// features are teaches nothing and is left out, as are pages that can't be had; the run
// has these on record. Cost: that of judging the pages.
func Fragments(ctx context.Context, pages []Judged, from page.Fetcher, classifier *pageeval.Classifier) ([]Line, error) {
	var out []Line
	for _, j := range pages {
		found, err := fragmentsOn(ctx, j, from, classifier)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func fragmentsOn(ctx context.Context, j Judged, from page.Fetcher, classifier *pageeval.Classifier) ([]Line, error) {
	p, err := from.Fetch(ctx, j.URL)
	var doc *html.Node
	if err == nil {
		doc, err = p.Parse()
	}
	if errors.As(err, new(*page.Error)) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var out []Line
	for _, c := range j.query.Cases() {
		for _, f := range classifier.Evaluate(doc, c).Fragments {
			if !f.Listing && !f.Prose {
				out = append(out, Line{Text: excerpt(f.Node), URL: j.URL, XPath: f.XPath, Probability: f.Probability, Site: page.Site(j.URL), Features: f.Features})
			}
		}
	}
	return out, nil
}

// cut ends an excerpt that is not the whole text.
const cut = "…"

// maxExcerpt bounds the text of a fragment that a person is shown, in runes.
const maxExcerpt = 600

// excerpt is the text of an element as far as a person needs it, with a bar
// between texts.
func excerpt(n *html.Node) string {
	var texts []string
	size := 0
	for text := range page.Texts(goquery.NewDocumentFromNode(n).Selection) {
		if size > maxExcerpt {
			break
		}
		texts = append(texts, text)
		size += utf8.RuneCountInString(text)
	}
	if text := []rune(strings.Join(texts, " | ")); len(text) > maxExcerpt {
		return string(text[:maxExcerpt]) + cut
	}
	return strings.Join(texts, " | ")
}
