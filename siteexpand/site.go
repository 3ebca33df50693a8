package siteexpand

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"verde/page"
)

// site is a page source: it fetches and parses every page once and knows which
// URLs are names of one page. It is the state of one run.
type site struct {
	opt    Options // with the defaults filled in
	report Report
	found  func() int // entity pages so far, for progress
	ahead  int        // downloads that are still to come, for progress
	urlTable

	fetcher       page.Fetcher
	started       time.Time
	pages         pageReader
	visits        visits
	alternates    alternateSet
	refusedHashes map[uint64]bool // hashes of URLs that were counted as over a bound
	sitemapsRead  bool
	sitemapURLs   []string // pages that the sitemaps list
}

func newSite(method string, src page.Fetcher, opt Options) *site {
	opt = opt.withDefaults()
	s := &site{fetcher: src, opt: opt, urlTable: urlTable{ids: make(map[string]urlID), wide: opt.Wide},
		visits: make(visits), refusedHashes: make(map[uint64]bool), found: func() int { return 0 },
		report: Report{Method: method, Dropped: make(map[string]int), Diagnoses: []Diagnosis{}}}
	if opt.Now != nil {
		s.started = opt.Now()
	}
	return s
}

// begin normalises and fetches the samples of a run of a method, and opens their
// site. starts are the pages of the samples that could be fetched, each once. The
// error is for samples that give nothing to start from and for what ends the run.
func begin(ctx context.Context, method string, src page.Fetcher, samples []string, opt Options) (s *site, starts []urlID, err error) {
	if len(samples) == 0 {
		return nil, nil, errors.New("expanding a site: no sample page given")
	}
	var first string
	var failed error
	s = newSite(method, src, opt)
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
		if !s.within(u) {
			return nil, nil, fmt.Errorf("samples of two sites, %s and %s: expand one site at a time", first, u)
		}
		n, err := s.fetch(ctx, s.intern(u))
		if err != nil {
			return nil, nil, err
		}
		if n == nil {
			failed = errors.Join(failed, fmt.Errorf("sample page: %w", s.failure(s.intern(u))))
			continue
		}
		if !slices.Contains(starts, n.id) {
			starts = append(starts, n.id)
			s.report.Samples = append(s.report.Samples, s.url(n.id))
		}
	}
	if len(starts) == 0 {
		return nil, nil, fmt.Errorf("expanding %s: %w", s.name, failed)
	}
	s.endSampling()
	return s, starts, nil
}

// finish fills in what the report counts over the whole run.
func (s *site) finish(pages []EntityPage) *Result {
	s.report.Pages = len(pages)
	for _, e := range pages {
		if e.Status == Inferred {
			s.report.Inferred++
		}
	}
	if s.opt.Now != nil {
		s.report.Seconds = s.opt.Now().Sub(s.started).Seconds()
	}
	return &Result{Pages: pages, Report: s.report}
}

// fetch gives the page at u, nil if it can't be fetched; the error ends the run.
func (s *site) fetch(ctx context.Context, u urlID) (*node, error) {
	u = s.resolve(u)
	if v, ok := s.visits[u]; ok {
		return v.node, nil
	}
	n, err := s.get(ctx, u)
	if err == nil {
		return n, nil
	}
	var failed *page.Error
	if ctx.Err() != nil || !errors.As(err, &failed) {
		return nil, err
	}
	s.drop(string(failed.Reason), 1)
	s.visits[s.resolve(u)] = visit{err: err}
	return nil, nil
}

func (s *site) get(ctx context.Context, u urlID) (*node, error) {
	if !s.onSite[u] {
		return nil, &page.Error{URL: s.urls[u], Reason: DropOffSite}
	}
	if s.spent() {
		return nil, &page.Error{URL: s.urls[u], Reason: page.LimitReached}
	}
	s.report.Requests++
	p, err := s.fetcher.Fetch(ctx, s.urls[u])
	if err != nil {
		return nil, err
	}
	s.report.Downloads++
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{Method: s.report.Method, URL: p.URL, Downloads: s.report.Downloads, Found: s.found(), Ahead: max(0, s.ahead-1)})
	}
	if !s.within(p.URL) {
		return nil, &page.Error{URL: s.urls[u], Reason: DropOffSite}
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
func (s *site) fetchPreferred(ctx context.Context, u, preferred urlID) (*node, error) {
	id, err := s.resolveAlternate(u, preferred)
	if err != nil {
		return nil, err
	}
	s.alternates.resolving = true
	defer func() { s.alternates.resolving = false }()
	return s.fetch(ctx, id)
}
