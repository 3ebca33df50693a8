package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/harvest"
	"verde/known"
	"verde/page"
	"verde/record"
	"verde/report"
	"verde/siteexpand"
	"verde/steering"
	"verde/vertical"
)

// recaptured gives the recapture of each explored site on which results name entities. Cost: linear in the results and in the pages of
// these sites.
func (x *Explorer) recaptured(ctx context.Context, results *evidence.Results, entities *known.Entities, sources []catalog.Source) (map[string]estimate.Recapture, error) {
	urls := map[string][]string{} // by site
	for _, url := range results.URLs() {
		if site := page.Site(url); entities.Explored(site) {
			urls[site] = append(urls[site], url)
		}
	}
	out := map[string]estimate.Recapture{}
	for _, src := range sources {
		if len(urls[src.Site]) == 0 {
			continue
		}
		read, _, err := x.pagesRead(ctx, src.Site)
		if err != nil {
			return nil, err
		}
		r := estimate.NewRecapture(results, urls[src.Site], src.Samples, func(url, name string) bool { return read[url] || entities.ShownBy(name, src.Site) })
		if r.Named > 0 {
			out[src.Site] = r
		}
	}
	return out, nil
}

// pagesRead gives the addresses of the pages that were read of a site, and the number of pages.
func (x *Explorer) pagesRead(ctx context.Context, site string) (urls map[string]bool, pages int, err error) {
	urls = map[string]bool{}
	for p, err := range x.Catalog.Pages(ctx, site) {
		if err != nil {
			return nil, 0, err
		}
		pages++
		addAddresses(urls, p)
	}
	return urls, pages, nil
}

// addAddresses adds all addresses of some pages.
func addAddresses(urls map[string]bool, pages ...catalog.Page) {
	for _, p := range pages {
		urls[p.URL] = true
		for _, alias := range p.Aliases {
			urls[alias] = true
		}
	}
}

// furtherSamples is the greatest number of missed pages that a site is read again from, beside its samples: as many as are tried before a site is read.
const furtherSamples = trialPages

// firstReading is the result of reading a site, and the evidence for further pages.
type firstReading struct {
	source  catalog.Source
	pages   int
	records []record.Record
	missed  *estimate.Recapture // entities on pages that were missed; those found by the second reading are removed
	further []string            // likely entity pages that the search left out
	asked   map[string]string   // URL -> name that a query to the page asked for; the missed pages are added
}

// samples gives the missed pages that the site is read again from: an even sample of furtherSamples pages that results lead to, if there are at least two
// such pages, and all that the search left out.
func (f *firstReading) samples() (out []string) {
	known := func(url string) bool { return slices.Contains(f.source.Samples, url) }
	missed := slices.DeleteFunc(slices.Compact(slices.Sorted(maps.Values(f.missed.Missing))), known)
	if len(missed) >= evidence.MinEntities {
		n := min(furtherSamples, len(missed))
		for i := range n {
			out = append(out, missed[i*len(missed)/n])
		}
	}
	for _, url := range f.further {
		if !known(url) && !slices.Contains(out, url) {
			out = append(out, url)
		}
	}
	return out
}

