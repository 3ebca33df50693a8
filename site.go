package verde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/extract"
	"verde/known"
	"verde/page"
	"verde/progress"
	"verde/siteexpand"
)

// exploreTraining explores the training site unless that is done.
func (x *Explorer) exploreTraining(ctx context.Context, v *Vertical) (catalog.Source, error) {
	src := catalog.Source{Site: page.Site(v.Samples[0]), Role: catalog.Training, SampleURL: v.Samples[0], Samples: v.Samples}
	x.tell(progress.Event{Phase: progress.Learning, Total: 1})
	src, err := x.ExploreSite(ctx, src, nil, nil)
	if err != nil {
		return src, err
	}
	x.tell(progress.Event{Phase: progress.Learning, Done: 1})
	if src.State != catalog.Expanded {
		return src, fmt.Errorf("training site %s: %s", src.Site, src.Reason)
	}
	return src, nil
}

// ExploreSite is the unit of work: it finds all pages of one site that are like
// the source's samples, reads them into records, and puts both into the
// catalog in one transaction. A site that is in the catalog already is
// returned as it stands there, unless it got other samples (the training site)
// or has pages that this run may be able to read and the one before was not:
// those over a lower Options.MaxPages, and those that failed for a reason that
// passes, be it while the site was searched for entity pages. What the archive
// holds of it costs no request then.
//
// With known instances, the site has to agree with them: columns are named by
// the attribute whose known values they repeat, and a site whose identifying
// column can't be found this way, or whose pages turn out to be about something
// else than what was asked for, is [catalog.Doubtful], whatever its pages look like.
//
// The error is for what ends the run; a site that can't be explored comes back
// with its state and reason.
func (x *Explorer) ExploreSite(ctx context.Context, src catalog.Source, entities *known.Entities, entityOf func(queryID string) string) (catalog.Source, error) {
	old, ok, err := x.Catalog.Source(ctx, src.Site)
	if err != nil {
		return src, err
	}
	explored := ok && old.State == catalog.Expanded && (src.Role != catalog.Training || slices.Equal(old.Samples, src.Samples))
	if explored {
		if more, err := x.mayReadMore(ctx, old); err != nil || !more {
			return old, err
		}
	}
	log := x.log().With("site", src.Site)
	log.Info("exploring", "samples", len(src.Samples))
	defer x.tell(progress.Event{Phase: progress.Ended, Site: src.Site})
	src, pages, records, err := x.explore(ctx, src, entities, entityOf)
	switch {
	case err != nil:
		return src, err
	case src.State == catalog.Expanded:
		log.Info("explored", "pages", len(pages), "records", len(records))
		return src, errors.Join(x.noteSource(src), x.Catalog.PutSite(ctx, src, pages, records))
	case explored:
		log.Warn("could not be explored again, stays as it is", "why", src.Reason)
		return old, nil
	}
	return src, errors.Join(x.noteSource(src), x.Catalog.PutSource(ctx, src))
}

// mayReadMore tells whether an explored site has pages that were not read and
// now may be.
func (x *Explorer) mayReadMore(ctx context.Context, src catalog.Source) (bool, error) {
	statuses, err := x.Catalog.PageStatuses(ctx, src.Site)
	if err != nil {
		return false, err
	}
	read, passing := 0, src.Reason != ""
	for status, n := range statuses {
		if status != overLimit {
			read += n
			passing = passing || passes(status)
		}
	}
	switch {
	case statuses[overLimit] > 0 && read < x.Options.withDefaults().MaxPages:
		return true, nil
	case passing:
		return x.haveRecovered(ctx, src.Site)
	}
	return false, nil
}

