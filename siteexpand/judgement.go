package siteexpand

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"verde/page"
)

// verdict is what is known of a class.
type verdict struct {
	members, tried, alike int
	resembling            int // of the tried ones
	foreign               int // downloaded and in another language
	answers

	groups  []*group // of the class
	promise promise
	found   int // entity pages counted
}

func (v *verdict) decided() (accept, done bool) {
	switch {
	case v.gone:
		return false, true
	case v.tried < min(classTrials, v.members):
		return false, false
	case v.share() >= acceptShare:
		return true, true
	case v.share() <= refuseShare:
		return false, true
	}
	return false, false
}

// likely reports whether a page of the class that was not looked at is rather of
// the type than not.
func (v *verdict) likely() bool {
	accept, done := v.decided()
	return accept || !done && v.tried >= min(classTrials, v.members) && v.share() >= likelyShare
}

// likelyShare is the share of alike pages of an undecided class from which on
// the rest of it is taken when the crawl ends.
const likelyShare = .5

// share is that of the tried pages which are alike.
func (v *verdict) share() float64 { return float64(v.alike) / float64(max(1, v.tried)) }

// tally counts a fetched page for its class.
func (f *crawl) tally(t *target) {
	t.of.tried++
	if f.twin(t) {
		t.of.alike++
	}
	if f.resembles(t) {
		t.of.resembling++
	}
	f.update(t.of)
}

// twin reports whether a fetched page is made like the samples.
func (f *crawl) twin(t *target) bool { return t.sample || t.kept || t.known && t.html >= f.bar(t) }

// bar is the likeness from which on a page is taken for one of the type: enough
// to resemble the samples, and if its URL lacks some of what theirs share, about
// as much as is usual among the pages that have it all.
func (f *crawl) bar(t *target) float64 {
	bar := f.leastResemblance(t)
	if t.near < 1 && f.scope.given > 1 { // what one sample's URL has may be chance
		bar = max(bar, f.usual)
	}
	return bar
}

// resembles reports whether a fetched page is made like the samples as far as
// the threshold tells.
func (f *crawl) resembles(t *target) bool {
	return t.sample || t.kept || t.known && t.html >= f.leastResemblance(t)
}

// leastResemblance is the threshold if a page's URL has all that the samples'
// share, more if it lacks some.
func (f *crawl) leastResemblance(t *target) float64 {
	return f.threshold + max(0, f.own-f.threshold)*(1-t.near)
}

// alike reports whether a fetched page is like the samples, its URL too. Where
// nearly all of a class are, less will do: some things have little to show.
func (f *crawl) alike(t *target) bool {
	switch {
	case t.sample, t.kept:
		return true
	case !t.fits || !t.known:
		return false
	case t.of.tried >= classTrials && t.of.share() >= pureShare:
		return t.html >= poorPage*f.bar(t)
	}
	return f.twin(t)
}

const (
	pureShare = .9 // of a class's pages that are alike, from which on it is pure
	poorPage  = .5 // share of the usual likeness that is enough there
)

// appoint makes a page a judge if there are few yet and it is as good as one of
// them.
func (f *crawl) appoint(t *target, n *node) bool {
	switch own := t.near == 1 && t.of.alike > 0; {
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
	yes, _ := t.of.decided()
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
		if t := f.target(f.resolve(j.id)); t != nil {
			own[t.class] = true
			folders[folder(t.class)] = true
		}
	}
	of := map[string]int{}
	var seen []cohort
	for _, u := range f.fetched {
		n, t := f.seen(u), f.target(f.resolve(u))
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
		case f.scope.given > few && c.own:
			c.weight = float64(len(c.pages))
		case f.scope.given <= few && folders[folder(t.class)]: // judges may all be of a part of the type
			c.weight = float64(t.of.members) * math.Pow(t.near, nearness)
		}
	}
	power := commonness
	if f.scope.given <= few {
		power = commonnessOfFew
	}
	f.like.learn(seen, power)
	sims := make([]float64, 0, len(f.fetched))
	for _, u := range f.fetched {
		if n, t := f.seen(u), f.target(f.resolve(u)); n != nil && t != nil {
			t.html, t.known = f.similarity(n), true
			sims = append(sims, t.html)
		}
	}
	f.own = f.like.own()
	f.threshold = split(sims, f.own)
	f.usual = f.leastUsual()
	for _, v := range f.stats {
		v.tried, v.alike, v.resembling = 0, 0, 0
	}
	f.round++
	for _, u := range f.order {
		if t := f.target(f.resolve(u)); t != nil && t.done && (t.known || t.kept) && t.round != f.round {
			t.round = f.round
			f.tally(t)
		}
	}
	for _, v := range f.stats {
		f.update(v)
	}
	f.require()
	f.rescore = true
}

