package siteexpand

import (
	"cmp"
	"context"
	"slices"

	"verde/page"
)

// Focused is a focused crawl that needs no single entity-tree. It keeps from
// SSUP that URL and HTML features are weighted by how well they separate and
// that thresholds come from the site itself; what it gives up is the climb to
// one root, where SSUP fails on sites with several hierarchies, endless chains
// of lists, or samples that no index page points back from.
//
//   - URLs are put into classes (see classes); a few pages of a class decide
//     for all of it. Of one sample it is not known what its name shares with
//     its kind, so names made of another and an ending are a class (see endings).
//   - Pages are known by their template: what the judges, pages known to be of
//     the type, share of elements with classes, link-paths and short texts, each
//     weighted by how much rarer it is elsewhere on the site (see likeness). Of
//     one or two samples, what is common near them counts for more.
//   - What the samples' URLs have in common is the type's mark or chance. The
//     pages that are made alike decide, one trait at a time (see scope). Of one
//     sample only what its name begins with is judged (see [Prefix]).
//   - The next page to download is of the group, a class of URLs on one
//     link-path, whose pages brought most new URLs that are like the samples;
//     before the end, one of each large group that none was taken of.
//   - A class of dead links, or what of a class hangs on one link-path, is left
//     once so many are dead that hardly any other can be a page (see hopeless).
//   - At the end a few pages that were taken unseen are fetched, and the report
//     has an estimate of precision and recall, and of how many of the others are
//     dead.
type Focused struct{}

// Name is "focused".
func (Focused) Name() string { return "focused" }

// What decides a class, and when the crawl ends.
const (
	classTrials       = 4   // pages that decide a class
	acceptShare       = .7  // at least so many of them alike: all of the class
	refuseShare       = .1  // at most so many: none
	defaultYield      = 4.  // yield that a group without a page is credited with
	yieldDecay        = .75 // weight of the past in a group's yield: a dozen pages in vain end hope for a group that brought one a page
	minZeroYieldRun   = 60  // downloads without a new page after which the crawl may end, up to Bounds.Fruitless
	zeroYieldRunShare = .15 // ... of the pages found, in between
	minExemplars      = 3   // judges without which there is no template
	maxExemplars      = 8
	sitemapLimit      = 20 // sitemaps read of one site
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
	given := len(starts)
	if len(s.opt.Known) > 0 {
		s.seedKnown()
		if starts, err = s.knownExemplars(ctx, starts); err != nil {
			return nil, err
		}
	}
	f, err := s.crawl(ctx, starts, len(starts) > 1 && !s.opt.Gathered, s.opt.MaxDownloads)
	if err != nil {
		return nil, err
	}
	if (given == 1 || s.opt.Gathered || s.oneDirectory(starts)) && len(s.opt.Known) == 0 {
		return s.chooseScope(ctx, f, starts)
	}
	if prefix := s.knownPrefix(starts); prefix != "" {
		f.restrictToPrefix(prefix, starts)
	}
	pages, err := f.conclude(ctx, starts)
	if err != nil {
		return nil, err
	}
	if len(s.opt.Known) > 0 {
		if pages, err = s.changes(ctx, pages); err != nil {
			return nil, err
		}
	}
	return s.finish(pages), nil
}

// oneDirectory reports whether all samples are of one folder. However they were
// chosen, they tell no more than one does whether it holds the type or a part.
func (s *site) oneDirectory(starts []urlID) bool {
	for _, u := range starts {
		if page.Dir(s.urls[s.resolve(u)]) != page.Dir(s.urls[s.resolve(starts[0])]) {
			return false
		}
	}
	return true
}

// conclude verifies what the crawl found, and says how far it is to be trusted.
func (f *crawl) conclude(ctx context.Context, starts []urlID) ([]EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	f.relearn()
	pages, unlike := f.result()
	f.drop(DropDistance, unlike)
	f.report.Estimate = f.estimate(checked)
	f.diagnose(starts, len(pages))
	f.diagnoseDead()
	f.detect(starts, pages)
	return pages, nil
}

// crawl crawls the site from the starts. independent tells that they were not
// chosen by their URLs. limit bounds the downloads of the whole run.
func (s *site) crawl(ctx context.Context, starts []urlID, independent bool, limit int) (*crawl, error) {
	var given []string
	for _, u := range starts {
		given = append(given, s.urls[s.resolve(u)])
	}
	scope := newURLProfile(given, independent)
	f := &crawl{site: s, maxDownloads: limit, profile: scope, classes: newClasses(scope), priorYields: map[shape]float64{}, starts: starts, startURLs: given}
	f.resetFrontier()
	s.found = func() int { return f.entities }
	for _, u := range starts {
		t := f.addURL(u, nil, 0)
		t.sample, t.done, t.scored, t.templateScore = true, true, true, 1
		f.countPage(t)
		f.addExemplar(s.seen(u))
	}
	f.relearn()
	for _, u := range starts {
		f.openLinks(s.seen(u))
	}
	if err := f.seed(ctx, starts); err != nil {
		return nil, err
	}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	if f.sampleRenamed() {
		return s.crawl(ctx, starts, independent, limit)
	}
	f.relearn()
	return f, nil
}

// sampleRenamed reports whether a sample has come to go by another URL since the crawl
// began: its query had a parameter that turned out to be a session. What was
// learned from its URL is wrong then, and the crawl has to begin again; it
// downloads nothing again.
func (f *crawl) sampleRenamed() bool {
	if len(f.params.session) == f.sessionsSeen {
		return false
	}
	for i, u := range f.starts {
		if f.urls[f.resolve(u)] != f.startURLs[i] {
			return true
		}
	}
	f.sessionsSeen = len(f.params.session)
	return false
}

