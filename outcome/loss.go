package outcome

import (
	"context"
	"fmt"

	"verde/catalog"
)

// Loss is a URL that gave no record, with the reason.
type Loss struct {
	URL    string `json:"url"`
	Site   string `json:"site"`
	Reason string `json:"reason"`           // one of few texts, so that losses can be counted by it
	Detail string `json:"detail,omitempty"` // about this URL, such as an error; may be ""
}

// Reasons why results are lost, as [Loss.Reason].
const (
	Unclustered  = "no cluster: too few queries led to pages like it on its site"
	Unjudged     = "not looked at: its site was decided by other pages"
	Undownloaded = "could not be had"
	Unmatched    = "does not show what was asked for"
	Prose        = "shows what was asked for, and not as data"
	SiteRefused  = "its site is no source"
)

// Lost gives the results of a run that are on sites that are no sources, each URL once and in
// the order of the queries, with the step at which it was lost. Cost: that of [Results].
func Lost(ctx context.Context, cat *catalog.Catalog) ([]Loss, error) {
	results, _, err := Results(ctx, cat)
	if err != nil {
		return nil, err
	}
	var out []Loss
	for _, r := range results {
		if !r.Source {
			l := Loss{URL: r.URL, Site: r.Site}
			l.Reason, l.Detail = r.lost()
			out = append(out, l)
		}
	}
	return out, nil
}

// lost gives the step at which the result was lost. Its site must not be a source.
func (r *Result) lost() (reason, detail string) {
	switch {
	case r.Positive:
		return SiteRefused, r.Refusal
	case r.Matched:
		return Prose, fmt.Sprintf("probability of data %.2f", r.Probability)
	case r.Downloaded:
		return Unmatched, ""
	case r.Failure != "":
		return Undownloaded, r.Failure
	case r.Clustered:
		return Unjudged, r.Refusal
	}
	return Unclustered, ""
}
