package harvest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
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
	PerHost    int                  // pages of one site read at a time; default 1. The fetcher has the last word
	Log        *slog.Logger         // nil for none
	Progress   func(progress.Event) // is told each step, by several at a time; nil for nobody
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

// Harvest is what was read of a site.
type Harvest struct {
	Pages   []catalog.Page // its entity pages, those that could not be had with the reason as their status
	Records []record.Record
	Missing string            // pages that the search for entity pages lacked and a later run may have, "" for none; see [TransientRecorder.Missing]
	Dropped map[string]int    // URLs that were not followed, not had or not taken, by reason
	LeftOut []catalog.LeftOut // of them, those that are known
	Scopes  []catalog.Scope   // what the samples may stand for, where there is a choice
	Doubts  []catalog.Doubt   // why the pages found may be wrong or not all
	Lacking []string          // of the pages, those that a doubt says to be of another kind since they lack labels
	Failed  error             // why the site could not be read, nil if it was
}

// OtherKind is the reason of pages that are left out since they show another kind of
// thing than the entity's, see [Harvest.LeaveOut].
const OtherKind = "another kind of page"

// manyOthers is the share of the pages read from which on those of another kind are a reason for doubt: where as many are
// left out as stay, it may be that the wrong ones stay. Fewer are reviews and news as a rule, which a search
// brings along.
const manyOthers = 0.5

// LeaveOut leaves out pages of the site, by their URLs, and counts those that were read
// in Dropped, by [OtherKind]. If they are many, that is a doubt; one about pages of which none is left is none any more.
func (h *Harvest) LeaveOut(urls map[string]bool) {
	before := len(h.Records)
	var out []catalog.LeftOut
	h.Records = slices.DeleteFunc(h.Records, func(r record.Record) bool {
		if urls[r.URL] {
			out = append(out, catalog.LeftOut{URL: r.URL, Reason: OtherKind})
		}
		return urls[r.URL]
	})
	if len(h.Records) == before {
		return
	}
	h.Pages = slices.DeleteFunc(h.Pages, func(p catalog.Page) bool { return urls[p.URL] })
	h.Dropped = maps.Clone(h.Dropped)
	if h.Dropped == nil {
		h.Dropped = map[string]int{}
	}
	gone := before - len(h.Records)
	h.Dropped[OtherKind] += gone
	if float64(gone) >= manyOthers*float64(before) {
		h.Doubts = append(slices.Clone(h.Doubts), catalog.Doubt{Case: OtherKind, Detail: fmt.Sprintf("%d of %d pages show too little of what the others show, and are left out", gone, before),
			Remedy: "look at some of them (verde serve, lost URLs); if they are right, give one of them as a sample"})
	}
	h.LeftOut = append(h.LeftOut, out[:min(len(out), siteexpand.MostLeftOut)]...)
	if len(h.Lacking) > 0 && !slices.ContainsFunc(h.Pages, func(p catalog.Page) bool { return slices.Contains(h.Lacking, p.URL) }) {
		h.Doubts = slices.DeleteFunc(slices.Clone(h.Doubts), func(d catalog.Doubt) bool { return d.Case == siteexpand.OtherForm })
	}
}

// Site finds all pages of a site that are like the samples and reads them.
// gathered says that a program chose the samples, so that some may be wrong. The
// error is for what ends the run.
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
		total := max(p.Downloads+p.Ahead, min(p.Found, r.MaxPages)) // all that is found is fetched, sooner or later
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
		h.Pages, h.Records, err = r.read(ctx, site, expansion.Pages)
	}
	if ctx.Err() != nil {
		return Harvest{}, ctx.Err()
	}
	if recorder.ends != nil {
		return Harvest{}, recorder.ends
	}
	if errors.As(err, new(*RunError)) {
		return Harvest{}, err
	}
	h.Missing, h.Failed = recorder.Missing(), err
	h.doubtValues()
	return h, nil
}

// DoubtfulValues is the case of the doubt of a site most of whose fields are likelier wrong
// than right.
const DoubtfulValues = "doubtful values"

func (h *Harvest) doubtValues() {
	var d record.Doubt
	for i := range h.Records {
		d.Add(&h.Records[i])
	}
	if d.Most() {
		h.Doubts = append(h.Doubts, catalog.Doubt{Case: DoubtfulValues, Detail: fmt.Sprintf("%d of %d fields are likelier wrong than right", d.Doubtful, d.Fields),
			Remedy: "compare some records with their pages (verde serve); if they are wrong, leave the site out"})
	}
}

// scopes are those that were offered, none where one is all there is.
func scopes(offered []siteexpand.Scope) (out []catalog.Scope) {
	if len(offered) < 2 {
		return nil
	}
	for _, s := range offered {
		out = append(out, catalog.Scope{Name: s.Name, Samples: s.Samples, Pages: s.Pages, AtLeast: s.AtLeast, Chosen: s.Chosen})
	}
	return out
}

