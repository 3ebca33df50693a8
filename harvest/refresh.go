package harvest

import (
	"context"
	"errors"
	"maps"
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
	"verde/siteexpand"
)

// Revisiting is a fetcher that can request an archived page again, as [fetch.Client]
// does: by a conditional request, so that an unchanged page costs a header only.
type Revisiting interface {
	page.Fetcher
	Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error)
}

// anew fetches pages as they are now: what was archived before a time is asked for
// again, by a conditional request.
type anew struct {
	Revisiting
	since time.Time
}

// Fetch implements [page.Fetcher].
func (a anew) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, _, err := a.Revisiting.Refresh(ctx, url, a.since)
	return p, err
}

// Unwrap gives the fetcher that is asked.
func (a anew) Unwrap() page.Fetcher { return a.Revisiting }

// RefreshReport counts entity pages by what became of them.
type RefreshReport struct {
	Sites      int            `json:"sites"`
	Pages      int            `json:"pages"`                // visited, or left since their last visit is not before since
	Changed    int            `json:"changed"`              // its text or markup is another; whether its values are is told by the changes
	Added      int            `json:"added"`                // read for the first time
	Found      int            `json:"found,omitempty"`      // of those added, pages that the search of their site found
	Gone       int            `json:"gone"`                 // found gone by this refresh
	Incomplete map[string]int `json:"incomplete,omitempty"` // pages that the server gave no answer for, and sites that could not be searched, by reason
}

// Visit says what a refresh does. Since is needed.
type Visit struct {
	Since  time.Time // pages that were visited since then are taken as they are
	Sites  int       // visited at a time; default 1
	Search bool      // look for entity pages that came into being, too
	// Downloads bounds the pages that are fetched of a site in that search; 0 for what
	// Reader.Expand says.
	Downloads int
	Only      string // site whose pages are visited, "" for all
	// Archived is called before the catalog gets what was found of a site, which names
	// places of the archive: it returns when these are stored. Its error ends the refresh.
	// Nil for an archive that stores each page at once.
	Archived func(context.Context) error
}

