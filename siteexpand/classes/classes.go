// Package classes has the plain focused crawl that decides for classes of URLs: the
// baseline of the default method.
package classes

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// Method is a focused crawl that decides for classes of URLs, kept as simple as
// it can be: the baseline that the default method has to beat. It was tried as a
// prototype first, on 61 entity types.
//
//   - A URL's class is its folder, the file extension and the form of its name
//     (see nameForm); folders are one where they differ only in places in which
//     the samples' do.
//   - The features of a page are its elements with their classes, and its
//     link-paths. Each is weighted by ln((C+1)/(df+½)), C the classes with
//     fetched pages and df the sum of the shares of their pages that have it, so
//     that what the whole site has counts little. A page is as similar as it is
//     to the nearest exemplar, by the weighted Jaccard coefficient. The threshold
//     is Otsu's, within bounds that the exemplars set (see threshold).
//   - The next pages are of the groups, a class on one link-path, that are
//     expected to bring most new URLs of the samples' kind.
//   - Four pages decide a class: at least 70 % similar, all of it is taken; at
//     most 10 %, none; between, each page is fetched. A dead link counts as not
//     similar.
//   - What all samples' names share is required if they would hardly share it by
//     chance.
type Method struct{}

// Name is "classes".
func (Method) Name() string { return "classes" }

// The numbers of the method. They are those of the prototype, chosen by hand on its 61 entity types.
const (
	classPages      = 4   // fetched pages that decide a class
	takeShare       = .7  // least share of similar pages of a class that is taken as a whole
	leaveShare      = .1  // greatest share of similar pages of a class that is left out as a whole
	formPages       = 8   // fetched pages of a form that decide for its classes without a fetched page, if all agree
	featurePages    = 6   // pages of a class that count for the weights of features and the threshold
	yieldMemory     = 6   // last pages of a group that count for its expected yield
	unknownYield    = 3.  // yield to expect of a group if no page like its own was fetched
	batchGroups     = 3   // groups from which pages are fetched before all are scored again
	batchPages      = 2   // pages fetched of each of these
	leastStretch    = 80  // fruitless downloads in a row after which the crawl may end, at least
	mostStretch     = 300 // ... at most
	stretchShare    = .15 // ... and between the two, as a share of the result
	poorYield       = .5  // with a group that is expected to yield more, the crawl goes on for up to three times as long
	maxChance       = .05 // probability by chance below which a feature that all samples share is required
	frequentNames   = 6   // least number of names of a folder with a subtoken that makes a class
	frequentShare   = .05 // ... and least share of the folder's names
	lowSimilarity   = .6  // lower bound of the threshold, as a share of the least similarity of an exemplar to the others
	highSimilarity  = .95 // upper bound
	leastWeight     = .05 // least weight of a feature
	exemplarsOfOne  = 2   // pages of its folder that become exemplars in addition to a single sample
	folderPages     = 6   // fetched pages of the folder that this takes
	reweighedGrowth = 1.5 // growth of the number of fetched pages after which all are judged again
)

// Expand implements [siteexpand.Method].
//
// Cost: the downloads; each fetched page is compared with the exemplars, again
// whenever the number of pages has grown by half; each batch of downloads looks at
// all groups.
func (Method) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	s, starts, err := site.Open(ctx, "classes", src, samples, opt)
	if err != nil {
		return nil, err
	}
	c := &crawl{Site: s, starts: starts, samples: map[site.ID]bool{}, info: map[site.ID]*member{}, names: map[string]*placeNames{}, classes: map[string]*urlClass{}, groups: map[listKey]*linkGroup{}}
	var given []urlparts.Parts
	for _, u := range starts {
		c.samples[s.Resolve(u)] = true
		given = append(given, urlparts.Split(s.URL(s.Resolve(u))))
	}
	c.kind = newKind(given)
	for _, u := range starts {
		m := c.meet(s.Resolve(u), nil, 0)
		c.fetched, c.exemplars = append(c.fetched, m), append(c.exemplars, s.Page(u))
	}
	s.Found = func() int { return len(c.starts) + c.taken() }
	for _, u := range starts {
		c.open(s.Page(u))
	}
	seeds, err := s.Seeds(ctx, starts)
	if err != nil {
		return nil, err
	}
	for _, u := range seeds {
		c.meet(u, nil, 0)
	}
	c.reweigh()
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	if err := c.decideAll(ctx); err != nil {
		return nil, err
	}
	return s.Finish(c.result()), nil
}