// readAgain reads sites explored before round n again, if results name entities on them that no page read is about, or if likely entity pages were
// refused when less was known. The samples of a site are the first pages that results led to, and may all be of one directory,
// form or layout; the missed pages are of the others. Entities that are found are removed from found.
func (x *Explorer) readAgain(ctx context.Context, v *vertical.Vertical, n int, found map[string]estimate.Recapture) error {
	decided, err := x.decided()
	if err != nil {
		return err
	}
	sources, err := x.exploredBefore(ctx, n)
	if err != nil {
		return err
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(x.Options.withDefaults().Sites)
	after := make([]estimate.Recapture, len(sources))
	for i, src := range sources {
		after[i] = found[src.Site]
		if src.Role == catalog.Discovered && decided.Sites[src.Site] == (steering.Site{}) {
			group.Go(func() error { return x.readFrom(gctx, v, n, src, &after[i]) })
		}
	}
	err = group.Wait()
	for i, src := range sources {
		if _, ok := found[src.Site]; ok {
			found[src.Site] = after[i]
		}
	}
	return err
}

// readFrom is readAgain for one site.
func (x *Explorer) readFrom(ctx context.Context, v *vertical.Vertical, n int, src catalog.Source, of *estimate.Recapture) error {
	c, _, err := x.Catalog.Candidate(ctx, src.Round, src.Site)
	if err != nil {
		return err
	}
	counted, err := report.SiteOf(c)
	if err != nil || len(of.Missing) < evidence.MinEntities && len(counted.Further) == 0 {
		return err
	}
	read, pages, err := x.pagesRead(ctx, src.Site)
	if err != nil {
		return err
	}
	common, err := x.shared(ctx, v, n)
	if err != nil {
		return err
	}
	var records []record.Record
	for r, err := range x.Catalog.Records(ctx, src.Site) {
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	own, err := common.entities.Alone(src, records)
	if err != nil {
		return err
	}
	of.RemoveShown(src.Samples, func(url, name string) bool { return read[url] || own.ShownBy(name, src.Site) }) // where the round was closed before
	if counted.Again.Exhausted(len(of.Missing), common.entities.Len()) {
		return x.Catalog.PutSource(ctx, of.Doubting(src, pages))
	}
	asked := map[string]string{}
	for _, ev := range src.Evidence {
		asked[ev.URL] = common.name(ev.QueryID)
	}
	again, tried, err := x.reread(ctx, common.entities, &firstReading{source: src, pages: pages, records: records, missed: of, further: counted.Further, asked: asked})
	if err != nil {
		return err
	}
	if tried == nil {
		return x.Catalog.PutSource(ctx, of.Doubting(src, pages))
	}
	out := catalog.Settled{Source: of.Doubting(src, pages)}
	if counted.Again = tried; again != nil {
		counted.Accepted, counted.Transient, counted.Dropped, counted.Further = true, false, again.dropped, again.further
		out = catalog.Settled{Source: again.source, Pages: again.pages, Records: again.records, LeftOut: again.leftOut}
	}
	if out.Report, err = json.Marshal(counted); err != nil {
		return err
	}
	if again == nil {
		return x.Catalog.PutSettled(ctx, src.Round, out)
	}
	return x.store(ctx, src.Round, out)
}

// reread reads a site from its samples and from missed pages. again is nil if there are too few missed pages (see firstReading.samples), or if the result
// is refused; tried is nil if nothing was tried, or the site could not be read.
func (x *Explorer) reread(ctx context.Context, entities *known.Entities, first *firstReading) (again *siteRead, tried *report.Rereading, err error) {
	src, asked, missing := first.source, first.asked, first.missed.Missing
	further := first.samples()
	if len(further) == 0 {
		return nil, nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) { // a page may be titled with two spellings of a name
		asked[missing[name]] = name
	}
	src.Samples = slices.Concat(src.Samples, further)
	h, err := x.reader().Site(ctx, src.Site, src.Samples, true)
	if err != nil {
		return nil, nil, err
	}
	if h.Failed != nil || h.Missing != "" {
		x.log().Warn("could not be read again: what was read before stays, and a later round tries anew", "site", src.Site, "missing", h.Missing, "error", h.Failed)
		return nil, nil, nil
	}
	h.LeaveOut(entities.OtherKinds(h.Records, asked))
	src.Attributes, src.Scopes, src.Doubts, src.Reason = entities.NameColumns(h.Records, asked), h.Scopes, h.Doubts, ""
	tried = &report.Rereading{From: len(further), Before: first.pages, Found: len(h.Pages), Missing: len(missing), Known: entities.Len(), Refused: first.refuses(entities, src, &h)}
	x.log().Info("read again", "site", src.Site, "pages", tried.Found, "before", tried.Before, "refused", tried.Refused)
	if tried.Refused != "" {
		return nil, tried, entities.Err()
	}
	found := map[string]bool{}
	addAddresses(found, h.Pages...)
	own, err := entities.Alone(src, h.Records)
	if err != nil {
		return nil, nil, err
	}
	first.missed.RemoveShown(src.Samples, func(url, name string) bool { return found[url] || own.ShownBy(name, src.Site) })
	tried.Missing = len(missing)
	return &siteRead{source: first.missed.Doubting(src, len(h.Pages)), pages: h.Pages, records: h.Records, dropped: h.Dropped, leftOut: h.LeftOut, further: h.Further}, tried, entities.Err()
}

// refuses gives the reason why a second reading, h of src, does not replace the first, "" if it does. If it would be a source by itself, it does in two cases: it has more entities that other sites
// know, and at least half the share of them that the first reading had; or its search no longer doubts that pages are missing, and the added pages would be a
// source by themselves. The search alone is not reliable: on real sites with types of pages as similar as functions and constants, 7 of 11 such searches
// included another type, four of them without a doubt.
func (f *firstReading) refuses(entities *known.Entities, src catalog.Source, h *harvest.Harvest) string {
	if why := cmp.Or(lists(h.Doubts), entities.RejectReason(src, h.Records, f.asked)); why != "" {
		return why
	}
	knew, knows := entities.KnownOf(f.source, f.records), entities.KnownOf(src, h.Records)
	if knows >= knew+evidence.MinEntities && 2*knows*len(f.records) >= knew*len(h.Records) {
		return ""
	}
	before := map[string]bool{}
	for _, r := range f.records {
		before[r.URL] = true
	}
	added := slices.DeleteFunc(slices.Clone(h.Records), func(r record.Record) bool { return before[r.URL] })
	alone := src
	alone.Attributes = entities.NameColumns(added, f.asked)
	why := entities.RejectReason(alone, added, f.asked)
	if why == "" {
		why, _ = entities.Uncorroborated(alone, added, f.asked, 0)
	}
	switch {
	case len(added) == 0:
		return "it has no further pages"
	case why != "":
		return "of the pages added: " + why
	case knows < knew:
		return "fewer of its entities are known"
	case len(f.further) == 0 || len(h.Further) > 0:
		return "hardly more of its entities are known"
	}
	return ""
}

// lists gives the reason if a site was read from pages that list more pages of another kind than there are of
// theirs, by the search, else "". A team's or a maker's page is titled with its name, and there may be few such
// pages; the pages that it lists are likely the entities'.
func lists(doubts []catalog.Doubt) string {
	for _, d := range doubts {
		if d.Case == siteexpand.IndexPage {
			return "its pages are lists: " + d.Detail
		}
	}
	return ""
}
