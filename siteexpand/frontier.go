package siteexpand

import (
	"context"
	"slices"
	"strings"

	"verde/page"
)

// meet takes note of a URL.
func (f *crawl) meet(u urlID, from *node, path page.LinkPath) *target {
	u = f.resolve(u)
	if t := f.target(u); t != nil {
		return t
	}
	a := f.dissect(u)
	t := &target{from: from, path: path}
	t.read(f.urls[u], a, f.scope)
	t.class, t.fits, t.near = f.classes.of(a, t.has, true), f.fits(t, a), f.scope.near(t.has)
	if from != nil {
		if parent := f.target(f.resolve(from.id)); parent != nil {
			t.level = parent.level + 1
		}
	}
	if f.known[u] {
		t.kept, t.done = true, true
	}
	if n := len(f.urls); len(f.info) < n {
		f.info = append(f.info, make([]*target, n-len(f.info))...)
	}
	f.info[u] = t
	f.order = append(f.order, u)
	f.enlist(u, t, a.shape)
	if t.kept {
		f.tally(t)
	}
	return t
}

// target gives what is known of a URL, nil if it has not been met.
func (f *crawl) target(u urlID) *target {
	if int(u) < len(f.info) {
		return f.info[u]
	}
	return nil
}

// dissect takes a URL apart. What it gives is good until the next call.
func (f *crawl) dissect(u urlID) *anatomy {
	f.apart.dissect(f.urls[u])
	return &f.apart
}

// read notes what counts of a URL for its scope.
func (t *target) read(url string, a *anatomy, s *scope) {
	t.url, t.has, t.formed = url, s.had(a), s.formed(a)
}

// refresh reads the URL again if the page has come to go by another.
func (f *crawl) refresh(u urlID, t *target) {
	if f.urls[u] != t.url {
		t.read(f.urls[u], f.dissect(u), f.scope)
	}
}

