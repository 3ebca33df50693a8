// Package site is the page source through which methods read the site that they
// expand. It fetches and parses each page once, knows which URLs are names of one
// page (redirects, canonical links, needless parameters, other languages, print
// versions), keeps to the site and its bounds, reads its sitemaps, and counts in the
// report what was done and what was dropped.
package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"verde/page"
	"verde/siteexpand"
)

// Site is a page source: it fetches and parses every page once and knows which
// URLs are names of one page. It is the state of one run.
type Site struct {
	Options siteexpand.Options // with the defaults filled in
	Report  siteexpand.Report
	Found   func() int // entity pages so far, for progress
	Ahead   int        // downloads that are still to come, for progress
	URLs

	fetcher       page.Fetcher
	started       time.Time
	pages         pageReader
	visits        visits
	alternates    alternateSet
	variants      map[ID][]variant    // fetched pages by the URL without some parameters, which was not fetched yet
	texts         map[uint64]ID       // pages by a hash of all that they show, see sameText
	refusedHashes map[uint64]bool     // hashes of URLs that were counted as over a bound
	leftOut       map[string][]string // reason -> URLs
	sitemapsRead  bool
	sitemapURLs   []sitemapEntry // pages that the site's sitemaps or others list
	ownSeeds      []ID           // samples, the folders above them, and pages of the site's sitemaps
	listed        []ID           // pages that others list
}

// New makes the page source of a run of a method, without samples: see [Open].
func New(method string, src page.Fetcher, opt siteexpand.Options) *Site {
	opt = opt.WithDefaults()
	s := &Site{fetcher: src, Options: opt, URLs: URLs{ids: make(map[string]ID), wide: opt.Wide},
		visits: make(visits), variants: make(map[ID][]variant), texts: make(map[uint64]ID), refusedHashes: make(map[uint64]bool), leftOut: make(map[string][]string), Found: func() int { return 0 },
		Report: siteexpand.Report{Method: method, Dropped: make(map[string]int), Diagnoses: []siteexpand.Diagnosis{}}}
	if opt.Now != nil {
		s.started = opt.Now()
	}
	return s
}

// Open normalises and fetches the samples of a run of a method, and opens their
// site. starts are the pages of the samples that could be fetched, each once. The
// error is for samples that give nothing to start from and for what ends the run.
func Open(ctx context.Context, method string, src page.Fetcher, samples []string, opt siteexpand.Options) (s *Site, starts []ID, err error) {
	if len(samples) == 0 {
		return nil, nil, errors.New("expanding a site: no sample page given")
	}
	var first string
	var failed error
	var lacking []string // why samples could not be fetched
	s = New(method, src, opt)
	s.alternates.sampling = true
	for _, raw := range samples {
		u, err := page.Normalize(raw)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("sample page: %w", err))
			continue
		}
		if first == "" {
			first = u
			s.root(u)
		}
		if !s.Within(u) {
			return nil, nil, fmt.Errorf("samples of two sites, %s and %s: expand one site at a time", first, u)
		}
		n, err := s.Fetch(ctx, s.Intern(u))
		if err != nil {
			return nil, nil, err
		}
		if n == nil {
			err := s.Failure(s.Intern(u))
			failed, lacking = errors.Join(failed, fmt.Errorf("sample page: %w", err)), append(lacking, err.Error())
			continue
		}
		if !slices.Contains(starts, n.ID) {
			starts = append(starts, n.ID)
			s.Report.Samples = append(s.Report.Samples, s.URL(n.ID))
		}
	}
	if len(starts) == 0 {
		return nil, nil, fmt.Errorf("expanding %s: %w", s.site, failed)
	}
	s.endSampling()
	if err := s.trySessions(ctx, starts); err != nil {
		return nil, nil, err
	}
	for _, u := range starts {
		if err := s.AskBare(ctx, s.Page(u)); err != nil {
			return nil, nil, err
		}
	}
	starts, s.Report.Samples = s.distinct(starts)
	if len(lacking) > 0 {
		s.AddDiagnosis(siteexpand.LostSample, "give other pages, or the addresses that they have now", "%s", strings.Join(lacking, "; "))
	}
	return s, starts, nil
}

// trySessions fetches some pages to which the samples link, without the parameters that all links of a
// sample have. A server begins a new session for a request without one, and keeps the session of a request
// that has one. If links were followed only as they are, a session parameter would have one value on all
// pages, as a parameter that selects a shop has.
//
// Cost: at most sessionPages downloads and mostTried requests; none if no parameter is in all links.
func (s *Site) trySessions(ctx context.Context, starts []ID) error {
	asked, came := 0, 0
	for _, start := range starts {
		var links []string
		for _, l := range s.Page(start).Links {
			if s.onSite[l.To] {
				links = append(links, s.urls[l.To])
			}
		}
		names := slices.Sorted(maps.Keys(carried(links)))
		for _, u := range links {
			names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(s.params.needless, name) })
			bare := withoutParameters(u, names)
			if bare == u || s.Visited(s.Intern(bare)) {
				continue
			}
			if asked == mostTried || came == sessionPages {
				return nil
			}
			n, err := s.Fetch(ctx, s.Intern(bare))
			if err != nil {
				return err
			}
			if asked++; n != nil {
				came++
			} else if len(names) == 1 && gone(s.Failure(s.Intern(bare))) {
				s.params.noteSelects(names[0])
				break
			}
		}
	}
	return nil
}