// doubts are the diagnoses that are reasons for doubt.
func doubts(diagnoses []siteexpand.Diagnosis) (out []catalog.Doubt) {
	for _, d := range diagnoses {
		if d.Doubt {
			out = append(out, catalog.Doubt{Case: d.Case, Detail: d.Detail, Remedy: d.Remedy})
		}
	}
	return out
}

// read fetches the entity pages, learns a wrapper on an even sample of them,
// and applies it to all. A page that can't be had keeps its place among the
// pages, with the reason as its status (see StatusOf): links to it are evidence
// of what the site has or had. So does one over the limit.
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
	rows, err := r.apply(ctx, site, wrapper, entities)
	if err != nil {
		return nil, nil, err
	}
	pages := make([]catalog.Page, len(all))
	var records []record.Record
	for i, e := range all {
		pages[i] = catalog.Page{URL: e.URL, Site: e.Site, Level: e.Level, From: e.From, LinkPath: e.LinkPath,
			URLSimilarity: e.URLSimilarity, HTMLSimilarity: e.HTMLSimilarity, Status: siteexpand.Fetched, Aliases: e.Aliases}
		switch {
		case i >= len(entities):
			pages[i].Status = OverLimit
		case rows[i].record == nil:
			pages[i].Status = rows[i].failed
		default:
			if e.Status == siteexpand.Sample {
				pages[i].Status = e.Status
			}
			records = append(records, *rows[i].record)
		}
	}
	return pages, records, nil
}

// row is what became of an entity page: its record, or the status of one that has
// none.
type row struct {
	record *record.Record
	failed string
}

// apply reads the entity pages by a wrapper, a row for each.
func (r Reader) apply(ctx context.Context, site string, wrapper *extract.Wrapper, entities []siteexpand.EntityPage) ([]row, error) {
	rows := make([]row, len(entities))
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
					rows[i].record = &read
					return nil
				}
				err = &page.Error{URL: e.URL, Reason: page.Unparseable, Err: err}
			}
			var pe *page.Error
			if !errors.As(err, &pe) {
				return &RunError{err}
			}
			rows[i].failed = StatusOf(pe)
			return nil
		})
	}
	return rows, group.Wait()
}

// Trial reads some pages of a site into records, by a wrapper of these pages alone: to
// see what they show before the whole site is read. Pages that can't be had are left
// out.
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
// given order. Pages that can't be had are left out; of no page at all the error
// tells why.
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

// evenSample gives at most k of the indexes below n, evenly spread, with the first.
func evenSample(n, k int) []int {
	k = min(n, k)
	out := make([]int, 0, k)
	for i := range k {
		out = append(out, i*n/k)
	}
	return slices.Compact(out)
}

// Lacks tells whether a site that was read has pages that were not and that another
// run may read: pages over a lower limit, or what failed for a reason that passes.
// statuses count its pages by status; inPart says that some pages were missing when
// it was searched.
func (r Reader) Lacks(statuses map[string]int, inPart bool) bool {
	return inPart || r.underLimit(statuses) || slices.ContainsFunc(slices.Collect(maps.Keys(statuses)), IsTransient)
}

// underLimit tells whether pages were not read for a limit lower than today's.
func (r Reader) underLimit(statuses map[string]int) bool {
	read := 0
	for status, n := range statuses {
		if status != OverLimit {
			read += n
		}
	}
	return statuses[OverLimit] > 0 && read < r.withDefaults().MaxPages
}

// MayReadMore tells whether what a site lacks (see [Reader.Lacks]) is there now. It
// asks again for what failed.
func (r Reader) MayReadMore(ctx context.Context, site string, statuses map[string]int, inPart bool) (bool, error) {
	if !r.Lacks(statuses, inPart) || r.underLimit(statuses) {
		return r.underLimit(statuses), nil
	}
	return r.haveRecovered(ctx, site)
}

// haveRecovered asks again for what failed of a site for a reason that passes,
// and tells whether any of it does not fail so now: a page or a sitemap that
// never comes must not have the whole site read again by each run.
func (r Reader) haveRecovered(ctx context.Context, site string) (bool, error) {
	from, ok := page.Ability[page.FailureLister](r.Pages)
	if !ok {
		return true, nil
	}
	urls, err := from.Failing(ctx, site)
	if err != nil {
		return false, err
	}
	for _, url := range urls {
		_, err := r.Pages.Fetch(ctx, url)
		var failed *page.Error
		switch {
		case err == nil || errors.As(err, &failed) && !IsTransient(StatusOf(failed)):
			return true, nil
		case failed == nil:
			return false, err
		}
	}
	return len(urls) == 0, nil // nothing to tell it by
}
