package siteexpand

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"math"
	"slices"
	"strings"

	"verde/page"
)

// Focused is a focused crawl that needs no single entity-tree. It keeps from
// SSUP that URL and HTML features are weighted by how well they separate and
// that thresholds come from the site itself; what it gives up is the climb to
// one root, where SSUP fails on sites with several hierarchies, endless chains
// of lists, or samples that no index page points back from.
//
//   - URLs are put into classes (see classes); a few pages of a class decide
//     for all of it.
//   - Pages are compared by (element, class) pairs and link-paths, weighted by
//     their rarity over the classes, so that what all pages of a site have
//     counts little.
//   - The next page to download is of the group, a class of URLs on one
//     link-path, whose pages brought most new URLs that are like the samples.
type Focused struct{}

// Name is "focused".
func (Focused) Name() string { return "focused" }

// What decides a class, and when the crawl ends.
const (
	classTrials   = 4   // pages that decide a class
	acceptShare   = .7  // at least so many of them alike: all of the class
	refuseShare   = .1  // at most so many: none
	optimism      = 4.  // yield that a group without a page is credited with
	memory        = .75 // weight of the past in a group's yield: a dozen pages in vain end hope for a group that brought one a page
	minFruitless  = 40  // downloads without a new page after which the crawl may end
	maxFruitless  = 300 // ... has to end
	fruitlessPart = .15 // ... of the pages found, in between
	maxJudges     = 5   // pages that others are compared with
	sitemapLimit  = 20  // sitemaps read of one site
)

// Expand implements [Method].
//
// Cost: the downloads; each page is compared with at most five others, again
// whenever the number of pages has doubled.
func (Focused) Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error) {
	s, starts, err := begin(ctx, "focused", src, samples, opt)
	if err != nil {
		return nil, err
	}
	f := &crawl{site: s, classes: newClasses(), info: map[urlID]*target{}, groups: map[groupKey]*group{}, stats: map[string]*verdict{}, hopes: map[shape]float64{}}
	s.found = f.count
	var given []string
	for _, u := range starts {
		given = append(given, s.urls[u])
	}
	f.classes.samples(given)
	if s.opt.Gathered {
		f.classes.given = 1
	}
	for _, u := range starts {
		t := f.meet(u, nil, 0)
		t.sample, t.done, t.known, t.html = true, true, true, 1
		f.tally(t)
		f.judges = append(f.judges, s.seen(u))
	}
	for _, u := range starts {
		f.open(s.seen(u))
	}
	if err := f.seed(ctx, starts); err != nil {
		return nil, err
	}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	return s.finish(f.result()), nil
}

// crawl is the state of one focused crawl.
type crawl struct {
	*site
	classes   *classes
	info      map[urlID]*target
	order     []urlID // as met
	groups    map[groupKey]*group
	keys      []groupKey // as met
	stats     map[string]*verdict
	hopes     map[shape]float64 // yield to expect of a group without a page, by the shape of its URLs
	judges    []*node
	fetched   []urlID
	weights   []float64 // of features: marks, then link-paths
	paths0    int       // where link-paths begin in weights
	weighed   int       // pages fetched when the weights were made
	threshold float64
}

// target is a URL of the site.
type target struct {
	class  string
	from   *node
	path   page.LinkPath
	level  int
	fits   bool // its URL has the shape of a sample
	sample bool
	done   bool // fetched, or can't be had
	html   float64
	known  bool // html is set
}

// groupKey is a class of URLs on one link-path.
type groupKey struct {
	class string
	path  page.LinkPath
}

type group struct {
	waiting []urlID
	shape   shape
	yield   float64
	tried   int
}

// verdict is what is known of a class.
type verdict struct {
	members, tried, alike int
}

func (v *verdict) decided() (accept, done bool) {
	if v.tried < min(classTrials, v.members) {
		return false, false
	}
	share := float64(v.alike) / float64(max(1, v.tried))
	switch {
	case share >= acceptShare:
		return true, true
	case share <= refuseShare:
		return false, true
	}
	return false, false
}

