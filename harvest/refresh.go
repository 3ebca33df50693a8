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
	"verde/siteexpand"
)

// Revisiting is a fetcher that asks again for what it has, as [fetch.Client]
// does: conditionally, so that a page that has not changed costs a header.
type Revisiting interface {
	page.Fetcher
	Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error)
}

// RefreshReport counts entity pages by what became of them.
type RefreshReport struct {
	Sites      int            `json:"sites"`
	Pages      int            `json:"pages"`                // that were asked for, or were young enough
	Changed    int            `json:"changed"`              // the page is another; whether its values are, the changes say
	Added      int            `json:"added"`                // read for the first time
	Gone       int            `json:"gone"`                 // found out now
	Incomplete map[string]int `json:"incomplete,omitempty"` // pages that nobody can tell of now, by reason
}

// Refresh visits the entity pages of all sites in the catalog again that were
// last known to hold before since, and brings the catalog up to date, a site in
// one transaction: records of pages that changed are read anew, those of pages
// that are gone stay as they were and the page is marked [catalog.Gone], and
// each difference is kept as a [catalog.Change]. A page that the server did not
// tell of (it was down, or forbids it by now) stays as it is and is counted. A
// refresh that was killed goes on where it was. So many sites are visited at a
// time.
//
// If a page of a site changed, a wrapper is learned anew on the site's pages as
// they are now, most of which come from the archive. Its columns go by the
// labels that they had, as the pages that did not change show.
func (r Reader) Refresh(ctx context.Context, cat *catalog.Catalog, from Revisiting, since time.Time, sites int) (*RefreshReport, error) {
	r = r.withDefaults()
	sources, err := cat.Sources(ctx)
	if err != nil {
		return nil, err
	}
	sources = slices.DeleteFunc(sources, func(s catalog.Source) bool { return s.State != catalog.Expanded })
	report := &RefreshReport{Sites: len(sources), Incomplete: make(map[string]int)}
	var done atomic.Int64
	if err := r.tellRefreshing(ctx, cat, sources); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(sites)
	for _, src := range sources {
		group.Go(func() error {
			defer r.Progress(progress.Event{Phase: progress.Ended, Site: src.Site})
			v, err := r.revisit(gctx, cat, from, src, since, &done)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			v.count(report)
			return r.keep(gctx, cat, v)
		})
	}
	return report, group.Wait()
}

// revisited is a site with what a refresh found of its pages, in their order.
type revisited struct {
	src   catalog.Source
	pages []revisitedPage
}

type revisitedPage struct {
	catalog.Page
	record *catalog.Record // as it was, nil for none
	alive  bool            // it is a page now
	change string          // a [catalog.Change], "" for none
	failed string          // status of a page that can't be told of
}

// revisit asks for the pages of a site. Whether one has changed is told by where
// the archive has it, not by what the archive had before, which a refresh that
// was killed may have left behind the catalog.
//
// done counts the pages of all sites, to tell of.
func (r Reader) revisit(ctx context.Context, cat *catalog.Catalog, from Revisiting, src catalog.Source, since time.Time, done *atomic.Int64) (*revisited, error) {
	v := &revisited{src: src}
	for p, err := range cat.Pages(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		v.pages = append(v.pages, revisitedPage{Page: p})
	}
	for record, err := range cat.Records(ctx, src.Site) {
		if err != nil {
			return nil, err
		}
		i, ok := slices.BinarySearchFunc(v.pages, record.URL, func(p revisitedPage, url string) int { return strings.Compare(p.URL, url) })
		if ok {
			v.pages[i].record = &record
		}
	}
	var asked atomic.Int64
	r.Progress(progress.Event{Phase: progress.Refreshing, Site: src.Site, Total: v.old()})
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(r.PerHost)
	for i := range v.pages {
		p := &v.pages[i]
		if p.Status == OverLimit {
			continue
		}
		group.Go(func() error {
			now, change, err := from.Refresh(gctx, p.URL, since)
			var failed *page.Error
			if err != nil && !errors.As(err, &failed) {
				return err
			}
			p.compare(now, change, failed)
			r.Progress(progress.Event{Phase: progress.Refreshing, Site: src.Site, Done: int(asked.Add(1))})
			r.Progress(progress.Event{Phase: progress.Refreshing, Done: int(done.Add(1))})
			return nil
		})
	}
	return v, group.Wait()
}

