package siteexpand

import (
	"cmp"
	"context"
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
	minFruitless  = 60  // downloads without a new page after which the crawl may end
	maxFruitless  = 300 // ... has to end
	fruitlessPart = .15 // ... of the pages found, in between
	minJudges     = 3   // judges without which there is no template
	maxJudges     = 8
	sitemapLimit  = 20 // sitemaps read of one site
)

// Expand implements [Method]. From one sample it cannot be told whether its
// folder holds the type or a part of it, so up to three scopes are tried, and
// told in the report: see [Scope].
//
// Cost: the downloads; each page is compared with the template of the judges,
// again whenever the number of pages has doubled.
func (Focused) Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error) {
	s, starts, err := begin(ctx, "focused", src, samples, opt)
	if err != nil {
		return nil, err
	}
	f, err := s.crawl(ctx, starts, len(starts) > 1 && !s.opt.Gathered, s.opt.MaxDownloads)
	if err != nil {
		return nil, err
	}
	if len(starts) == 1 {
		return s.scopes(ctx, f)
	}
	return s.finish(f.result()), nil
}

// crawl crawls the site from the starts. independent tells that they were not
// chosen by their URLs. limit bounds the downloads of the whole run.
func (s *site) crawl(ctx context.Context, starts []urlID, independent bool, limit int) (*crawl, error) {
	var given []string
	for _, u := range starts {
		given = append(given, s.urls[s.resolve(u)])
	}
	scope := newScope(given, independent)
	f := &crawl{site: s, limit: limit, scope: scope, classes: newClasses(scope), info: map[urlID]*target{}, groups: map[groupKey]*group{}, stats: map[string]*verdict{}, hopes: map[shape]float64{}}
	s.found = f.count
	for _, u := range starts {
		t := f.meet(u, nil, 0)
		t.sample, t.done, t.known, t.html = true, true, true, 1
		f.tally(t)
		f.judge(s.seen(u))
	}
	f.weigh()
	for _, u := range starts {
		f.open(s.seen(u))
	}
	if err := f.seed(ctx, starts); err != nil {
		return nil, err
	}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	f.weigh()
	return f, nil
}

// crawl is the state of one focused crawl.
type crawl struct {
	*site
	limit   int // downloads of the site at which the crawl ends
	scope   *scope
	classes *classes
	info    map[urlID]*target
	order   []urlID // as met
	groups  map[groupKey]*group
	keys    []groupKey // as met
	stats   map[string]*verdict
	hopes   map[shape]float64 // yield to expect of a group without a page, by the shape of its URLs
	judges  []*node
	like    likeness
	doubts  int // pages of the sample's class that were no judge, while there are few judges
	fetched []urlID
	weighed int // pages fetched when the template was made

	threshold float64
	own       float64 // least likeness of a judge with the others
}

// target is a URL of the site.
type target struct {
	class  string
	from   *node
	path   page.LinkPath
	level  int
	fits   bool // its URL may be that of an entity page
	near   float64
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
	share := v.share()
	switch {
	case share >= acceptShare:
		return true, true
	case share <= refuseShare:
		return false, true
	}
	return false, false
}

// share is that of the tried pages which are alike.
func (v *verdict) share() float64 { return float64(v.alike) / float64(max(1, v.tried)) }

// meet takes note of a URL.
func (f *crawl) meet(u urlID, from *node, path page.LinkPath) *target {
	u = f.resolve(u)
	if t, ok := f.info[u]; ok {
		return t
	}
	a := dissect(f.urls[u])
	t := &target{class: f.classes.of(&a, true), from: from, path: path, fits: f.fits(&a), near: f.scope.near(&a)}
	if from != nil {
		if parent := f.info[f.resolve(from.id)]; parent != nil {
			t.level = parent.level + 1
		}
	}
	f.info[u] = t
	f.order = append(f.order, u)
	f.enlist(u, t, a.shape)
	return t
}