// meet takes note of a URL.
func (f *crawl) meet(u urlID, from *node, path page.LinkPath) *target {
	u = f.resolve(u)
	if t, ok := f.info[u]; ok {
		return t
	}
	raw := f.urls[u]
	f.classes.count(raw)
	t := &target{class: f.classes.of(raw, true), from: from, path: path, fits: f.classes.fits(raw)}
	if from != nil {
		if parent := f.info[f.resolve(from.id)]; parent != nil {
			t.level = parent.level + 1
		}
	}
	f.info[u] = t
	f.order = append(f.order, u)
	f.enlist(u, t)
	return t
}

func (f *crawl) enlist(u urlID, t *target) {
	v := f.stats[t.class]
	if v == nil {
		v = &verdict{}
		f.stats[t.class] = v
	}
	v.members++
	if t.done {
		return
	}
	key := groupKey{t.class, t.path}
	g := f.groups[key]
	if g == nil {
		g = &group{shape: dissect(f.urls[u]).shape}
		f.groups[key] = g
		f.keys = append(f.keys, key)
	}
	g.waiting = append(g.waiting, u)
}

// reclass makes the classes anew after a place has become a wildcard. Groups
// keep the yield of the groups that they come from, on average.
func (f *crawl) reclass() {
	f.classes.stale = false
	old := f.groups
	f.groups, f.keys, f.stats = map[groupKey]*group{}, nil, map[string]*verdict{}
	type sum struct {
		yield float64
		tried int
	}
	sums := map[groupKey]*sum{}
	for _, u := range f.order {
		t := f.info[u]
		was := groupKey{t.class, t.path}
		t.class, t.fits = f.classes.of(f.urls[u], false), f.classes.fits(f.urls[u])
		f.enlist(u, t)
		if f.resolve(u) != u {
			continue
		}
		if t.done && t.known {
			f.tally(t)
		}
		if g := old[was]; g != nil && g.tried > 0 {
			now := groupKey{t.class, t.path}
			if sums[now] == nil {
				sums[now] = &sum{}
			}
			sums[now].yield += g.yield
			sums[now].tried++
		}
	}
	for key, x := range sums {
		if g := f.groups[key]; g != nil {
			g.yield, g.tried = x.yield/float64(x.tried), 1
		}
	}
}

// tally counts a fetched page for its class.
func (f *crawl) tally(t *target) {
	v := f.stats[t.class]
	v.tried++
	if f.alike(t) {
		v.alike++
	}
}

// alike reports whether a fetched page is like the samples.
func (f *crawl) alike(t *target) bool {
	return t.sample || t.fits && t.known && t.html >= f.threshold
}

// open takes note of the links of a page, and returns the number of new URLs
// that may be entity pages: of an accepted class, or undecided of a sample's
// shape.
func (f *crawl) open(n *node) float64 {
	if n == nil {
		return 0
	}
	yield := 0.
	for _, l := range n.links {
		if !f.onSite[l.to] {
			continue
		}
		if _, old := f.info[f.resolve(l.to)]; old {
			continue
		}
		t := f.meet(l.to, n, l.path)
		if !t.fits {
			continue
		}
		if accept, done := f.stats[t.class].decided(); accept {
			yield++
		} else if !done {
			yield += 0.5
		}
	}
	if f.classes.stale {
		f.reclass()
	}
	return yield
}

// seed adds the pages above the samples in the URL path, the home page and what
// sitemaps list.
func (f *crawl) seed(ctx context.Context, starts []urlID) error {
	seen := map[string]bool{}
	for _, u := range starts {
		for dir := page.Dir(f.urls[u]); ; {
			if !seen[dir] && f.within(dir) {
				seen[dir] = true
				f.meet(f.intern(dir), nil, 0)
			}
			up := page.Dir(strings.TrimSuffix(dir, "/"))
			if len(up) >= len(dir) || strings.Count(up, "/") < 3 {
				break
			}
			dir = up
		}
	}
	return f.sitemaps(ctx)
}

