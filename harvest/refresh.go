package harvest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/progress"
	"verde/record"
)

// Revisiting is a fetcher that can request an archived page again, as [fetch.Client]
// does: by a conditional request, so that an unchanged page costs a header only.
type Revisiting interface {
	page.Fetcher
	Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error)
}

// refreshingFetcher fetches pages as they are now: a page archived before a time is
// requested again, by a conditional request.
type refreshingFetcher struct {
	Revisiting
	since time.Time
}

// Fetch implements [page.Fetcher].
func (a refreshingFetcher) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, _, err := a.Revisiting.Refresh(ctx, url, a.since)
	return p, err
}

// Unwrap gives the fetcher that requests are passed on to.
func (a refreshingFetcher) Unwrap() page.Fetcher { return a.Revisiting }

// RefreshReport counts entity pages by how a refresh found them.
type RefreshReport struct {
	Sites      int            `json:"sites"`
	Pages      int            `json:"pages"`                // visited now, or not before Visit.Since
	Changed    int            `json:"changed"`              // with other text or markup; values that differ are among the catalog's changes
	Added      int            `json:"added"`                // read for the first time
	Found      int            `json:"found,omitempty"`      // of these, pages that the search of their site found
	Gone       int            `json:"gone"`                 // gone since the last visit
	Incomplete map[string]int `json:"incomplete,omitempty"` // by reason, pages without an answer of the server and sites that could not be searched
}

// Visit has the options of a refresh. Since is needed.
type Visit struct {
	Since  time.Time // pages visited since then are not requested
	Sites  int       // visited at a time; default 1
	Search bool      // search each site for new entity pages, too
	// Downloads bounds the pages that are fetched of a site in that search; 0 for the limit
	// of Reader.Expand.
	Downloads int
	Only      string // site whose pages are visited, "" for all
	// Archived is called before the catalog is updated for a site, since the update names
	// places of the archive. It returns when these are stored. Its error ends the refresh.
	// Nil for an archive that stores each page at once.
	Archived func(context.Context) error
}

// Refresh requests again the entity pages in the catalog whose last visit was before
// visit.Since, and updates the catalog, each site in one transaction:
//
//   - Changed pages are read again into records.
//   - A page that is gone is marked [catalog.Gone], and its record stays.
//   - A page without an answer (the server was down, or robots.txt forbids it by now)
//     stays as it is and is counted in Incomplete.
//   - With visit.Search, new entity pages of the site are found and read.
//   - Each difference is kept as a [catalog.Change].
//
// If a page of a site changed, a wrapper is learned on the site's pages as they are now,
// most of which come from the archive. Its columns get their old labels back by comparing
// values on the unchanged pages (see relabel). A refresh that was killed goes on where it
// stopped.
func (r Reader) Refresh(ctx context.Context, cat *catalog.Catalog, from Revisiting, visit Visit) (*RefreshReport, error) {
	r = r.withDefaults()
	sources, err := cat.Sources(ctx)
	if err != nil {
		return nil, err
	}
	sources = slices.DeleteFunc(sources, func(s catalog.Source) bool {
		return s.State != catalog.Expanded || visit.Only != "" && s.Site != visit.Only
	})
	if visit.Downloads > 0 {
		r.Expand.MaxDownloads = visit.Downloads
	}
	report := &RefreshReport{Sites: len(sources), Incomplete: make(map[string]int)}
	var done atomic.Int64
	if err := r.announce(ctx, cat, sources); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(max(visit.Sites, 1))
	for _, src := range sources {
		group.Go(func() error {
			defer r.Progress(progress.Event{Phase: progress.Ended, Site: src.Site})
			v, err := r.visitSite(gctx, cat, from, src, visit, &done)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			v.addTo(report)
			return r.store(gctx, cat, v, visit.Archived)
		})
	}
	return report, group.Wait()
}

// visitedSite is a site with its pages as a refresh found them, ordered by URL.
type visitedSite struct {
	src       catalog.Source
	pages     []visitedPage
	searchGap string // why the search for new pages may have missed some, "" if it has not or there was none
}

type visitedPage struct {
	catalog.Page
	record  *record.Record // the earlier one, nil for none
	alive   bool           // it could be fetched now
	isNew   bool           // found by this refresh: the catalog does not have it
	change  string         // a [catalog.Change], "" for none
	unknown string         // why the server gave no answer, "" if it did
}

