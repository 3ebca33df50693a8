package evidence

import (
	"cmp"

	"verde/query"
)

// A Lead is a URL with the queries that led to it, for JSON.
type Lead struct {
	URL     string   `json:"url"`
	Title   string   `json:"title,omitempty"` // of its first result, folded if it is long; left out if it has no name that was asked for
	Queries []string `json:"queries"`         // IDs, in the order in which they led to the URL
}

// Leads gives the leads of some URLs, from which [FromLeads] makes equivalent results.
func (r *Results) Leads(urls []string) []Lead {
	out := make([]Lead, len(urls))
	for i, url := range urls {
		out[i] = Lead{URL: url, Queries: r.QueriesTo(url)}
		if r.TitledByAny(url) {
			out[i].Title = cmp.Or(r.Title(url), r.byURL[url].folded)
		}
	}
	return out
}

// FromLeads gives the results that leads were made from, as far as the leads have them:
// without other URLs, titles that have no name asked for, and queries that led elsewhere.
// queries has the queries by ID. Cost: linear.
func FromLeads(leads []Lead, queries map[string]query.Query) *Results {
	r := new(Results)
	for _, l := range leads {
		for _, id := range l.Queries {
			if _, ok := r.Query(id); !ok {
				q := queries[id]
				q.ID = id
				r.AddQuery(q)
			}
			r.withResults[id] = true
		}
		if len(l.Queries) == 0 {
			continue // nothing leads to it
		}
		r.addURL(l.URL, l.Title)
		for _, id := range l.Queries {
			r.Link(l.URL, id)
		}
	}
	return r
}
