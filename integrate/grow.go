package integrate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"verde/integrate/compare"
)

// Growth is what a new site changes.
type Growth struct {
	Result                   // with the columns and attributes of all sites, and the entities and values that are new or have changed
	Sum    Report            // of all sites
	Pages  map[string][]byte // that are new or have changed
}

// Reader gives the pages of an integration (see [Result.Pages]) that have one of the keys.
type Reader func(keys []string) (map[string][]byte, error)

// ErrWhole is the error of what can't grow: all has to be integrated anew.
var ErrWhole = errors.New("to be integrated as a whole")

func whole(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrWhole, fmt.Sprintf(format, args...))
}

// doubled is by how much the records may grow before weights, accuracies and attributes are
// learned anew: what twice the records say may be something else.
const doubled = 2

// Current reports whether pages are those of an integration of all sites as they are now
// by these options, but for new sites, which it gives; if not, [ErrWhole] says why. sites are
// those that have records now.
func Current(read Reader, sites []string, opt Options) (fresh []string, err error) {
	g := &grower{read: read, opt: opt}
	if err := g.open(); err != nil {
		return nil, err
	}
	var keys []string
	had := make(map[string]bool)
	for _, s := range g.Sites {
		keys = append(keys, SiteKey(s.Name))
		had[s.Name] = true
	}
	pages, err := read(keys)
	if err != nil {
		return nil, err
	}
	for _, s := range g.Sites {
		if _, ok := pages[SiteKey(s.Name)]; !ok || s.Records > 0 && !slices.Contains(sites, s.Name) {
			return nil, whole("%s has changed", s.Name)
		}
	}
	for _, s := range sites {
		if !had[s] {
			fresh = append(fresh, s)
		}
	}
	slices.Sort(fresh)
	return fresh, nil
}

// Grow takes a new site into an integration: its columns are matched with the attributes
// that there are, and its records with those that share rare values with them. What was
// learned of the others stays as it is; when the records are twice those of the last
// integration of all, when decisions or names have changed, and when the site has nothing
// in common with another, [ErrWhole] tells that all is due to be integrated. The result is
// that of a whole integration, but for entities whose log-odds are about the threshold, and for what is said of names
// once all of them are known: words that a site alone adds to its names, and abbreviations, are left as they are until then.
// Cost: that of the site's records, and of the few of other sites that are near to them.
func Grow(read Reader, t Table, opt Options) (*Growth, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	opt.Same = cmp.Or(opt.Same, Auto)
	g := &grower{read: read, opt: opt, pages: make(map[string]*tokenPage), records: make(map[int32]recordPage), entities: make(map[string]entityPage)}
	if err := g.open(); err != nil {
		return nil, err
	}
	if err := g.site(t); err != nil {
		return nil, err
	}
	own, err := g.corpus(nil)
	if err != nil {
		return nil, err
	}
	near, err := g.near(own, func(r int) []int32 { return own.wholes[r] }, func(p *tokenPage) []int32 { return p.wholes.list })
	if err != nil {
		return nil, err
	}
	c, err := g.corpus(near)
	if err != nil {
		return nil, err
	}
	m, err := g.match(c)
	if err != nil {
		return nil, err
	}
	tokens := c.blockTokens(c.attribute(g.compared(m)))
	base := len(c.urls) - g.added()
	more, err := g.near(c, func(r int) []int32 { return tokens[base+r] }, func(p *tokenPage) []int32 { return p.blocks.list })
	if err != nil {
		return nil, err
	}
	members, err := g.members(slices.Concat(near, more))
	if err != nil {
		return nil, err
	}
	all, err := g.corpus(members)
	if err != nil {
		return nil, err
	}
	copy(all.columns, c.columns)
	return g.resolve(all, m, members)
}

// grower takes a site into a state.
type grower struct {
	state
	read  Reader
	opt   Options
	table Table
	views views
	lost  int

	lex      *compare.Lexicon
	pages    map[string]*tokenPage // by token
	records  map[int32]recordPage
	entities map[string]entityPage
}

