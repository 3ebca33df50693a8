package verde

import (
	"context"
	"slices"

	"verde/catalog"
	"verde/query"
	"verde/vertical"
)

// CheckVertical checks a vertical, which somebody may have edited, against the training
// site, reading the site first if need be: each attribute that the vertical names has to be
// in some record, and the domain has to be the one that the run was started with. Otherwise
// the error is a [vertical.Error] that lists the attributes there are.
func (x *Explorer) CheckVertical(ctx context.Context, v *vertical.Vertical) error {
	if err := v.Validate(); err != nil {
		return err
	}
	training, err := x.readTraining(ctx, v)
	if err != nil {
		return err
	}
	have, records := map[string]int{}, 0
	for r, err := range x.Catalog.Records(ctx, training.Site) {
		if err != nil {
			return err
		}
		records++
		for label := range r.ByLabel() {
			have[label]++
		}
	}
	if err := v.CheckNames(training.Site, have, records); err != nil {
		return err
	}
	return checkSameDomain(ctx, x.Catalog, v)
}

// checkSameDomain returns an error if the run has asked queries for another domain: sites of
// two domains in one catalog could not be distinguished.
func checkSameDomain(ctx context.Context, cat *catalog.Catalog, v *vertical.Vertical) error {
	asked, err := cat.Queries(ctx)
	if err != nil {
		return err
	}
	words := query.Words(v.Domain, nil)
	for _, a := range asked {
		if p := parsePlan(a.Plan); p == givenPlan || p.words == "" || len(a.Query.Any) == 0 {
			continue // somebody else's words
		}
		if was := a.Query.Any[0]; !slices.Equal(words, []string{was}) {
			return vertical.Errorf("\"domain\": %q: this run asks for %q, and entities of two domains in one catalog could not be told apart; put it back, or give another run's folder", v.Domain, was)
		}
	}
	return nil
}
