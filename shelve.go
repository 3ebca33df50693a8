package verde

import (
	"context"

	"verde/known"
)

// Knowledge keeps what is known to a round outside of the memory of the processes that
// settle its sites: of a million records the values take gigabytes, and a site needs those
// of a few entities. [Explorer.OpenRound], which has all of them in memory, puts them there.
type Knowledge interface {
	// Put keeps what is known to a round, in place of what was known to another: about all,
	// and the n values by their places.
	Put(ctx context.Context, round int, about []byte, n int, value func(place int) ([]byte, error)) error
	// About gives what was put about a round; nil if nothing was.
	About(ctx context.Context, round int) ([]byte, error)
	// Values gives the values at places, in their order.
	Values(ctx context.Context, round int, places []int) ([][]byte, error)
}

// shelve puts what is known to a round where others find it. Cost: linear in the values.
func (x *Explorer) shelve(ctx context.Context, round int, entities *known.Entities) error {
	about, err := entities.About()
	if err != nil {
		return err
	}
	return x.Knowledge.Put(ctx, round, about, entities.Len(), entities.ValuesAt)
}

// shelved gives what is known to a round with the values where they were put; nil if they
// were not, or were of other records. Cost: a look at all records, one site at a time.
func (x *Explorer) shelved(ctx context.Context, v *Vertical, round int) (*known.Entities, error) {
	if x.Knowledge == nil {
		return nil, nil
	}
	about, err := x.Knowledge.About(ctx, round)
	if err != nil || about == nil {
		return nil, err
	}
	later := context.WithoutCancel(ctx) // other sites use it, too
	entities, err := known.NewShelved(v.profile(), about, func(places []int) ([][]byte, error) { return x.Knowledge.Values(later, round, places) })
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