// fits reports whether a URL may be that of an entity page. Of one sample, the
// sections of its path count where the site has few, and how deep it is.
func (f *crawl) fits(t *target, a *anatomy) bool {
	if !t.formed || !f.scope.meets(t.has) {
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
	t.of, t.in = v, nil
	v.members++
	f.update(v)
	key := groupKey{t.class, t.path}
	if t.on = f.answers[key]; t.on == nil {
		t.on = &answers{}
		f.answers[key] = t.on
	}
	if t.done {
		return
	}
	g := f.groups[key]
	if g == nil {
		g = &group{key: key, of: v, on: t.on, shape: s, place: len(f.queue)}
		f.groups[key] = g
		f.queue = append(f.queue, g)
		f.untried[s] = append(f.untried[s], g)
		v.groups = append(v.groups, g)
	}
	g.waiting = append(g.waiting, u)
	t.in = g
	f.touch(g)
}

// reclass makes the classes anew if a place has become a wildcard. Groups keep
// the yield of the groups that they come from, on average. On a site that has
// ever more places it waits until there are more URLs, so that each is read a
// bounded number of times, on average.
func (f *crawl) reclass() {
	if !f.classes.stale || f.reread > mostReread*len(f.order) {
		return
	}
	f.classes.stale = false
	f.reread += len(f.order)
	old := f.groups
	f.start()
	sums := map[groupKey]*group{}
	merged := map[groupKey]int{}
	for _, u := range f.order {
		t := f.info[u]
		was := groupKey{t.class, t.path}
		a := f.dissect(u)
		if f.urls[u] != t.url {
			t.read(f.urls[u], a, f.scope)
		}
		t.class, t.fits = f.classes.of(a, t.has, false), f.fits(t, a)
		f.enlist(u, t, a.shape)
		if t.asked {
			f.answered(u, t)
		}
		if f.resolve(u) != u {
			continue
		}
		if t.done && (t.known || t.kept) {
			f.tally(t)
		}
		if g := old[was]; g != nil && g.tried > 0 {
			now := groupKey{t.class, t.path}
			x := sums[now]
			if x == nil {
				x = &group{dry: g.dry}
				sums[now] = x
			}
			merged[now]++
			x.yield += g.yield
			x.tried, x.brought, x.dry = x.tried+g.tried, x.brought+g.brought, min(x.dry, g.dry)
			g.tried = 0 // counted
		}
	}
	for key, x := range sums {
		if g := f.groups[key]; g != nil {
			g.yield, g.tried, g.brought, g.dry = x.yield/float64(merged[key]), x.tried, x.brought, x.dry
		}
	}
	f.rescore = true
}

// mostReread is how often each URL may be put into a class again, on average.
// Sites that are not made for it need one or two times.
const mostReread = 8

// start makes the frontier empty.
func (f *crawl) start() {
	f.groups, f.stats, f.untried = map[groupKey]*group{}, map[string]*verdict{}, map[shape][]*group{}
	f.answers = map[groupKey]*answers{}
	f.queue, f.touched, f.entities = nil, nil, 0
}

// leave takes a URL out of its class.
func (f *crawl) leave(v *verdict) {
	v.members--
	f.update(v)
}

// open takes note of the links of a page, and returns the number of new URLs
// that may be entity pages: of an accepted class, or undecided of a sample's
// form.
func (f *crawl) open(n *node) float64 {
	if n == nil {
		return 0
	}
	yield := 0.
	links := n.links
	if len(n.also) > 0 {
		links = slices.Concat(links, n.also)
	}
	for _, l := range links {
		if !f.onSite[l.to] {
			continue
		}
		if f.target(f.resolve(l.to)) != nil {
			continue
		}
		t := f.meet(l.to, n, l.path)
		if !t.fits || t.on.gone {
			continue
		}
		if accept, done := t.of.decided(); accept {
			yield++
		} else if !done {
			yield += 0.5 * t.near
		}
	}
	f.reclass()
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
		limit := min(max(minFruitless, int(fruitlessPart*float64(f.entities))), f.bounds.Fruitless)
		f.ahead = max(0, min(limit-fruitless, len(f.order)-len(f.visits)))
		g, ok := f.next(fruitless >= limit)
		if !ok {
			if fruitless >= limit {
				f.left()
			}
			return nil
		}
		u := f.take(g)
		yield, err := f.visit(ctx, u)
		if err != nil {
			return err
		}
		form, fresh := g.shape, g.tried < firstTries
		if g = f.groups[g.key]; g != nil { // classes may have been made anew
			g.yield = memory*f.expected(g) + (1-memory)*yield
			g.tried++
			g.brought += yield
			if g.dry++; yield > 0 {
				g.dry = 0
			}
			f.touch(g)
		}
		if fresh {
			f.learn(form, yield)
		}
		if yield > 0 {
			fruitless = 0
		} else {
			fruitless++
		}
		if f.report.Downloads >= f.limit || f.spent() || f.renamed() {
			return nil
		}
	}
}

// visit downloads u and returns what it brought.
func (f *crawl) visit(ctx context.Context, u urlID) (float64, error) {
	t := f.info[u]
	t.done = true
	f.touch(t.in)
	if f.lost(t) {
		f.leave(t.of)
		return 0, nil
	}
	n, err := f.fetch(ctx, u)
	if err != nil {
		return 0, err
	}
	if f.twins.foreign[u] {
		t.of.foreign++
	}
	t.asked = true
	f.answered(u, t)
	if n == nil {
		return 0, nil
	}
	yield := 0.
	if v := f.resolve(u); v != u { // another name of a page
		f.leave(t.of)
		old := f.target(v)
		if old != nil && old.done {
			return 0, nil
		}
		if old == nil {
			old = f.meet(v, t.from, t.path)
			if old.fits {
				yield++
			}
		}
		t = old
		t.done = true
		f.touch(t.in)
	}
	f.fetched = append(f.fetched, f.resolve(u))
	yield += f.open(n)
	if yield == 0 {
		t.barren = f.barren(t.from) + 1
	}
	t.html, t.known = f.similarity(n), true
	if f.appoint(t, n) || len(f.fetched) >= 2*f.weighed {
		f.weigh()
	} else {
		f.tally(t)
	}
	return yield, nil
}
