package harvest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/extract"
	"verde/page"
	"verde/progress"
	"verde/record"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// Reader reads sites. Pages is needed; the zero value of everything else means the
// default. It is only read, by several goroutines at once if need be.
type Reader struct {
	Pages      page.Fetcher         // where pages come from
	Method     string               // name of the expansion method; default siteexpand's
	Expand     siteexpand.Options   // of the expansion; Chosen and Progress are set by the reader
	LearnPages int                  // pages that a site's wrapper is learned on; default 30
	MaxPages   int                  // entity pages read of a site; default 5000
	PerHost    int                  // pages of one site requested at a time; default 1. The fetcher may request fewer
	Log        *slog.Logger         // nil for none
	Progress   func(progress.Event) // called for each step, also by several goroutines at once; nil for none
}

func (r Reader) withDefaults() Reader {
	for field, def := range map[*int]int{&r.LearnPages: 30, &r.MaxPages: 5000, &r.PerHost: 1} {
		if *field == 0 {
			*field = def
		}
	}
	if r.Log == nil {
		r.Log = slog.New(slog.DiscardHandler)
	}
	if r.Progress == nil {
		r.Progress = func(progress.Event) {}
	}
	return r
}

// Site finds all pages of a site that are like the samples and reads them.
// If gathered is true, a program chose the samples and some may be wrong. A site that
// can't be read has [Harvest.Failed]; the error is for what ends the run.
func (r Reader) Site(ctx context.Context, site string, samples []string, gathered bool) (Harvest, error) {
	r = r.withDefaults()
	method, err := methods.ByName(r.Method)
	if err != nil {
		return Harvest{}, err
	}
	opt := r.Expand
	if gathered {
		opt.Chosen = siteexpand.Together
	}
	r.Progress(progress.Event{Phase: progress.Searching, Site: site})
	opt.Progress = func(p siteexpand.Progress) {
		total := max(p.Downloads+p.Ahead, min(p.Found, r.MaxPages)) // all pages found are fetched in the end
		r.Progress(progress.Event{Phase: progress.Searching, Site: site, Done: p.Downloads, Total: total, AtLeast: true, Found: p.Found})
	}
	recorder := &TransientRecorder{Fetcher: r.Pages}
	var h Harvest
	expansion, err := method.Expand(ctx, recorder, samples, opt)
	if err == nil {
		h.Dropped = expansion.Report.Dropped
		for _, x := range expansion.Report.LeftOut {
			h.LeftOut = append(h.LeftOut, catalog.LeftOut{Site: site, URL: x.URL, Reason: x.Reason})
		}
		h.Scopes, h.Doubts, h.Lacking = scopes(expansion.Report.Scopes), doubts(expansion.Report.Diagnoses), expansion.Report.Lacking
		h.Further = further(&expansion.Report)
		h.Pages, h.Records, err = r.read(ctx, site, expansion.Pages)
	}
	if ctx.Err() != nil {
		return Harvest{}, ctx.Err()
	}
	if recorder.runError != nil {
		return Harvest{}, recorder.runError
	}
	if errors.As(err, new(*RunError)) {
		return Harvest{}, err
	}
	h.Missing, h.Failed = recorder.Missing(), err
	h.doubtValues()
	return h, nil
}

// read fetches the entity pages, learns a wrapper on an even sample of them,
// and applies it to all. A page that can't be had stays among the pages, with the reason
// as its status (see StatusOf): links to it are evidence of what the site has or had. So
// do pages over the limit.
func (r Reader) read(ctx context.Context, site string, entities []siteexpand.EntityPage) ([]catalog.Page, []record.Record, error) {
	all := entities
	if len(entities) > r.MaxPages {
		r.Log.Warn("too many entity pages, the rest is not read", "pages", len(entities), "limit", r.MaxPages)
		entities = entities[:r.MaxPages]
	}
	r.Progress(progress.Event{Phase: progress.Reading, Site: site, Total: len(entities)})
	urls := make([]string, len(entities))
	for i, e := range entities {
		urls[i] = e.URL
	}
	sample, err := r.Sample(ctx, urls)
	if err != nil {
		return nil, nil, err
	}
	wrapper, _, err := extract.Learn(sample, extract.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("learning a wrapper from %d pages: %w", len(sample), err)
	}
	readings, err := r.apply(ctx, site, wrapper, entities)
	if err != nil {
		return nil, nil, err
	}
	pages := make([]catalog.Page, len(all))
	var records []record.Record
	for i, e := range all {
		pages[i] = catalogPage(e)
		switch {
		case i >= len(entities):
			pages[i].Status = OverLimit
		case readings[i].record == nil:
			pages[i].Status = readings[i].status
		default:
			if e.Status == siteexpand.Sample {
				pages[i].Status = e.Status
			}
			records = append(records, *readings[i].record)
		}
	}
	return pages, records, nil
}

// reading is the result of reading an entity page: its record, or why there is none.
type reading struct {
	record *record.Record // nil for none
	status string
}

// apply reads each entity page by a wrapper.
func (r Reader) apply(ctx context.Context, site string, wrapper *extract.Wrapper, entities []siteexpand.EntityPage) ([]reading, error) {
	readings := make([]reading, len(entities))
	var done atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(r.PerHost)
	for i, e := range entities {
		group.Go(func() error {
			defer func() {
				r.Progress(progress.Event{Phase: progress.Reading, Site: site, Done: int(done.Add(1))})
			}()
			p, err := r.Pages.Fetch(gctx, e.URL)
			if err == nil {
				var read record.Record
				if read, err = wrapper.Extract(p); err == nil {
					read.URL, read.Site, read.Source, read.FetchedAt = e.URL, e.Site, p.Source, p.FetchedAt
					readings[i].record = &read
					return nil
				}
				err = &page.Error{URL: e.URL, Reason: page.Unparseable, Err: err}
			}
			var pe *page.Error
			if !errors.As(err, &pe) {
				return &RunError{err}
			}
			readings[i].status = StatusOf(pe)
			return nil
		})
	}
	return readings, group.Wait()
}

// Trial reads some pages of a site into records, by a wrapper learned on these pages
// alone, to see what they show before the whole site is read. Pages that can't be had are
// left out.
func (r Reader) Trial(ctx context.Context, site string, urls []string) ([]record.Record, error) {
	r.Progress = func(progress.Event) {}
	entities := make([]siteexpand.EntityPage, len(urls))
	for i, url := range urls {
		entities[i] = siteexpand.EntityPage{URL: url, Site: site}
	}
	_, records, err := r.withDefaults().read(ctx, site, entities)
	return records, err
}

// Sample fetches at most LearnPages of a site's entity pages, evenly spread in the
// given order. Pages that can't be had are left out; if none can be had, the error has
// the last reason.
func (r Reader) Sample(ctx context.Context, urls []string) ([]*page.Page, error) {
	var pages []*page.Page
	var lastErr error
	for _, i := range evenSample(len(urls), r.withDefaults().LearnPages) {
		p, err := r.Pages.Fetch(ctx, urls[i])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil && !errors.As(err, new(*page.Error)) {
			return nil, &RunError{err}
		}
		if err != nil {
			lastErr = err
			continue
		}
		pages = append(pages, p)
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("none of its %d entity pages could be read: %w", len(urls), lastErr)
	}
	return pages, nil
}

// evenSample gives min(n, k) of the indexes 0 to n-1, evenly spread from 0.
func evenSample(n, k int) []int {
	k = min(n, k)
	out := make([]int, 0, k)
	for i := range k {
		out = append(out, i*n/k)
	}
	return slices.Compact(out)
}
