package harvest

import (
	"context"
	"maps"
	"slices"
	"time"

	"verde/catalog"
	"verde/record"
	"verde/siteexpand"
)

// store updates the catalog for a site, if some page of it changed, appeared or is gone.
func (r Reader) store(ctx context.Context, cat *catalog.Catalog, v *visitedSite, archived func(context.Context) error) error {
	if !slices.ContainsFunc(v.pages, func(p visitedPage) bool { return p.change != "" }) {
		return nil
	}
	fresh, err := r.readAgain(ctx, v)
	if err != nil {
		return err
	}
	names := v.relabel(fresh)
	now := time.Now()
	var pages []catalog.Page
	var records []record.Record
	var changes []catalog.Change
	for _, p := range v.pages {
		if _, ok := fresh[p.URL]; p.isNew && !ok && p.Status != OverLimit {
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
				continue // the page differs, the entity does not
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

// relabel maps labels of the new wrapper to old labels of the same columns. A new label
// gets the old one with which it has equal values on most unchanged pages, if these are
// more than half of the unchanged pages that have the new label. Of several new labels
// for one old label the first in alphabetical order gets it.
func (v *visitedSite) relabel(fresh map[string]record.Record) map[string]string {
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

// renameLabels renames the labels of r by names. A label that is not in names stays, with
// the suffix " (new)" if another label is renamed to it.
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

// readAgain learns a wrapper on all pages of a site that could be fetched now and gives
// their records by URL. If no wrapper can be learned, it logs that and gives no records.
func (r Reader) readAgain(ctx context.Context, v *visitedSite) (map[string]record.Record, error) {
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
