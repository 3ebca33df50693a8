package siteexpand

import (
	"context"
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
//   - Pages are compared by features weighted by their rarity (see likeness).
//   - The next page to download is of the group, a class of URLs on one
//     link-path, whose pages brought most new URLs that are like the samples
//     (see frontier).
//
// From one sample it can't be told whether a section of a site is one of
// several that hold the type, or the type itself; large sections are taken for
// the type. Two samples from different sections decide it.
type Focused struct{}

// Name is "focused".
func (Focused) Name() string { return "focused" }

// When the crawl ends: after so many downloads in a row without a new page,
// which is a share of the pages found within bounds.
const (
	minFruitless  = 40
	maxFruitless  = 300
	fruitlessPart = .15
)

// Expand implements [Method].
//
// Cost: the downloads; each page is compared with at most [maxJudges] others,
// again whenever the number of pages has doubled.
func (Focused) Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error) {
	s, starts, err := begin(ctx, "focused", src, samples, opt)
	if err != nil {
		return nil, err
	}
	var given []string
	for _, u := range starts {
		given = append(given, s.urls[u])
	}
	f := &crawl{site: s, frontier: newFrontier(newClasses(given, !opt.Gathered))}
	s.found = f.count
	for _, u := range starts {
		t, _ := f.meet(u, s.urls[u], u, 0)
		t.sample, t.done, t.judged, t.html = true, true, true, 1
		f.judges = append(f.judges, s.seen(u))
		f.fetched = append(f.fetched, u)
	}
	f.judge()
	for _, u := range starts {
		f.open(s.seen(u))
	}
	if err := f.seed(ctx, starts); err != nil {
		return nil, err
	}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	f.judge()
	s.report.Evaluations += f.compared
	return s.finish(f.result()), nil
}

// crawl is the state of one focused crawl.
type crawl struct {
	*site
	*frontier
	likeness
	fetched []urlID
	weighed int // pages fetched when features were weighed
}

// alike reports whether a fetched page is like the samples.
func (f *crawl) alike(t *target) bool {
	return t.sample || t.fits && t.judged && t.html >= f.threshold
}

// open takes note of the links of a page, and returns the number of new URLs
// that may be entity pages, those of unsettled classes as a half.
func (f *crawl) open(n *node) float64 {
	yield := 0.
	for _, l := range n.links {
		u := f.resolve(l.to)
		if !f.onSite[u] {
			continue
		}
		t, isNew := f.meet(u, f.urls[u], n.id, l.path)
		if !isNew || !t.fits {
			continue
		}
		if accept, settled := f.stats[t.class].decided(); accept {
			yield++
		} else if !settled {
			yield += .5
		}
	}
	if f.relearn(f.resolve) {
		f.recount()
	}
	return yield
}

// seed adds the pages above the samples in the URL path, the home page, and
// what sitemaps list.
func (f *crawl) seed(ctx context.Context, starts []urlID) error {
	add := func(u urlID) {
		u = f.resolve(u)
		f.meet(u, f.urls[u], u, 0)
	}
	for _, u := range starts {
		for dir := page.Dir(f.urls[u]); ; {
			add(f.intern(dir))
			up := page.Dir(strings.TrimSuffix(dir, "/"))
			if len(up) >= len(dir) || strings.Count(up, "/") < 3 {
				break
			}
			dir = up
		}
	}
	listed, err := f.sitemaps(ctx)
	for _, u := range listed {
		add(u)
	}
	if f.relearn(f.resolve) {
		f.recount()
	}
	return err
}

// run downloads page after page, the most promising first.
func (f *crawl) run(ctx context.Context) error {
	fruitless := 0
	for f.report.Downloads < f.opt.MaxDownloads && f.report.Requests < 2*f.opt.MaxDownloads {
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
		f.learnYield(key, g.shape, yield)
		if yield > 0 {
			fruitless = 0
		} else {
			fruitless++
		}
	}
	return nil
}

