package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"verde/catalog"
	"verde/vertical"
)

// verticalOf is vertical, or what is learned from a list of entities if there is one. A list beside
// sample pages is added to what these bring.
func (x *exploration) verticalOf(ctx context.Context, list, file string, samples []string) (*vertical.Vertical, error) {
	switch {
	case list == "":
		return x.vertical(ctx, file, samples)
	case file != "":
		return nil, usagef("give --entities or --vertical, not both")
	case x.Domain == "":
		return nil, usagef("--domain is missing: what is one entity called, as in --domain book?")
	}
	f, err := os.Open(list)
	if err != nil {
		return nil, usagef("--entities: %w", err)
	}
	defer f.Close()
	entities, err := vertical.ReadList(f)
	if err != nil {
		return nil, usagef("--entities %s: %w", list, err)
	}
	if len(samples) > 0 {
		v, err := x.vertical(ctx, "", samples)
		if err != nil {
			return nil, err
		}
		return v, x.AddEntities(ctx, v, entities)
	}
	old, err := vertical.Load(x.verticalFile())
	switch {
	case err == nil && (old.Domain != x.Domain || old.Site != catalog.ListSite):
		return nil, x.otherVertical(old)
	case err == nil:
		return old, x.sameList(ctx, old, entities)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if err := x.keepOrder(); err != nil {
		return nil, err
	}
	v, err := x.LearnEntities(ctx, entities)
	if err != nil {
		return nil, err
	}
	return v, v.Save(x.verticalFile())
}

// sameList is an error if a list is another than that which the run's vertical was
// learned from.
func (x *exploration) sameList(ctx context.Context, old *vertical.Vertical, list *vertical.List) error {
	const remedy = "leave --entities and --domain out to go on with that, or give another --run"
	if n := len(list.Records); old.Pages != n {
		return usagef("run folder %s was learned from a list of %d entities, this one has %d: "+remedy, x.dir, old.Pages, n)
	}
	same, err := x.SameEntities(ctx, list)
	if err == nil && !same {
		err = usagef("run folder %s was learned from a list with other values or in another order: "+remedy, x.dir)
	}
	return err
}
