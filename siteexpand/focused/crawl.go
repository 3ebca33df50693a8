// Package focused has the default method: a focused crawl that decides for classes
// of URLs, tells which scopes its samples may stand for, and estimates what its
// result is worth.
package focused

import (
	"cmp"
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// Method is a focused crawl that needs no single entity-tree. It keeps from
// SSUP that URL and HTML features are weighted by how well they separate and
// that thresholds come from the site itself; what it gives up is the climb to
// one root, where SSUP fails on sites with several hierarchies, endless chains
// of lists, or samples that no index page points back from.
//
//   - URLs are put into classes (see classes); a few fetched pages of a class
//     decide for all its URLs. From one sample it is not known which part of
//     its file name all entities have, so names with a frequent suffix are a
//     class of their own (see suffixClasses).
//   - Pages are recognised by their template: the features (elements with their
//     classes, link-paths, short texts) that the exemplars, pages known to show
//     entities of the type, have in common. Each feature is weighted by how
//     much rarer it is elsewhere on the site (see template). With one or two
//     samples, features that are common in the exemplars' directories weigh
//     more.
//   - What all samples' URLs share defines the type or is a coincidence. Pages
//     that match the template decide, one URL feature at a time (see
//     urlProfile). With one sample only the prefix of its file name is tested
//     (see [siteexpand.Prefix]).
//   - The frontier is divided into groups, a class of URLs on one link-path.
//     The next page comes from the group whose pages led to most new URLs of
//     the type; before the end, one page of each large group of which none was
//     fetched.
//   - A class with dead links, or its URLs on one link-path, is abandoned once
//     so many are dead that hardly any other can be a page (see hopeless).
//   - At the end a few URLs that were taken with their class are fetched, and
//     the report has an estimate of precision and recall, and of how many of
//     the unfetched pages are dead.
type Method struct{}

// Name is "focused".
func (Method) Name() string { return siteexpand.DefaultMethod }

// What decides a class, and when the crawl ends.
const (
	classTrials       = 4   // pages that decide a class
	acceptShare       = .7  // share of pages matching the template from which on the whole class is taken
	refuseShare       = .1  // share up to which the whole class is left out
	defaultYield      = 4.  // expected of a group when no page of a group with its URL shape was fetched
	yieldDecay        = .75 // weight of the past in a group's yield: a group that brought one entity a page is below leastYield after 14 pages in vain
	minZeroYieldRun   = 60  // downloads in a row without a new entity URL after which the crawl may end, up to Bounds.Fruitless
	zeroYieldRunShare = .15 // ... as a share of the pages found, between these two
	minExemplars      = 3   // below it a page has to be like the first exemplar, not like the template
	maxExemplars      = 8
)

// Expand implements [siteexpand.Method]. From one sample it cannot be told whether its
// directory holds all entities of the type or some, so up to three scopes are
// tried, and named in the report: see [siteexpand.Scope].
//
// Cost: the downloads; each page is compared with the template, again whenever
// the number of pages has doubled.
func (Method) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	opened, starts, err := site.Open(ctx, siteexpand.DefaultMethod, src, samples, opt)
	if err != nil {
		return nil, err
	}
	s := &expansion{Site: opened}
	given := len(starts)
	if len(s.Options.Known) > 0 {
		s.seedKnown()
		if starts, err = s.knownExemplars(ctx, starts); err != nil {
			return nil, err
		}
	}
	f, err := s.crawl(ctx, starts, len(starts) > 1 && s.Options.Chosen != siteexpand.Searched, s.Options.MaxDownloads)
	if err != nil {
		return nil, err
	}
	if (given == 1 || s.Options.Chosen == siteexpand.Searched || s.oneDirectory(starts)) && len(s.Options.Known) == 0 {
		return s.chooseScope(ctx, f, starts)
	}
	if prefix := s.knownPrefix(starts); prefix != "" {
		f.restrictToPrefix(prefix, starts)
	}
	pages, err := f.conclude(ctx, starts)
	if err != nil {
		return nil, err
	}
	if len(s.Options.Known) > 0 {
		if pages, err = s.changes(ctx, pages); err != nil {
			return nil, err
		}
	}
	return s.Finish(pages), nil
}

// expansion is one run of the method, whose crawls share what is known of the
// site.
type expansion struct {
	*site.Site
	known map[site.ID]bool // entity pages of an earlier run
}