// visit downloads u and returns what it brought.
func (f *crawl) visit(ctx context.Context, u urlID) (float64, error) {
	t := f.targets[u]
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
		known, isNew := f.meet(v, f.urls[v], t.from, t.path)
		if known.judged {
			return f.open(n), nil // more of its links, perhaps
		}
		if isNew && known.fits {
			yield++
		}
		t = known
		t.done = true
	}
	f.fetched = append(f.fetched, f.resolve(u))
	yield += f.open(n)
	if len(f.fetched) >= 2*f.weighed {
		f.judge()
	}
	if !t.judged {
		t.html, t.judged = f.toJudges(n), true
		f.tally(t, f.alike(t))
	}
	if f.alike(t) && len(f.judges) < minJudges && !slices.Contains(f.judges, n) {
		f.judges = append(f.judges, n)
		f.judge()
	}
	return yield, nil
}

// judge weighs all features and judges all fetched pages anew.
func (f *crawl) judge() {
	f.weighed = max(len(f.fetched), classTrials)
	var pages []judged
	var similarities []float64
	each := func(do func(n *node, t *target)) {
		for _, u := range f.fetched {
			u = f.resolve(u)
			if n, t := f.seen(u), f.targets[u]; n != nil && t != nil {
				do(n, t)
			}
		}
	}
	each(func(n *node, t *target) { pages = append(pages, judged{n, t.class}) })
	f.weigh(pages, len(f.markIDs))
	each(func(n *node, t *target) {
		t.html, t.judged = f.toJudges(n), true
		similarities = append(similarities, t.html)
	})
	f.split(similarities)
	f.recount()
}

// recount tallies all fetched pages anew.
func (f *crawl) recount() {
	for _, v := range f.stats {
		v.tried, v.alike = 0, 0
	}
	for _, u := range f.order {
		if t := f.targets[u]; t.judged && f.resolve(u) == u {
			f.tally(t, f.alike(t))
		}
	}
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
// were found alike. The samples were met first.
func (f *crawl) result() []EntityPage {
	aliases := f.aliases()
	var pages []EntityPage
	done := make(map[urlID]bool)
	for _, met := range f.order {
		u := f.resolve(met)
		t := f.targets[u]
		if t == nil {
			t = f.targets[met]
		}
		if done[u] {
			continue
		}
		done[u] = true
		accept, _ := f.stats[t.class].decided()
		n := f.seen(u)
		switch {
		case f.visited(u) && n == nil:
			continue // can't be had, counted with its reason
		case t.sample:
		case !t.fits, n == nil && !accept, n != nil && !f.alike(t):
			f.drop(DropDistance, 1)
			continue
		}
		e := f.entity(u, t)
		e.Aliases = aliases[u]
		pages = append(pages, e)
	}
	return pages
}

// entity describes a page that is returned.
func (f *crawl) entity(u urlID, t *target) EntityPage {
	e := EntityPage{URL: f.urls[u], Site: f.name, Level: t.level, Status: Inferred}
	if from := f.resolve(t.from); from != u {
		e.From, e.LinkPath = f.urls[from], f.paths.Name(t.path)
	}
	for _, j := range f.judges[:min(len(f.judges), maxJudges)] {
		e.URLSimilarity = max(e.URLSimilarity, f.weak(u, j.id))
	}
	if t.judged {
		e.Status, e.HTMLSimilarity = Fetched, t.html
	}
	if t.sample {
		e.Status, e.HTMLSimilarity, e.URLSimilarity = Sample, 1, 1
	}
	return e
}

// weak is the Weak URL Similarity of two pages (SSUP 2014, Definition 10).
func (f *crawl) weak(u, v urlID) float64 {
	a, b := f.termsOf(f.resolve(u)), f.termsOf(f.resolve(v))
	both := 0
	common(a, b, func(int) { both++ })
	return float64(both) / float64(len(a)+len(b)-both)
}
