package serve

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"verde/catalog"
	"verde/page"
	"verde/query"
	"verde/search"
	"verde/steering"
)

// shownQueries bounds the queries that are listed at once.
const shownQueries = 500

type queryLine struct {
	ID, Text string
	Round    int
	Results  int
}

type queriesData struct {
	Queries []queryLine
	All     int
	Without bool             // only those without results
	Named   []steering.Query // that a person has named
}

func listQueries(run *run, r *http.Request) (*Page, error) {
	asked, err := run.catalog.Queries(r.Context())
	if err != nil {
		return nil, err
	}
	counts, err := run.catalog.ResultCounts(r.Context())
	if err != nil {
		return nil, err
	}
	decided, err := run.decided(r.Context())
	if err != nil {
		return nil, err
	}
	d := queriesData{Named: decided.Queries, Without: r.FormValue("without") == "results"}
	if d.Without {
		asked = slices.DeleteFunc(asked, func(a catalog.Asked) bool { return counts[a.Query.ID] > 0 })
	}
	d.All = len(asked)
	for i := len(asked) - 1; i >= 0 && len(d.Queries) < shownQueries; i-- { // the last ones are what a run does
		a := asked[i]
		d.Queries = append(d.Queries, queryLine{a.Query.ID, a.Query.Render(query.Plain), a.Round, counts[a.Query.ID]})
	}
	return &Page{Title: "Queries", Template: "queries", Here: "queries", Live: tells, Data: d}, nil
}

// askMore adds a query for one more entity to the run's next round. It counts against the
// budget of the engine like any query.
func askMore(run *run, r *http.Request) (string, error) {
	q := steering.Query{Name: strings.TrimSpace(r.PostForm.Get("name")), With: strings.TrimSpace(r.PostForm.Get("with"))}
	if err := q.Check(); err != nil || strings.ContainsFunc(q.Name+q.With, unicode.IsControl) {
		return "", badAsk("an entity is asked for by its name, in one line, and another value of it")
	}
	return back(run, r, "queries"), steering.Ask(r.Context(), run.lists(), q)
}

type queryData struct {
	catalog.Asked
	Text    string
	Results []resultLine
}

type resultLine struct {
	search.Result
	Site    string
	State   string // of the site, "" for one that is not considered
	Verdict *catalog.Verdict
}

func showQuery(run *run, r *http.Request) (*Page, error) {
	asked, err := run.catalog.Queries(r.Context())
	if err != nil {
		return nil, err
	}
	for _, a := range asked {
		if a.Query.ID != r.PathValue("id") {
			continue
		}
		d := queryData{Asked: a, Text: a.Query.Render(query.Plain)}
		results, err := run.catalog.Answers(r.Context(), a.Query.ID)
		if err != nil {
			return nil, err
		}
		for _, result := range results {
			line := resultLine{Result: result, Site: page.Site(result.URL)}
			if s, ok, err := run.catalog.Source(r.Context(), line.Site); err != nil {
				return nil, err
			} else if ok {
				line.State = s.State
			}
			if v, ok, err := run.catalog.Verdict(r.Context(), result.URL, a.Query.ID); err != nil {
				return nil, err
			} else if ok {
				line.Verdict = &v
			}
			d.Results = append(d.Results, line)
		}
		return &Page{Title: "Query", Template: "query", Here: "queries", Data: d}, nil
	}
	return nil, notFound("this run has asked no query of this name")
}
