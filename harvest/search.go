package harvest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"verde/catalog"
	"verde/page"
	"verde/progress"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// searchNew adds to a site the entity pages that are new since the catalog was filled.
// For this, index pages are requested again, known entity pages are not.
func (r Reader) searchNew(ctx context.Context, v *visitedSite, from Revisiting, since time.Time) error {
	if v.src.Site == catalog.ListSite || len(v.src.Samples) == 0 {
		return nil
	}
	method, err := methods.ByName(r.Method)
	if err != nil {
		return err
	}
	opt := r.Expand
	if v.src.Role == catalog.Discovered {
		opt.Chosen = siteexpand.Together
	}
	known := make(map[string]bool)
	read := 0
	for _, p := range v.pages {
		opt.Known = append(opt.Known, p.URL)
		for _, name := range append(p.Aliases, p.URL) {
			known[name] = true
		}
		if p.Status != OverLimit {
			read++
		}
	}
	opt.Progress = func(p siteexpand.Progress) {
		r.Progress(progress.Event{Phase: progress.Searching, Site: v.src.Site, Done: p.Downloads, Total: p.Downloads + p.Ahead, AtLeast: true, Found: p.Found})
	}
	recorder := &TransientRecorder{Fetcher: refreshingFetcher{from, since}}
	result, err := method.Expand(ctx, recorder, v.src.Samples, opt)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.As(err, new(*page.Error)):
		return err
	case err != nil: // the samples are gone, or the site is down: its known pages are visited all the same
		r.Log.Warn("could not be searched for new pages", "site", v.src.Site, "error", err)
		v.searchGap = "in vain"
		return nil
	}
	v.searchGap = searchGap(&result.Report, recorder)
	for _, e := range result.Pages {
		if known[e.URL] || slices.ContainsFunc(e.Aliases, func(name string) bool { return known[name] }) {
			continue
		}
		p := visitedPage{isNew: true, Page: catalogPage(e)}
		if read++; read > r.MaxPages {
			p.Status = OverLimit
		}
		v.pages = append(v.pages, p)
	}
	slices.SortFunc(v.pages, func(a, b visitedPage) int { return cmp.Compare(a.URL, b.URL) })
	return nil
}

// searchGap is why a search may have missed pages, "" if it has not.
func searchGap(report *siteexpand.Report, recorder *TransientRecorder) string {
	cut := slices.ContainsFunc(report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == siteexpand.CutShort })
	switch {
	case cut:
		return "in part: " + siteexpand.CutShort
	case recorder.Missing() != "":
		return "in part: pages not had"
	}
	return ""
}