// Refresh requests again the entity pages in the catalog whose last visit was before
// visit.Since, and brings the catalog up to date, each
// site in one transaction. The records of changed pages are read anew. A page that is
// gone is marked [catalog.Gone] and its record stays. Each difference is kept as a
// [catalog.Change]. A page that the server gave no answer for (it was down, or
// robots.txt forbids it by now) stays as it is and is counted in Incomplete. A
// refresh that was killed goes on where it stopped.
//
// With visit.Search each site is searched as well, with its index pages asked for anew:
// its entity pages that the catalog does not have are added and read.
//
// If a page of a site changed, a wrapper is learned anew on the site's pages as
// they are now, most of which come from the archive. Its columns get their old
// labels back by comparing values on the unchanged pages (see relabel).
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
	if err := r.tellRefreshing(ctx, cat, sources); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(max(visit.Sites, 1))
	for _, src := range sources {
		group.Go(func() error {
			defer r.Progress(progress.Event{Phase: progress.Ended, Site: src.Site})
			v, err := r.revisit(gctx, cat, from, src, visit, &done)
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

// revisited is a site with what a refresh found of its pages, in their order.
type revisited struct {
	src     catalog.Source
	pages   []revisitedPage
	lacking string // why the search for new pages is not whole, "" if it is, or was not asked for
}

type revisitedPage struct {
	catalog.Page
	record *record.Record // as it was, nil for none
	alive  bool           // fetched now, and still a page
	found  bool           // by this visit: the catalog does not have it
	change string         // a [catalog.Change], "" for none
	failed string         // why the server gave no answer, "" if it did
}

// revisit requests the pages of a site and finds what became of each. done counts the
// pages of all sites, for the progress shown.
func (r Reader) revisit(ctx context.Context, cat *catalog.Catalog, from Revisiting, src catalog.Source, visit Visit, done *atomic.Int64) (*revisited, error) {
	v := &revisited{src: src}
	for p, err := range cat.Pages(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		v.pages = append(v.pages, revisitedPage{Page: p})
	}
	for r, err := range cat.Records(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		i, ok := slices.BinarySearchFunc(v.pages, r.URL, func(p revisitedPage, url string) int { return strings.Compare(p.URL, url) })
		if ok {
			v.pages[i].record = &r
		}
	}
	if visit.Search {
		if err := r.search(ctx, v, from, visit.Since); err != nil {
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
// archive ([page.Page.Source]) than its record was read from. The fetcher's own word
// is not enough: a refresh that was killed may have put the new page into the archive
// and not yet into the catalog, and this one then finds it unchanged.
func (p *revisitedPage) classify(now *page.Page, change fetch.Change, failed *page.Error) {
	switch {
	case failed == nil:
		p.alive = true
		if p.record == nil {
			p.change = catalog.Added
		} else if p.Status == catalog.Gone || p.record.Source != now.Source {
			p.change = catalog.Changed
		}
	case change == fetch.Unknown:
		p.failed = StatusOf(failed)
	case change == fetch.Gone && p.record != nil && p.Status != catalog.Gone:
		p.change, p.Status = catalog.Gone, catalog.Gone
	case change == fetch.Changed && p.Status != StatusOf(failed):
		p.change, p.Status = catalog.Changed, StatusOf(failed)
	}
}

// toVisit counts the pages that are visited: all but the pages over Options.MaxPages,
// which were never read.
func (v *revisited) toVisit() int {
	n := 0
	for _, p := range v.pages {
		if p.Status != OverLimit {
			n++
		}
	}
	return n
}

// addTo adds the site's pages to the report.
func (v *revisited) addTo(r *RefreshReport) {
	r.Pages += v.toVisit()
	for _, p := range v.pages {
		switch p.change {
		case catalog.Changed:
			r.Changed++
		case catalog.Added:
			r.Added++
			if p.found {
				r.Found++
			}
		case catalog.Gone:
			r.Gone++
		}
		if p.failed != "" {
			r.Incomplete["page "+p.failed]++
		}
	}
	if v.lacking != "" {
		r.Incomplete["site searched "+v.lacking]++
	}
}

// store brings the catalog up to date with a site. If no page of it changed, appeared
// or is gone, it does nothing.
func (r Reader) store(ctx context.Context, cat *catalog.Catalog, v *revisited, archived func(context.Context) error) error {
	if !slices.ContainsFunc(v.pages, func(p revisitedPage) bool { return p.change != "" }) {
		return nil
	}
	fresh, err := r.reread(ctx, v)
	if err != nil {
		return err
	}
	names := v.relabel(fresh)
	now := time.Now()
	var pages []catalog.Page
	var records []record.Record
	var changes []catalog.Change
	for _, p := range v.pages {
		if _, ok := fresh[p.URL]; p.found && !ok && p.Status != OverLimit {
			continue // the search will find it again
		}
		kept := p.record
		if now, ok := fresh[p.URL]; ok && p.change != "" {
			now = renameLabels(now, names)
			kept = &now
			if p.Status != siteexpand.Sample {
				p.Status = siteexpand.Fetched
			}
		}
		pages = append(pages, p.Page)
		if kept != nil {
			records = append(records, *kept)
		}
		if p.change == "" {
			continue
		}
		c := catalog.Change{Site: v.src.Site, URL: p.URL, FoundAt: now, What: p.change}
		if p.alive && p.record != nil && kept != nil {
			if c.Fields = catalog.Differences(p.record.Whole().Columns(), kept.Whole().Columns()); len(c.Fields) == 0 {
				continue // the page is another, the entity is not
			}
		}
		changes = append(changes, c)
	}
	if archived != nil {
		if err := archived(ctx); err != nil {
			return err
		}
	}
	return cat.PutRefreshed(ctx, v.src, pages, records, changes)
}

// relabel maps labels of the new wrapper to old labels of the same columns: to the old
// label that has the same values on most of the unchanged pages, and on more than half
// of those with the new label. If two new columns match one old label, the first in
// alphabetical order gets it.
func (v *revisited) relabel(fresh map[string]record.Record) map[string]string {
	votes, total := make(map[string]map[string]int), make(map[string]int)
	for _, p := range v.pages {
		now, ok := fresh[p.URL]
		if !ok || p.change != "" || p.record == nil {
			continue
		}
		before := p.record.Whole().Columns()
		for label, values := range now.Whole().Columns() {
			total[label]++
			if votes[label] == nil {
				votes[label] = make(map[string]int)
			}
			for old := range before {
				if slices.Equal(values, before[old]) {
					votes[label][old]++
				}
			}
		}
	}
	names, taken := make(map[string]string), make(map[string]bool)
	for _, label := range slices.Sorted(maps.Keys(votes)) {
		best := ""
		for _, old := range slices.Sorted(maps.Keys(votes[label])) {
			n := votes[label][old]
			if !taken[old] && 2*n > total[label] && (n > votes[label][best] || n == votes[label][best] && old == label) {
				best = old
			}
		}
		if best != "" {
			names[label], taken[best] = best, true
		}
	}
	return names
}

// renameLabels gives r with its labels renamed by names. A label that is not in names
// stays, but gets the suffix " (new)" if another one is renamed to it.
func renameLabels(r record.Record, names map[string]string) record.Record {
	return r.Renamed(func(label string) string {
		if to, ok := names[label]; ok {
			return to
		}
		if slices.Contains(slices.Collect(maps.Values(names)), label) {
			return label + " (new)"
		}
		return label
	})
}

// reread learns a wrapper on all pages of a site that could be fetched now and gives
// their records by URL. If no wrapper can be learned any more, it logs that and gives
// no records.
func (r Reader) reread(ctx context.Context, v *revisited) (map[string]record.Record, error) {
	var entities []siteexpand.EntityPage
	for _, p := range v.pages {
		if p.alive {
			entities = append(entities, siteexpand.EntityPage{URL: p.URL, Site: p.Site, Status: p.Status})
		}
	}
	if len(entities) == 0 {
		return nil, nil
	}
	_, records, err := r.read(ctx, v.src.Site, entities)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		r.Log.Warn("can't be read any more, its records stay as they were", "site", v.src.Site, "error", err)
	}
	fresh := make(map[string]record.Record, len(records))
	for _, r := range records {
		fresh[r.URL] = r
	}
	return fresh, nil
}

// tellRefreshing tells Progress how many pages are to be visited, by site and in all.
func (r Reader) tellRefreshing(ctx context.Context, cat *catalog.Catalog, sources []catalog.Source) error {
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