// haveRecovered asks again for what failed of a site for a reason that passes,
// and tells whether any of it does not fail so now: a page or a sitemap that
// never comes must not have the whole site read again by each run.
func (x *Explorer) haveRecovered(ctx context.Context, site string) (bool, error) {
	from, ok := x.Pages.(interface{ Failing(site string) []string })
	if !ok {
		return true, nil
	}
	urls := from.Failing(site)
	for _, url := range urls {
		_, err := x.Pages.Fetch(ctx, url)
		var failed *page.Error
		switch {
		case err == nil || errors.As(err, &failed) && !passes(failure(failed)):
			return true, nil
		case failed == nil:
			return false, err
		}
	}
	return len(urls) == 0, nil // nothing to tell it by
}

// explore expands and reads a site; its error is for what ends the run.
func (x *Explorer) explore(ctx context.Context, src catalog.Source, entities *known.Entities, entityOf func(queryID string) string) (catalog.Source, []catalog.Page, []catalog.Record, error) {
	opt := x.Options.withDefaults()
	method, err := siteexpand.MethodByName(opt.Method)
	if err != nil {
		return src, nil, nil, err
	}
	opt.Expand.Gathered = src.Role == catalog.Discovered
	x.tell(progress.Event{Phase: progress.Searching, Site: src.Site})
	opt.Expand.Progress = func(p siteexpand.Progress) {
		total := max(p.Downloads+p.Ahead, min(p.Found, opt.MaxPages)) // all that is found is fetched, sooner or later
		x.tell(progress.Event{Phase: progress.Searching, Site: src.Site, Done: p.Downloads, Total: total, AtLeast: true, Found: p.Found})
	}
	var pages []catalog.Page
	var records []catalog.Record
	pending := &pending{Fetcher: x.Pages}
	expansion, err := method.Expand(ctx, pending, src.Samples, opt.Expand)
	if err == nil {
		x.dropped.add(expansion.Report.Dropped)
		pages, records, err = x.read(ctx, src.Site, expansion.Pages)
	}
	switch {
	case ctx.Err() != nil:
		return src, nil, nil, ctx.Err()
	case err != nil:
		src.State, src.Reason = catalog.Failed, err.Error()
		return src, nil, nil, nil
	}
	src.State, src.Reason = catalog.Expanded, pending.reason()
	if entities != nil {
		asked := askedFor(src, pages, entityOf)
		src.Attributes = entities.NameColumns(records, asked)
		if doubt := entities.RejectReason(src, records, asked); doubt != "" {
			src.State, src.Reason = catalog.Doubtful, doubt
		}
	}
	return src, pages, records, nil
}

// askedFor gives for the pages of a site that queries led to, by whatever of their
// addresses, the folded name of what they asked for.
func askedFor(src catalog.Source, pages []catalog.Page, entityOf func(queryID string) string) map[string]string {
	address := make(map[string]string)
	for _, p := range pages {
		for _, alias := range p.Aliases {
			address[alias] = p.URL
		}
	}
	out := make(map[string]string, len(src.Evidence))
	for _, ev := range src.Evidence {
		out[cmp.Or(address[ev.URL], ev.URL)] = entityOf(ev.QueryID)
	}
	return out
}