// sitemaps reads sitemap.xml and those that it names. Missing ones are no
// fault.
func (f *crawl) sitemaps(ctx context.Context) error {
	queue := []string{f.base + "/sitemap.xml"}
	for i := 0; i < len(queue) && i < sitemapLimit; i++ {
		f.report.Requests++
		p, err := f.fetcher.Fetch(ctx, queue[i])
		if err != nil {
			if _, gone := page.ReasonOf(err); gone {
				continue
			}
			return err
		}
		f.report.Downloads++
		maps, pages := readSitemap(p.Body)
		queue = append(queue, maps...)
		for _, raw := range pages {
			if u, err := page.Normalize(raw); err == nil && f.within(u) {
				f.meet(f.intern(u), nil, 0)
			}
		}
	}
	if f.classes.stale {
		f.reclass()
	}
	return nil
}

// readSitemap gives the sitemaps and the pages that a sitemap names. What is
// not XML gives what stands before the first error.
func readSitemap(body []byte) (maps, pages []string) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.Strict = false
	within := ""
	for {
		tok, err := dec.Token()
		if err != nil {
			return maps, pages
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "sitemap", "url":
			within = start.Name.Local
		case "loc":
			var loc string
			if dec.DecodeElement(&loc, &start) != nil {
				return maps, pages
			}
			if loc = strings.TrimSpace(loc); within == "sitemap" {
				maps = append(maps, loc)
			} else if within == "url" {
				pages = append(pages, loc)
			}
		}
	}
}

// run downloads page after page, the most promising first.
func (f *crawl) run(ctx context.Context) error {
	fruitless := 0
	for {
		limit := min(max(minFruitless, int(fruitlessPart*float64(f.count()))), maxFruitless)
		key, ok := f.next(fruitless >= limit)
		if !ok {
			return nil
		}
		g := f.groups[key]
		u := g.waiting[0]
		g.waiting = g.waiting[1:]
		yield, err := f.visit(ctx, u)
		if err != nil {
			return err
		}
		form := g.shape
		if g = f.groups[key]; g != nil { // classes may have been made anew
			g.yield = memory*f.expected(g) + (1-memory)*yield
			g.tried++
		}
		f.hopes[form] = memory*f.hope(form) + (1-memory)*yield
		if yield > 0 {
			fruitless = 0
		} else {
			fruitless++
		}
		if f.report.Downloads >= f.opt.MaxDownloads {
			return nil
		}
	}
}

// next picks the group to take a page of: one with an undecided class of a
// sample's shape, else the one with the greatest yield. When the crawl is to
// end, only classes that have to be decided are left.
func (f *crawl) next(ending bool) (groupKey, bool) {
	var best groupKey
	top := -1.
	for _, key := range f.keys {
		g := f.groups[key]
		for len(g.waiting) > 0 && f.info[g.waiting[0]].done {
			g.waiting = g.waiting[1:]
		}
		if len(g.waiting) == 0 {
			continue
		}
		score := f.expected(g)
		if f.info[g.waiting[0]].fits {
			v := f.stats[key.class]
			if _, done := v.decided(); !done {
				if v.tried < classTrials {
					score += optimism * 2
				} else {
					score += 0.5 * float64(v.alike) / float64(v.tried)
				}
			} else if ending {
				continue
			}
		} else if ending {
			continue
		}
		if score > top {
			best, top = key, score
		}
	}
	if top < leastYield {
		return best, false
	}
	return best, true
}

// expected is the yield to expect of a group's next page. A group without a page
// is taken for like the others of its shape: a calendar has a group a month, and
// hope for each of them would lead through all years.
func (f *crawl) expected(g *group) float64 {
	if g.tried == 0 {
		return f.hope(g.shape)
	}
	return g.yield
}

func (f *crawl) hope(s shape) float64 {
	if h, tried := f.hopes[s]; tried {
		return h
	}
	return optimism
}

// leastYield is the expected number of new pages below which a download is not
// worth it: one in fifty.
const leastYield = .02

