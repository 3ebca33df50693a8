package verde

import (
	"context"

	"verde/known"
	"verde/vertical"
)

// Knowledge stores the known entities of a round for the processes that settle its sites: the
// values of a million records take gigabytes, and to settle a site those of a few entities are
// enough. [Explorer.OpenRound] stores them.
type Knowledge interface {
	// Put stores the entities known to a round and removes those of other rounds: about is
	// their index, value gives the values of each of n entities by place.
	Put(ctx context.Context, round int, about []byte, n int, value func(place int) ([]byte, error)) error
	// About gives the index stored for a round; nil if there is none.
	About(ctx context.Context, round int) ([]byte, error)
	// Values gives the values at places, in their order.
	Values(ctx context.Context, round int, places []int) ([][]byte, error)
}

// storeKnowledge stores the entities known to a round in x.Knowledge. Cost: linear in their
// values.
func (x *Explorer) storeKnowledge(ctx context.Context, round int, entities *known.Entities) error {
	about, err := entities.About()
	if err != nil {
		return err
	}
	return x.Knowledge.Put(ctx, round, about, entities.Len(), entities.ValuesAt)
}

// loadKnowledge gives the entities known to a round, whose values are read from x.Knowledge
// when they are needed. It gives nil if none were stored for the round, or if the catalog's
// records have changed since. Cost: one pass over all records, a site at a time.
func (x *Explorer) loadKnowledge(ctx context.Context, v *vertical.Vertical, round int) (*known.Entities, error) {
	if x.Knowledge == nil {
		return nil, nil
	}
	about, err := x.Knowledge.About(ctx, round)
	if err != nil || about == nil {
		return nil, err
	}
	later := context.WithoutCancel(ctx) // the entities are shared with sites settled after this call
	entities, err := known.NewShelved(v.Profile(), about, func(places []int) ([][]byte, error) { return x.Knowledge.Values(later, round, places) })
	if err != nil {
		return nil, err
	}
	sources, err := x.exploredBefore(ctx, round)
	if err != nil {
		return nil, err
	}
	if err := x.addSites(ctx, entities, sources); err != nil {
		return nil, err
	}
	if !entities.Complete() {
		x.log().Warn("the stored entities were made of other records: they are integrated again in memory", "round", round)
		return nil, nil
	}
	return entities, nil
}
