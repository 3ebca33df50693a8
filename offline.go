package verde

import (
	"slices"

	"verde/query"
	"verde/search"
)

// offlineQueries lists the queries that dumps have answers to. Queries without a required
// value are left out, since pages can't be judged by them.
func offlineQueries(engines []search.Engine) []query.Query {
	var out []query.Query
	for _, e := range engines {
		if d, ok := search.Ability[search.Offline](e); ok {
			for _, q := range d.Queries() {
				if len(q.Required) > 0 {
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// allOffline reports whether no engine can be asked anything new.
func allOffline(engines []search.Engine) bool {
	return !slices.ContainsFunc(engines, func(e search.Engine) bool {
		_, offline := search.Ability[search.Offline](e)
		return !offline
	})
}

// askable gives a function that reports whether a query could be asked: every query if one
// engine is online, else those that dumps have answers to.
func askable(engines []search.Engine) func(query.Query) bool {
	if !allOffline(engines) {
		return func(query.Query) bool { return true }
	}
	given := map[string]bool{}
	for _, q := range offlineQueries(engines) {
		given[q.ID] = true
	}
	return func(q query.Query) bool { return given[q.ID] }
}
