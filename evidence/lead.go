package evidence

import (
	"cmp"

	"verde/query"
)

// A Lead is a URL with what led to it, in a form that JSON keeps.
type Lead struct {
	URL     string   `json:"url"`
	Title   string   `json:"title,omitempty"` // of its first result, folded if it is long; left out if it has no name that was asked for
	Queries []string `json:"queries"`         // IDs, in the order in which they led to it
}

// Leads gives URLs with what led to them. Of these, [FromLeads] makes results that
// say the same.
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

// FromLeads gives back the results that the leads of a site were made from, without
// their other URLs, titles without what was asked for, and the queries that led
// elsewhere. queries has the queries by ID. Cost: linear.
func FromLeads(leads []Lead, queries map[string]query.Query) *Results {
	r := new(Results)
	for _, l := range leads {
		for _, id := range l.Queries {
			if _, ok := r.Query(id); !ok {
				q := queries[id]
				q.ID = id
				r.AddQuery(q)
			}
			r.led[id] = true
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
