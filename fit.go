package verde

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"verde/catalog"
	"verde/query"
)

// VerticalError says why a vertical does not fit the run: the training site has no such
// pages or columns, or the run has asked for another domain.
type VerticalError struct{ what string }

func (e *VerticalError) Error() string { return "vertical: " + e.what }

// CheckVertical checks a vertical, which somebody may have edited, against the training
// site, reading the site first if need be: each attribute that the vertical names has to be
// in some record, and the domain has to be the one that the run was started with. Otherwise
// the error is a [VerticalError] that lists the attributes there are.
func (x *Explorer) CheckVertical(ctx context.Context, v *Vertical) error {
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
	if err := v.checkNames(training.Site, have, records); err != nil {
		return err
	}
	return checkSameDomain(ctx, x.Catalog, v)
}

// checkNames returns an error for attributes that are in none of a site's records. have
// counts the records with each attribute.
func (v *Vertical) checkNames(site string, have map[string]int, records int) error {
	var missing []string
	if have[v.Identifier] == 0 {
		missing = append(missing, fmt.Sprintf("\"identifier\": %q", v.Identifier))
	}
	for _, name := range v.With {
		if have[name] == 0 {
			missing = append(missing, fmt.Sprintf("\"with\": %q", name))
		}
	}
	for _, a := range v.Attributes {
		if have[a.Name] == 0 && !a.Unasked {
			missing = append(missing, fmt.Sprintf("\"attributes\": %q", a.Name))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	labels := slices.SortedFunc(maps.Keys(have), func(a, b string) int { return cmp.Or(cmp.Compare(have[b], have[a]), cmp.Compare(a, b)) })
	more := ""
	if n := len(labels) - maxNamed; n > 0 {
		labels, more = labels[:maxNamed], fmt.Sprintf(" and %d more", n)
	}
	for i, label := range labels {
		labels[i] = fmt.Sprintf("%q (%d)", label, have[label])
	}
	return &VerticalError{fmt.Sprintf("%s: no record of %s has it; of its %d records have %s%s", strings.Join(missing, ", "), site, records, strings.Join(labels, ", "), more)}
}

// maxNamed is how many attributes an error names.
const maxNamed = 20

// checkSameDomain returns an error if the run has asked queries for another domain: sites of
// two domains in one catalog could not be distinguished.
func checkSameDomain(ctx context.Context, cat *catalog.Catalog, v *Vertical) error {
	asked, err := cat.Queries(ctx)
	if err != nil {
		return err
	}
	words := query.Words(v.Domain, nil)
	for _, a := range asked {
		if p := planOf(a.Plan); p == given || p.words == "" || len(a.Query.Any) == 0 {
			continue // somebody else's words
		}
		if was := a.Query.Any[0]; !slices.Equal(words, []string{was}) {
			return &VerticalError{fmt.Sprintf("\"domain\": %q: this run asks for %q, and entities of two domains in one catalog could not be told apart; put it back, or give another run's folder", v.Domain, was)}
		}
	}
	return nil
}