// mostTried bounds the requests of trySessions.
const mostTried = 4 * sessionPages

// AskBare fetches the URL of a fetched page without each of its parameters, to learn whether the parameter
// selects something. Nothing else may lead to these URLs: a list may put its own page or the visitor into all
// its links, and a sample may come from a search result. URLs that were met already are not asked for.
// Cost: at most a download for each undecided parameter, needlessIn for a parameter in a run, and
// mostAsked in a run.
func (s *Site) AskBare(ctx context.Context, n *Page) error {
	for name := range queryOf(n.URL) {
		bare := withoutParameters(n.URL, []string{name})
		if _, met := s.known(bare); met || n.Scripted || s.params.selects[name] || slices.Contains(s.params.needless, name) || !s.params.ask(name) {
			continue
		}
		u := s.Intern(bare)
		s.variants[u] = append(s.variants[u], variant{n, []string{name}})
		m, err := s.Fetch(ctx, u)
		if err != nil {
			return err
		}
		if m == nil && gone(s.Failure(u)) {
			s.params.noteSelects(name)
		}
	}
	return nil
}

// distinct gives the pages of the starts, each once, and their URLs: two samples may turn out to be one page.
func (s *Site) distinct(starts []ID) (pages []ID, urls []string) {
	for _, u := range starts {
		if u = s.Resolve(u); !slices.Contains(pages, u) {
			pages, urls = append(pages, u), append(urls, s.URL(u))
		}
	}
	return pages, urls
}

// Finish fills in what the report counts over the whole run.
func (s *Site) Finish(pages []siteexpand.EntityPage) *siteexpand.Result {
	s.Report.Pages = len(pages)
	s.listLeftOut()
	for _, e := range pages {
		if e.Status == siteexpand.Inferred {
			s.Report.Inferred++
		}
	}
	s.Report.Listed = s.compareListed(pages)
	if s.params.unasked {
		s.AddRemark(siteexpand.Unasked, "look whether pages are in the result under several URLs, which differ by a parameter",
			"of some parameters of URLs it is not known whether they select anything: %d pages were asked for without one, and no more are", mostAsked)
	}
	slices.SortStableFunc(s.Report.Diagnoses, func(a, b siteexpand.Diagnosis) int { // doubts first
		switch {
		case a.Doubt == b.Doubt:
			return 0
		case a.Doubt:
			return -1
		}
		return 1
	})
	if s.Options.Now != nil {
		s.Report.Seconds = s.Options.Now().Sub(s.started).Seconds()
	}
	return &siteexpand.Result{Pages: pages, Report: s.Report}
}

// Fetch gives the page at u, nil if it can't be fetched; the error ends the run.
func (s *Site) Fetch(ctx context.Context, u ID) (*Page, error) {
	u = s.Resolve(u)
	if v, ok := s.visits[u]; ok {
		return v.node, nil
	}
	n, err := s.get(ctx, u)
	var failed *page.Error
	if s.slashed[u] && ctx.Err() == nil && gone(err) {
		was := s.urls[u]
		s.urls[u] = otherSlash(was)
		if n, err = s.get(ctx, u); err != nil {
			s.urls[u] = was
		}
	}
	if err == nil {
		return n, nil
	}
	if ctx.Err() != nil || !errors.As(err, &failed) {
		return nil, err
	}
	s.LeaveOut(string(failed.Reason), s.urls[u])
	s.visits[s.Resolve(u)] = visit{err: err}
	return nil, nil
}

// gone reports whether an error says that there is no such page.
func gone(err error) bool {
	var failed *page.Error
	return errors.As(err, &failed) && (failed.Status == 404 || failed.Status == 410)
}

func (s *Site) get(ctx context.Context, u ID) (*Page, error) {
	if !s.onSite[u] {
		return nil, &page.Error{URL: s.urls[u], Reason: siteexpand.DropOffSite}
	}
	if s.Spent() {
		return nil, &page.Error{URL: s.urls[u], Reason: page.LimitReached}
	}
	s.Report.Requests++
	p, err := s.fetcher.Fetch(ctx, s.urls[u])
	if err != nil {
		return nil, err
	}
	s.Report.Downloads++
	if s.Options.Progress != nil {
		s.Options.Progress(siteexpand.Progress{Method: s.Report.Method, URL: p.URL, Downloads: s.Report.Downloads, Found: s.Found(), Ahead: max(0, s.Ahead-1)})
	}
	if !s.Within(p.URL) {
		return nil, &page.Error{URL: s.urls[u], Reason: siteexpand.DropOffSite, Err: fmt.Errorf("it leads to %s", p.URL)}
	}
	doc, err := s.pages.reader.Read(p)
	if err != nil {
		return nil, err
	}
	n, preferred := s.keep(u, p, doc)
	if n == nil {
		return s.fetchPreferred(ctx, u, preferred)
	}
	return n, nil
}

// fetchPreferred gives the page at the preferred form of the page that answered
// for u, and makes u an alias of it.
func (s *Site) fetchPreferred(ctx context.Context, u, preferred ID) (*Page, error) {
	id, err := s.resolveAlternate(u, preferred)
	if err != nil {
		return nil, err
	}
	s.alternates.resolving = true
	defer func() { s.alternates.resolving = false }()
	return s.Fetch(ctx, id)
}
