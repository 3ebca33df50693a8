package verde

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"verde/page"
	"verde/query"
	"verde/search"
	"verde/urlcluster"
	"verde/values"
)

// answers are the results of all queries so far.
type answers struct {
	queries map[string]query.Query     // by ID, see put
	names   map[string]string          // ID -> folded name that the query asks for, if it requires anything
	urls    []string                   // normal URLs in the order of the results
	asked   map[string][]string        // URL -> IDs of the queries that led to it, each once, in the order of link
	many    map[string]map[string]bool // the same of URLs that more than fewQueries led to, for looking up
	shown   map[string]string          // URL -> title of its first result, if short enough for nameIn
	titles  map[string]string          // the same, folded, of any length
	led     map[string]bool            // IDs of queries that have results
	inPart  map[string]int             // of the round, answers that lack results, by engine; see collect
}

func newAnswers() *answers {
	return &answers{queries: map[string]query.Query{}, names: map[string]string{}, asked: map[string][]string{}, many: map[string]map[string]bool{},
		shown: map[string]string{}, titles: map[string]string{}, led: map[string]bool{}, inPart: map[string]int{}}
}

// put keeps a query, which add and link refer to.
func (a *answers) put(q query.Query) {
	a.queries[q.ID] = q
	if len(q.Required) > 0 {
		a.names[q.ID] = values.Fold(q.Required[0].Text)
	}
}

// add counts a result, and reports whether it is one at all, and new. One of
// another host than the query asks of is none: not every engine can restrict.
func (a *answers) add(q query.Query, r search.Result) (admitted, added bool) {
	url, err := page.Normalize(r.URL)
	if err != nil || !q.Admits(page.Site(url)) {
		return false, false
	}
	a.led[q.ID] = true
	if _, old := a.asked[url]; !old {
		a.urls = append(a.urls, url)
		a.titles[url] = values.Fold(r.Title)
		if len(r.Title) <= maxValueBytes {
			a.shown[url] = strings.Clone(r.Title) // else it keeps the line that it was read from
		}
	}
	return true, a.link(url, q.ID)
}

// fewQueries is the number of IDs up to which looking through them is as fast as
// a map, and smaller. Most URLs have fewer; a home page may have those of a whole
// dump.
const fewQueries = 32

// link notes that a query leads to a URL, and reports whether that is new. Cost:
// constant, whatever the number of queries.
func (a *answers) link(url, id string) bool {
	ids, among := a.asked[url], a.many[url]
	if among[id] || among == nil && slices.Contains(ids, id) {
		return false
	}
	if among == nil && len(ids) == fewQueries {
		among = make(map[string]bool, 2*fewQueries)
		for _, old := range ids {
			among[old] = true
		}
		a.many[url] = among
	}
	if among != nil {
		among[id] = true
	}
	a.asked[url] = append(ids, id)
	return true
}

// thing is the folded name that a query asks for, or its ID if it requires
// nothing. A thing may be asked for by several queries.
func (a *answers) thing(id string) string { return cmp.Or(a.names[id], id) }

// things gives the thing that each query asks for.
func (a *answers) things() map[string]string {
	things := make(map[string]string, len(a.queries))
	for id := range a.queries {
		things[id] = a.thing(id)
	}
	return things
}

// A candidate is a site that several queries led to.
type candidate struct {
	site    string
	support int      // things whose queries lead to its best cluster; queries restricted to the site are none
	urls    []string // of its relevant clusters
}

// candidates clusters the result URLs and keeps the sites that have a relevant
// cluster (VerDE §V) and are not explored yet. Order: by the support of their
// best cluster, then by name.
//
// Clusters at the cuts 1 to maxCut are joined by groups of one shape whose
// results are titled with what was asked for: a site that spells a thing's
// name, maker and number into its URLs has pages farther apart than any cut.
func (a *answers) candidates(known *knowledge, maxCut int) []candidate {
	things := a.things()
	var items []urlcluster.Item
	var urls []string
	for _, url := range a.urls {
		if _, done := known.sites[page.Site(url)]; done {
			continue
		}
		urls = append(urls, url)
		for _, id := range a.asked[url] {
			items = append(items, urlcluster.Item{URL: url, Query: things[id]})
		}
	}
	bySite := map[string]*candidate{}
	in := map[string]bool{}
	add := func(site string, support int, urls []string) {
		c := bySite[site]
		if c == nil {
			c = &candidate{site: site}
			bySite[site] = c
		}
		c.support = max(c.support, support)
		for _, url := range urls {
			if !in[url] {
				in[url] = true
				c.urls = append(c.urls, url)
			}
		}
	}
	for cut := 1; cut <= maxCut; cut++ {
		for _, c := range urlcluster.Group(items, cut) {
			if urlcluster.Relevant(c) {
				add(c.Site, c.Support, c.URLs)
			}
		}
	}
	for _, l := range a.leads(urls) {
		if l.named >= minInstances {
			add(page.Site(l.urls[0]), l.named, l.urls)
		}
	}
	list := make([]candidate, 0, len(bySite))
	for _, c := range bySite {
		c.support = min(c.support, a.drawn(c.urls))
		list = append(list, *c)
	}
	slices.SortFunc(list, func(p, q candidate) int {
		return cmp.Or(cmp.Compare(q.support, p.support), cmp.Compare(p.site, q.site))
	})
	return list
}

// given is the plan of rounds that ask what a dump has answers to.
const given = "given"

// plan is equal for rounds that ask alike: with the same words, in the same
// attributes. A vertical that somebody has edited gives another.
func (x *Explorer) plan(v *Vertical) string {
	opt := x.Options.withDefaults()
	attributes := make([]string, len(v.Attributes))
	for i, a := range v.Attributes {
		attributes[i] = a.Name
	}
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %d %d", v.Domain, v.Keywords, v.Identifier, attributes, opt.Required, opt.OneOf))
	return hex.EncodeToString(h[:8])
}

