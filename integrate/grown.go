package integrate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// finish gives the entities their IDs and values, and makes the pages.
func (g *grower) finish(c *Corpus, out *Growth, old []int32) error {
	fresh := make(map[string]bool)
	for _, cl := range out.Clusters {
		for _, r := range cl.Records {
			fresh[c.urls[r]] = true
		}
	}
	var before []Known
	for _, id := range g.ids(old) {
		e := g.entities[id]
		k := Known{ID: id, Was: e.Was, Anchor: e.Anchor}
		for _, n := range e.Records {
			k.URLs = append(k.URLs, g.records[n].URL)
		}
		if slices.ContainsFunc(k.URLs, func(u string) bool { return fresh[u] }) {
			before = append(before, k)
		}
	}
	out.Entities, out.Redirects = c.identify(out.Clusters, before)
	if err := g.untaken(out.Entities, before); err != nil {
		return err
	}
	for list, state := range c.fuseAll(out.Matching, out.Entities, facts(out.Redirects, g.opt.Decisions), g.Fusing) {
		out.Fused, out.fusing = append(out.Fused, list...), append(out.fusing, state)
	}
	slices.SortStableFunc(out.Fused, func(a, b Fused) int { return cmp.Compare(a.Entity, b.Entity) })
	g.learned(out)
	g.report(c, out, before)
	return g.write(c, out, old)
}

// untaken makes sure that no new ID is that of an entity that has nothing to do with it.
func (g *grower) untaken(entities []Entity, before []Known) error {
	known := make(map[string]bool)
	for _, k := range before {
		known[k.ID] = true
	}
	var keys []string
	for i := range entities {
		if id := entities[i].ID; !known[id] {
			keys = append(keys, entityKey(id))
		}
	}
	pages, err := g.read(keys)
	if err == nil && len(pages) > 0 {
		err = whole("IDs of new entities are taken")
	}
	return err
}

// learned keeps what is known of the new site's accuracy.
func (g *grower) learned(out *Growth) {
	for k, f := range out.fusing {
		if k == len(g.Fusing) {
			g.Fusing = append(g.Fusing, f)
		}
		if a, ok := f.Accuracy[g.table.Site]; ok {
			if g.Fusing[k].Accuracy == nil {
				g.Fusing[k].Accuracy = make(map[string]float64)
			}
			g.Fusing[k].Accuracy[g.table.Site] = a
		}
	}
}

// report brings the report of all sites up to date.
func (g *grower) report(c *Corpus, out *Growth, before []Known) {
	r := &g.Report
	several := func(urls []string, site func(i int) string) int {
		for i := range urls {
			if site(i) != site(0) {
				return 1
			}
		}
		return 0
	}
	at := make(map[string]int32)
	for i, u := range c.urls {
		at[u] = int32(i)
	}
	for _, k := range before {
		r.Joined -= several(k.URLs, func(i int) string { return c.sites[c.siteOf[at[k.URLs[i]]]] })
	}
	for i := range out.Entities {
		e := &out.Entities[i]
		r.Joined += several(e.URLs, func(i int) string { return out.Site(e.Records[i]) })
	}
	r.Entities += len(out.Entities) - len(before)
	r.Records += g.added()
	if g.added() > 0 {
		r.Sites++
	}
	r.Attributes, r.Columns, r.Alone = out.Attributes, out.Columns, out.Alone
	r.Overlaps = append(r.Overlaps, out.Shared...)
	slices.SortFunc(r.Overlaps, func(a, b Overlap) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	r.Redirects = append(r.Redirects, out.Redirects...)
	r.Cut.Records, r.Cut.Values, r.Cut.Texts = r.Cut.Records+out.Cut.Records, r.Cut.Values+out.Cut.Values, r.Cut.Texts+out.Cut.Texts
	r.Doubts = append(r.Doubts, out.doubts()...)
	slices.SortStableFunc(r.Doubts, func(a, b Doubt) int { return cmp.Compare(max(a.P, 1-a.P), max(b.P, 1-b.P)) })
	r.Doubts = r.Doubts[:min(len(r.Doubts), maxDoubts)]
	out.Sum = *r
}

// write makes the pages that are new or have changed.
func (g *grower) write(c *Corpus, out *Growth, old []int32) error {
	out.Pages = make(map[string][]byte)
	base, next := int32(len(old)), int32(g.had())
	number := func(local int32) int32 {
		if local < base {
			return old[local]
		}
		return next + local - base
	}
	add := func(key string, v any) error {
		data, err := packJSON(v)
		out.Pages[key] = data
		return err
	}
	for i := range out.Entities {
		e := &out.Entities[i]
		p := entityPage{Age: g.Ages + i, Anchor: e.Anchor, Was: e.Was}
		if o, ok := g.entities[e.ID]; ok {
			p.Age = o.Age
		}
		for _, id := range e.Was {
			if err := add(entityKey(id), entityPage{To: e.ID}); err != nil {
				return err
			}
		}
		for _, r := range e.Records {
			n := number(r)
			p.Records = append(p.Records, n)
			if o, ok := g.records[n]; ok && o.Entity == e.ID {
				continue
			}
			if err := add(recordKey(n), c.page(r, e.ID, number)); err != nil {
				return err
			}
		}
		if err := add(entityKey(e.ID), p); err != nil {
			return err
		}
	}
	g.writeTokens(c, out, base, number)
	g.Ages += len(out.Entities)
	g.Sites = append(g.Sites, siteState{g.table.Site, g.added(), out.r.thin[len(g.Sites)], c.titled[len(g.Sites)]})
	here := make(map[string]bool)
	for _, s := range g.Sites {
		here[s.Name] = true
	}
	g.Options = g.opt.hashed(here)
	g.Forms = c.forms()
	out.Pages[SiteKey(g.table.Site)] = []byte(strconv.Itoa(g.added()))
	return add(stateKey, g.state)
}

// writeTokens makes the pages of the tokens that the new records have.
func (g *grower) writeTokens(c *Corpus, out *Growth, base int32, number func(int32) int32) {
	of := out.r.of
	blocks := c.blockTokens(of)
	touched := make(map[int32]bool)
	page := func(t int32) *tokenPage {
		touched[t] = true
		return g.pages[c.lex.Token(t)]
	}
	for r := base; r < int32(len(c.urls)); r++ {
		tokens, wholes := c.tokens(int(r))
		for _, t := range tokens {
			page(t).records++
		}
		for _, t := range wholes {
			page(t).wholes.add(number(r))
		}
		for _, t := range blocks[r] {
			page(t).blocks.add(number(r))
		}
		for _, x := range of.all(r) {
			for _, v := range x.values {
				page(v.Whole).values[int(x.attribute)]++
			}
		}
	}
	for _, t := range slices.Sorted(maps.Keys(touched)) {
		token := c.lex.Token(t)
		out.Pages[tokenKey(token)] = g.pages[token].pack()
	}
}

// Reader reads pages that are at hand.
func (p Pages) Reader() Reader {
	return func(keys []string) (map[string][]byte, error) {
		out := make(map[string][]byte)
		for _, k := range keys {
			if data, ok := p[k]; ok {
				out[k] = data
			}
		}
		return out, nil
	}
}

// Pages are what an integration grows from, by key.
type Pages map[string][]byte

// Report sums up all sites.
func (g *Growth) Report() Report { return g.Sum }
