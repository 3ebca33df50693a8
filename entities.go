package verde

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"verde/catalog"
	"verde/known"
	"verde/record"
	"verde/report"
	"verde/vertical"
)

// LearnEntities makes a vertical from a list of entities instead of a training site, see
// [vertical.FromList]. The entities are stored in the catalog as records of [catalog.ListSite].
func (x *Explorer) LearnEntities(ctx context.Context, list *vertical.List) (*vertical.Vertical, error) {
	v, err := vertical.FromList(x.Domain, list)
	if err != nil {
		return nil, err
	}
	if err := x.Catalog.OpenRound(ctx, catalog.Round{Closed: true}, []catalog.Candidate{{Site: catalog.ListSite, Body: json.RawMessage("[]")}}); err != nil {
		return nil, err
	}
	return v, x.putList(ctx, list.Records)
}

// putList stores the records of a list, as those of a training site.
func (x *Explorer) putList(ctx context.Context, records []record.Record) error {
	report, err := json.Marshal(report.Site{Accepted: true})
	if err != nil {
		return err
	}
	src := catalog.Source{Site: catalog.ListSite, Role: catalog.Training, State: catalog.Expanded}
	return x.Catalog.PutSettled(ctx, 0, catalog.Settled{Source: src, Pages: []catalog.Page{}, Records: records, Report: report})
}

// AddEntities adds a list of entities to those of a vertical's training site, so that
// queries are made of both. A column of the list becomes an attribute of the vertical if it
// has the attribute's name, or if it repeats the attribute's values for entities that both
// have. The list is stored as by [Explorer.LearnEntities]. Adding the same list again
// changes nothing; another list, or a first one after queries were asked, is a
// [vertical.Error]. Cost: reading the training site if it was not read, and linear in both.
func (x *Explorer) AddEntities(ctx context.Context, v *vertical.Vertical, list *vertical.List) error {
	x.startClock()
	training, err := x.readTraining(ctx, v)
	if err != nil {
		return err
	}
	site := known.New(v.Profile())
	if err := site.AddSite(training, x.Catalog.Records(ctx, training.Site)); err != nil {
		return err
	}
	renamed, err := list.InTermsOf(v, site.NameColumns(list.Records, nil))
	if err != nil {
		return err
	}
	_, had, err := x.Catalog.Source(ctx, catalog.ListSite)
	if err != nil {
		return err
	}
	if had {
		same, err := x.SameEntities(ctx, renamed)
		if err == nil && !same {
			err = vertical.Errorf("the run has another list of entities: leave --entities out to go on with that, or give another --run")
		}
		return err
	}
	switch asked, err := x.Catalog.Queries(ctx); {
	case err != nil:
		return err
	case len(asked) > 0:
		return vertical.Errorf("the run has asked without a list of entities: give another --run")
	}
	return x.putList(ctx, renamed.Records)
}

// SameEntities reports whether a list is the one that the run was learned from: of the
// same entities in the same order, with the same values. Cost: linear.
func (x *Explorer) SameEntities(ctx context.Context, list *vertical.List) (bool, error) {
	given := make(map[string]map[string][]string, len(list.Records))
	for _, r := range list.Records {
		given[r.URL] = r.ByLabel()
	}
	for r, err := range x.Catalog.Records(ctx, catalog.ListSite) {
		if err != nil {
			return false, err
		}
		if !maps.EqualFunc(given[r.URL], r.ByLabel(), slices.Equal) {
			return false, nil
		}
		delete(given, r.URL)
	}
	return len(given) == 0, nil
}
