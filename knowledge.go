package verde

import (
	"context"

	"verde/known"
	"verde/vertical"
)

// Knowledge stores the known entities of a round for the processes that settle its sites: the
// values of a million records take gigabytes, and a site needs those of a few entities.
// [Explorer.OpenRound], which has all of them in memory, stores them.
type Knowledge interface {
	// Put stores the entities known to a round and removes those of other rounds: about is
	// their index, value gives the values of each of n entities by place.
	Put(ctx context.Context, round int, about []byte, n int, value func(place int) ([]byte, error)) error
	// About gives the index stored for a round; nil if there is none.
	About(ctx context.Context, round int) ([]byte, error)
	// Values gives the values at places, in their order.
	Values(ctx context.Context, round int, places []int) ([][]byte, error)
}

// shelve stores the entities known to a round in x.Knowledge. Cost: linear in the values.
func (x *Explorer) shelve(ctx context.Context, round int, entities *known.Entities) error {
	about, err := entities.About()
	if err != nil {
		return err
	}
	return x.Knowledge.Put(ctx, round, about, entities.Len(), entities.ValuesAt)
}

// shelved gives the entities known to a round, whose values are read from x.Knowledge; nil if
// they were not stored, or were stored of other records. Cost: one pass over all records, a
// site at a time.
func (x *Explorer) shelved(ctx context.Context, v *vertical.Vertical, round int) (*known.Entities, error) {
	if x.Knowledge == nil {
		return nil, nil
	}
	about, err := x.Knowledge.About(ctx, round)
	if err != nil || about == nil {
		return nil, err
	}
	later := context.WithoutCancel(ctx) // other sites use it, too
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
		x.log().Warn("what is known was put there of other records, and is made anew in memory", "round", round)
		return nil, nil
	}
	return entities, nil
}
