package known

import (
	"cmp"
	"maps"
	"slices"

	"verde/query"
)

// Choice says how [Entities.Choose] chooses.
type Choice struct {
	N       int             // instances, at most
	Seed    uint64          // of the sample
	Simple  bool            // ask by names alone, by the shortest part of each (see [query.Profile])
	Useless map[string]bool // attributes that are not asked with
}

// Choose takes up to c.N instances to ask for, of entities that were not asked for
// yet: first of the sites found last, since those reach what the older ones could
// not, an equal share of each, then what is still missing of the older. asked has
// the names of those that were (see [query.AskedKey]), as they were asked for, and gets the new ones.
// The choice is a function of the seed. Cost: that of rating the records; see
// [query.Instances].
func (e *Entities) Choose(c Choice, asked map[string]bool) []query.Instance {
	n := c.N
	type pool struct {
		site      string
		round     int
		instances []entity
	}
	pools := map[string]*pool{}
	var order []*pool
	for _, in := range e.all {
		p := pools[in.site]
		if p == nil {
			p = &pool{site: in.site, round: in.round}
			pools[in.site] = p
			order = append(order, p)
		}
		p.instances = append(p.instances, in)
	}
	slices.SortFunc(order, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(a.site, b.site))
	})
	var out []query.Instance
	skip := func(name string) bool { return asked[query.AskedKey(name)] }
	for len(order) > 0 && len(out) < n {
		newest := slices.IndexFunc(order, func(p *pool) bool { return p.round != order[0].round })
		if newest < 0 {
			newest = len(order)
		}
		for i, p := range order[:newest] {
			share := (n - len(out) + newest - i - 1) / (newest - i)
			records, profile := e.askable(p.instances)
			profile.Attributes = slices.DeleteFunc(slices.Clone(profile.Attributes), func(a query.Attribute) bool { return c.Useless[a.Name] })
			least := min(2, 1+len(profile.Attributes))
			if profile.Simple = c.Simple; c.Simple {
				least = 1
			}
			for _, in := range query.Instances(records, profile, len(records), c.Seed, skip) {
				if len(in.Values) < least {
					continue // asked by its name alone, it would lead everywhere
				}
				if share--; share < 0 {
					break
				}
				asked[query.AskedKey(query.NameOf(in.Values[:max(1, in.Named)]))] = true
				out = append(out, in)
			}
		}
		order = order[newest:]
	}
	return out
}

// siteColumn goes before the names of a site's own columns, which may be those of
// other attributes of the vertical.
const siteColumn = "its "

// askable gives what can be asked with of the entities of one site, and the
// attributes in the order of their use: what other sites are known to show
// before what only this one may have. Of the training site these are the
// vertical's attributes, which a person may have edited; every site found
// brings attributes of its own that reach sites which lack the vertical's.
func (e *Entities) askable(list []entity) ([]query.Record, query.Profile) {
	records := make([]query.Record, len(list))
	found := false
	for i, in := range list {
		records[i] = in.record
		if in.siteColumns == nil {
			continue
		}
		found = true
		records[i].Values = maps.Clone(in.record.Values)
		for label, texts := range in.siteColumns {
			records[i].Values[siteColumn+label] = texts
		}
	}
	profile := e.profile
	names := e.namesOf(list[0].site)
	if profile.Attributes = slices.Clone(profile.Attributes); found {
		profile = query.Rate(records, profile.Identifier)
	}
	profile.Names, profile.With, profile.Qualifiers = names, e.profile.With, query.NewQualifiers(records, e.profile.Identifier, e.profile.With)
	profile.Parts, profile.Codes = query.NewParts(records, profile.Identifier, names), query.NewCodes(records, profile.Identifier)
	slices.SortStableFunc(profile.Attributes, func(p, q query.Attribute) int {
		return trueFirst(e.confirmed[p.Name], e.confirmed[q.Name])
	})
	return records, profile
}

// trueFirst compares two answers to a question, a yes before a no.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
