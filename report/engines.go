package report

import (
	"context"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/page"
)

// Yield counts what an engine has contributed to a run.
type Yield struct {
	Answered     int `json:"answered"`           // queries with results from it
	Results      int `json:"results"`            // in all its answers
	Sites        int `json:"sites"`              // sites of its results, most of which are no sources
	SitesAlone   int `json:"sites_alone"`        // of these, sites in no other engine's results
	Sources      int `json:"sources"`            // of Sites, those that were accepted and read
	SourcesAlone int `json:"sources_alone"`      // of SitesAlone, those that were accepted and read
	Failures     int `json:"failures,omitempty"` // failed answers, in all rounds
}

// yields gives by name what each engine has contributed to the rounds. Cost: one pass over
// the answers in the catalog.
func yields(ctx context.Context, cat *catalog.Catalog, engines []string, rounds []Round, sources []catalog.Source) (map[string]*Yield, error) {
	queries, err := cat.Queries(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*Yield, len(engines))
	led := map[string][]*Yield{} // site -> engines with a result there
	for _, name := range engines {
		if out[name] != nil {
			continue // several corpora have one name
		}
		y := &Yield{Failures: failuresOf(name, rounds)}
		out[name] = y
		for _, q := range queries {
			results, _, _, err := cat.Answered(ctx, q.Query.ID, name)
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

// failuresOf counts the answers that an engine failed to give.
func failuresOf(engine string, rounds []Round) (n int) {
	for _, r := range rounds {
		for reason, failures := range r.Failures {
			if strings.HasPrefix(reason, engine+": ") {
				n += failures
			}
		}
	}
	return n
}

// answeredInPart counts incomplete answers by engine, where they may hide a site. An engine that asks other engines
// seldom has an answer of each. As long as they fail by chance, fewer queries lead to a site, and the estimate of the missing
// sites, which is made from these numbers, allows for it. So incomplete answers are a reason to call a run incomplete in two
// cases: there is no estimate, or the complete answers are too few to have found a site that only the missing part knows.
// Such a site is taken to be led to by as large a share of the queries as the median source, p. With w complete answers it
// is found with probability P(Binomial(w, p) ≥ evidence.MinEntities), which has to be 1-hiddenError. The queries that lead to a source
// are counted over all rounds, as the answers are, and not up to the one that found it.
func answeredInPart(rounds []Round, sources []catalog.Source, incomplete map[string]int) {
	led, inPart := 0, map[string]int{}
	for _, r := range rounds {
		led += r.Led
		for engine, n := range r.InPart {
			inPart[engine] += n
		}
	}
	if len(inPart) == 0 {
		return
	}
	last := rounds[len(rounds)-1]
	var support []int
	for _, s := range estimate.WithReached(sources, last.Reached) {
		if s.Role == catalog.Discovered && s.State == catalog.Expanded {
			support = append(support, s.Support)
		}
	}
	slices.Sort(support)
	for engine, n := range inPart {
		hidden := 1. // probability that such a site is not found
		if complete := led - n; complete > 0 && len(support) > 0 {
			share := min(1, float64(support[len(support)/2])/float64(led))
			hidden = distuv.Binomial{N: float64(complete), P: share}.CDF(evidence.MinEntities - 1)
		}
		if last.Unseen == nil || hidden > hiddenError {
			incomplete["search "+engine+": in part"] = n
		}
	}
}

// hiddenError is the greatest probability of a hidden site that is not reported.
const hiddenError = 0.05