func (g *grower) open() error {
	pages, err := g.read([]string{stateKey})
	if err != nil {
		return err
	}
	data, ok := pages[stateKey]
	if !ok {
		return whole("it is the first time")
	}
	var by struct{ Method int } // what else there is depends on that
	if err := unpackJSON(data, &by); err != nil {
		return err
	}
	if by.Method != method {
		return whole("the method has changed")
	}
	if err := unpackJSON(data, &g.state); err != nil {
		return err
	}
	here := make(map[string]bool)
	for _, s := range g.Sites {
		here[s.Name] = true
	}
	if g.Options != g.opt.hashed(here) {
		return whole("decisions or names have changed")
	}
	return nil
}

// site takes in the records of the new site.
func (g *grower) site(t Table) error {
	g.table = Table{Site: t.Site, Relations: t.Relations, Titles: t.Titles, Parts: t.Parts}
	g.table.Records, g.lost = distinct(t.Records)
	if g.total() > doubled*g.Whole {
		return whole("there are %d records, and were %d the last time", g.total(), g.Whole)
	}
	urls := make(map[string]bool)
	for _, r := range g.table.Records {
		urls[r.URL] = true
	}
	for i := range g.opt.Decisions {
		if d := &g.opt.Decisions[i]; d.Site == t.Site || urls[d.A] || urls[d.B] {
			return whole("of what is decided something may be about %s: %s", t.Site, d)
		}
	}
	for _, s := range g.Sites {
		if s.Name == t.Site {
			return whole("%s has changed", t.Site)
		}
	}
	g.views = viewsOf(g.table.Records, g.table.Parts, nil) // decisions about them need all to be integrated
	return nil
}

func (g *grower) added() int { return len(g.table.Records) }
func (g *grower) had() int {
	n := 0
	for _, s := range g.Sites {
		n += s.Records
	}
	return n
}
func (g *grower) total() int { return g.had() + g.added() }

// corpus gives some old records, by their numbers, and all of the new site.
func (g *grower) corpus(old []int32) (*Corpus, error) {
	if err := g.load(old); err != nil {
		return nil, err
	}
	first := g.lex == nil
	if first {
		g.lex = compare.NewLexicon()
	}
	c := newCorpus()
	c.lex, c.total, c.of = g.lex, g.total(), make([][]int32, len(g.Sites))
	at := make(map[string]int32)
	for s, x := range g.Sites {
		c.sites, c.titled = append(c.sites, x.Name), append(c.titled, x.Titled)
		at[x.Name] = int32(s)
	}
	for i, col := range g.Report.Columns {
		s := at[col.Site]
		if !g.Forms[i].Dropped {
			col.Reason = "" // of the matching
		}
		c.columns = append(c.columns, c.restoredColumn(col, s, g.Forms[i]))
		c.of[s] = append(c.of[s], int32(i))
	}
	next := 0
	end := int32(0)
	for s, x := range g.Sites {
		c.first = append(c.first, int32(len(c.urls)))
		for end += int32(x.Records); next < len(old) && old[next] < end; next++ {
			c.restore(int32(s), g.records[old[next]], old)
		}
	}
	c.first = append(c.first, int32(len(c.urls)))
	base := len(c.urls)
	c.sites = append(c.sites, g.table.Site)
	c.add(int32(len(g.Sites)), g.table.Records, g.views, &g.table)
	c.title(int32(len(g.Sites)), g.table.Titles)
	c.first = append(c.first, int32(len(c.urls)))
	for r := range c.urls {
		if r >= base && first {
			c.count(r)
		} else {
			_, wholes := c.tokens(r)
			c.wholes = append(c.wholes, wholes)
		}
	}
	if err := g.know(c); err != nil {
		return nil, err
	}
	c.lex.Weigh(c.total)
	return c, nil
}