// compare decides what has become of a page by what it is now.
func (p *revisitedPage) compare(now *page.Page, change fetch.Change, failed *page.Error) {
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

// old counts the pages that are asked for: all but those that were never read.
func (v *revisited) old() int {
	n := 0
	for _, p := range v.pages {
		if p.Status != OverLimit {
			n++
		}
	}
	return n
}

func (v *revisited) count(r *RefreshReport) {
	r.Pages += v.old()
	for _, p := range v.pages {
		switch p.change {
		case catalog.Changed:
			r.Changed++
		case catalog.Added:
			r.Added++
		case catalog.Gone:
			r.Gone++
		}
		if p.failed != "" {
			r.Incomplete["page "+p.failed]++
		}
	}
}

// keep brings the catalog up to date with a site, if there is anything new.
func (r Reader) keep(ctx context.Context, cat *catalog.Catalog, v *revisited) error {
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
	var records []catalog.Record
	var changes []catalog.Change
	for _, p := range v.pages {
		record := p.record
		if now, ok := fresh[p.URL]; ok && p.change != "" {
			now = renameLabels(now, names)
			record = &now
			if p.Status != siteexpand.Sample {
				p.Status = siteexpand.Fetched
			}
		}
		pages = append(pages, p.Page)
		if record != nil {
			records = append(records, *record)
		}
		if p.change == "" {
			continue
		}
		c := catalog.Change{Site: v.src.Site, URL: p.URL, FoundAt: now, What: p.change}
		if p.alive && p.record != nil && record != nil {
			if c.Fields = catalog.Differences(p.record.Values, record.Values); len(c.Fields) == 0 {
				continue // the page is another, the entity is not
			}
		}
		changes = append(changes, c)
	}
	return cat.PutRefreshed(ctx, v.src, pages, records, changes)
}

// relabel tells what the columns of the records read anew were called: the label
// under which most of the unchanged pages have the same values, and more than
// half of them. Of two columns that were one, the first in the alphabet is it.
func (v *revisited) relabel(fresh map[string]catalog.Record) map[string]string {
	votes, total := make(map[string]map[string]int), make(map[string]int)
	for _, p := range v.pages {
		now, ok := fresh[p.URL]
		if !ok || p.change != "" || p.record == nil {
			continue
		}
		for label, values := range now.Values {
			total[label]++
			if votes[label] == nil {
				votes[label] = make(map[string]int)
			}
			for old, before := range p.record.Values {
				if slices.Equal(values, before) {
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

// renameLabels gives r with other labels. A label that has no other keeps its
// own, unless that is another's now.
func renameLabels(r catalog.Record, names map[string]string) catalog.Record {
	out := r
	out.Values, out.Provenance = make(map[string][]string, len(r.Values)), make(map[string]catalog.Provenance, len(r.Provenance))
	name := func(label string) string {
		if to, ok := names[label]; ok {
			return to
		}
		if slices.Contains(slices.Collect(maps.Values(names)), label) {
			return label + " (new)"
		}
		return label
	}
	for label, values := range r.Values {
		out.Values[name(label)] = values
	}
	for label, from := range r.Provenance {
		out.Provenance[name(label)] = from
	}
	return out
}

// reread gives the records of the pages of a site that are there, by URL. A
// site of which nothing can be learned any more gives none.
func (r Reader) reread(ctx context.Context, v *revisited) (map[string]catalog.Record, error) {
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
	fresh := make(map[string]catalog.Record, len(records))
	for _, record := range records {
		fresh[record.URL] = record
	}
	return fresh, nil
}

// tellRefreshing tells how many pages of all these sites are to be asked for.
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
