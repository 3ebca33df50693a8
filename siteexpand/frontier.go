package siteexpand

import (
	"verde/page"
)

// frontier is what a focused crawl knows of the URLs that it has met: their
// classes, what became of the pages fetched, and what each group of URLs is
// likely to bring.
type frontier struct {
	classes *classes
	targets map[urlID]*target
	order   []urlID // as met
	stats   map[string]*verdict
	groups  map[groupKey]*group
	keys    []groupKey // as met
	hopes   map[shape]float64
	learned int // URLs met when the classes were made
}

// target is a URL of the site.
type target struct {
	*anatomy
	class  string
	from   urlID         // page that links to it, itself if none is known
	path   page.LinkPath // on which it hangs there
	level  int
	fits   bool // its URL may be that of an entity page
	sample bool
	done   bool // fetched, or can't be had
	judged bool // fetched, and html is set
	html   float64
}

// groupKey is a class of URLs on one link-path.
type groupKey struct {
	class string
	path  page.LinkPath
}

type group struct {
	waiting []urlID
	shape   shape
	yield   float64 // running mean of what its pages brought
	tried   int
}

// verdict is what is known of a class.
type verdict struct {
	members, tried, alike int
}

const (
	classTrials = 4  // pages that decide a class
	acceptShare = .7 // at least so many of them alike: all of the class
	refuseShare = .1 // at most so many: none
)

// decided reports whether unseen pages of the class are taken, and whether that
// is settled. A class between the shares is settled page by page.
func (v *verdict) decided() (accept, settled bool) {
	if v.tried < min(classTrials, v.members) || v.tried == 0 {
		return false, false
	}
	share := float64(v.alike) / float64(v.tried)
	return share >= acceptShare, share >= acceptShare || share <= refuseShare
}

const (
	optimism   = 4.  // yield that a group of an unknown kind is credited with
	memory     = .75 // weight of the past in a yield: a dozen pages in vain end hope for a group that brought one a page
	leastYield = .02 // a page that is not expected to bring one in fifty new ones is not worth it
	regrowth   = 1.5 // growth in URLs met after which classes are made anew
)

func newFrontier(c *classes) *frontier {
	return &frontier{classes: c, targets: make(map[urlID]*target), stats: make(map[string]*verdict),
		groups: make(map[groupKey]*group), hopes: make(map[shape]float64)}
}

// meet takes note of a URL, once.
func (f *frontier) meet(u urlID, raw string, from urlID, path page.LinkPath) (t *target, isNew bool) {
	if t, ok := f.targets[u]; ok {
		return t, false
	}
	t = &target{anatomy: dissect(raw), from: from, path: path}
	if parent, ok := f.targets[from]; ok && from != u {
		t.level = parent.level + 1
	}
	f.targets[u] = t
	f.order = append(f.order, u)
	f.enlist(u, t)
	return t, true
}

// enlist puts a URL into its class and group.
func (f *frontier) enlist(u urlID, t *target) {
	t.class, t.fits = f.classes.of(t.anatomy), f.classes.fits(t.anatomy)
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
		g = &group{shape: t.shape}
		f.groups[key] = g
		f.keys = append(f.keys, key)
	}
	g.waiting = append(g.waiting, u)
}

// relearn makes the classes anew once many URLs were met since the last time.
// Groups keep the mean yield of the groups that they come from. What is a
// target no more goes, as do pages that turned out to have another name.
func (f *frontier) relearn(resolve func(urlID) urlID) bool {
	if float64(len(f.order)) < regrowth*float64(f.learned) {
		return false
	}
	f.learned = len(f.order)
	met := make([]*anatomy, 0, len(f.order))
	kept := f.order[:0]
	for _, u := range f.order {
		if t := f.targets[u]; resolve(u) == u || !t.done && f.targets[resolve(u)] == nil {
			met = append(met, t.anatomy)
			kept = append(kept, u)
		}
	}
	f.order = kept
	f.classes.learn(met)
	old := f.groups
	f.groups, f.keys, f.stats = make(map[groupKey]*group), nil, make(map[string]*verdict)
	type sum struct {
		yield float64
		n     int
	}
	sums := make(map[groupKey]*sum)
	for _, u := range f.order {
		t := f.targets[u]
		was := old[groupKey{t.class, t.path}]
		f.enlist(u, t)
		if was == nil || was.tried == 0 {
			continue
		}
		now := groupKey{t.class, t.path}
		if sums[now] == nil {
			sums[now] = &sum{}
		}
		sums[now].yield += was.yield
		sums[now].n++
	}
	for _, key := range f.keys {
		if x := sums[key]; x != nil {
			g := f.groups[key]
			g.yield, g.tried = x.yield/float64(x.n), 1
		}
	}
	return true
}

// tally counts a fetched page for its class.
func (f *frontier) tally(t *target, alike bool) {
	v := f.stats[t.class]
	v.tried++
	if alike {
		v.alike++
	}
}

// expected is the yield to expect of a group's next page. A group without a page
// is taken for like the others of its shape: a calendar has a group a month, and
// hope for each of them would lead through all years.
func (f *frontier) expected(g *group) float64 {
	if g.tried > 0 {
		return g.yield
	}
	if h, tried := f.hopes[g.shape]; tried {
		return h
	}
	return optimism
}

// learnYield notes what a page of a group brought.
func (f *frontier) learnYield(key groupKey, s shape, yield float64) {
	if g := f.groups[key]; g != nil { // classes may have been made anew
		g.yield = memory*f.expected(g) + (1-memory)*yield
		g.tried++
	}
	hope := optimism
	if h, tried := f.hopes[s]; tried {
		hope = h
	}
	f.hopes[s] = memory*hope + (1-memory)*yield
}

// next picks the group to take a page of: one with an unsettled class that may
// be of entity pages, else the one with the greatest yield. When the crawl is
// to end, only the former are left. Cost: linear in the groups.
func (f *frontier) next(ending bool) (groupKey, bool) {
	var best groupKey
	top := -1.
	for _, key := range f.keys {
		g := f.groups[key]
		for len(g.waiting) > 0 && f.targets[g.waiting[0]].done {
			g.waiting = g.waiting[1:]
		}
		if len(g.waiting) == 0 {
			continue
		}
		score := f.expected(g)
		v := f.stats[key.class]
		_, settled := v.decided()
		switch {
		case !f.targets[g.waiting[0]].fits || settled:
			if ending {
				continue
			}
		case v.tried < classTrials:
			score += 2 * optimism
		default:
			score += .5 * float64(v.alike) / float64(v.tried)
		}
		if score > top {
			best, top = key, score
		}
	}
	return best, top >= leastYield
}
