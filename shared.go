package verde

import (
	"context"

	"verde/known"
	"verde/query"
	"verde/values"
	"verde/vertical"
)

// shared has what the settlings of a round share. Each process makes it once a round.
type shared struct {
	round    int
	vertical *vertical.Vertical
	entities *known.Entities
	queries  map[string]query.Query // asked, or made of an entity recognised in a result's title, by ID
	told     *judging
}

// setShared makes x.common for round n: all queries of the catalog, and the known
// entities given. The caller holds x.sharing.
func (x *Explorer) setShared(ctx context.Context, v *vertical.Vertical, n int, entities *known.Entities) error {
	s := &shared{round: n, vertical: v, entities: entities, queries: map[string]query.Query{}, told: &judging{tell: x.tell}}
	for q, err := range x.Catalog.Recognised(ctx) {
		if err != nil {
			return err
		}
		s.queries[q.ID] = q
	}
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return err
	}
	for _, a := range asked {
		s.queries[a.Query.ID] = a.Query
	}
	x.common = s
	return nil
}

// shared gives x.common for round n. It makes it if this process has not opened the
// round, or has opened another since.
func (x *Explorer) shared(ctx context.Context, v *vertical.Vertical, n int) (*shared, error) {
	x.sharing.Lock()
	defer x.sharing.Unlock()
	if x.common == nil || x.common.round != n || x.common.vertical != v || x.common.entities.Err() != nil {
		entities, err := x.loadKnowledge(ctx, v, n)
		if entities == nil && err == nil {
			entities, err = x.known(ctx, v, n)
		}
		if err != nil {
			return nil, err
		}
		if err := x.setShared(ctx, v, n, entities); err != nil {
			return nil, err
		}
	}
	return x.common, nil
}

// name is the folded name that a query asks for, "" if it asks for none or is not known.
func (s *shared) name(queryID string) string {
	if q := s.queries[queryID]; len(q.Required) > 0 {
		return values.Fold(q.Required[0].Text)
	}
	return ""
}