// crawl is the state of one focused crawl.
type crawl struct {
	*site
	maxDownloads int // downloads of the site at which the crawl ends
	starts       []urlID
	startURLs    []string // of the starts, when the crawl began
	sessionsSeen int      // session parameters by which no start has been renamed
	profile      *urlProfile
	classes      *classes
	records      []*urlRecord // by URL, nil if not met
	order        []urlID      // as met
	groups       map[groupKey]*group
	pathAnswers  map[groupKey]*answers
	queue        []*group           // as met
	touched      []*group           // those with another score than when the next was picked
	untried      map[shape][]*group // those without a page, and some more
	scores       tournament
	rescoreAll   bool // all scores have changed
	ending       bool // scores are those for the end of the crawl
	stats        map[string]*classStats
	entities     int               // entity pages known so far
	priorYields  map[shape]float64 // yield to expect of a group without a page, by the shape of its URLs
	exemplars    []*node
	template     template
	rejected     int // pages of the sample's class that were no judge, while there are few judges
	fetched      []urlID
	learnedFrom  int     // pages fetched when the template was made
	countRound   int     // of judging all pages
	reclassified int     // URLs that were put into classes again
	scratch      anatomy // of the URL that is looked at

	threshold          float64
	leastExemplarScore float64 // least likeness of a judge with the others
	usualScore         float64 // least likeness that is usual among pages with all common traits
}

// urlRecord is a URL of the site.
type urlRecord struct {
	classKey      string
	class         *classStats // on the class
	pathAnswers   *answers    // for the class on this link-path
	group         *group      // that it waits in, nil if it never did
	url           string      // of which are
	features      featureSet
	sampleForm    bool
	from          *node
	path          page.LinkPath
	level         int
	zeroYieldRun  int  // pages in a row up to this, each found on the one before, that brought nothing
	urlAdmitted   bool // its URL may be that of an entity page
	featureShare  float64
	sample        bool
	known         bool // known from an earlier run
	done          bool // fetched, or can't be had
	asked         bool // by this crawl, for its class
	templateScore float64
	scored        bool // html is set
	countRound    int  // in which it was counted
}

// eachPage calls do once for every page that was met and may be had, by the first
// name that it was met by, and tells whether it is in the result: pages found
// alike, and those of accepted classes that were not fetched.
func (f *crawl) eachPage(do func(met urlID, t *urlRecord, in bool)) {
	in := make([]bool, len(f.urls))
	for _, met := range f.order {
		u, id := f.resolve(met), met
		t := f.records[met]
		if known := f.record(u); known != nil {
			t, id = known, u
		}
		n := f.seen(u)
		if in[u] || n == nil && f.visited(u) { // can't be had, counted with its reason
			continue
		}
		f.refreshURL(id, t)
		if n != nil && !t.scored { // another crawl of the site has been there
			t.templateScore, t.scored = f.templateScore(n), true
		}
		in[u] = t.sample || t.known || t.urlAdmitted && (n != nil && f.isEntityPage(t) || n == nil && t.class.likelyEntity() && t.pathAnswers.likelyLive())
		do(met, t, in[u])
	}
}

// result lists the pages of accepted classes, and of mixed classes those that
// were found alike, and counts the other URLs of the site. Those of dead classes
// are counted by [crawl.diagnose].
func (f *crawl) result() (pages []EntityPage, unlike int) {
	aliases := f.aliases()
	var judges []string
	for _, j := range f.exemplars {
		judges = append(judges, f.urls[f.resolve(j.id)])
	}
	kin := newURLJaccard(judges)
	pages = make([]EntityPage, 0, f.entities)
	f.eachPage(func(met urlID, t *urlRecord, in bool) {
		u := f.resolve(met)
		n := f.seen(u)
		switch {
		case in:
		case n == nil && t.abandoned():
			return
		default:
			unlike++
			return
		}
		e := EntityPage{URL: f.urls[u], Site: f.name, Level: t.level, LinkPath: f.paths.Name(t.path), Status: Inferred, Aliases: aliases[u]}
		if t.from != nil {
			e.From = f.urls[f.resolve(t.from.id)]
		} else {
			e.LinkPath = ""
		}
		e.URLSimilarity = kin.max(f.urls[u])
		if n != nil {
			e.Status, e.HTMLSimilarity = Fetched, t.templateScore
		}
		if t.known && n == nil {
			e.Status = Known
		}
		if t.sample {
			e.Status, e.HTMLSimilarity, e.URLSimilarity = Sample, 1, 1
		}
		pages = append(pages, e)
	})
	slices.SortStableFunc(pages, func(a, b EntityPage) int { return cmp.Compare(rank(a), rank(b)) })
	return pages, unlike
}

// inferred lists the pages that are in the result without having been fetched,
// by class and link-path, the largest first, and their number.
func (f *crawl) inferred() (strata []stratum, all int) {
	of := map[*answers]int{}
	f.eachPage(func(met urlID, t *urlRecord, in bool) {
		if !in || t.known || t.sample || f.visited(met) {
			return
		}
		i, ok := of[t.pathAnswers]
		if !ok {
			i = len(strata)
			of[t.pathAnswers] = i
			strata = append(strata, stratum{urlRecord: t})
		}
		strata[i].urls = append(strata[i].urls, met)
		all++
	})
	slices.SortStableFunc(strata, func(a, b stratum) int { return cmp.Compare(len(b.urls), len(a.urls)) })
	return strata, all
}

// rank puts samples first.
func rank(e EntityPage) int {
	if e.Status == Sample {
		return 0
	}
	return 1
}