// oneDirectory reports whether all samples are from one directory. However they
// were chosen, they tell no more than one sample whether that directory holds
// all entities of the type or some.
func (s *expansion) oneDirectory(starts []site.ID) bool {
	for _, u := range starts {
		if page.Dir(s.URL(s.Resolve(u))) != page.Dir(s.URL(s.Resolve(starts[0]))) {
			return false
		}
	}
	return true
}

// conclude fetches some of the pages that were taken with their class, and adds
// the estimate and the diagnoses to the report.
func (f *crawl) conclude(ctx context.Context, starts []site.ID) ([]siteexpand.EntityPage, error) {
	checked, err := f.verify(ctx)
	if err != nil {
		return nil, err
	}
	f.relearn()
	pages, unlike := f.result()
	f.Drop(siteexpand.DropDistance, unlike)
	f.Report.Estimate = f.estimate(checked)
	f.Report.Explained = f.explain(pages)
	f.diagnose(starts, len(pages))
	f.diagnoseDead()
	f.detect(starts, pages)
	return pages, nil
}

// crawl crawls the site from the starts. independent says that they were not
// chosen by their URLs, so that what their URLs share may define the type. The
// crawl ends when the run has made limit downloads.
func (s *expansion) crawl(ctx context.Context, starts []site.ID, independent bool, limit int) (*crawl, error) {
	var given []string
	for _, u := range starts {
		given = append(given, s.URL(s.Resolve(u)))
	}
	profile := newURLProfile(given, independent)
	f := &crawl{expansion: s, maxDownloads: limit, profile: profile, classes: newClasses(profile), starts: starts, startURLs: given, oneDirectory: s.oneDirectory(starts)}
	f.priorYields = map[urlparts.Form]float64{}
	f.resetFrontier()
	s.Found = func() int { return f.entities }
	for _, u := range starts {
		t := f.addURL(u, nil, 0)
		t.sample, t.done, t.scored, t.templateScore = true, true, true, 1
		f.countPage(t)
		f.addExemplar(s.Page(u))
	}
	f.relearn()
	for _, u := range starts {
		f.openLinks(s.Page(u))
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

// sampleRenamed reports whether a sample has got another URL since the crawl
// began: its query had a parameter that turned out to be a session. What was
// learned from its URL is wrong then, and the crawl has to begin again; it
// downloads nothing again.
func (f *crawl) sampleRenamed() bool {
	if f.Sessions() == f.sessionsSeen {
		return false
	}
	for i, u := range f.starts {
		if f.URL(f.Resolve(u)) != f.startURLs[i] {
			return true
		}
	}
	f.sessionsSeen = f.Sessions()
	return false
}

// crawl is the state of one focused crawl.
type crawl struct {
	*expansion
	starts       []site.ID
	startURLs    []string // URLs of the starts when the crawl began
	sessionsSeen int      // session parameters that are known to be in no start's URL
	maxDownloads int      // of the whole run, at which this crawl ends

	oneDirectory bool // all starts are from one, so that what they share of their paths tells no more than one would

	profile      *urlProfile
	classes      *classes
	reclassified int            // URLs that were put into classes again
	scratch      urlparts.Parts // of the URL last taken apart

	records []*urlRecord // by URL, nil for one that was not met
	order   []site.ID    // of the records, as they were met
	fetched []site.ID
	frontier
	exemplarModel
}

// frontier holds the URLs to be fetched, in groups, and what is known of their
// classes.
type frontier struct {
	groups      map[groupKey]*group
	pathAnswers map[groupKey]*answers
	stats       map[string]*classStats     // by the key of the class
	entities    int                        // entity pages by what is known now
	queue       []*group                   // in the order in which they were met
	untried     map[urlparts.Form][]*group // groups without a fetched page, and some more
	priorYields map[urlparts.Form]float64  // yield to expect of such a group, by the shape of its URLs
	scores      tournament                 // of the groups in queue
	touched     []*group                   // groups whose score may have changed since the last pick
	rescoreAll  bool                       // all scores have changed
	ending      bool                       // scores are for the end of the crawl
}

// exemplarModel is the template that the exemplars share, and the thresholds of the
// scores by it. See [crawl.relearn].
type exemplarModel struct {
	exemplars          []*site.Page
	template           template
	threshold          float64 // template score that separates pages of the template from others
	leastExemplarScore float64 // of the exemplars, each by the template of the others
	usualScore         float64 // least usual score of pages whose URLs have all shared features
	rejected           int     // candidates for the first three exemplars since the last that was taken
	learnedFrom        int     // fetched pages when the template was made
	countRound         int     // how often the classes were counted anew
}

// urlRecord is what a crawl knows of a URL of the site.
type urlRecord struct {
	urlMatch
	classKey    string
	class       *classStats
	pathAnswers *answers // of the class on this link-path
	group       *group   // in which it waits, nil if it never did

	from         *site.Page // page on which it was found, nil if it was given or is in a sitemap
	path         page.LinkPath
	level        int // links from a start
	zeroYieldRun int // pages in a row up to this one, each found on the one before, that led to no new entity URL

	sample        bool
	known         bool // an entity page of an earlier run
	done          bool // fetched, or can't be
	asked         bool // fetched by this crawl, so that the answer counts for its class
	scored        bool // templateScore is set
	templateScore float64
	countRound    int // in which it was counted
}

// urlMatch is how a URL matches the URLs of the samples.
type urlMatch struct {
	url          string // when it was compared
	features     featureSet
	featureShare float64 // share of the samples' common features that it has
	sampleForm   bool    // see [urlProfile.hasSampleForm]
	urlAdmitted  bool    // it may be the URL of an entity page, see [crawl.admitsURL]
}

// eachPage calls do once for every page that was met and may exist, with the
// first URL that it was met by, and says whether it is in the result: fetched
// entity pages, and unfetched URLs of accepted classes.
func (f *crawl) eachPage(do func(met site.ID, t *urlRecord, in bool)) {
	in := make([]bool, f.Size())
	for _, met := range f.order {
		u, id := f.Resolve(met), met
		t := f.records[met]
		if known := f.record(u); known != nil {
			t, id = known, u
		}
		n := f.Page(u)
		if in[u] || n == nil && f.Visited(u) { // can't be fetched, counted with its reason
			continue
		}
		f.refreshURL(id, t)
		if n != nil && !t.scored { // another crawl of the site has been there
			t.templateScore, t.scored = f.templateScore(n), true
		}
		in[u] = t.sample || t.known || t.urlAdmitted && (n != nil && f.isEntityPage(t) || n == nil && t.class.likelyEntity() && t.trial().likelyLive())
		do(met, t, in[u])
	}
}

// result lists the entity pages and counts the other URLs of the site. URLs of
// abandoned classes are counted by [crawl.diagnoseDead].
func (f *crawl) result() (pages []siteexpand.EntityPage, unlike int) {
	aliases := f.Aliases()
	var exemplars []string
	for _, j := range f.exemplars {
		exemplars = append(exemplars, f.URL(f.Resolve(j.ID)))
	}
	urlSimilarity := newURLJaccard(exemplars)
	pages = make([]siteexpand.EntityPage, 0, f.entities)
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		u := f.Resolve(met)
		n := f.Page(u)
		switch {
		case in:
		case n == nil && t.abandoned():
			return
		default:
			unlike++
			return
		}
		e := siteexpand.EntityPage{URL: f.URL(u), Site: f.Name(), Level: t.level, LinkPath: f.LinkPathName(t.path), Status: siteexpand.Inferred, Aliases: aliases[u]}
		if t.from != nil {
			e.From = f.URL(f.Resolve(t.from.ID))
		} else {
			e.LinkPath = ""
		}
		e.URLSimilarity = urlSimilarity.max(f.URL(u))
		if n != nil {
			e.Status, e.HTMLSimilarity = siteexpand.Fetched, t.templateScore
		}
		if t.known && n == nil {
			e.Status = siteexpand.Known
		}
		if t.sample {
			e.Status, e.HTMLSimilarity, e.URLSimilarity = siteexpand.Sample, 1, 1
		}
		pages = append(pages, e)
	})
	site.SamplesFirst(pages)
	return pages, unlike
}

// inferred lists the URLs that are in the result without having been fetched,
// by class and link-path, the largest stratum first, and their number.
func (f *crawl) inferred() (strata []stratum, all int) {
	of := map[*answers]int{}
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		if !in || t.known || t.sample || f.Visited(met) {
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
