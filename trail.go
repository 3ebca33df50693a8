package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"verde/catalog"
	"verde/page"
)

// Trace says how far a URL of a run's search results came.
type Trace struct {
	URL, Site  string
	Clustered  bool // it led to its site being a candidate
	Downloaded bool // it was examined
	Matched    bool // it shows the values that a query required
	Positive   bool // it shows them as data
	Source     bool // its site was accepted and read

	Failure     string  // why it could not be had, "" if it could or was not asked for
	Probability float64 // the greatest that it shows them as data
	Refusal     string  // why its site is no source, "" if it is one or was not considered
}

// Trail gives the URLs of all results of a run, each once and in the order of the queries,
// those of the training site left out, and that site. Cost: that of reading the results, the candidates
// and the verdicts.
func Trail(ctx context.Context, cat *catalog.Catalog) (traces []Trace, training string, err error) {
	sources, err := cat.Sources(ctx)
	if err != nil {
		return nil, "", err
	}
	accepted, refusals := map[string]bool{}, map[string]string{}
	for _, s := range sources {
		if s.Role == catalog.Training && (training == "" || s.Site != catalog.ListSite) { // not that of a list beside a site
			training = s.Site
		}
		if accepted[s.Site] = s.State == catalog.Expanded; !accepted[s.Site] {
			refusals[s.Site] = s.Reason
		}
	}
	at := map[string]int{} // URL -> place in traces
	for r, err := range cat.Results(ctx) {
		if err != nil {
			return nil, "", err
		}
		url, err := page.Normalize(r.URL)
		if err != nil {
			continue // it was no candidate either
		}
		site := page.Site(url)
		if _, old := at[url]; old || site == training {
			continue
		}
		at[url] = len(traces)
		traces = append(traces, Trace{URL: url, Site: site, Source: accepted[site], Refusal: refusals[site]})
	}
	mark := func(url string, what func(*Trace)) {
		if i, ok := at[url]; ok {
			what(&traces[i])
		}
	}
	rounds, err := cat.Rounds(ctx)
	if err != nil {
		return nil, "", err
	}
	for _, r := range rounds {
		if r.Round == 0 {
			continue // the training site
		}
		candidates, err := cat.Candidates(ctx, r.Round)
		if err != nil {
			return nil, "", err
		}
		for _, c := range candidates {
			var body candidate
			if err := json.Unmarshal(c.Body, &body); err != nil {
				return nil, "", fmt.Errorf("candidate %s of round %d: %w", c.Site, r.Round, err)
			}
			for _, lead := range body.Leads {
				mark(lead.URL, func(t *Trace) { t.Clustered = true })
			}
		}
	}
	for v, err := range cat.Verdicts(ctx) {
		if err != nil {
			return nil, "", err
		}
		mark(v.URL, func(t *Trace) {
			t.Downloaded = t.Downloaded || v.Reason == ""
			t.Matched, t.Positive = t.Matched || v.Matched, t.Positive || v.SemiStructured
			t.Failure, t.Probability = cmp.Or(t.Failure, v.Reason), max(t.Probability, v.Probability)
		})
	}
	return traces, training, nil
}
