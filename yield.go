package verde

import (
	"context"
	"slices"
	"strings"

	"verde/catalog"
	"verde/page"
)

// Yield counts what an engine has contributed to a run. Sites are those of all its results,
// most of which are no sources.
type Yield struct {
	Answered     int `json:"answered"`           // queries that it had results for
	Results      int `json:"results"`            // of all its answers
	Sites        int `json:"sites"`              // with a page in its results
	SitesAlone   int `json:"sites_alone"`        // of these, sites in no other engine's results
	Sources      int `json:"sources"`            // of Sites, those that were accepted and read
	SourcesAlone int `json:"sources_alone"`      // of SitesAlone, those that were accepted and read
	Failures     int `json:"failures,omitempty"` // failed answers, in all rounds
}

// yields gives what each engine that is asked now has brought to the rounds, by its
// name. Cost: one pass over the answers in the catalog.
func (x *Explorer) yields(ctx context.Context, rounds []RoundReport, sources []catalog.Source) (map[string]*Yield, error) {
	queries, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Yield, len(x.Engines))
	led := map[string][]*Yield{} // by site, the engines that led there
	for _, e := range x.Engines {
		name := e.Name()
		if out[name] != nil {
			continue // several corpora have one name
		}
		y := &Yield{Failures: failuresOf(name, rounds)}
		out[name] = y
		for _, q := range queries {
			results, _, _, err := x.Catalog.Answered(ctx, q.Query.ID, name)
			if err != nil {
				return nil, err
			}
			if y.Results += len(results); len(results) > 0 {
				y.Answered++
			}
			for _, r := range results {
				url, err := page.Normalize(r.URL)
				if site := page.Site(url); err == nil && !slices.Contains(led[site], y) {
					led[site] = append(led[site], y)
				}
			}
		}
	}
	countSites(led, sources)
	return out, nil
}

// countSites counts for each engine the sites that it led to.
func countSites(led map[string][]*Yield, sources []catalog.Source) {
	read := map[string]bool{}
	for _, s := range sources {
		if s.State == catalog.Expanded && s.Role == catalog.Discovered {
			read[s.Site] = true
		}
	}
	for site, engines := range led {
		for _, y := range engines {
			y.Sites++
			if read[site] {
				y.Sources++
			}
			if len(engines) > 1 {
				continue
			}
			y.SitesAlone++
			if read[site] {
				y.SourcesAlone++
			}
		}
	}
}

// failuresOf counts the answers of an engine that were not had.
func failuresOf(engine string, rounds []RoundReport) (n int) {
	for _, r := range rounds {
		for reason, failures := range r.Failures {
			if strings.HasPrefix(reason, engine+": ") {
				n += failures
			}
		}
	}
	return n
}