// visitSite requests the pages of a site and classifies each. done counts the pages of
// all sites, for Progress.
func (r Reader) visitSite(ctx context.Context, cat *catalog.Catalog, from Revisiting, src catalog.Source, visit Visit, done *atomic.Int64) (*visitedSite, error) {
	v := &visitedSite{src: src}
	for p, err := range cat.Pages(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		v.pages = append(v.pages, visitedPage{Page: p})
	}
	for r, err := range cat.Records(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		i, ok := slices.BinarySearchFunc(v.pages, r.URL, func(p visitedPage, url string) int { return strings.Compare(p.URL, url) })
		if ok {
			v.pages[i].record = &r
		}
	}
	if visit.Search {
		if err := r.searchNew(ctx, v, from, visit.Since); err != nil {
			return nil, err
		}
	}
	var asked atomic.Int64
	r.Progress(progress.Event{Phase: progress.Refreshing, Site: src.Site, Total: v.toVisit()})
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(r.PerHost)
	for i := range v.pages {
		p := &v.pages[i]
		if p.Status == OverLimit {
			continue
		}
		group.Go(func() error {
			now, change, err := from.Refresh(gctx, p.URL, visit.Since)
			var failed *page.Error
			if err != nil && !errors.As(err, &failed) {
				return err
			}
			p.classify(now, change, failed)
			r.Progress(progress.Event{Phase: progress.Refreshing, Site: src.Site, Done: int(asked.Add(1))})
			r.Progress(progress.Event{Phase: progress.Refreshing, Done: int(done.Add(1))})
			return nil
		})
	}
	return v, group.Wait()
}

// classify decides whether a page is new, changed, gone or unknown.
//
// A page that could be fetched has changed if it comes from another place of the
// archive ([page.Page.Source]) than its record was read from. The fetcher's answer is not
// enough: a refresh that was killed may have put the new page into the archive and not
// yet into the catalog, and the fetcher then finds it unchanged.
func (p *visitedPage) classify(now *page.Page, change fetch.Change, failed *page.Error) {
	switch {
	case failed == nil:
		p.alive = true
		if p.record == nil {
			p.change = catalog.Added
		} else if p.Status == catalog.Gone || p.record.Source != now.Source {
			p.change = catalog.Changed
		}
	case change == fetch.Unknown:
		p.unknown = StatusOf(failed)
	case change == fetch.Gone && p.record != nil && p.Status != catalog.Gone:
		p.change, p.Status = catalog.Gone, catalog.Gone
	case change == fetch.Changed && p.Status != StatusOf(failed):
		p.change, p.Status = catalog.Changed, StatusOf(failed)
	}
}

// toVisit counts the pages that are visited: all but the pages over Options.MaxPages,
// which were never read.
func (v *visitedSite) toVisit() int {
	n := 0
	for _, p := range v.pages {
		if p.Status != OverLimit {
			n++
		}
	}
	return n
}

// addTo adds the site's pages to the report.
func (v *visitedSite) addTo(r *RefreshReport) {
	r.Pages += v.toVisit()
	for _, p := range v.pages {
		switch p.change {
		case catalog.Changed:
			r.Changed++
		case catalog.Added:
			r.Added++
			if p.isNew {
				r.Found++
			}
		case catalog.Gone:
			r.Gone++
		}
		if p.unknown != "" {
			r.Incomplete["page "+p.unknown]++
		}
	}
	if v.searchGap != "" {
		r.Incomplete["site searched "+v.searchGap]++
	}
}

// announce reports to Progress how many pages are to be visited, by site and in all.
func (r Reader) announce(ctx context.Context, cat *catalog.Catalog, sources []catalog.Source) error {
	total := 0
	for _, src := range sources {
		statuses, err := cat.PageStatuses(ctx, src.Site)
		if err != nil {
			return err
		}
		pages := 0
		for status, n := range statuses {
			if status != OverLimit {
				pages += n
			}
		}
		r.Progress(progress.Event{Phase: progress.Waiting, Site: src.Site, Total: pages})
		total += pages
	}
	r.Progress(progress.Event{Phase: progress.Refreshing, Total: total})
	return nil
}
