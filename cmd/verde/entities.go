package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"verde"
)

// verticalOf is vertical, or what is learned from a list of entities if there is one.
func (x *exploration) verticalOf(ctx context.Context, list, file string, samples []string) (*verde.Vertical, error) {
	switch {
	case list == "":
		return x.vertical(ctx, file, samples)
	case file != "" || len(samples) > 0:
		return nil, usagef("give --entities, sample pages or --vertical, one of them")
	case x.Domain == "":
		return nil, usagef("--domain is missing: what is one entity called, as in --domain book?")
	}
	f, err := os.Open(list)
	if err != nil {
		return nil, usagef("--entities: %w", err)
	}
	defer f.Close()
	entities, err := verde.ReadEntities(f)
	if err != nil {
		return nil, usagef("--entities %s: %w", list, err)
	}
	old, err := verde.LoadVertical(x.verticalFile())
	switch {
	case err == nil && (old.Domain != x.Domain || old.Site != verde.EntitySite):
		return nil, x.otherVertical(old)
	case err == nil && old.Pages != len(entities.Records):
		return nil, usagef("run folder %s was learned from a list of %d entities, this one has %d: leave --entities out to go on with that, or give another --run", x.dir, old.Pages, len(entities.Records))
	case err == nil:
		return old, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	v, err := x.LearnEntities(ctx, entities)
	if err != nil {
		return nil, err
	}
	return v, v.Save(x.verticalFile())
}
