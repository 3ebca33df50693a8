package focused

import (
	"container/heap"
	"math/bits"

	"verde/page"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// groupKey is a class of URLs on one link-path.
type groupKey struct {
	class string
	path  page.LinkPath
}

// group holds the URLs of one class on one link-path that wait to be
// downloaded. Yield is the number of new entity URLs that a page links to.
type group struct {
	key         groupKey
	class       *classStats
	pathAnswers *answers
	met         int     // how many groups were met before
	at          int     // index in frontier.queue
	score       float64 // see [frontier.score]
	touched     bool    // its score may have changed
	waiting     []*urlRecord
	taken       uint32 // URLs taken while the class was undecided
	form        urlparts.Form
	yield       float64 // moving average over its pages
	tried       int     // pages fetched
}

// frontier holds the URLs to be fetched, in groups, and what is known of their
// classes.
type frontier struct {
	groups      map[groupKey]*group
	pathAnswers map[groupKey]*answers
	stats       map[string]*classStats // by the key of the class
	entities    int                    // entity pages by what is known now
	queue       groupHeap
	untried     map[urlparts.Form][]*group // groups without a fetched page; also some that have one by now
	priorYields map[urlparts.Form]float64  // yield to expect of groups without a fetched page
	touched     []*group                   // groups whose score may have changed since the last pick
	rescoreAll  bool                       // all scores have changed
	ending      bool                       // scores are for the end of the crawl
}

// resetFrontier empties the frontier.
func (f *frontier) resetFrontier() {
	f.groups, f.stats, f.untried = map[groupKey]*group{}, map[string]*classStats{}, map[urlparts.Form][]*group{}
	f.pathAnswers = map[groupKey]*answers{}
	f.queue, f.touched, f.entities = nil, nil, 0
}

// nextGroup chooses the group from which the next page is fetched: the one with the highest score, of
// equal ones the first met. Groups score higher if they help to decide a class. When the crawl is to
// end, only groups whose class has to be decided are left. The second result is false if there is none.
//
// Cost: logarithmic in the number of groups for each whose score has changed.
func (f *frontier) nextGroup(ending bool) (*group, bool) {
	if ending != f.ending || f.rescoreAll {
		f.ending, f.rescoreAll = ending, false
		for _, g := range f.queue {
			g.score = f.score(g)
		}
		heap.Init(&f.queue)
	}
	for _, g := range f.touched {
		g.touched, g.score = false, f.score(g)
		heap.Fix(&f.queue, g.at)
	}
	f.touched = f.touched[:0]
	if len(f.queue) == 0 || f.queue[0].score < 0 || f.queue[0].score < leastYield && ending {
		return nil, false
	}
	return f.queue[0], true
}

// groupHeap has the group with the highest score first, of equals the first met. It
// is a [heap.Interface].
type groupHeap []*group

func (h groupHeap) Len() int { return len(h) }
func (h groupHeap) Less(i, j int) bool {
	return h[i].score > h[j].score || h[i].score == h[j].score && h[i].met < h[j].met
}
func (h groupHeap) Swap(i, j int) { h[i], h[j], h[i].at, h[j].at = h[j], h[i], j, i }
func (h *groupHeap) Push(g any)   { g.(*group).at = len(*h); *h = append(*h, g.(*group)) }
func (h *groupHeap) Pop() any     { panic("groups remain until the classes are made anew") }

// score is the expected yield of a group's next page, raised if the page helps
// to decide its class, and below 0 if it is not to be downloaded.
func (f *frontier) score(g *group) float64 {
	for len(g.waiting) > 0 && g.waiting[0].done {
		g.waiting = g.waiting[1:]
	}
	if len(g.waiting) == 0 || g.class.abandoned || g.pathAnswers.abandoned || g.class.otherLanguage >= urlclass.Trials && g.class.tried == 0 {
		return -1
	}
	score := f.expectedYield(g)
	switch t := g.waiting[0]; {
	case t.urlAdmitted:
		switch _, done := g.class.decided(); {
		case done && f.ending:
			return -1
		case done:
		case g.class.tried < urlclass.Trials:
			score += defaultYield * 2 * t.featureShare
		default:
			score += 0.5 * g.class.matchShare()
		}
	case f.ending:
		return -1
	}
	return score
}

// takeURL takes the next URL of a group. While the class is undecided, URLs are taken from all over the
// order in which they were met, by the van der Corput sequence (½, ¼, ¾, ...): an index of everything
// may begin with chapters, and then its first hundred links say nothing about the other thousand. Once
// the class is decided, it is the first URL.
func (f *frontier) takeURL(g *group) *urlRecord {
	at := uint64(0)
	if _, done := g.class.decided(); !done && g.waiting[0].urlAdmitted {
		at = uint64(bits.Reverse32(g.taken)) * uint64(len(g.waiting)) >> 32
		g.taken++
	}
	t := g.waiting[at]
	if t.done {
		t, at = g.waiting[0], 0
	}
	g.waiting[at] = g.waiting[0]
	g.waiting = g.waiting[1:]
	return t
}

// touch notes that the score of a group may have changed.
func (f *frontier) touch(g *group) {
	if g != nil && !g.touched {
		g.touched = true
		f.touched = append(f.touched, g)
	}
}

// updateClass has to be called when the counts of a class have changed. It updates the number of entity
// pages, and notes that the scores of the class's groups may have changed. It skips the groups if only
// the number of URLs has changed, since a class may have a group on each page.
func (f *frontier) updateClass(v *classStats) {
	found := v.matching
	accept, done := v.decided()
	if accept {
		found = v.members
	}
	f.entities += found - v.entities
	v.entities = found
	now := standing{v.tried, v.matching, v.otherLanguage, accept, done, v.abandoned}
	if now == v.standing {
		return
	}
	v.standing = now
	for _, g := range v.groups {
		f.touch(g)
	}
}

// expectedYield is the yield to expect of a group's next page. A group without
// a fetched page is expected to yield as much as others with its URL form did:
// a calendar has a group for each month, and to try each of them would lead
// through all years.
func (f *frontier) expectedYield(g *group) float64 {
	if g.tried == 0 {
		return f.priorYield(g.form)
	}
	return g.yield
}

// noteYield updates the yields by that of a page of a group. The page may have led to new classes, so the
// group is looked up again by its key.
func (f *frontier) noteYield(g *group, yield float64) {
	form, fresh := g.form, g.tried < firstTries
	if g = f.groups[g.key]; g != nil {
		g.yield = yieldDecay*f.expectedYield(g) + (1-yieldDecay)*yield
		g.tried++
		f.touch(g)
	}
	if fresh {
		f.learnYield(form, yield)
	}
}

// priorYield is the yield to expect of groups with a URL form of which no page was fetched.
func (f *frontier) priorYield(form urlparts.Form) float64 {
	if yield, tried := f.priorYields[form]; tried {
		return yield
	}
	return defaultYield
}

// learnYield updates the prior yield of a form by the yield of one of the
// first pages of a group.
func (f *frontier) learnYield(form urlparts.Form, yield float64) {
	f.priorYields[form] = yieldDecay*f.priorYield(form) + (1-yieldDecay)*yield
	untried := f.untried[form][:0]
	for _, g := range f.untried[form] {
		if g.tried == 0 {
			untried = append(untried, g)
			f.touch(g)
		}
	}
	f.untried[form] = untried
}

// countPage counts a fetched page for its class.
func (f *crawl) countPage(t *urlRecord) {
	t.class.tried++
	if f.matchesTemplate(t) {
		t.class.matching++
	}
	if f.nearTemplate(t) {
		t.class.nearTemplate++
	}
	if t.kind > 0 {
		t.class.otherKind++
	}
	f.updateClass(t.class)
}

// countAnswer counts the site's answer for the class of a URL. A URL without a
// page is no member of its class.
func (f *crawl) countAnswer(u site.ID, t *urlRecord) {
	had := f.Page(u) != nil
	if had || isDead(f.Failure(u)) {
		t.class.count(!had)
		t.pathAnswers.count(!had)
	}
	if !had {
		t.class.members--
	}
	f.updateClass(t.class)
}

// classify puts a URL into its class and, if it is to be fetched, into its
// group.
func (f *frontier) classify(t *urlRecord, s urlparts.Form) {
	v := f.stats[t.classKey]
	if v == nil {
		v = &classStats{}
		f.stats[t.classKey] = v
	}
	t.class, t.group = v, nil
	v.members++
	f.updateClass(v)
	key := groupKey{t.classKey, t.path}
	if t.pathAnswers = f.pathAnswers[key]; t.pathAnswers == nil {
		t.pathAnswers = &answers{}
		f.pathAnswers[key] = t.pathAnswers
	}
	if t.done {
		return
	}
	if s.Query != "" { // a faceted search has a form for each set of facets
		s.Query = "*"
	}
	g := f.groups[key]
	if g == nil {
		g = &group{key: key, class: v, pathAnswers: t.pathAnswers, form: s, met: len(f.queue), score: -1}
		f.groups[key] = g
		heap.Push(&f.queue, g)
		f.untried[s] = append(f.untried[s], g)
		v.groups = append(v.groups, g)
	}
	g.waiting = append(g.waiting, t)
	t.group = g
	f.touch(g)
}
