package focused

import (
	"context"
	"iter"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// urlRecord is what a crawl knows of a URL of the site.
type urlRecord struct {
	urlMatch
	id          site.ID // of the URL by which it was met
	classKey    string
	class       *classStats
	pathAnswers *answers // of the class on this link-path
	group       *group   // in which it waits, nil if it never did

	from  *site.Page // page on which it was found, nil if it was given or is in a sitemap
	path  page.LinkPath
	level int // links from a start

	sample        bool
	known         bool // an entity page of an earlier run
	done          bool // fetched, or can't be
	asked         bool // fetched by this crawl, so that the answer counts for its class
	scored        bool // templateScore is set
	templateScore float64
	kind          int  // 0 unless its page is of another kind than the samples: see [crawl.tellKinds]
	weighed       bool // likely is set, see [crawl.weigh]
	likely        bool // it is of the type by all evidence
	countRound    int  // last round of [crawl.countPages] in which it was counted
}

// urlMatch is how a URL matches the URLs of the samples.
type urlMatch struct {
	url          string // when it was compared
	features     urlclass.FeatureSet
	featureShare float64 // share of the samples' common features that it has
	sampleForm   bool    // see [urlclass.Profile.HasSampleForm]
	urlAdmitted  bool    // it may be the URL of an entity page, see [crawl.admitsURL]
}

// urlRecords are the URLs that a crawl has met.
type urlRecords struct {
	records []*urlRecord // by URL, nil for one that was not met
	order   []site.ID    // of the records, as they were met
}

// record gives the record of a URL, nil if it has not been met.
func (r *urlRecords) record(u site.ID) *urlRecord {
	if int(u) < len(r.records) {
		return r.records[u]
	}
	return nil
}

// meet puts in the record of a URL that was not met before.
func (r *urlRecords) meet(t *urlRecord) {
	if n := int(t.id) + 1; len(r.records) < n {
		r.records = append(r.records, make([]*urlRecord, n-len(r.records))...)
	}
	r.records[t.id] = t
	r.order = append(r.order, t.id)
}

// addURL gives the record of a URL, and makes it if the URL was not met before.
func (f *crawl) addURL(u site.ID, from *site.Page, path page.LinkPath) *urlRecord {
	u = f.Resolve(u)
	if t := f.record(u); t != nil {
		return t
	}
	a := f.split(u)
	t := &urlRecord{id: u, from: from, path: path}
	t.readURL(f.URL(u), a, f.profile)
	t.classKey = f.classes.ClassOf(a, t.features, true)
	t.urlAdmitted = f.admitsURL(t, a)
	if from != nil {
		if parent := f.record(f.Resolve(from.ID)); parent != nil {
			t.level = parent.level + 1
		}
	}
	if f.known[u] {
		t.known, t.done = true, true
	}
	f.meet(t)
	f.classify(t, a.Form)
	if t.known {
		f.countPage(t)
	}
	return t
}

// pages gives the fetched pages at some URLs with their records, each page once.
func (f *crawl) pages(urls ...site.ID) iter.Seq2[*site.Page, *urlRecord] {
	return func(yield func(*site.Page, *urlRecord) bool) {
		seen := make(map[site.ID]bool, len(urls))
		for _, u := range urls {
			u = f.Resolve(u)
			n, t := f.Page(u), f.record(u)
			if n == nil || t == nil || seen[u] {
				continue
			}
			if seen[u] = true; !yield(n, t) {
				return
			}
		}
	}
}

// split takes a URL apart. The result is valid until the next call.
func (f *crawl) split(u site.ID) *urlparts.Parts {
	f.scratch.Split(f.URL(u))
	return &f.scratch
}

// readURL sets what the URL of a record has in common with the samples' URLs.
func (t *urlRecord) readURL(url string, a *urlparts.Parts, s *urlclass.Profile) {
	t.url, t.features, t.sampleForm = url, s.SharedFeatures(a), s.HasSampleForm(a)
	t.featureShare = s.FeatureShare(t.features)
}

// refreshURL compares the URL again if the page has got another one.
func (f *crawl) refreshURL(u site.ID, t *urlRecord) {
	if f.URL(u) != t.url {
		t.readURL(f.URL(u), f.split(u), f.profile)
	}
}

// admitsURL reports whether a URL may be that of an entity page: it has the form of a sample, has all
// required features and is in the chosen scope. If all samples are from one directory, it also has to
// have a sample's path, see [urlclass.Classes.HasSamplePath].
func (f *crawl) admitsURL(t *urlRecord, a *urlparts.Parts) bool {
	if !t.sampleForm || !f.profile.HasRequired(t.features) || f.within != nil && !f.within(t.url) {
		return false
	}
	return f.profile.Samples > 1 && !f.oneDirectory || f.classes.HasSamplePath(a)
}

// readmit decides anew which URLs are admitted, besides the given samples.
func (f *crawl) readmit(given []site.ID) {
	for _, u := range f.order {
		t, a := f.records[u], f.split(u)
		t.readURL(f.URL(u), a, f.profile)
		t.urlAdmitted = f.admitsURL(t, a)
		t.sample = t.sample && (t.urlAdmitted || slices.Contains(given, u))
	}
}

// reclassify classifies all URLs anew if the classes have become stale. What groups yielded is forgotten.
// If the classes become stale again and again, it waits for more URLs, so that a URL is classified at
// most maxReclassified times on average.
func (f *crawl) reclassify() {
	if !f.classes.Stale || f.reclassified > maxReclassified*len(f.order) {
		return
	}
	f.classes.Stale = false
	f.reclassified += len(f.order)
	f.resetFrontier()
	for _, u := range f.order {
		t, a := f.records[u], f.split(u)
		if f.URL(u) != t.url {
			t.readURL(f.URL(u), a, f.profile)
		}
		t.classKey = f.classes.ClassOf(a, t.features, false)
		t.urlAdmitted = f.admitsURL(t, a)
		f.classify(t, a.Form)
		if t.asked {
			f.countAnswer(u, t)
		}
		if t.done && (t.scored || t.known) && f.Resolve(u) == u {
			f.countPage(t)
		}
	}
	f.rescoreAll = true
}

// countPages counts all fetched pages anew for their classes.
func (f *crawl) countPages() {
	for _, v := range f.stats {
		v.tried, v.matching, v.nearTemplate, v.otherKind = 0, 0, 0, 0
	}
	f.countRound++
	for _, u := range f.order {
		if t := f.record(f.Resolve(u)); t != nil && t.done && (t.scored || t.known) && t.countRound != f.countRound {
			t.countRound = f.countRound
			f.countPage(t)
		}
	}
	for _, v := range f.stats {
		f.updateClass(v)
	}
}

// openLinks adds the URLs that a page links to, and returns how many new ones
// may be entity pages: 1 for a URL of an accepted class, half its feature share
// for one of an undecided class.
func (f *crawl) openLinks(n *site.Page) float64 {
	if n == nil {
		return 0
	}
	yield := 0.
	for _, l := range slices.Concat(n.Links, n.Also) {
		if !f.OnSite(l.To) || f.record(f.Resolve(l.To)) != nil {
			continue
		}
		t := f.addURL(l.To, n, l.Path)
		if !t.urlAdmitted || t.pathAnswers.abandoned {
			continue
		}
		if accept, done := t.class.decided(); accept {
			yield++
		} else if !done {
			yield += 0.5 * t.featureShare
		}
	}
	f.reclassify()
	return yield
}

// seed adds the directories above the samples, up to the home page, and the
// pages that sitemaps list.
func (f *crawl) seed(ctx context.Context, starts []site.ID) error {
	seeds, err := f.Seeds(ctx, starts)
	if err != nil {
		return err
	}
	for _, u := range seeds {
		f.addURL(u, nil, 0)
	}
	f.reclassify()
	return nil
}

// countUnvisited counts the URLs that are left when a crawl ends because its last downloads found nothing.
func (f *crawl) countUnvisited() {
	f.TakeAllIn(siteexpand.DropFruitless)
	for u, t := range f.records {
		if t != nil && !t.done && !t.urlAdmitted && !t.abandoned() {
			f.LeaveOut(siteexpand.DropFruitless, f.URL(site.ID(u)))
		}
	}
}
