// Package outcome reports how far each search result of a run came on its way to a source,
// and why the others were lost.
package outcome

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"verde/catalog"
	"verde/evidence"
	"verde/page"
)

// Result is the outcome of a URL that search engines gave for queries of a run: which steps
// it passed.
type Result struct {
	URL, Site  string
	Clustered  bool // its cluster made its site a candidate
	Downloaded bool // it was downloaded and judged
	Matched    bool // it shows the required values of a query
	Positive   bool // it shows them as data
	Source     bool // its site was accepted and read

	Failure     string  // why it could not be downloaded, "" if it could, or if nobody tried
	Probability float64 // the greatest probability that a query's values are shown as data
	Refusal     string  // why its site is no source, "" if it is one or was no candidate
}

// Results gives the URLs of all search results of a run, each once and in the order of the
// queries, and the training site, whose URLs are left out. Errors are those of the catalog.
// Cost: that of reading the results, the candidates and the verdicts.
func Results(ctx context.Context, cat *catalog.Catalog) (results []Result, training string, err error) {
	sources, err := cat.Sources(ctx)
	if err != nil {
		return nil, "", err
	}
	accepted, refusals := map[string]bool{}, map[string]string{}
	for _, s := range sources {
		if s.Role == catalog.Training && (training == "" || s.Site != catalog.ListSite) { // a list of entities does not replace a site
			training = s.Site
		}
		if accepted[s.Site] = s.State == catalog.Expanded; !accepted[s.Site] {
			refusals[s.Site] = s.Reason
		}
	}
	at := map[string]int{} // URL -> index in results
	for r, err := range cat.Results(ctx) {
		if err != nil {
			return nil, "", err
		}
		url, err := page.Normalize(r.URL)
		if err != nil {
			continue // nor was it clustered
		}
		site := page.Site(url)
		if _, old := at[url]; old || site == training {
			continue
		}
		at[url] = len(results)
		results = append(results, Result{URL: url, Site: site, Source: accepted[site], Refusal: refusals[site]})
	}
	update := func(url string, set func(*Result)) {
		if i, ok := at[url]; ok {
			set(&results[i])
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
			var body struct { // of a candidate as a round stores it
				Leads []evidence.Lead `json:"leads"`
			}
			if err := json.Unmarshal(c.Body, &body); err != nil {
				return nil, "", fmt.Errorf("candidate %s of round %d: %w", c.Site, r.Round, err)
			}
			for _, lead := range body.Leads {
				update(lead.URL, func(r *Result) { r.Clustered = true })
			}
		}
	}
	for v, err := range cat.Verdicts(ctx) {
		if err != nil {
			return nil, "", err
		}
		update(v.URL, func(r *Result) {
			r.Downloaded = r.Downloaded || v.Reason == ""
			r.Matched, r.Positive = r.Matched || v.Matched, r.Positive || v.SemiStructured
			r.Failure, r.Probability = cmp.Or(r.Failure, v.Reason), max(r.Probability, v.Probability)
		})
	}
	return results, training, nil
}