// crawl is the state of one run.
type crawl struct {
	*site.Site
	starts    []site.ID
	samples   map[site.ID]bool // the pages that starts lead to
	kind      kind
	info      map[site.ID]*member
	order     []*member
	fetched   []*member // in the order of the downloads
	classes   map[string]*urlClass
	groups    map[listKey]*linkGroup
	queue     []*linkGroup // as met
	forms     map[string]*urlClass
	names     map[string]*placeNames // by place
	exemplars []*site.Page
	weights   map[similarity.Feature]float64
	weighed   int
	threshold float64
	required  [3]string // features of a name, "" for none
}

// meet gives the member of a URL, and makes it if the URL was not met before.
func (c *crawl) meet(u site.ID, from *site.Page, path page.LinkPath) *member {
	if m := c.info[u]; m != nil {
		return m
	}
	a := urlparts.Split(c.URL(u))
	m := &member{id: u, path: path, from: from, name: a.Name, given: c.samples[u], fetched: c.samples[u]}
	folder, inside := a.Dirs, c.kind.hasFolder(a.Dirs)
	if inside {
		folder = c.kind.folder
	}
	m.fits = inside && c.kind.ext[a.Ext] && c.kind.queries[a.Form.Query]
	m.place = strings.Join(folder, "/") + " " + a.Ext + "?" + a.Form.Query
	if a.Form.Query != "" {
		m.place += a.Name
		m.name = a.Query[len(a.Query)-1][1]
	}
	if m.form = m.place + " " + nameForm(m.name); !m.fits {
		m.form = a.Ext + "?" + a.Form.Query + " " + nameForm(m.name)
	}
	if from != nil {
		if parent := c.info[c.Resolve(from.ID)]; parent != nil {
			m.level = parent.level + 1
		}
	}
	c.info[u] = m
	c.order = append(c.order, m)
	if c.names[m.place] == nil {
		c.names[m.place] = &placeNames{counts: [2]map[string]int{{}, {}}}
	}
	c.names[m.place].add(m.name)
	c.classify(m)
	return m
}

// classify puts a URL into its class and group.
func (c *crawl) classify(m *member) {
	key := m.place + " " + nameForm(m.name) + " " + c.names[m.place].frequent(m.name)
	if c.classes[key] == nil {
		c.classes[key] = &urlClass{key: key, form: m.form, fits: m.fits}
	}
	m.class = c.classes[key]
	m.class.members = append(m.class.members, m)
	at := listKey{key, m.path}
	if c.groups[at] == nil {
		c.groups[at] = &linkGroup{class: m.class}
		c.queue = append(c.queue, c.groups[at])
	}
	g := c.groups[at]
	if g.size++; !m.fetched {
		g.waiting = append(g.waiting, m)
	}
}

// admitted reports whether a URL may be an entity page's.
func (c *crawl) admitted(m *member) bool {
	for i, t := range nameFeatures(m.name) {
		if c.required[i] != "" && t != c.required[i] {
			return false
		}
	}
	return m.fits
}

// open meets the links of a page, and returns how many new URLs may be entity pages.
func (c *crawl) open(n *site.Page) float64 {
	yield := 0.
	for _, l := range slices.Concat(n.Links, n.Also) {
		u := c.Resolve(l.To)
		if !c.OnSite(l.To) || c.info[u] != nil {
			continue
		}
		m := c.meet(u, n, l.Path)
		if take, done := m.class.decided(); c.admitted(m) && (take || !done) {
			yield++
		}
	}
	return yield
}

