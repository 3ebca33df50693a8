// Package focused has the default method: a focused crawl that decides for classes
// of URLs, tells which scopes its samples may stand for, and estimates what its
// result is worth.
package focused

import (
	"context"
	"math"
	"slices"

	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// expansion is one run of the method, whose crawls share what is known of the
// site.
type expansion struct {
	*site.Site
	known map[site.ID]bool // entity pages of an earlier run
	first *crawl           // that of the samples that were given
}

// inOneDirectory reports whether all samples are from one directory. Such samples leave open, as
// one sample does, whether the directory holds all entities of the type.
func (s *expansion) inOneDirectory(starts []site.ID) bool {
	return !slices.ContainsFunc(starts, func(u site.ID) bool { return folder(s.URL(s.Resolve(u))) != folder(s.URL(s.Resolve(starts[0]))) })
}

// start is what a crawl begins with: the pages that stand for the type.
type start struct {
	starts       []site.ID
	startURLs    []string              // their URLs when the crawl began
	needlessSeen int                   // needless parameters that are known to be in none of these
	oneDirectory bool                  // all are from one directory, see [expansion.inOneDirectory]
	scopeChosen  bool                  // wider than their directory, see [expansion.chooseScope]
	within       func(url string) bool // reports whether a URL is in the scope, nil for any: see [crawl.restrictToScope]
}

// crawl is the state of one focused crawl.
type crawl struct {
	*expansion
	start
	maxDownloads int // of the whole run, at which this crawl ends

	profile      *urlclass.Profile
	classes      *urlclass.Classes
	reclassified int            // URLs that were put into classes again
	scratch      urlparts.Parts // of the URL last taken apart

	urlRecords
	fetched []site.ID
	frontier
	exemplarModel
}

// crawl crawls the site from the starts. independent says that they were not
// chosen by their URLs, so that what their URLs share may define the type. The
// crawl ends when the run has made limit downloads.
func (s *expansion) crawl(ctx context.Context, starts []site.ID, independent bool, limit int) (*crawl, error) {
	var given []string
	for _, u := range starts {
		given = append(given, s.URL(s.Resolve(u)))
	}
	profile := urlclass.NewProfile(given, independent)
	f := &crawl{expansion: s, maxDownloads: limit, profile: profile, classes: urlclass.New(profile), start: start{starts: starts, startURLs: given, oneDirectory: s.inOneDirectory(starts)}}
	f.severalSamples = profile.Samples > 1
	f.priorYields = map[urlparts.Form]float64{}
	f.resetFrontier()
	if s.first == nil {
		s.first = f
	}
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
	if err := f.run(ctx, 0); err != nil {
		return nil, err
	}
	if f.sampleRenamed() {
		if s.first == f {
			s.first = nil
		}
		return s.crawl(ctx, starts, independent, limit)
	}
	f.relearn()
	return f, nil
}

// sampleRenamed reports whether a sample has got another URL since the crawl
// began: its query had a parameter that turned out to select nothing. What was
// learned from its URL is wrong then, and the crawl has to begin again; it
// downloads nothing again.
func (f *crawl) sampleRenamed() bool {
	if f.Needless() == f.needlessSeen {
		return false
	}
	for i, u := range f.starts {
		if f.URL(f.Resolve(u)) != f.startURLs[i] {
			return true
		}
	}
	f.needlessSeen = f.Needless()
	return false
}

// run downloads page after page, the one with the highest expected yield first. zeroYields is the
// number of downloads in a row without a yield that it starts with: it ends when they are too many.
func (f *crawl) run(ctx context.Context, zeroYields int) error {
	for f.Report.Downloads < f.maxDownloads && !f.Spent() && !f.sampleRenamed() {
		limit := min(max(minZeroYieldRun, int(zeroYieldRunShare*float64(f.entities))), f.Options.Bounds.Fruitless)
		f.Ahead = max(0, min(limit-zeroYields, len(f.order)-f.VisitedPages()))
		g, ok := f.nextGroup(zeroYields >= limit)
		if !ok {
			if zeroYields >= limit {
				f.countUnvisited()
			}
			return nil
		}
		yield, err := f.visit(ctx, f.takeURL(g).id)
		if err != nil {
			return err
		}
		f.noteYield(g, yield)
		if yield > 0 {
			zeroYields = 0
		} else if zeroYields < math.MaxInt { // the bound, if there is none
			zeroYields++
		}
	}
	return nil
}

// visit downloads u, adds the URLs that it links to and counts it for its class. It
// returns the yield that [crawl.openLinks] gives, and 1 more if u is an alias of an
// entity page that was not met before.
func (f *crawl) visit(ctx context.Context, u site.ID) (float64, error) {
	t := f.records[u]
	t.done = true
	f.touch(t.group)
	n, err := f.Fetch(ctx, u)
	if err != nil {
		return 0, err
	}
	if f.InOtherLanguage(u) {
		t.class.otherLanguage++
	}
	t.asked = true
	f.countAnswer(u, t)
	if n == nil {
		return 0, nil
	}
	yield := 0.
	if v := f.Resolve(u); v != u { // u is an alias, and no page of its own
		t.class.members--
		f.updateClass(t.class)
		old := f.record(v)
		if old != nil && old.done {
			return 0, nil
		}
		if old == nil {
			old = f.addURL(v, t.from, t.path)
			if old.urlAdmitted {
				yield++
			}
		}
		t = old
		t.done = true
		f.touch(t.group)
	}
	f.fetched = append(f.fetched, f.Resolve(u))
	yield += f.openLinks(n)
	t.templateScore, t.scored = f.templateScore(n), true
	if !t.sampleForm && f.matchesTemplate(t) { // its URL may have more than it needs
		if err := f.AskBare(ctx, n); err != nil {
			return 0, err
		}
	}
	if f.considerExemplar(t, n) || len(f.fetched) >= 2*f.learnedFrom {
		f.relearn()
	} else {
		f.countPage(t)
	}
	return yield, nil
}