// restoredColumn is a column that was kept.
func (c *Corpus) restoredColumn(col Column, s int32, f formState) column {
	out := column{Column: col, site: s, form: f.Form, unsplit: f.Unsplit, relates: f.Relates, partOf: f.PartOf - 1, prose: f.Prose}
	out.Says = nil
	for _, text := range slices.Sorted(maps.Keys(col.Says)) {
		if v, other := c.lex.Value(text, f.Form), c.lex.Value(col.Says[text], f.Form); v != nil && other != nil {
			out.stand(v, other)
		}
	}
	return out
}

// restore puts a record that was kept into a corpus.
func (c *Corpus) restore(s int32, p recordPage, old []int32) {
	rec := int32(len(c.urls))
	c.urls, c.siteOf = append(c.urls, p.URL), append(c.siteOf, s)
	c.cells = append(c.cells, c.restored(p.Cells))
	if i, ok := slices.BinarySearch(old, p.View-1); ok && p.View > 0 {
		c.viewOf[rec] = int32(i)
	}
	if len(p.Said) > 0 || p.View > 0 {
		c.said[rec] = c.restored(p.Said)
	}
}

func (c *Corpus) restored(pages []cellPage) (cells []cell) {
	for _, q := range pages {
		to := cell{column: q.Column}
		for i, t := range q.Clean {
			v := c.lex.Value(t, c.columns[q.Column].form)
			if v == nil {
				continue
			}
			written := t
			if i < len(q.Written) {
				written = q.Written[i]
			}
			to.values, to.written = append(to.values, v), append(to.written, written)
		}
		cells = append(cells, to)
	}
	return cells
}

// know has a lexicon know how many of the old records have its tokens.
func (g *grower) know(c *Corpus) error {
	var keys []string
	for t := range int32(c.lex.Size()) {
		if token := c.lex.Token(t); g.pages[token] == nil {
			keys = append(keys, tokenKey(token))
		}
	}
	pages, err := g.read(keys)
	if err != nil {
		return err
	}
	for t := range int32(c.lex.Size()) {
		token := c.lex.Token(t)
		p := g.pages[token]
		if p == nil {
			p = &tokenPage{values: make(map[int]int)}
			if data, ok := pages[tokenKey(token)]; ok {
				if err := p.unpack(data); err != nil {
					return err
				}
			}
			g.pages[token] = p
			c.lex.Add(t, p.records)
		}
	}
	return nil
}

// load reads old records.
func (g *grower) load(old []int32) error {
	var keys []string
	for _, r := range old {
		if _, ok := g.records[r]; !ok {
			keys = append(keys, recordKey(r))
		}
	}
	pages, err := g.read(keys)
	if err != nil {
		return err
	}
	for key, data := range pages {
		n, err := strconv.Atoi(strings.TrimPrefix(key, "r/"))
		var p recordPage
		if err == nil {
			err = unpackJSON(data, &p)
		}
		if err != nil {
			return err
		}
		g.records[int32(n)] = p
	}
	if len(pages) != len(keys) {
		return fmt.Errorf("%w: %d of %d records are not there", errPage, len(keys)-len(pages), len(keys))
	}
	return nil
}

// nearSites is how many records of each other site are looked at for one of the new site:
// one more than the candidates that are compared.
const nearSites = perSite + 1