// read fetches the entity pages, learns a wrapper on an even sample of them,
// and applies it to all. A page that can't be had keeps its place among the
// pages, with the reason as its status (see failure): links to it are evidence
// of what the site has or had. So does one over the limit.
func (x *Explorer) read(ctx context.Context, site string, entities []siteexpand.EntityPage) ([]catalog.Page, []catalog.Record, error) {
	opt := x.Options.withDefaults()
	all := entities
	if len(entities) > opt.MaxPages {
		x.log().Warn("too many entity pages, the rest is not read", "pages", len(entities), "limit", opt.MaxPages)
		entities = entities[:opt.MaxPages]
	}
	x.tell(progress.Event{Phase: progress.Reading, Site: site, Total: len(entities)})
	sample, err := x.sample(ctx, entities)
	if err != nil {
		return nil, nil, err
	}
	wrapper, _, err := extract.Learn(sample, extract.Options{})
	if err != nil {
		return nil, nil, fmt.Errorf("learning a wrapper from %d pages: %w", len(sample), err)
	}
	rows := make([]struct {
		record *catalog.Record
		failed string
	}, len(entities))
	var read atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.PerHost)
	for i, e := range entities {
		group.Go(func() error {
			defer func() { x.tell(progress.Event{Phase: progress.Reading, Site: site, Done: int(read.Add(1))}) }()
			p, err := x.Pages.Fetch(gctx, e.URL)
			if err == nil {
				var r extract.Record
				if r, err = wrapper.Extract(p); err == nil {
					rows[i].record = record(e, p, r)
					return nil
				}
				err = &page.Error{URL: e.URL, Reason: page.Unparseable, Err: err}
			}
			var pe *page.Error
			if !errors.As(err, &pe) {
				return err
			}
			rows[i].failed = failure(pe)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	pages := make([]catalog.Page, len(all))
	var records []catalog.Record
	for i, e := range all {
		pages[i] = catalog.Page{URL: e.URL, Site: e.Site, Level: e.Level, From: e.From, LinkPath: e.LinkPath,
			URLSimilarity: e.URLSimilarity, HTMLSimilarity: e.HTMLSimilarity, Status: siteexpand.Fetched, Aliases: e.Aliases}
		switch {
		case i >= len(entities):
			pages[i].Status = overLimit
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

// overLimit is the status of pages that Options.MaxPages keeps from being read.
const overLimit = string(page.LimitReached)

// Incomplete counts what was not read and what a later run may read, by reason:
// entity pages as "page limit" (over Options.MaxPages), "page timeout" and the
// like, and as "site in part" sites of which pages that lead to entity pages
// were not to be had; and as "site doubtful" sites that were read in vain.
func (x *Explorer) Incomplete(ctx context.Context) (map[string]int, error) {
	statuses, err := x.Catalog.PageStatuses(ctx, "")
	if err != nil {
		return nil, err
	}
	out := make(map[string]int)
	for status, n := range statuses {
		if status == overLimit || passes(status) {
			out["page "+status] = n
		}
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		switch {
		case s.State == catalog.Expanded && s.Reason != "":
			out["site in part"]++
		case s.State == catalog.Doubtful:
			out["site doubtful"]++
		}
	}
	return out, nil
}

// sample fetches at most LearnPages of the entity pages, evenly spread in the
// order in which they were found. Pages that can't be had are left out.
func (x *Explorer) sample(ctx context.Context, entities []siteexpand.EntityPage) ([]*page.Page, error) {
	var pages []*page.Page
	var lastErr error
	for _, i := range spread(len(entities), x.Options.withDefaults().LearnPages) {
		p, err := x.Pages.Fetch(ctx, entities[i].URL)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			lastErr = err
			continue
		}
		pages = append(pages, p)
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("none of its %d entity pages could be read: %w", len(entities), lastErr)
	}
	return pages, nil
}

// spread gives at most k of the indexes below n, evenly spread, with the first.
func spread(n, k int) []int {
	if n <= k {
		k = n
	}
	out := make([]int, 0, k)
	for i := range k {
		out = append(out, i*n/k)
	}
	return slices.Compact(out)
}

// record puts what was read from a page into the catalog's shape: what repeats
// on it is lists of the same length (see extract.Record.Paired).
func record(e siteexpand.EntityPage, p *page.Page, r extract.Record) *catalog.Record {
	out := &catalog.Record{URL: e.URL, Source: p.Source, Site: e.Site, Values: r.Paired(), FetchedAt: p.FetchedAt,
		Provenance: make(map[string]catalog.Provenance, len(r.Labels))}
	for _, label := range r.Labels {
		out.Provenance[label] = catalog.Provenance{XPath: r.XPaths[label], Page: p.URL, Confidence: r.Confidence[label]}
	}
	return out
}
