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
	Useless map[string]bool // attributes that are not asked with beside a name
	NoNames map[string]bool // attributes whose values are not asked for as names
}

// Choose picks up to c.N instances of entities that were not asked for yet: first an equal share
// of each site found last, since these sites lead to others that older ones could not, then the rest from
// older sites. Half of the entities with several names are asked for by their aliases (see [query.Aliases]), and by another name again once no
// other entity is left. asked has the keys of the names that were asked for (see [query.AskedKey]); the new ones are
// added to it. The same arguments give the same choice. Cost: that of rating the records; see
// [query.Instances].
func (e *Entities) Choose(c Choice, asked map[string]bool) []query.Instance {
	sites, order := map[string]*namings{}, []*namings(nil)
	gone := map[string]bool{} // pages of entities that were asked for by one of several names
	for _, in := range slices.Concat(e.all[e.named:], e.all[:e.named]) {
		if in.alias != "" && c.NoNames[in.alias] {
			continue
		}
		s := sites[in.site]
		if s == nil {
			s = &namings{site: in.site, round: in.round}
			sites[in.site], order = s, append(order, s)
		}
		s.add(in)
		if in.alias == "" {
			continue
		}
		for _, by := range []entity{in, e.all[in.of]} {
			if asked[query.AskedKey(e.namesOf(by).Asked(by.name(e)))] {
				gone[in.record.Source] = true
			}
		}
	}
	slices.SortFunc(order, func(a, b *namings) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(a.site, b.site))
	})
	var out []query.Instance
	for _, again := range []bool{false, true} { // by another name, once nothing else is left
		for left := order; len(left) > 0 && len(out) < c.N; {
			newest := slices.IndexFunc(left, func(s *namings) bool { return s.round != left[0].round })
			if newest < 0 {
				newest = len(left)
			}
			for i, s := range left[:newest] {
				share := (c.N - len(out) + newest - i - 1) / (newest - i)
				for k, list := range s.by {
					part := share
					if others := len(s.by) - 1 - k; others > 0 {
						part = share / 2 / others
					}
					more := e.chooseAmong(list, part, c, asked, func(page string) bool { return gone[page] && !again })
					out, share = append(out, more...), share-len(more)
					for _, in := range more {
						gone[in.Source] = gone[in.Source] || len(s.by) > 1
					}
				}
			}
			left = left[newest:]
		}
	}
	return out
}

// namings has the entities of a site by each attribute that names them, the identifier last.
type namings struct {
	site  string
	round int
	by    [][]entity
}

// add adds an entity, those of one attribute one after the other.
func (s *namings) add(in entity) {
	if last := len(s.by) - 1; last >= 0 && s.by[last][0].alias == in.alias {
		s.by[last] = append(s.by[last], in)
	} else {
		s.by = append(s.by, []entity{in})
	}
}

// chooseAmong picks up to n instances of entities that a site names by one attribute, none of those on pages that are left out.
func (e *Entities) chooseAmong(list []entity, n int, c Choice, asked map[string]bool, leftOut func(page string) bool) (out []query.Instance) {
	records, profile := e.askable(list)
	profile.Attributes = slices.DeleteFunc(slices.Clone(profile.Attributes), func(a query.Attribute) bool { return c.Useless[a.Name] })
	least := min(2, 1+len(profile.Attributes))
	if profile.Simple = c.Simple; c.Simple {
		least = 1
	}
	skip := func(name string) bool { return asked[query.AskedKey(name)] }
	for _, in := range query.Instances(records, profile, len(records), c.Seed, skip) {
		if len(in.Values) < least || leftOut(in.Source) {
			continue // a query by the name alone would lead everywhere
		}
		if len(out) == n {
			break
		}
		asked[query.AskedKey(query.NameOf(in.Values[:max(1, in.Named)]))] = true
		out = append(out, in)
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
	if list[0].alias != "" { // the usual name is not asked for beside it, as the pages with both are found by that
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