// rounds gives the number of the last round that the catalog has, which are
// replayed, and that of the last one of all: those of this plan that the options
// ask for come after those of other plans. What a dump answers that was never
// asked gets a round of its own.
func (x *Explorer) rounds(ctx context.Context, v *Vertical) (recorded, last int, err error) {
	last = x.Options.withDefaults().Rounds
	asked, err := x.Catalog.Queries(ctx)
	if err != nil || len(asked) == 0 {
		return 0, last, err
	}
	plans := map[int]string{}
	known := map[string]bool{}
	for _, a := range asked {
		plans[a.Round] = cmp.Or(plans[a.Round], a.Plan)
		known[a.Query.ID] = true
	}
	more := slices.DeleteFunc(x.answeredAlready(), func(q query.Query) bool { return known[q.ID] })
	if len(more) > 0 {
		next := slices.Max(slices.Collect(maps.Keys(plans))) + 1
		plans[next] = given
		if err := x.Catalog.AddQueries(ctx, next, given, more); err != nil {
			return 0, 0, err
		}
	}
	for round, plan := range plans {
		recorded = max(recorded, round)
		if plan != "" && plan != x.plan(v) {
			last++
		}
	}
	return recorded, last, nil
}

// queries gives the queries of a round: those that the catalog has from an
// earlier run, else new ones about instances that this plan has not asked for.
func (x *Explorer) queries(ctx context.Context, v *Vertical, round int, known *knowledge) ([]query.Query, error) {
	opt := x.Options.withDefaults()
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, err
	}
	plan := x.plan(v)
	var mine []query.Query
	names, old := map[string]bool{}, map[string]bool{}
	for _, a := range asked {
		old[a.Query.ID] = true
		if a.Round == round {
			mine = append(mine, a.Query)
		} else if a.Round < round && a.Query.Site == "" && len(a.Query.Required) > 0 && slices.Contains([]string{plan, given, ""}, a.Plan) {
			names[values.Fold(a.Query.Required[0].Text)] = true
		}
	}
	if len(mine) > 0 {
		return mine, nil
	}
	// Another plan may ask for a thing by the same values; that query has its answer.
	stale := func(q query.Query) bool { return old[q.ID] }
	for {
		before := len(names)
		instances := known.choose(v, opt.Instances-len(mine), opt.Seed+uint64(round), names)
		built := query.Build(instances, v.Domain, v.Keywords, query.Options{Required: opt.Required, OneOf: opt.OneOf})
		mine = append(mine, slices.DeleteFunc(slices.Clone(built), stale)...)
		if !slices.ContainsFunc(built, stale) || len(names) == before {
			break
		}
	}
	if round == 1 {
		mine = append(mine, slices.DeleteFunc(x.answeredAlready(), stale)...)
	}
	if err := x.Catalog.AddQueries(ctx, round, plan, mine); err != nil {
		return nil, err
	}
	return mine, nil
}

// answered is an engine that has all its answers at hand, as a dump does.
type answered interface{ Queries() []query.Query }

// answeredAlready lists the queries that a dump has answers to, whoever chose
// them. Those that require nothing can't be judged by and are left out.
func (x *Explorer) answeredAlready() []query.Query {
	var out []query.Query
	for _, e := range x.Engines {
		if d, ok := e.(answered); ok {
			for _, q := range d.Queries() {
				if len(q.Required) > 0 {
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// choose takes n instances that were not asked for yet, first from the sites
// found last, since those reach what the older ones could not: an equal share
// of each, then what is still missing from the older.
func (k *knowledge) choose(v *Vertical, n int, seed uint64, asked map[string]bool) []query.Instance {
	type pool struct {
		site      string
		round     int
		instances []instance
	}
	pools := map[string]*pool{}
	var order []*pool
	for _, in := range k.instances {
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
	skip := func(name string) bool { return asked[values.Fold(query.Bare(name))] }
	for len(order) > 0 && len(out) < n {
		newest := slices.IndexFunc(order, func(p *pool) bool { return p.round != order[0].round })
		if newest < 0 {
			newest = len(order)
		}
		for i, p := range order[:newest] {
			share := (n - len(out) + newest - i - 1) / (newest - i)
			records, profile := k.wanted(v, p.instances)
			least := min(2, 1+len(profile.Attributes))
			for _, in := range query.Instances(records, profile, len(records), seed, skip) {
				if len(in.Values) < least {
					continue // asked by its name alone, it would lead everywhere
				}
				if share--; share < 0 {
					break
				}
				asked[values.Fold(in.Values[0].Text)] = true
				out = append(out, in)
			}
		}
		order = order[newest:]
	}
	return out
}

// Queries writes queries for n of the given records. Where the vertical has no
// identifier yet, it is found out from the records.
func (v *Vertical) Queries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.write(query.Instances, records, n, seed, opt)
}

// CommonQueries is [Vertical.Queries] for what the records have in common; see
// [query.Common].
func (v *Vertical) CommonQueries(records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	return v.write(query.Common, records, n, seed, opt)
}

func (v *Vertical) write(choose func([]query.Record, query.Profile, int, uint64, func(string) bool) []query.Instance, records []query.Record, n int, seed uint64, opt query.Options) ([]query.Query, error) {
	profile := v.profile()
	if profile.Identifier == "" {
		if profile = query.Analyze(records, nil); profile.Identifier == "" {
			return nil, fmt.Errorf("no column of the %d records names things", len(records))
		}
	}
	return query.Build(choose(records, profile, n, seed, nil), v.Domain, v.Keywords, opt), nil
}
