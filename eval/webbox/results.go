package webbox

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/values"
)

// JudgeResults judges results by the queries that led to them, all of them and by all queries: a page
// matches if it shows what one of these requires, and is accepted if it shows that as data. The counts are
// of pages, by [resultKinds], in this order. An entity page was asked for if it has the name
// that one of its queries requires among its true values.
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
	records, hosts := map[string]map[string][]string{}, map[string]int{}
	for _, s := range sites {
		hosts[s.Host] = 3
		if s.OfVertical() {
			hosts[s.Host] = 2
		}
		for _, e := range entities[s.Host] {
			for _, u := range append([]string{e.URL}, e.Aliases...) {
				records[u] = e.Record
			}
		}
	}
	out := make([]Judged, len(resultKinds))
	for i, kind := range resultKinds {
		out[i] = Judged{Kind: kind, Entity: i == 0}
	}
	for _, u := range slices.Sorted(maps.Keys(led)) {
		kind := hosts[page.Host(u)]
		if record, ok := records[u]; ok {
			kind = 1
			if slices.ContainsFunc(led[u], func(q query.Query) bool { return names(record, q) }) {
				kind = 0
			}
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

// resultKinds are what results may be.
var resultKinds = []string{"entities asked for", "other entities", "other pages of sources", "pages of other hosts"}

// names reports whether a record has the name that a query requires.
func names(record map[string][]string, q query.Query) bool {
	for _, texts := range record {
		if len(q.Required) > 0 && slices.ContainsFunc(texts, func(t string) bool { return values.Same(t, q.Required[0].Text) }) {
			return true
		}
	}
	return false
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
