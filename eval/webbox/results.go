package webbox

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// JudgeResults judges results by the queries that led to them, all of them and by all queries: a page
// matches if it shows what one of these requires, and is accepted if it shows that as data. The counts are
// of pages, of the kinds "entity pages", "other pages of sources" and "pages of other hosts", in this order.
// Queries for a name alone tell nothing and are left out. Cost: a download for each page.
func (w *Web) JudgeResults(ctx context.Context, c *pageeval.Classifier, led map[string][]query.Query) ([]Judged, error) {
	sites, err := w.Sites(ctx)
	if err != nil {
		return nil, err
	}
	entities, err := w.Entities(ctx)
	if err != nil {
		return nil, err
	}
	kinds := map[string]int{} // of entity pages by URL, and of other pages by host
	for _, s := range sites {
		kinds[s.Host] = 2
		if s.OfVertical() {
			kinds[s.Host] = 1
		}
		for _, e := range entities[s.Host] {
			for _, u := range append([]string{e.URL}, e.Aliases...) {
				kinds[u] = 0
			}
		}
	}
	out := []Judged{{Kind: "entity pages", Entity: true}, {Kind: "other pages of sources"}, {Kind: "pages of other hosts"}}
	for _, u := range slices.Sorted(maps.Keys(led)) {
		kind, entity := kinds[u]
		if !entity {
			kind = kinds[page.Host(u)]
		}
		matched, accepted, err := w.judgeResult(ctx, c, u, led[u])
		if err != nil {
			return nil, err
		}
		out[kind].Pairs++
		if matched {
			out[kind].Matched++
		}
		if accepted {
			out[kind].Accepted++
		}
	}
	return out, ctx.Err()
}

// judgeResult judges a page; one that can't be had does not match.
func (w *Web) judgeResult(ctx context.Context, c *pageeval.Classifier, u string, led []query.Query) (matched, accepted bool, err error) {
	body, resp, err := w.get(ctx, u)
	if err != nil || resp.StatusCode != http.StatusOK {
		return false, false, ctx.Err()
	}
	doc, err := page.Parse(body)
	if err != nil {
		return false, false, nil
	}
	for _, q := range led {
		if q.ByNameAlone() {
			continue
		}
		for _, one := range q.Cases() {
			v := c.Evaluate(doc, one)
			matched, accepted = matched || v.Matched, accepted || v.Matched && v.SemiStructured
		}
	}
	return matched, accepted, nil
}