// few samples share by chance what the type does not. Pages whose URLs lack some
// of it may be of the type all the same, but each thing that they lack is
// evidence against it: the weight of a class is its size times the share of
// traits, to the power of nearness.
const (
	few      = 2
	nearness = 6
)

// Powers to which it counts that a feature is common near the judges. Judges
// that were found by the links of few samples are related to them, and share
// more than the type does.
const (
	commonness      = 2.
	commonnessOfFew = 3.
)

// leastUsual is the likeness that is usual at least among the pages whose URLs
// have all common traits: some deviations less than their mean. Where they
// differ much among themselves that is little or nothing.
func (f *crawl) leastUsual() float64 {
	n, sum, squares := 0., 0., 0.
	for _, u := range f.fetched {
		if t := f.target(f.resolve(u)); t != nil && t.known && t.near == 1 {
			n, sum, squares = n+1, sum+t.html, squares+t.html*t.html
		}
	}
	if n == 0 {
		return 0
	}
	mean := sum / n
	return mean - max(unusual, deviations*math.Sqrt(max(0, squares/n-mean*mean)))
}

// What is less like the judges than the mean by so much, and so many standard
// deviations, is unusual.
const (
	unusual    = .2
	deviations = 2
)

// require decides which of the traits that all samples share are the type's.
func (f *crawl) require() {
	f.scope.required = 0
	if f.scope.given == 1 {
		return
	}
	f.scope.required = f.scope.marked(f.sides)
	for _, u := range f.order {
		t := f.info[u]
		f.refresh(u, t)
		t.fits = t.formed && f.scope.meets(t.has)
	}
}

// marked gives the traits that are the type's marks. Those that clearly are not,
// accidents of these samples, are left out of account one by one, the best
// attested first, and the others judged again: URLs that lack both an accident
// and a mark tell of the mark. Places of the path are judged once, for what is
// in another folder lacks many of them at a time.
// Cost: one call of sides for each accident, and another.
func (s *scope) marked(sides func(accidents traits) (with side, without []side, indexes bool)) (required traits) {
	for accidents := traits(0); ; {
		with, without, indexes := sides(accidents)
		next, made := -1, float64(classTrials)
		for i, t := range s.order {
			switch place := t.kind == directory || t.kind == depth; {
			case (required|accidents)&(1<<i) != 0, accidents != 0 && place:
			case t.kind == depth && indexes || s.mark(t.kind, with, without[i]):
				required |= 1 << i
			case without[i].made >= made && without[i].share() >= hardlyAny*with.share():
				next, made = i, without[i].made
			}
		}
		if next < 0 {
			return required
		}
		accidents |= 1 << next
	}
}

// side sums up the URLs that have all traits of the samples, or those that lack
// a certain one only.
type side struct {
	urls  float64
	made  float64 // of them, as many as are likely to be made like the samples
	pages float64 // that were found to be
	html  float64 // sum of their likeness
}

// share is that of the URLs whose pages are likely to be made like the samples.
func (s side) share() float64 { return s.made / max(1, s.urls) }

// sides sums up the URLs with all traits but for accidents, and for each other
// trait those without it. indexes tells that most of those at another depth are
// indexes above the others. Cost: linear in the URLs.
func (f *crawl) sides(accidents traits) (with side, without []side, indexes bool) {
	without = make([]side, len(f.scope.order))
	folders, higher := map[string]bool{}, []string{}
	for _, u := range f.order {
		t := f.info[u]
		if f.resolve(u) != u || t.near == 0 {
			continue
		}
		if f.refresh(u, t); !t.formed {
			continue
		}
		x, level := &with, true
		i, n := f.scope.lacks(t.has | accidents)
		switch n {
		case 0:
		case 1:
			x, level = &without[i], f.scope.order[i].kind != depth
		default:
			continue
		}
		x.urls++
		made := 1.
		switch {
		case f.resembles(t):
		case t.known || t.of.tried < min(classTrials, t.of.members):
			continue
		default: // not looked at: as its class is, whether that is accepted or not
			made = float64(t.of.resembling) / float64(max(1, t.of.tried))
		}
		switch {
		case n == 0:
			folders[page.Dir(f.urls[u])] = true
		case !level:
			higher = append(higher, f.urls[u])
		}
		x.made += made
		if t.known && f.resembles(t) {
			x.pages++
			x.html += t.html
		}
	}
	return with, without, above(higher, folders)
}

