// Package evidencetest makes results for tests of what is decided by them.
package evidencetest

import (
	"strings"

	"verde/evidence"
	"verde/query"
	"verde/search"
)

// Results makes results of lines "NAME | URL" or "NAME | URL | TITLE", one result
// each, of a query for NAME and a second value, with NAME as its ID.
func Results(lines ...string) *evidence.Results {
	a := new(evidence.Results)
	for _, line := range lines {
		f := strings.Split(line, " | ")
		q := query.Query{ID: f[0], Required: []query.Value{{Attribute: "name", Text: f[0]}, {Attribute: "maker", Text: "x"}}}
		a.AddQuery(q)
		r := search.Result{URL: f[1]}
		if len(f) > 2 {
			r.Title = f[2]
		}
		a.Add(q, r)
	}
	return a
}