// fits reports whether a URL may be that of an entity page. Of one sample, the
// sections of its path count where the site has few, and how deep it is.
func (f *crawl) fits(a *anatomy) bool {
	if !f.scope.admits(a) {
		return false
	}
	if f.scope.given > 1 {
		return true
	}
	if d, ok := f.scope.common[trait{kind: depth}]; ok && a.value(trait{kind: depth}) != d {
		return false
	}
	at := ""
	for i, d := range a.dirs {
		if v, ok := f.scope.common[trait{directory, i}]; ok && v != d && !f.classes.wild[at] {
			return false
		}
		at += "/" + d
	}
	return true
}

func (f *crawl) enlist(u urlID, t *target, s shape) {
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
		g = &group{shape: s}
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
		a := dissect(f.urls[u])
		t.class, t.fits = f.classes.of(&a, false), f.fits(&a)
		f.enlist(u, t, a.shape)
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
	if f.twin(t) {
		v.alike++
	}
}

// twin reports whether a fetched page is made like the samples.
func (f *crawl) twin(t *target) bool { return t.sample || t.known && t.html >= f.bar(t) }

// bar is the likeness from which on a page is taken for one of the type: the
// threshold if its URL has all that the samples' share, more if it lacks some.
func (f *crawl) bar(t *target) float64 {
	return f.threshold + max(0, f.own-f.threshold)*(1-t.near)
}

// alike reports whether a fetched page is like the samples, its URL too.
func (f *crawl) alike(t *target) bool { return t.sample || t.fits && f.twin(t) }

// open takes note of the links of a page, and returns the number of new URLs
// that may be entity pages: of an accepted class, or undecided of a sample's
// form.
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
			yield += 0.5 * t.near
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
		if f.report.Downloads >= f.limit {
			return nil
		}
	}
}