// near gives the old records that share most with each of the new ones: tokens are those of
// a new record, and old gives who has a token.
func (g *grower) near(c *Corpus, tokens func(r int) []int32, old func(*tokenPage) []int32) ([]int32, error) {
	ends := make([]int32, len(g.Sites))
	end := int32(0)
	for s, x := range g.Sites {
		end += int32(x.Records)
		ends[s] = end
	}
	seen := make(map[int32]bool)
	for r := range g.added() {
		score := make(map[int32]float64)
		for _, t := range tokens(r) {
			w := c.lex.Weight(t)
			for _, p := range old(g.pages[c.lex.Token(t)]) {
				score[p] += w * w
			}
		}
		found := slices.Sorted(maps.Keys(score))
		for i := 0; i < len(found); {
			s, _ := slices.BinarySearch(ends, found[i]+1)
			j := i
			for j < len(found) && found[j] < ends[s] {
				j++
			}
			of := found[i:j]
			slices.SortStableFunc(of, func(a, b int32) int { return cmp.Compare(score[b], score[a]) })
			for _, p := range of[:min(len(of), nearSites)] {
				seen[p] = true
			}
			i = j
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// members adds to records those of the same entities.
func (g *grower) members(records []int32) ([]int32, error) {
	records = unique(records)
	if err := g.load(records); err != nil {
		return nil, err
	}
	var keys []string
	for _, p := range g.records {
		if _, ok := g.entities[p.Entity]; !ok {
			keys = append(keys, entityKey(p.Entity))
		}
	}
	pages, err := g.read(unique(keys))
	if err != nil {
		return nil, err
	}
	for key, data := range pages {
		var e entityPage
		if err := unpackJSON(data, &e); err != nil {
			return nil, err
		}
		g.entities[strings.TrimPrefix(key, "e/")] = e
	}
	seen := make(map[int32]bool)
	for _, r := range records {
		seen[r] = true
		e, ok := g.entities[g.records[r].Entity]
		if !ok {
			return nil, fmt.Errorf("%w: entity %s is not there", errPage, g.records[r].Entity)
		}
		for _, o := range e.Records {
			seen[o] = true
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// compared gives the attributes that records are compared by, as they are now.
func (g *grower) compared(m *Matching) []Attribute {
	out := make([]Attribute, len(g.By))
	for i, b := range g.By {
		out[i] = m.Attributes[b.Attribute]
	}
	return out
}

// match joins the new site's columns with the attributes.
func (g *grower) match(c *Corpus) (*Matching, error) {
	s := int32(len(g.Sites))
	pairs := slices.DeleteFunc(c.Seeds(), func(p Pair) bool { return (c.siteOf[p.a] == s) == (c.siteOf[p.b] == s) })
	if len(pairs) < leastPairs {
		return nil, whole("%s shares no records with the others beyond doubt", g.table.Site)
	}
	c.restates = c.restated()
	m := &Matching{Matches: c.matchColumns(pairs)}
	m.overlap(c, pairs)
	m.Alone = slices.DeleteFunc(slices.Clone(g.Report.Alone), func(site string) bool { return !slices.Contains(m.Alone, site) })
	m.Attributes = g.attributes(c, m.Matches, pairs)
	alone := c.ofOneSource(s, m.Attributes, g.opt.Names)
	c.nameApart(m.Attributes, alone)
	m.Attributes = append(m.Attributes, alone...)
	for i := range c.columns {
		m.Columns = append(m.Columns, c.columns[i].Column)
	}
	copy(m.Columns, g.Report.Columns) // with the reasons that they had
	m.reasons(c)
	return m, nil
}

// attributes are those that there were, with the new site's columns that go with them. What
// other columns the new ones go with the next integration of all tells: records that have
// nothing else to do with the new site would get values by it.
func (g *grower) attributes(c *Corpus, matches []ColumnMatch, pairs []Pair) []Attribute {
	sites := make([]int32, len(c.columns))
	for i := range c.columns {
		sites[i] = c.columns[i].site
	}
	l := newLinkage(sites, leastKappa)
	l.alternatives = c.alternatives(matches)
	c.takeApart(matches)
	l.after(c.late)
	in := make(map[int]int) // column -> attribute
	for k, a := range g.Report.Attributes {
		var members []int32
		for _, col := range a.Columns {
			members = append(members, int32(col))
			in[col] = k
		}
		l.unite(members)
	}
	matches = slices.DeleteFunc(slices.Clone(matches), func(m ColumnMatch) bool { _, ok := in[m.A]; return !ok })
	l.knowAll(matches)
	x := c.newLeft(c.repeated(l.run()), matches, pairs)
	for i, members := range x.groups {
		x.fixed[i] = slices.ContainsFunc(members, func(col int32) bool { _, ok := in[int(col)]; return ok })
	}
	x.adopt()
	x.shorten()
	x.correspondences(pairs)
	x.correspond()
	x.places()
	x.translate()
	x.rescale()
	out := slices.Clone(g.Report.Attributes)
	for i, members := range x.groups {
		if !x.fixed[i] || len(members) == 0 {
			continue
		}
		k := slices.IndexFunc(members, func(col int32) bool { _, ok := in[int(col)]; return ok })
		a := &out[in[int(members[k])]]
		a.Columns = nil
		slices.Sort(members)
		for _, m := range members {
			a.Columns = append(a.Columns, int(m))
		}
		if a.Sites, a.Short = len(members), a.Short || x.short[i]; a.Sites > 1 && a.Basis == OneSource {
			a.Basis = byEntities
		}
		a.Detailed = a.Detailed || c.detailed(members, x.matches)
	}
	return out
}

// resolve joins the new records with entities, and fuses what they say.
func (g *grower) resolve(c *Corpus, m *Matching, old []int32) (*Growth, error) {
	used := g.compared(m)
	r := g.resolver(c, c.attribute(used))
	base := int32(len(old))
	cross := slices.DeleteFunc(c.block(r.of).cross, func(p candidate) bool { return (p.a >= base) == (p.b >= base) })
	d := c.decided(g.opt.Decisions)
	odds := r.allOdds(r.compareAll(cross))
	res := &Resolution{Model: r.model, r: r}
	res.links, res.doubtful = r.linked(cross, odds, d)
	res.Links = len(res.links)
	for i, b := range g.By {
		res.Compared, res.names = append(res.Compared, b.Attribute), append(res.names, used[i].Name)
	}
	at := make(map[int32]int32)
	for local, n := range old {
		at[n] = int32(local)
	}
	var begin [][]int32
	for _, id := range g.ids(old) {
		var group []int32
		for _, n := range g.entities[id].Records {
			group = append(group, at[n])
		}
		begin = append(begin, group)
	}
	res.Clusters = slices.DeleteFunc(r.cluster(begin, res.links, d), func(x Cluster) bool { return x.Records[len(x.Records)-1] < base })
	out := &Growth{Result: Result{Matching: m, Resolution: res}}
	out.Cut = c.cut
	out.Cut.Records += g.lost
	return out, g.finish(c, out, old)
}

// ids gives the entities of old records, oldest first.
func (g *grower) ids(old []int32) []string {
	var out []string
	for _, n := range old {
		out = append(out, g.records[n].Entity)
	}
	out = unique(out)
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(g.entities[a].Age, g.entities[b].Age) })
	return out
}

// thin tells which sites say little of their records: the new one by what the others that
// do not say of those that are at hand.
func (g *grower) thin(r *resolver) []bool {
	out := r.findThin()
	for s, x := range g.Sites {
		out[s] = x.Thin
	}
	return out
}

// resolver is one that has learned already.
func (g *grower) resolver(c *Corpus, of *attributed) *resolver {
	r := &resolver{Corpus: c, of: of, model: g.Report.Model}
	for k, o := range g.Odds {
		r.curve[k] = &calibration{o.Score, o.Odds}
	}
	r.thin = g.thin(r)
	for _, b := range g.By {
		r.apart, r.usual = append(r.apart, b.Apart), append(r.usual, b.Usual)
		r.rare = append(r.rare, make(map[int32]float64))
	}
	for _, u := range of.counts() {
		if n := g.pages[c.lex.Token(u.token)].values[int(u.of)]; n > 1 {
			r.rare[u.of][u.token] = r.usual[u.of].nats(float64(n))
		}
	}
	return r
}