// run downloads pages until too many in a row brought nothing (see stretchShare).
func (c *crawl) run(ctx context.Context) error {
	fruitless := 0
	for {
		best := c.best()
		stretch := max(leastStretch, min(mostStretch, int(stretchShare*float64(c.taken()))))
		if len(best) == 0 || fruitless > stretch && best[0].score < poorYield || fruitless > 3*stretch || c.Report.Downloads >= c.Options.MaxDownloads {
			return nil
		}
		for _, g := range best {
			for range min(batchPages, len(g.waiting)) {
				m := g.waiting[0]
				g.waiting = g.waiting[1:]
				if m.fetched {
					continue
				}
				if err := c.visit(ctx, m); err != nil {
					return err
				}
				g.yields = append(g.yields, m.yield)
				if fruitless++; m.yield > 0 {
					fruitless = 0
				}
			}
		}
		if float64(len(c.fetched)) >= reweighedGrowth*float64(c.weighed) {
			c.reweigh()
		}
	}
}

// best gives the batchGroups groups with the highest expected yields.
func (c *crawl) best() (best []*linkGroup) {
	for _, g := range c.queue {
		for len(g.waiting) > 0 && g.waiting[0].fetched {
			g.waiting = g.waiting[1:]
		}
		if len(g.waiting) > 0 {
			g.score = c.expected(g)
			best = append(best, g)
		}
	}
	slices.SortStableFunc(best, func(a, b *linkGroup) int { return cmp.Compare(b.score, a.score) })
	return best[:min(batchGroups, len(best))]
}

// expected is the yield to expect of a group's next page. It is the mean of the yields of its last pages and of
// a prior, that of the class or else of its form. Small groups get a bit more, and groups with fewer than two
// fetched pages get more the larger they are.
func (c *crawl) expected(g *linkGroup) float64 {
	prior := unknownYield
	if ys := g.class.yields; len(ys) > 0 {
		prior = stat.Mean(ys, nil)
	} else if form := c.forms[g.class.form]; form != nil && len(form.yields) > 0 {
		prior = stat.Mean(form.yields, nil)
	}
	last := g.yields[max(0, len(g.yields)-yieldMemory):]
	score := stat.Mean(append([]float64{prior}, last...), nil) + 1/float64(g.size)
	if len(g.yields) < 2 {
		score += .3 * math.Log1p(float64(g.size))
	}
	return score
}

// visit downloads a page unless that was done before, meets its links, and counts it.
func (c *crawl) visit(ctx context.Context, m *member) error {
	if m.fetched {
		return nil
	}
	m.fetched = true
	n, err := c.Fetch(ctx, m.id)
	if err != nil {
		return err
	}
	if u := c.Resolve(m.id); n != nil && u != m.id { // another name of a page
		was := m
		if m = c.meet(u, m.from, m.path); m.fetched {
			return nil
		}
		m.fetched = true
		defer func() { was.yield = m.yield }()
	}
	if n != nil {
		m.alive, m.yield = true, c.open(n)
		m.similarity = c.similarity(n)
	}
	c.fetched = append(c.fetched, m)
	c.count(m)
	return nil
}

// count counts a fetched page for its class and form.
func (c *crawl) count(m *member) {
	if c.forms[m.form] == nil {
		c.forms[m.form] = &urlClass{key: m.form}
	}
	for _, of := range []*urlClass{m.class, c.forms[m.form]} {
		of.tried++
		if c.isSimilar(m) {
			of.similar++
		}
		of.yields = append(of.yields, m.yield)
	}
}

// isSimilar reports whether a fetched page is of the samples' template.
func (c *crawl) isSimilar(m *member) bool {
	return m.given || m.alive && m.similarity >= c.threshold
}

// taken is the expected size of the result by what is known now.
func (c *crawl) taken() int {
	n := 0
	for _, class := range c.classes {
		switch take, _ := class.decided(); {
		case take && class.fits:
			n += len(class.members)
		case class.fits:
			n += class.similar
		}
	}
	return n
}

// decideAll decides all classes at the end.
func (c *crawl) decideAll(ctx context.Context) error {
	for { // what is fetched may bring further classes
		c.reweigh()
		before := len(c.fetched)
		for _, class := range slices.SortedFunc(maps.Values(c.classes), func(a, b *urlClass) int { return cmp.Compare(a.key, b.key) }) {
			if !class.fits {
				continue
			}
			if err := c.decide(ctx, class); err != nil {
				return err
			}
		}
		if len(c.fetched) == before {
			return nil
		}
	}
}