// visit downloads u and returns what it brought.
func (f *crawl) visit(ctx context.Context, u urlID) (float64, error) {
	t := f.info[u]
	t.done = true
	n, err := f.fetch(ctx, u)
	if err != nil {
		return 0, err
	}
	if n == nil {
		f.stats[t.class].members--
		return 0, nil
	}
	yield := 0.
	if v := f.resolve(u); v != u { // another name of a page
		f.stats[t.class].members--
		old, ok := f.info[v]
		if ok && old.done {
			return 0, nil
		}
		if !ok {
			old = f.meet(v, t.from, t.path)
			if old.fits {
				yield++
			}
		}
		t = old
		t.done = true
	}
	f.fetched = append(f.fetched, f.resolve(u))
	yield += f.open(n)
	if len(f.fetched) >= 2*f.weighed {
		f.weigh()
	} else {
		t.html, t.known = f.similarity(n), true
		f.tally(t)
	}
	if f.alike(t) && len(f.judges) < 3 && !slices.Contains(f.judges, n) && t.html >= f.threshold {
		f.judges = append(f.judges, n)
		f.weigh()
	}
	return yield, nil
}

// features calls each with the index of every feature of a page.
func (f *crawl) features(n *node, each func(int)) {
	for _, m := range n.marks {
		each(int(m))
	}
	for _, p := range n.schema {
		each(f.paths0 + int(p))
	}
}

// weigh weighs features by their rarity over the classes of the fetched pages,
// finds the threshold, and judges all fetched pages anew.
func (f *crawl) weigh() {
	f.weighed = max(len(f.fetched), 4)
	f.paths0 = len(f.markIDs)
	in := map[int]map[string]bool{}
	all := map[string]bool{}
	note := func(u urlID) {
		n := f.seen(u)
		t := f.info[f.resolve(u)]
		if n == nil || t == nil {
			return
		}
		all[t.class] = true
		f.features(n, func(i int) {
			if in[i] == nil {
				in[i] = map[string]bool{}
			}
			in[i][t.class] = true
		})
	}
	for _, u := range f.fetched {
		note(u)
	}
	for _, j := range f.judges {
		note(j.id)
	}
	size := f.paths0
	for i := range in {
		size = max(size, i+1)
	}
	f.weights = make([]float64, size)
	for i, c := range in {
		f.weights[i] = math.Log(1 + float64(len(all))/float64(len(c)))
	}
	sims := make([]float64, 0, len(f.fetched))
	for _, u := range f.fetched {
		if n, t := f.seen(u), f.info[f.resolve(u)]; n != nil && t != nil {
			t.html, t.known = f.similarity(n), true
			sims = append(sims, t.html)
		}
	}
	f.threshold = f.split(sims)
	for _, u := range f.order {
		f.info[u].fits = f.classes.fits(f.urls[u])
	}
	for _, v := range f.stats {
		v.tried, v.alike = 0, 0
	}
	done := map[*target]bool{}
	for _, u := range f.order {
		if t := f.info[f.resolve(u)]; t != nil && t.done && t.known && !done[t] {
			done[t] = true
			f.tally(t)
		}
	}
}

// weight of a feature that came up since the last weighing is that of a rare
// one.
func (f *crawl) weight(i int) float64 {
	if i < len(f.weights) && f.weights[i] > 0 {
		return f.weights[i]
	}
	return math.Ln2
}

// similarity is the mean weighted Jaccard coefficient with the judges, n itself
// left out.
func (f *crawl) similarity(n *node) float64 {
	sum, count := 0., 0
	for _, j := range f.judges[:min(len(f.judges), maxJudges)] {
		if j != n {
			sum += f.jaccard(n, j)
			count++
		}
	}
	if count == 0 {
		return 1
	}
	return sum / float64(count)
}

func (f *crawl) jaccard(a, b *node) float64 {
	f.report.Evaluations++
	both, either := 0., 0.
	merge := func(x, y []uint32, offset int) {
		for len(x) > 0 || len(y) > 0 {
			switch {
			case len(y) == 0 || len(x) > 0 && x[0] < y[0]:
				either += f.weight(offset + int(x[0]))
				x = x[1:]
			case len(x) == 0 || y[0] < x[0]:
				either += f.weight(offset + int(y[0]))
				y = y[1:]
			default:
				w := f.weight(offset + int(x[0]))
				both, either = both+w, either+w
				x, y = x[1:], y[1:]
			}
		}
	}
	merge(a.marks, b.marks, 0)
	merge(numbers(a.schema), numbers(b.schema), f.paths0)
	if either == 0 {
		return 1
	}
	return both / either
}

