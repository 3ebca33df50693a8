package known

import (
	"cmp"
	"maps"
	"slices"

	"verde/query"
)

// Choice has the options of [Entities.Choose].
type Choice struct {
	N       int             // instances, at most
	Seed    uint64          // of the sample
	Simple  bool            // ask by names alone, by the shortest part of each (see [query.Profile])
	Useless map[string]bool // attributes that are not asked with
}

// Choose picks up to c.N instances of entities that were not asked for yet: first an equal share
// of each site found last, and of each attribute by which it names them, since these sites lead to others that older ones could not, then the rest from
// older sites. asked has the keys of the names that were asked for (see [query.AskedKey]); the new ones are
// added to it. The same arguments give the same choice. Cost: that of rating the records; see
// [query.Instances].
func (e *Entities) Choose(c Choice, asked map[string]bool) []query.Instance {
	n := c.N
	type pool struct { // of entities that a site names by one attribute
		names     string
		round     int
		instances []entity
	}
	pools := map[string]*pool{}
	var order []*pool
	for _, in := range e.all {
		if c.Useless[in.alias] {
			continue
		}
		by := naming(in.site, in.alias)
		p := pools[by]
		if p == nil {
			p = &pool{names: by, round: in.round}
			pools[by] = p
			order = append(order, p)
		}
		p.instances = append(p.instances, in)
	}
	slices.SortFunc(order, func(a, b *pool) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(a.names, b.names))
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
					continue // a query by the name alone would lead everywhere
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

// siteColumn is the prefix of a site's own column labels, which may equal names of other attributes
// of the vertical.
const siteColumn = "its "

// askable gives the records of entities that one site names by the same attribute to make queries of, and the attributes in the order
// of their use: attributes that other sites are known to show before those that only this site may
// have. The training site has the vertical's attributes, which a person may have edited; every other site
// adds columns of its own, which lead to sites that lack the vertical's attributes.
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
	names, identifier := e.namesOf(list[0]), list[0].identifier(e)
	if profile.Attributes = slices.Clone(profile.Attributes); found {
		profile = query.Rate(records, identifier)
	}
	if list[0].alias != "" { // asked for beside a site's further names, its usual ones would lead to the same pages as before
		profile.Identifier = identifier
		profile.Attributes = slices.DeleteFunc(profile.Attributes, func(a query.Attribute) bool { return a.Name == identifier || a.Name == e.profile.Identifier })
	}
	profile.Names, profile.With, profile.Qualifiers = names, e.profile.With, query.NewQualifiers(records, e.profile.Identifier, e.profile.With)
	profile.Parts, profile.Codes = query.NewParts(records, profile.Identifier, names), query.NewCodes(records, profile.Identifier)
	slices.SortStableFunc(profile.Attributes, func(p, q query.Attribute) int {
		return trueFirst(e.confirmed[p.Name], e.confirmed[q.Name])
	})
	return records, profile
}

// trueFirst compares two bools for sorting: true before false.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
