package verde

import (
	"verde/query"
	"verde/search"
)

// Results are search results with the queries that they answer, for those who
// have them from elsewhere than [Explorer.Explore]. The zero value is ready for
// use.
//
// Memory: a few hundred bytes for each different URL, its title included, and
// each different query, and some tens for each query that a URL answers; not what
// comes again, and no snippets.
type Results struct {
	answers *answers
	dropped int
}

// Add keeps a result of a query. It reports whether it was new: a URL that the
// query had not led to before, of the site that the query asks. Of queries with
// one ID the first counts.
func (r *Results) Add(q query.Query, res search.Result) bool {
	if r.answers == nil {
		r.answers = newAnswers()
	}
	if first, old := r.answers.queries[q.ID]; old {
		q = first // its ID keeps no further line
	} else {
		r.answers.put(q)
	}
	admitted, added := r.answers.add(q, res)
	if !admitted {
		r.dropped++
	}
	return added
}

// Dropped is the number of results added that are none: their URL is not http
// or https, or of another site than their query asks.
func (r *Results) Dropped() int { return r.dropped }

// URLs is the number of different URLs.
func (r *Results) URLs() int {
	if r.answers == nil {
		return 0
	}
	return len(r.answers.urls)
}

// Queries is the number of different queries.
func (r *Results) Queries() int {
	if r.answers == nil {
		return 0
	}
	return len(r.answers.queries)
}

// Thin lists the sites that too few queries lead to for [Explorer.Judge], but
// with a result whose title has the name that was asked for: those worth being
// asked again, the ones with most such results first. Clusters are cut as
// Options.MaxCut says, 3 for 0.
func (r *Results) Thin(maxCut int) []string {
	if r.answers == nil {
		return nil
	}
	none := &knowledge{}
	return r.answers.thin(none, r.answers.candidates(none, Options{MaxCut: maxCut}.withDefaults().MaxCut))
}