// next picks the group to take a page of: one with an undecided class of a
// sample's form, else the one with the greatest yield. When the crawl is to
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
		if t := f.info[g.waiting[0]]; t.fits {
			v := f.stats[key.class]
			if _, done := v.decided(); !done {
				if v.tried < classTrials {
					score += optimism * 2 * t.near
				} else {
					score += 0.5 * v.share()
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
	return best, top >= leastYield || top >= 0 && !ending
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
	t.html, t.known = f.similarity(n), true
	if f.appoint(t, n) || len(f.fetched) >= 2*f.weighed {
		f.weigh()
	} else {
		f.tally(t)
	}
	return yield, nil
}

// appoint makes a page a judge if there are few yet and it is as good as one of
// them.
func (f *crawl) appoint(t *target, n *node) bool {
	switch own := t.near == 1 && f.stats[t.class].alike > 0; {
	case len(f.judges) >= maxJudges || slices.Contains(f.judges, n):
		return false
	case len(f.judges) < minJudges:
		if !own || !t.fits {
			return false
		}
		if f.doubts++; jaccard(n.features, f.judges[0].features) < soundJudge && f.doubts < maxDoubts {
			return false
		}
	case !own && !f.accepted(t) || !f.alike(t) || t.html < soundLikeness*f.own || f.heard(n):
		return false
	}
	f.doubts = 0
	f.judge(n)
	return true
}

// accepted reports whether the class of a URL is of the type.
func (f *crawl) accepted(t *target) bool {
	yes, _ := f.stats[t.class].decided()
	return yes
}

// heard reports whether a judge of n's folder is there already, while judges
// come from several folders: what pages of one folder share is the folder's.
func (f *crawl) heard(n *node) bool {
	own, several := page.Dir(f.urls[f.resolve(n.id)]), false
	first, found := page.Dir(f.urls[f.resolve(f.judges[0].id)]), false
	for _, j := range f.judges {
		dir := page.Dir(f.urls[f.resolve(j.id)])
		several = several || dir != first
		found = found || dir == own
	}
	return several && found
}

const (
	soundJudge    = .6 // Jaccard coefficient from which on a page of the sample's class is of its template
	soundLikeness = .9 // share of the judges' own likeness that makes another judge
	maxDoubts     = 5  // pages less alike after which one is taken all the same
)

func (f *crawl) judge(n *node) {
	f.judges = append(f.judges, n)
	f.like.judges = append(f.like.judges, n.features)
}

// similarity is the likeness of a page with the judges.
func (f *crawl) similarity(n *node) float64 {
	f.report.Evaluations++
	if len(f.judges) == 1 {
		return jaccard(n.features, f.judges[0].features)
	}
	return f.like.of(n.features)
}

// weigh makes the template anew, finds the threshold, and judges all fetched
// pages again.
func (f *crawl) weigh() {
	f.weighed = max(len(f.fetched), 4)
	own, folders := map[string]bool{}, map[string]bool{}
	for _, j := range f.judges {
		if t := f.info[f.resolve(j.id)]; t != nil {
			own[t.class] = true
			folders[folder(t.class)] = true
		}
	}
	of := map[string]int{}
	var seen []cohort
	for _, u := range f.fetched {
		n, t := f.seen(u), f.info[f.resolve(u)]
		if n == nil || t == nil {
			continue
		}
		i, ok := of[t.class]
		if !ok {
			i = len(seen)
			of[t.class] = i
			seen = append(seen, cohort{own: own[t.class]})
		}
		c := &seen[i]
		c.pages = append(c.pages, n.features)
		switch {
		case f.scope.given > 1 && c.own:
			c.weight = float64(len(c.pages))
		case f.scope.given == 1 && folders[folder(t.class)]: // judges are all of one class
			c.weight = float64(f.stats[t.class].members)
		}
	}
	f.like.learn(seen)
	sims := make([]float64, 0, len(f.fetched))
	for _, u := range f.fetched {
		if n, t := f.seen(u), f.info[f.resolve(u)]; n != nil && t != nil {
			t.html, t.known = f.similarity(n), true
			sims = append(sims, t.html)
		}
	}
	f.own = f.like.own()
	f.threshold = split(sims, f.own)
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
	f.require()
}

// require decides which of the traits that all samples share are the type's.
func (f *crawl) require() {
	clear(f.scope.required)
	if f.scope.given == 1 {
		return
	}
	type side struct{ urls, pages, html float64 }
	var with side // all traits
	without := make([]side, len(f.scope.order))
	for _, u := range f.order {
		t := f.info[u]
		if f.resolve(u) != u || t.near == 0 {
			continue
		}
		if accept, _ := f.stats[t.class].decided(); !f.twin(t) && (!accept || t.known) {
			continue
		}
		a := dissect(f.urls[u])
		if !f.scope.admits(&a) {
			continue
		}
		x := &with
		if t.near < 1 {
			i, ok := f.scope.lacks(&a)
			if !ok {
				continue
			}
			x = &without[i]
		}
		x.urls++
		if t.known && f.twin(t) {
			x.pages++
			x.html += t.html
		}
	}
	for i, tr := range f.scope.order {
		x := without[i]
		chance := math.Pow(with.urls/max(1, with.urls+x.urls), float64(f.scope.given))
		doubt := byChance
		if tr.kind == last {
			doubt = byChanceLast
		}
		if with.pages > 0 && x.pages > 0 {
			doubt += apart * max(0, with.html/with.pages-x.html/x.pages-alike)
		}
		if chance < min(doubt, mostDoubt) {
			f.scope.required[tr] = true
		}
	}
	for _, u := range f.order {
		a := dissect(f.urls[u])
		f.info[u].fits = f.fits(&a)
	}
}

// A trait that all samples share is the type's if they would hardly share it by
// chance, going by the pages that are made like them and have all the other
// traits; less doubt is enough if pages without it are also made differently.
const (
	byChance     = .01  // with a dozen traits to share, a rarer coincidence than the usual
	byChanceLast = .002 // the end of a name is seldom a kind of page
	apart        = 2.   // doubt for each unit of likeness that pages without the trait fall short
	alike        = .05  // what is less makes no difference
	mostDoubt    = .8
)

// Bounds of the threshold, as shares of the least likeness among the judges:
// what is half as like them as they are to each other is something else, and
// the template may vary more than the samples show.
const (
	thresholdLow  = .5
	thresholdHigh = .9
)

// split is Otsu's threshold on the likeness of the fetched pages, within bounds
// that the judges set.
func split(sims []float64, own float64) float64 {
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
		for _, j := range f.judges {
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