func numbers(s page.Schema) []uint32 {
	out := make([]uint32, len(s))
	for i, p := range s {
		out[i] = uint32(p)
	}
	return out
}

// Bounds of the threshold, as shares of the least similarity among the judges:
// what is half as like them as they are to each other is something else, and
// the template may vary more than the samples show.
const (
	thresholdLow  = .5
	thresholdHigh = .9
)

// split is Otsu's threshold on the similarities of the fetched pages, within
// bounds that the judges set.
func (f *crawl) split(sims []float64) float64 {
	own := 1.
	for i, j := range f.judges {
		if s := f.similarity(j); len(f.judges) > 1 && i < maxJudges {
			own = min(own, s)
		}
	}
	slices.SortFunc(sims, cmp.Compare[float64])
	best, cut := -1., own*thresholdHigh
	sum := 0.
	for _, s := range sims {
		sum += s
	}
	left := 0.
	for i := 1; i < len(sims); i++ {
		left += sims[i-1]
		n, m := float64(i), float64(len(sims)-i)
		gap := left/n - (sum-left)/m
		if v := n * m * gap * gap; v > best {
			best, cut = v, (sims[i-1]+sims[i])/2
		}
	}
	return min(max(cut, own*thresholdLow), own*thresholdHigh)
}

// count is the number of entity pages known so far.
func (f *crawl) count() int {
	n := 0
	for _, v := range f.stats {
		if accept, _ := v.decided(); accept {
			n += v.members
		} else {
			n += v.alike
		}
	}
	return n
}

// result lists the pages of accepted classes, and of mixed classes those that
// were found alike.
func (f *crawl) result() []EntityPage {
	aliases := f.aliases()
	var pages []EntityPage
	done := map[urlID]bool{}
	for _, met := range f.order {
		u := f.resolve(met)
		t := f.info[u]
		if t == nil {
			t = f.info[met]
		}
		if done[u] {
			continue
		}
		accept, _ := f.stats[t.class].decided()
		n := f.seen(u)
		switch {
		case f.visited(u) && n == nil:
			continue // can't be had, counted with its reason
		case t.sample:
		case !t.fits, n == nil && !accept, n != nil && !f.alike(t):
			f.report.Dropped[DropDistance]++
			continue
		}
		done[u] = true
		e := EntityPage{URL: f.urls[u], Site: f.name, Level: t.level, LinkPath: f.paths.Name(t.path), Status: Inferred, Aliases: aliases[u]}
		if t.from != nil {
			e.From = f.urls[f.resolve(t.from.id)]
		} else {
			e.LinkPath = ""
		}
		for _, j := range f.judges[:min(len(f.judges), maxJudges)] {
			e.URLSimilarity = max(e.URLSimilarity, f.weak(u, j.id))
		}
		if n != nil {
			e.Status, e.HTMLSimilarity = Fetched, t.html
		}
		if t.sample {
			e.Status, e.HTMLSimilarity, e.URLSimilarity = Sample, 1, 1
		}
		pages = append(pages, e)
	}
	slices.SortStableFunc(pages, func(a, b EntityPage) int { return cmp.Compare(rank(a), rank(b)) })
	return pages
}

// rank puts samples first.
func rank(e EntityPage) int {
	if e.Status == Sample {
		return 0
	}
	return 1
}

// weak is the Weak URL Similarity of two pages (SSUP 2014, Definition 10).
func (f *crawl) weak(u, v urlID) float64 {
	a, b := f.termsOf(f.resolve(u)), f.termsOf(f.resolve(v))
	both := 0
	common(a, b, func(int) { both++ })
	return float64(both) / float64(len(a)+len(b)-both)
}