// decide fetches pages of a class until it is decided. It fetches none if none was fetched before and all
// of at least formPages pages of its form agree.
func (c *crawl) decide(ctx context.Context, class *urlClass) error {
	if form := c.forms[class.form]; class.tried == 0 && form != nil && form.tried >= formPages && (form.similar == 0 || form.similar == form.tried) {
		return nil
	}
	waiting := slices.DeleteFunc(slices.Clone(class.members), func(m *member) bool { return m.fetched || !c.admitted(m) })
	need := min(classPages-class.tried, len(waiting))
	for i := range need {
		if err := c.visit(ctx, waiting[i*len(waiting)/need]); err != nil {
			return err
		}
	}
	for _, m := range waiting {
		if _, done := class.decided(); done || c.Report.Downloads >= c.Options.MaxDownloads {
			return nil
		}
		if err := c.visit(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// result lists the pages that are taken.
func (c *crawl) result() (pages []siteexpand.EntityPage) {
	aliases := c.Aliases()
	done := map[site.ID]bool{}
	for _, m := range c.order {
		u := c.Resolve(m.id)
		if done[u] || m.fetched && !m.alive && !m.given {
			continue
		}
		take, decided := m.class.decided()
		if form := c.forms[m.class.form]; !decided && m.class.tried == 0 && form != nil {
			take = form.similar > 0
		}
		if !m.given && (!c.admitted(m) || m.fetched && !c.isSimilar(m) && !take || !m.fetched && !take) {
			c.LeaveOut(siteexpand.DropDistance, c.URL(u))
			continue
		}
		done[u] = true
		e := c.Entity(u, m.from, m.path, m.level)
		switch e.Status, e.HTMLSimilarity, e.Aliases = siteexpand.Inferred, m.similarity, aliases[u]; {
		case m.given:
			e.Status, e.HTMLSimilarity, e.URLSimilarity = siteexpand.Sample, 1, 1
		case m.fetched:
			e.Status = siteexpand.Fetched
		}
		pages = append(pages, e)
	}
	site.SamplesFirst(pages)
	return pages
}

// reweigh makes everything anew from the URLs and the fetched pages: classes, required features of names,
// weights of page features, the threshold, and the counts of classes.
func (c *crawl) reweigh() {
	c.weighed = max(len(c.fetched), classPages)
	c.classes, c.groups, c.forms, c.queue = map[string]*urlClass{}, map[listKey]*linkGroup{}, map[string]*urlClass{}, nil
	for _, m := range c.order {
		c.classify(m)
	}
	c.require()
	c.weigh()
	c.enlarge()
	var sims []float64
	seen := map[*urlClass]int{}
	for _, m := range c.fetched {
		if n := c.Page(m.id); n != nil {
			m.alive, m.similarity = true, c.similarity(n)
			if seen[m.class]++; seen[m.class] <= featurePages {
				sims = append(sims, m.similarity)
			}
		}
	}
	c.threshold = c.bound(similarity.Otsu(sims))
	for _, m := range c.fetched {
		c.count(m)
		g := c.groups[listKey{m.class.key, m.path}]
		g.yields = append(g.yields, m.yield)
	}
}

// require finds the features that all samples' names share and would hardly share by chance. If a share f of
// the names of the samples' place has a feature, all of n samples have it with a probability of f^n.
func (c *crawl) require() {
	c.required = [3]string{}
	if len(c.starts) < 2 {
		return
	}
	var shared [3]string
	for i, u := range c.starts {
		for k, t := range nameFeatures(c.info[c.Resolve(u)].name) {
			if i == 0 || t == shared[k] {
				shared[k] = t
			} else {
				shared[k] = ""
			}
		}
	}
	var have [3]float64
	all := 0.
	for _, m := range c.order {
		if !m.fits {
			continue
		}
		all++
		for i, t := range nameFeatures(m.name) {
			if t == shared[i] {
				have[i]++
			}
		}
	}
	for i, want := range shared {
		if want != "" && math.Pow(have[i]/all, float64(len(c.starts))) < maxChance {
			c.required[i] = want
		}
	}
}