// mark reports whether a trait is the type's, going by the URLs with all traits
// of the samples and by those without this one. The samples would hardly share
// it by chance; less doubt is enough if pages without it are also made
// differently, or if few of them are made like the samples at all, for then
// those few may be so by accident. If nearly all are, more doubt is needed; but
// a folder may hold a type of its own that is made like its neighbours.
func (s *scope) mark(kind traitKind, with, without side) bool {
	chance := math.Pow(with.made/max(1, with.made+without.made), float64(s.given))
	doubt, slack := byChance, alike
	switch kind {
	case last, others: // the end of a name is seldom a kind of page, nor are signs in a title
		doubt, slack = byChanceLast, alikeLast
	case letterCase, initial: // how names are written is a habit of a kind of page
		doubt = byChanceCase
	case digits, hyphens, underlines: // what is in some names says little
		slack = alikeLast
	}
	rest := without.share() / max(with.share(), 1e-9)
	folderOrHabit := kind == directory || kind == letterCase || kind == initial
	if rest > nearlyAll && without.pages >= classTrials && !folderOrHabit {
		doubt, slack = byChanceLast, alikeAll
	}
	if with.pages > 0 && without.pages > 0 {
		doubt += apart * max(0, with.html/with.pages-without.html/without.pages-slack)
	}
	switch kind {
	case depth, last, others, digits: // in which all kinds of page beside the type may differ
	default:
		doubt += byAccident * max(0, 1-rest/hardlyAny)
	}
	return chance < min(doubt, mostDoubt)
}

// above reports whether most URLs are those of folders, but for an extension:
// what stands above pages of the type is an index of them.
func above(urls []string, folders map[string]bool) bool {
	n := 0
	for _, u := range urls {
		if folders[strings.TrimSuffix(u, path.Ext(u))+"/"] {
			n++
		}
	}
	return 2*n > len(urls)
}

// How much chance is too much for a trait that all samples share to be taken for
// the type's: see [scope.mark]. Shares of pages without the trait that are made
// like the samples are counted against that of the pages with it.
const (
	byChance     = .01  // with a dozen traits to share, a rarer coincidence than the usual
	byChanceLast = .002 // the same of the end of a name, of signs in it, and where nearly all without the trait are alike
	byChanceCase = .3   // the same of capitals and first letters
	apart        = 2.   // doubt for each unit of likeness that pages without the trait fall short
	alike        = .05  // what is less makes no difference
	alikeLast    = .2   // ... of the end of a name, or of the signs in it
	alikeAll     = .25  // ... where nearly all without the trait are alike
	nearlyAll    = .97  // share from which on they are
	hardlyAny    = .5   // share below which those that are alike may be so by accident
	byAccident   = .8   // doubt where hardly any is
	mostDoubt    = .8
)

// Bounds of the threshold, as shares of the least likeness among the judges:
// what is half as like them as they are to each other is something else, and
// the template may vary more than the samples show.
const (
	thresholdLow  = .5
	thresholdHigh = .9
	oneKind       = .6 // mean likeness of the lower side, as a share of the upper one's, above which both are of one kind
)

// split is Otsu's threshold on the likeness of the fetched pages, within bounds
// that the judges set. If the two sides it parts are much alike, all pages are
// of one kind, and the lower bound serves.
func split(sims []float64, own float64) float64 {
	slices.SortFunc(sims, cmp.Compare[float64])
	best, cut := -1., own*thresholdLow
	sum := 0.
	for _, s := range sims {
		sum += s
	}
	left := 0.
	for i := 1; i < len(sims); i++ {
		left += sims[i-1]
		n, m := float64(i), float64(len(sims)-i)
		low, high := left/n, (sum-left)/m
		v := n * m * (high - low) * (high - low)
		if v <= best {
			continue
		}
		best, cut = v, (sims[i-1]+sims[i])/2
		if low > oneKind*high {
			cut = own * thresholdLow
		}
	}
	return min(max(cut, own*thresholdLow), own*thresholdHigh)
}
