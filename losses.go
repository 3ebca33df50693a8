package verde

import (
	"context"
	"fmt"

	"verde/catalog"
)

// Loss is a URL of a run that gave no record, with the reason.
type Loss struct {
	URL    string `json:"url"`
	Site   string `json:"site"`
	Reason string `json:"reason"`           // one of a few, by which losses can be counted
	Detail string `json:"detail,omitempty"` // what there is to say of this one, "" for nothing
}

// Reasons of results that are lost.
const (
	LostUnclustered = "no cluster: too few queries led to pages like it on its site"
	LostUnexamined  = "not looked at: its site was decided by other pages"
	LostUnread      = "could not be had"
	LostUnmatched   = "does not show what was asked for"
	LostProse       = "shows what was asked for, and not as data"
	LostSite        = "its site is no source"
)

// LostResults gives the results of a run's queries on sites that are no sources, each URL once and in the
// order of the queries, with the step where it was lost. Cost: that of [Trail].
func LostResults(ctx context.Context, cat *catalog.Catalog) ([]Loss, error) {
	traces, _, err := Trail(ctx, cat)
	if err != nil {
		return nil, err
	}
	var out []Loss
	for _, t := range traces {
		if !t.Source {
			l := Loss{URL: t.URL, Site: t.Site}
			l.Reason, l.Detail = t.lost()
			out = append(out, l)
		}
	}
	return out, nil
}

// lost gives the step at which a result on no source was lost.
func (t *Trace) lost() (reason, detail string) {
	switch {
	case t.Positive:
		return LostSite, t.Refusal
	case t.Matched:
		return LostProse, fmt.Sprintf("probability of data %.2f", t.Probability)
	case t.Downloaded:
		return LostUnmatched, ""
	case t.Failure != "":
		return LostUnread, t.Failure
	case t.Clustered:
		return LostUnexamined, t.Refusal
	}
	return LostUnclustered, ""
}
